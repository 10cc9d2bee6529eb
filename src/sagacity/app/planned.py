"""What `merge` and `promote` take, and what both give: first a plan, then what was done."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class MergeRequest(Request):
    """Several notes that become one. Without `yes` it only says what would change."""

    keep: str = arg(help="the note that stays", positional=True, required=True)
    others: tuple[str, ...] = arg(
        (), help="the notes that go into it and are archived", positional=True, option="other", required=True
    )
    yes: bool = arg(False, help="apply without asking")
    dry_run: bool = arg(False, help="only show the plan", option="dry-run", faces=("cli",))
    expect: str = arg(help="the plan that was agreed to; refused if another is due by now", faces=("python",))


class PromoteRequest(Request):
    """A note that goes to a layer with more readers. Without `yes` it only says what would change."""

    handle: str = arg(help="the note", positional=True, required=True)
    to: str = arg(help="project, or the name of another layer", required=True)
    yes: bool = arg(False, help="apply without asking")
    dry_run: bool = arg(False, help="only show the plan", option="dry-run", faces=("cli",))
    expect: str = arg(help="the plan that was agreed to; refused if another is due by now", faces=("python",))


class PlannedChange(Value):
    """One file. action: what becomes of the note. path: absolute. diff: unified lines, without secrets."""

    action: str
    id: str
    title: str
    layer: str
    path: str
    diff: tuple[str, ...] = ()


class PlanResult(Value):
    """changes: in the order of writing. notices: what to think of before it is done. expect: names this plan.

    operation: pass to undo, once it was applied.
    """

    changes: tuple[PlannedChange, ...]
    applied: bool
    expect: str
    notices: tuple[str, ...] = ()
    operation: str = ""
