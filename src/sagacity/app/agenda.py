"""What is to be done, the most urgent first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import DAY_MS
from ..core.due import due_of
from ..core.errors import SagacityError
from ..core.notefile import parse_note
from ..core.trust import label
from ..core.types import OPEN_STATUSES, STATUSES, status_of
from ..core.value import Value
from ..core.work import CLOSED, DONE, WHENS, blocked_because, due_day, in_order, is_work, status_said, when
from .board import Board
from .freshness import effort, refresh, verify
from .hits import named
from .projects import check_project
from .read import layer_of, locate
from .relate import is_past, standing
from .resolve import may_name
from .scope import here, without_personal
from .withheld import kept_here, n_confidential
from .working import WorkCount, WorkItem, WorkResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .context import App
    from .records import Row
    from .scope import Scope
    from .working import WorkRequest

TYPES = ("plan", "task", "todo")
MOST = 10_000


class View(Value):
    """An agenda being made. keys: of what is listed. today: day since the epoch."""

    app: App
    scope: Scope
    board: Board
    keys: frozenset[int]
    today: int

    def age(self, key: int) -> tuple[int, str]:
        """The oldest first."""
        row = self.board.rows[key]
        return row.created_ms, row.id


def agenda(app: App, request: WorkRequest) -> WorkResult:
    """Plans and tasks that pass the filters, by when they are due, then by project; each sub-task behind its plan.

    Raises `invalid` for a status or date nobody knows, `not_found` for a project or plan nobody knows.
    """
    scope = here(app, project=request.project, everywhere=request.everywhere)
    problems = (*refresh(app, scope.layers, effort(app)).problems, *without_personal(app, scope))
    check_project(app, scope, request.project)
    statuses = tuple(status_of(one) for one in request.status)
    rows = _rows(app, scope, request, statuses)
    if not verify(app, scope.layers, rows):
        rows = _rows(app, scope, request, statuses)
    today = app.clock.now_ms() // DAY_MS
    board = Board(app, scope, rows)
    board.look(row.key for row in rows)
    view = View(app, scope, board, frozenset(row.key for row in rows), today)
    order = _ordered(view)
    filters = scope.filters.replace(types=TYPES, confidential=app.caller.interactive)
    whens = [_when(view, key) for key, _ in order]
    return WorkResult(
        action="",
        scope=scope.names(),
        project=scope.project,
        items=tuple(_item(view, key, depth) for key, depth in order[: request.limit]),
        counts=tuple(WorkCount(name, whens.count(name)) for name in WHENS if name in whens),
        more=max(0, len(order) - request.limit),
        withheld=(*kept_here(n_confidential(app, filters), "are there, too"), *problems),
        hint="" if order else _hint(request),
    )


def _hint(request: WorkRequest) -> str:
    if request.status or request.due or request.plan:
        return "nothing passes these filters; `sagacity work` alone lists what is open"
    return 'nothing is open; a task is `remember "…" --type task --due friday`'


def _rows(app: App, scope: Scope, request: WorkRequest, statuses: tuple[str, ...]) -> list[Row]:
    """What is listed, in no order."""
    if request.plan:
        rows = _below(app, scope, request.plan)
        statuses = statuses or STATUSES
    else:
        filters = scope.filters.replace(types=TYPES, confidential=app.caller.interactive)
        rows = app.index.newest(filters if statuses else filters.replace(not_status=CLOSED), limit=MOST)
    is_due = _window(request.due, app.clock.now_ms())
    wanted = statuses or OPEN_STATUSES
    rows = [row for row in rows if status_said(row.status) in wanted and is_due(due_day(row.due))]
    stands = standing(app, rows, scope)
    return [row for row in rows if not is_past(stands[row.key])]


def _window(text: str, now_ms: int) -> Callable[[int | None], bool]:
    """Whether a day is in the window: overdue, without a date (none), or until a date in words. Raises `invalid`."""
    today = now_ms // DAY_MS
    if not text:
        return lambda _day: True
    if text.strip().lower() == "overdue":
        return lambda day: day is not None and day < today
    last = due_day(due_of(text, now_ms))
    return lambda day: (day is None) == (last is None) and (last is None or day is None or day <= last)


def _below(app: App, scope: Scope, handle: str) -> list[Row]:
    """A plan and all that belongs to it, as far as this caller may see it."""
    _, plan = locate(app, handle, scope)
    if not may_name(app, plan):
        raise SagacityError(
            "refused", f"{handle!r} is confidential and is not given to an agent", hint="ask for it in a terminal"
        )
    board = Board(app, scope, [plan])
    found = {plan.key: plan}
    frontier = [plan.key]
    while frontier and len(found) < MOST:
        board.look(frontier)
        keys = {part for key in frontier for part in board.parts(key)} - found.keys()
        frontier = [key for key in sorted(keys) if may_name(app, board.rows[key])]
        found.update({key: board.rows[key] for key in frontier})
    return [row for row in found.values() if is_work(row.type)]


def _ordered(view: View) -> list[tuple[int, int]]:
    """(key, depth), each once: what stands at the top by its most urgent part, and what belongs to it behind it."""
    left = set(view.keys)
    tops = [key for key in view.keys if not _listed(view, view.board.plans(key))]
    trees = [list(_tree(view, key, 0, left)) for key in sorted(tops, key=view.age)]
    trees += [list(_tree(view, key, 0, left)) for key in sorted(left, key=view.age)]  # of circles
    trees.sort(key=lambda tree: _urgency(view, tree))
    return [one for tree in trees for one in tree]


def _tree(view: View, key: int, depth: int, left: set[int]) -> Iterator[tuple[int, int]]:
    if key not in left:
        return
    left.discard(key)
    yield key, depth
    for piece in in_order(view.board.piece(part) for part in _listed(view, view.board.parts(key))):
        yield from _tree(view, piece.key, depth + 1, left)


def _listed(view: View, keys: Sequence[int]) -> list[int]:
    return [key for key in keys if key in view.keys]


def _urgency(view: View, tree: Sequence[tuple[int, int]]) -> tuple[int, bool, bool, str, int]:
    """When the first of them that is open is due; then the project at hand, other projects, and none."""
    if not tree:
        return len(WHENS), True, True, "", 0
    row = view.board.rows[tree[0][0]]
    still = [key for key, _ in tree if view.board.is_open(key)]
    days = [day for key in still if (day := due_day(view.board.rows[key].due)) is not None]
    day = min(days, default=None)
    project = row.project or layer_of(view.app, row, view.scope).project
    return (
        WHENS.index(when(day, view.today) if still else DONE),
        project != view.scope.project,
        not project,
        project,
        0 if day is None else day,
    )


def _when(view: View, key: int) -> str:
    return when(due_day(view.board.rows[key].due), view.today) if view.board.is_open(key) else DONE


def _item(view: View, key: int, depth: int) -> WorkItem:
    app, board, row = view.app, view.board, view.board.rows[key]
    status, day, plans, parts = board.status(key), due_day(row.due), board.plans(key), board.parts(key)
    waits_for = board.waits_for(key) if board.is_open(key) else ()
    layer = layer_of(app, row, view.scope)
    return WorkItem(
        id=row.id,
        slug=row.slug,
        title=row.title,
        type=row.type,
        layer=layer.name,
        project=row.project or layer.project,
        trust=label(row.trust),
        status=status,
        due=row.due,
        when=_when(view, key),
        due_days=0 if day is None else day - view.today,
        depth=depth,
        plan=named(app, board.rows[plans[0]]) if plans else "",
        done=sum(not board.is_open(part) for part in parts),
        parts=len(parts),
        waits_for=tuple(f"{named(app, board.rows[one])} {board.status(one)}" for one in waits_for),
        reason=_reason(view, row) if status == "blocked" else "",
    )


def _reason(view: View, row: Row) -> str:
    layer = layer_of(view.app, row, view.scope)
    return blocked_because(parse_note(view.app.store.read(layer, row.path).data).body)
