"""What is done with a plan or task, and what follows from it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..core.due import due_of
from ..core.errors import SagacityError
from ..core.ids import tail
from ..core.notefile import append_section, edit_note, parse_note
from ..core.trust import lower, stays_here
from ..core.value import Value
from ..core.work import BLOCKED, CANCELLED, CLOSED, GOING_ON, is_work, merged_prs, reason_said, status_said
from .board import Board
from .compose import about_due, check_status, update_heading
from .read import layer_of, locate
from .remember import new_note, target_layer
from .requests import NoteInput, RelationInput
from .resolve import KEPT_BACK, may_name
from .scope import here
from .stamp import current, stamped
from .upkeep import ensure_home
from .working import WorkResult
from .write import Change, check_cap, check_words, start, write_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .context import App
    from .records import Layer, Row
    from .results import Written
    from .scope import Scope
    from .stamp import Changes
    from .working import LessonInput, WorkRequest
    from .write import Operation

OUTCOMES = {
    "start": ("pending", "started"),
    "complete": ("complete", "completed"),
    "block": ("blocked", "blocked"),
    "cancel": ("cancelled", "cancelled"),
    "reopen": ("not_started", "reopened"),
}
"""The status after an action, and the word for having carried it out."""
LEADS = {"block": BLOCKED, "cancel": CANCELLED}
LESSON_TAG = "lessons-learned"
NAMED_MAX = 5


class Job(Value):
    """A change to come in a layer. make: under the layer's lock; None where there is nothing to do any more."""

    layer: Layer
    make: Callable[[], Change | None]


def act(app: App, request: WorkRequest) -> WorkResult:
    """Carries out one action with all that follows, as one operation; `unchanged` where it was carried out before."""
    if request.lessons:
        ensure_home(app)
    operation = start(app)
    scope = here(app)
    layer, row = work_named(app, request.handle, scope)
    board = Board(app, scope, [row])
    completes = request.action == "complete"
    if completes and not request.force and board.is_open(row.key):
        _check_parts(app, board, row)
    done: list[Change] = []
    taken: dict[str, Change] = {}

    def main() -> Change:
        done.append(_acted(app, layer, row, request))
        return done[-1]

    def is_done() -> bool:
        return any(change.action == OUTCOMES[request.action][1] for change in done)

    following = _following(app, scope, board, row) if completes else {}
    jobs = [Job(layer, main)]
    jobs += [_beginning(app, scope, board.rows[key], is_done) for key in dict.fromkeys(following.values())]
    jobs += [_lesson(app, scope, row, lesson, taken) for lesson in request.lessons]
    written = carry_out(app, jobs, operation)
    told = _told(app, board, row, request, written) if is_done() else []
    return WorkResult(request.action, scope.names(), scope.project, notes=tuple(written), told=tuple(told))


def work_named(app: App, handle: str, scope: Scope) -> tuple[Layer, Row]:
    """The plan or task. Raises as `locate`, and `invalid` for a note that is no work."""
    layer, row = locate(app, handle, scope)
    check_status(row.type)
    if not is_work(row.type):
        raise SagacityError("invalid", f"{row.slug} is of type {row.type!r}, which is no work", hint="make it a task")
    return layer, row


def carry_out(app: App, jobs: Sequence[Job], operation: Operation) -> list[Written]:
    """Layer by layer, that of the first job first."""
    layers = {job.layer.root: job.layer for job in jobs}.values()
    groups = [(layer, partial(_made, [job for job in jobs if job.layer.root == layer.root])) for layer in layers]
    return write_each(app, groups, operation)


def _made(jobs: Sequence[Job]) -> list[Change]:
    return [change for job in jobs if (change := job.make())]


def called(app: App, row: Row) -> str:
    """How an answer names a note: by what a command takes, and not by its text."""
    return f"{row.slug} ({tail(row.id)})" if may_name(app, row) else KEPT_BACK


def _listed(app: App, rows: Iterable[Row]) -> str:
    names = [called(app, row) for row in rows]
    return ", ".join(names[:NAMED_MAX]) + (f" and {len(names) - NAMED_MAX} more" if len(names) > NAMED_MAX else "")


def _check_parts(app: App, board: Board, row: Row) -> None:
    """Raises `refused` while sub-tasks are open."""
    rows = [board.rows[key] for key in board.parts(row.key) if board.is_open(key)]
    if rows:
        what = "a sub-task is open" if len(rows) == 1 else f"{len(rows)} sub-tasks are open"
        raise SagacityError(
            "refused",
            f"{row.slug} was not completed, {what}: {_listed(app, rows)}",
            hint="complete or cancel them first, or complete it with force",
        )


def _acted(app: App, layer: Layer, row: Row, request: WorkRequest) -> Change:
    """The change that the action makes, by what the file says now. Raises `refused` for work that has ended."""
    before = current(app, layer, row, request.expect)
    old = parse_note(before)
    target, word = OUTCOMES[request.action]
    status = status_said(old.status)
    if status in CLOSED and status != target and request.action != "reopen":
        raise SagacityError("refused", f"{row.slug} is {status}", hint="reopen it first, if it goes on after all")
    stays = status == target or (request.action == "reopen" and status in GOING_ON)
    changes, warnings = _changes(app, request, old.due)
    if not stays:
        changes["status"] = target
    if (prs := merged_prs(old.prs, request.prs)) != old.prs:
        changes["prs"] = prs
    line = _reason(request)
    data = append_section(before, update_heading(app), line) if line and line not in old.body.split("\n") else before
    if changes or data != before:
        data = edit_note(data, stamped(app, old, changes))
    warnings += check_cap(row.type, parse_note(data).body, old.body)
    action = word if not stays else "updated" if data != before else "unchanged"
    origin = lower(app.caller.origin, row.origin)
    return Change(
        row.path, data, before, "update", action, row.id, origin=origin, reason=request.reason, warnings=warnings
    )


