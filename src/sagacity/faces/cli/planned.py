"""`sagacity merge`, `promote`, `skill install`: show the plan, ask, apply exactly what was shown."""

from __future__ import annotations

from ...core.errors import SagacityError
from .importing import agreed
from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.context import App
    from ...app.operation import Operation
    from ...app.planned import MergeRequest, PlannedChange, PlanResult, PromoteRequest
    from ...app.shelving import SkillInstallRequest, SkillRemoveRequest
    from .screen import Screen

    Planned = MergeRequest | PromoteRequest | SkillInstallRequest | SkillRemoveRequest

STYLES = {"@": "dim", "+": "green", "-": "red"}
TAIL = 7


def run_planned(app: App, operation: Operation, request: Planned, screen: Screen, *, wants_json: bool) -> PlanResult:
    """The result to show. Raises `invalid` when there is nobody to ask, no `--yes` and no `--dry-run`."""
    plan: PlanResult = operation.handler(app, request)
    if request.yes or request.dry_run or wants_json or not plan.changes:
        return plan
    show_plan(screen, plan)
    if not (screen.stdin_terminal and screen.width):
        raise SagacityError("invalid", "nothing was changed: there is no terminal to ask on", hint="add --yes")
    if not agreed(screen, "Apply?"):
        raise SagacityError("invalid", "nothing was changed", hint="`--dry-run` only shows")
    done: PlanResult = operation.handler(app, request.replace(yes=True, expect=plan.expect))
    return done


def show_plan(screen: Screen, result: PlanResult) -> None:
    """Every file with its differences; once applied, a line for each."""
    for change in result.changes:
        _change(screen, change, whole=not result.applied)
    for notice in result.notices:
        screen.say(screen.paint(line(notice), "yellow"))
    if result.operation:
        screen.say(f"to take it back: sagacity undo --operation {result.operation}")


def _change(screen: Screen, change: PlannedChange, *, whole: bool) -> None:
    meta = screen.paint(f"{line(change.layer)} \u00b7 {change.id[-TAIL:]}  {safe(change.path)}", "dim")
    screen.say(f"{change.action} {screen.paint(line(change.title), 'bold')}  {meta}")
    for text in change.diff if whole else ():
        screen.say("  " + (screen.paint(safe(text), STYLES[text[:1]]) if text[:1] in STYLES else safe(text)))
