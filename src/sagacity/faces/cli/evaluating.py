"""`sagacity eval`: scores as a person reads them."""

from __future__ import annotations

from .screen import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...app.evaluation import EvalResult, OwnScores, Score, SetScores
    from .screen import Screen

WIDTH = 7


def show_eval(screen: Screen, result: EvalResult) -> None:
    """A table a set and level, then what it was measured with."""
    if result.own is not None:
        _show_own(screen, result.own)
    for one in result.sets:
        _show_set(screen, one)
    facts = [*result.machine, *result.settings, ("seconds", f"{result.took_s:g}")]
    screen.say(screen.paint(", ".join(f"{name} {line(value)}" for name, value in facts), "dim"))
    screen.say(screen.paint(line(result.command), "dim"))


def _show_set(screen: Screen, one: SetScores) -> None:
    stores = "pooled" if one.pooled else f"{one.spaces} store{'s' * (one.spaces != 1)}"
    title = screen.paint(line(one.name), "bold")
    screen.say(f"{title}, {one.level}: {one.questions} questions, {one.notes} notes, {stores}")
    rows = [("all", one.questions, one.scores)]
    rows += [(each.category or "other", each.questions, each.scores) for each in one.categories]
    width = max(10, *(len(name) for name, _, _ in rows))
    _table(screen, one.scores, rows, width)
    cost = f"CPU {one.cpu_ms_mean:.1f} ms a question, p95 {one.cpu_ms_p95:.1f}"
    silent = f"no sure answer given to {one.abstained_falsely:.1%} of the questions with an answer"
    silent += f", to {one.abstained_rightly:.1%} of the {one.absent} without" if one.absent else ""
    order = f"what holds before what it replaced: {one.ordered:.1%} of {one.n_ordered}" if one.n_ordered else ""
    for fact in (cost, silent, order):
        if fact:
            screen.say(screen.paint(f"  {fact}", "dim"))


def _show_own(screen: Screen, own: OwnScores) -> None:
    screen.say(f"{screen.paint('your notes', 'bold')}: {own.questions} known notes asked for among {own.notes}")
    _table(screen, own.scores, [("all", own.questions, own.scores)], 10)
    screen.say(screen.paint(f"  CPU {own.cpu_ms_mean:.1f} ms a question, p95 {own.cpu_ms_p95:.1f}", "dim"))
    since = f"in the {own.journal_days:g} days that the journal remembers"
    screen.say(
        f"  {own.never_shown} never shown {since}, {own.never_useful} never called useful: {own.junk_rate:.1%} both"
    )


def _table(
    screen: Screen, scores: Sequence[Score], rows: Sequence[tuple[str, int, Sequence[Score]]], width: int
) -> None:
    heads = [one.name.replace("recall_", "") for one in scores]
    screen.say(screen.paint(f"  {'':{width}} {'n':>5}  {'  '.join(f'{head:>{WIDTH}}' for head in heads)}", "dim"))
    for name, questions, each in rows:
        screen.say(f"  {line(name):{width}} {questions:>5}  {_row([one.value for one in each])}")
    lows, highs = [one.low for one in scores], [one.high for one in scores]
    for name, values in (("95 % from", lows), ("to", highs)):
        screen.say(screen.paint(f"  {name:{width}} {'':>5}  {_row(values)}", "dim"))
    gains = [one.over_bm25 for one in scores if one.over_bm25 is not None]
    if gains:
        screen.say(f"  {'over BM25':{width}} {'':>5}  {_row([gain.value for gain in gains], sign='+')}")
        for name, values in (("95 % from", [gain.low for gain in gains]), ("to", [gain.high for gain in gains])):
            screen.say(screen.paint(f"  {name:{width}} {'':>5}  {_row(values, sign='+')}", "dim"))


def _row(values: Sequence[float], *, sign: str = "") -> str:
    return "  ".join(f"{value:{sign}{WIDTH}.3f}" for value in values)