def _changes(app: App, request: WorkRequest, old: str) -> tuple[Changes, tuple[str, ...]]:
    """The due date asked for, where it is another one, and what is to be said of it. Raises `invalid`."""
    if not request.due:
        return {}, ()
    now_ms = app.clock.now_ms()
    due = due_of(request.due, now_ms)
    return {"due": due or None} if due != old else {}, about_due(request.due, due, now_ms)


def _reason(request: WorkRequest) -> str:
    """The line that tells it in the note, "" for none. Raises `invalid` where one is needed, `refused` for a secret."""
    if request.action != "block" and not request.reason:
        return ""
    check_words("reason", request.reason)
    return f"{LEADS[request.action]}{reason_said(request.reason)}"


def _following(app: App, scope: Scope, board: Board, row: Row) -> dict[int, int]:
    """What is to begin when this has ended: the next sub-task of each plan it belongs to, by the plan's key."""
    found = {}
    for plan in board.plans(row.key):
        parts = [key for key in board.parts(plan) if _may_begin(app, scope, row, board.rows[key])]
        following = board.next_of(parts, {row.key})
        if following is not None:
            found[plan] = following
    return found


def _may_begin(app: App, scope: Scope, ended: Row, row: Row) -> bool:
    """Not what this caller may not see, nobody approved, or is under review."""
    layer = layer_of(app, row, scope)
    return may_name(app, row) and row.trust > 0 and (row.layer == ended.layer or layer.write_policy == "direct")


def _beginning(app: App, scope: Scope, row: Row, is_due: Callable[[], bool]) -> Job:
    layer = layer_of(app, row, scope)

    def make() -> Change | None:
        before = current(app, layer, row)
        old = parse_note(before)
        if not is_due() or status_said(old.status) != "not_started" or old.error:
            return None
        data = edit_note(before, stamped(app, old, {"status": "pending"}))
        return Change(row.path, data, before, "update", "started", row.id, origin=lower(app.caller.origin, row.origin))

    return Job(layer, make)


def _lesson(app: App, scope: Scope, row: Row, lesson: LessonInput, taken: dict[str, Change]) -> Job:
    """A note of what was learnt, in the personal layer, about the same project, linked to the work."""
    note = NoteInput(
        content=lesson.content,
        title=lesson.title,
        type=lesson.type,
        tags=tuple(dict.fromkeys((*(row.tags if row.trust else ()), *lesson.tags, LESSON_TAG))),
        project=row.project or layer_of(app, row, scope).project or "none",
        sensitivity=row.sensitivity if stays_here(row.sensitivity) else "",
        relations=(RelationInput("derived_from", row.id), RelationInput("applies_to", row.id)),
    )
    layer = target_layer(app, scope, "")
    return Job(layer, lambda: new_note(app, scope, layer, note, taken))


def _told(app: App, board: Board, row: Row, request: WorkRequest, written: Sequence[Written]) -> list[str]:
    """What came of an action, a line each."""
    if request.action == "complete":
        lines = [line for plan in board.plans(row.key) for line in _of_plan(app, board, plan, row, written)]
        still = [board.rows[key] for key in board.parts(row.key) if board.is_open(key)]
        lines += [f"still open: {_listed(app, still)}"] if still else []
        return lines + ([f"a feature note of it: work graduate {tail(row.id)}"] if row.type == "plan" else [])
    lines = []
    if request.action == "start" and (waits_for := board.waits_for(row.key)):
        lines.append(f"it waits for {_listed(app, (board.rows[key] for key in waits_for))}")
    if request.action == "reopen":
        ended = [board.rows[key] for key in board.plans(row.key) if not board.is_open(key)]
        lines += [f"its plan {called(app, plan)} has ended" for plan in ended]
    return lines


def _of_plan(app: App, board: Board, plan: int, row: Row, written: Sequence[Written]) -> list[str]:
    """How far the plan is now that this has ended, and what comes next in it."""
    parts = board.parts(plan)
    left = [key for key in parts if key != row.key and board.is_open(key)]
    name = called(app, board.rows[plan])
    lines = [f"{len(parts) - len(left)} of {len(parts)} done in {name}"]
    begun = {note.id for note in written if note.action == "started"}
    lines += [f"next: {called(app, board.rows[key])} is pending now" for key in left if board.rows[key].id in begun]
    if left and len(lines) == 1:
        for key in left:
            if waits_for := board.waits_for(key, {row.key}):
                others = _listed(app, (board.rows[one] for one in waits_for))
                lines.append(f"{called(app, board.rows[key])} waits for {others}")
    if not left and board.is_open(plan):
        lines.append(f"all of it is done; the plan itself: work complete {tail(board.rows[plan].id)}")
    return lines
