"""What `work` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .results import Written

ACTIONS = ("start", "complete", "block", "cancel", "reopen", "graduate")


class LessonInput(Request):
    """What was learnt from a piece of work."""

    content: str = arg(help="what happened, why, and what prevents it", required=True)
    title: str = arg(help="title")
    type: str = arg("learning", help="learning, or learning/gotcha and the like")
    tags: tuple[str, ...] = arg((), help="tags besides those of the work")


class WorkRequest(Request):
    """The agenda, or an action on one plan or task."""

    action: str = arg(
        help="what to do with it; without: the agenda", choices=ACTIONS, positional=True, brief="without: the agenda"
    )
    handle: str = arg(help="the plan or task", positional=True, brief="")
    prs: tuple[str, ...] = arg((), help="complete: addresses of pull requests", option="pr", brief="pull request URLs")
    lessons: tuple[LessonInput, ...] = arg(
        (), help="complete: what was learnt, kept as a note linked to it", brief="what was learnt"
    )
    reason: str = arg(help="block, cancel: why", brief="")
    force: bool = arg(False, help="complete: a plan although sub-tasks of it are open", brief="")
    archive: bool = arg(False, help="graduate: put the plan away", brief="")
    title: str = arg(help="graduate: title of the feature note", faces=("cli", "python"))
    expect: str = arg(
        help="version the action was decided on; refused if the note has another by now", faces=("cli", "python")
    )
    due: str = arg(
        help="start, block, reopen: new due date; agenda: only what is due by then, or overdue, or none",
        brief="agenda: due by then",
    )
    status: tuple[str, ...] = arg((), help="agenda: only these; default: what is open", brief="")
    plan: str = arg(help="agenda: only this plan and what belongs to it", brief="")
    project: str = arg(help="agenda: as if in this project", brief="")
    everywhere: bool = arg(False, help="agenda: of all projects", brief="")
    limit: int = arg(50, help="agenda: most entries", minimum=1, maximum=1000, brief="")


class WorkItem(Value):
    """A plan or task. when: overdue, today, this week, later, no date, or done; due_days: days until then, 0 without.

    depth: how far below the plan it stands under; plan: the title of that plan with its id's tail, also where the plan
    is not listed. done, parts: of its sub-tasks. waits_for: what must end first, each by title, id tail and status.
    reason: why it is blocked.
    """

    id: str
    slug: str
    title: str
    type: str
    layer: str
    project: str
    trust: str
    status: str
    due: str
    when: str
    due_days: int = 0
    depth: int = 0
    plan: str = ""
    done: int = 0
    parts: int = 0
    waits_for: tuple[str, ...] = ()
    reason: str = ""


class WorkResult(Value):
    """Of the agenda: items, in its order, each sub-task behind its plan; open: how many there are, by `when`; more:
    those beyond the limit. Of an action: notes, the one asked for first, then what followed from it; told: what came of
    it, a line each.
    """

    action: str
    scope: tuple[str, ...]
    project: str
    items: tuple[WorkItem, ...] = ()
    counts: tuple[WorkCount, ...] = ()
    more: int = 0
    notes: tuple[Written, ...] = ()
    told: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    hint: str = ""


class WorkCount(Value):
    """How many are due when."""

    when: str
    items: int
