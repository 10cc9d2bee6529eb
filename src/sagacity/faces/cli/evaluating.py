"""`sagacity eval`: scores as a person reads them."""

from __future__ import annotations

from .screen import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...app.evaluation import EvalResult, SetScores
    from .screen import Screen


def show_eval(screen: Screen, result: EvalResult) -> None:
    """A table a set and level, then what it was measured with."""
    for one in result.sets:
        _show_set(screen, one)
    facts = [*result.machine, *result.settings, ("seconds", f"{result.took_s:g}")]
    screen.say(screen.paint(", ".join(f"{name} {line(value)}" for name, value in facts), "dim"))
    screen.say(screen.paint(line(result.command), "dim"))


def _show_set(screen: Screen, one: SetScores) -> None:
    stores = "pooled" if one.pooled else f"{one.spaces} store{'s' * (one.spaces != 1)}"
    screen.say(
        f"{screen.paint(line(one.name), 'bold')}, {one.level}: {one.questions} questions, {one.notes} notes, {stores}"
    )
    rows = [
        ("all", one.questions, one.scores),
        *((each.category, each.questions, each.scores) for each in one.categories),
    ]
    width = max(len(name) for name, _, _ in rows)
    heads = [score.name.replace("recall_", "") for score in one.scores]
    screen.say(screen.paint(f"  {'':{width}} {'n':>5}  {'  '.join(f'{head:>7}' for head in heads)}", "dim"))
    for name, questions, scores in rows:
        screen.say(f"  {line(name):{width}} {questions:>5}  {_row([score.value for score in scores], heads)}")
    screen.say(
        screen.paint(f"  {'95 % from':{width}} {'':>5}  {_row([score.low for score in one.scores], heads)}", "dim")
    )
    screen.say(screen.paint(f"  {'to':{width}} {'':>5}  {_row([score.high for score in one.scores], heads)}", "dim"))
    screen.say(screen.paint(f"  {_cost(one)}", "dim"))


def _row(values: Sequence[float], heads: Sequence[str]) -> str:
    return "  ".join(f"{value:>{max(7, len(head))}.3f}" for value, head in zip(values, heads, strict=True))


def _cost(one: SetScores) -> str:
    told = f"CPU {one.cpu_ms_mean:.1f} ms a question, p95 {one.cpu_ms_p95:.1f}"
    told += f"; nothing given to {one.abstained_falsely:.1%} of the questions with an answer"
    return told + (f", to {one.abstained_rightly:.1%} of the {one.absent} without" if one.absent else "")
