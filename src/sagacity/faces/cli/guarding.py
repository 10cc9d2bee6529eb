"""Rules that are bound to actions, as a person reads them."""

from __future__ import annotations

from ...core.frame import tail
from .screen import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...app.guarding import GuardResult, RuleLine, RulesResult
    from .screen import Screen

VERDICTS = {
    "deny": ("refused: a rule forbids it", "red"),
    "advise": ("allowed, with advice", "yellow"),
    "none": ("allowed: no rule governs it", "green"),
}


def show_guard(screen: Screen, result: GuardResult) -> None:
    """The verdict, the rules, and what was read out of a command."""
    words, style = VERDICTS[result.verdict]
    screen.say(screen.paint(words, style))
    _show(screen, result.rules)
    if len(result.commands) > 1:
        screen.say(screen.paint("seen in it: " + "; ".join(map(line, result.commands)), "dim"))
    if not result.whole:
        screen.say(screen.paint("it is too long to be read whole: where a rule blocks, the user is asked", "yellow"))
    _warn(screen, result.notices)


def show_rules(screen: Screen, result: RulesResult) -> None:
    """A rule in two lines, with what is wrong about it."""
    if not result.rules:
        where = ", ".join(map(line, result.scope)) or "no layer"
        screen.say(f"no rule is bound to an action, in {where}")
    _show(screen, result.rules)
    _warn(screen, result.notices)


def _show(screen: Screen, rules: Sequence[RuleLine]) -> None:
    for rule in rules:
        word = screen.paint("blocks", "red") if rule.blocks else "advises"
        facts = [tail(rule.id), line(rule.layer), rule.trust, *([line(rule.project)] if rule.project else [])]
        screen.say(f"{word}  {line(rule.title)}  {screen.paint('  '.join(facts), 'dim')}")
        if rule.triggers:
            screen.say(f"    before {', '.join(map(line, rule.triggers))}")
        if rule.why:
            screen.say(f"    {screen.paint(line(rule.why), 'yellow')}")


def _warn(screen: Screen, notices: Sequence[str]) -> None:
    for notice in notices:
        screen.say(screen.paint(line(notice), "yellow"))
