"""Rules that are bound to actions, for whoever asks: all of them, or those that an action would meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.trigger import COMMON_NAMES, SHELL_FIELDS, action_of, why_no_trigger
from ..core.trust import APPROVED, label
from .freshness import effort, refresh
from .guard import BLOCK, rules_for
from .guarding import GuardResult, RuleLine, RulesResult
from .scope import here
from .session import is_confidential

if TYPE_CHECKING:
    from .context import App
    from .guard import Rule
    from .guarding import GuardRequest, RulesRequest
    from .scope import Scope

HIDDEN = "(confidential)"


def rules(app: App, _request: RulesRequest) -> RulesResult:
    """All that have triggers and are in force here, what blocks first; with what keeps one from doing so."""
    scope = here(app)
    problems = refresh(app, scope.layers, effort(app)).problems
    return RulesResult(tuple(_line(app, scope, one) for one in rules_for(app, scope, None)), scope.names(), problems)


def guard(app: App, request: GuardRequest) -> GuardResult:
    """Says what a hook would, of an action that is only thought of; nothing is recorded."""
    scope = here(app)
    problems = refresh(app, scope.layers, effort(app)).problems
    name = SHELL_FIELDS[0] if _is_shell(request.tool) else "argument"
    given = {name: request.argument} if request.argument else {}
    action = action_of(request.tool, given, app.caller.cwd)
    met = rules_for(app, scope, action)
    verdict = "deny" if any(one.blocks for one in met) else "advise" if met else "none"
    lines = tuple(_line(app, scope, one) for one in met)
    return GuardResult(verdict, lines, action.texts, action.whole, problems)


def _is_shell(tool: str) -> bool:
    return tool == "Bash" or tool in COMMON_NAMES["Bash"].split()


def _line(app: App, scope: Scope, rule: Rule) -> RuleLine:
    row, layer = rule.row, scope.layer_of(rule.row.layer)
    hidden = is_confidential(row, layer) and not app.caller.interactive
    return RuleLine(
        id=row.id,
        title=HIDDEN if hidden else row.title,
        layer=layer.name,
        project=row.project,
        trust=label(row.trust),
        enforcement=BLOCK if row.enforcement.strip().lower() == BLOCK else "advise",
        triggers=() if hidden else rule.met,
        blocks=rule.blocks,
        why="; ".join(_faults(rule)),
    )


def _faults(rule: Rule) -> list[str]:
    """What keeps the rule from doing what it says."""
    faults = [f"the trigger {text!r:.60} {why}" for text in rule.met if (why := why_no_trigger(text))]
    if rule.row.enforcement.strip().lower() == BLOCK and rule.row.trust < APPROVED:
        faults.append("it only advises until a person approves it: `sagacity review`")
    return faults
