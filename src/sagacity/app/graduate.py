"""A finished plan as a note about what was built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.feature import Finished, Strand, feature_body, feature_title
from ..core.notefile import parse_note
from ..core.preview import TITLE_MAX_CHARS
from ..core.trust import stays_here
from ..core.types import known_type
from ..core.work import in_order
from .advance import Job, called, carry_out, work_named
from .board import Board
from .forget import archived
from .read import layer_of
from .relate import is_past, standing
from .remember import new_note, target_layer
from .requests import NoteInput, RelationInput
from .scope import here
from .stamp import current
from .steps import Terrain, Ways
from .upkeep import ensure_home
from .working import WorkResult
from .write import Change, start

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..core.note import Note
    from .context import App
    from .records import Layer, Row
    from .scope import Scope
    from .working import WorkRequest

FEATURE = "feature"
MADE_OF = Ways(frozenset((("derived_from", False),)))


def graduate(app: App, request: WorkRequest) -> WorkResult:
    """Makes a feature note of a finished plan, once. Raises `invalid` for another note, `refused` for an open one."""
    ensure_home(app)
    operation = start(app)
    scope = here(app)
    layer, plan = work_named(app, request.handle, scope)
    found = known_type(plan.type)
    if found is None or found.name != "plan":
        raise SagacityError("invalid", f"{plan.slug} is a {plan.type}: only a plan graduates", hint="name its plan")
    board = Board(app, scope, [plan])
    if board.status(plan.key) != "complete":
        raise SagacityError("refused", f"{plan.slug} is {board.status(plan.key)}", hint="complete it first")
    there = _feature_of(app, scope, plan)
    jobs = [_kept(app, scope, there) if there else _made(app, scope, layer, board, plan, request.title)]
    if request.archive:
        jobs.append(Job(layer, lambda: archived(app, plan, current(app, layer, plan), "graduated")))
    written = carry_out(app, jobs, operation)
    told = (f"{called(app, there)} has been made of it before",) if there else ()
    return WorkResult(request.action, scope.names(), scope.project, notes=tuple(written), told=told)


def _feature_of(app: App, scope: Scope, plan: Row) -> Row | None:
    """The oldest feature note that says it was made of the plan."""
    filters = scope.filters.replace(archived=True, confidential=True, min_trust=1)
    terrain = Terrain(app, scope, filters, MADE_OF, [plan])
    rows = _reached(terrain, [plan])
    return min((row for row in rows if row.type == FEATURE), key=lambda row: (row.created_ms, row.id), default=None)


def _reached(terrain: Terrain, rows: Sequence[Row]) -> list[Row]:
    """The notes a step away, each once."""
    keys = dict.fromkeys(step[1] for step in terrain.onward([row.key for row in rows]))
    terrain.load(keys)
    return [terrain.rows[key] for key in keys]


def _kept(app: App, scope: Scope, row: Row) -> Job:
    layer = layer_of(app, row, scope)

    def make() -> Change:
        before = current(app, layer, row)
        return Change(row.path, before, before, "update", "unchanged", row.id)

    return Job(layer, make)


def _made(app: App, scope: Scope, layer: Layer, board: Board, plan: Row, title: str) -> Job:
    """In the personal layer: what the parts say may be personal."""
    feature = NoteInput(
        content=feature_body(_finished(app, scope, board, plan)),
        title=title or feature_title(plan.title, TITLE_MAX_CHARS),
        type=FEATURE,
        tags=plan.tags,
        summary=_note(app, scope, plan).summary,
        project=plan.project or layer.project or "none",
        sensitivity=plan.sensitivity if stays_here(plan.sensitivity) else "",
        relations=(RelationInput("derived_from", plan.id),),
    )
    personal = target_layer(app, scope, "")
    return Job(personal, lambda: new_note(app, scope, personal, feature, {}))


def _finished(app: App, scope: Scope, board: Board, plan: Row) -> Finished:
    """What the plan, its parts and the notes linked with them say, without what is more secret than the plan."""
    secret = stays_here(plan.sensitivity)
    parts = [board.rows[piece.key] for piece in in_order(board.piece(key) for key in board.parts(plan.key))]
    parts = [row for row in parts if row.trust > 0 and (secret or not stays_here(row.sensitivity))]
    filters = scope.filters.replace(archived=False, confidential=secret, min_trust=1)
    terrain = Terrain(app, scope, filters, Ways(), [plan, *parts])
    around = _reached(terrain, [plan, *parts])
    stands = standing(app, around, scope)
    linked = sorted((row for row in around if not is_past(stands[row.key])), key=lambda row: (row.created_ms, row.id))
    built = [row for row in parts if board.status(row.key) == "complete"]
    prs = [pr for row in (*parts, plan) for pr in _note(app, scope, row).prs]
    return Finished(
        lead=_note(app, scope, plan).body,
        built=_strands(built),
        left=_strands(row for row in parts if row not in built),
        decisions=_strands(row for row in linked if row.type == "decision"),
        lessons=_strands(row for row in linked if row.type in ("learning", "lesson")),
        prs=tuple(dict.fromkeys(prs)),
    )


def _strands(rows: Iterable[Row]) -> tuple[Strand, ...]:
    return tuple(Strand(row.title, row.summary.partition("\n")[0]) for row in rows)


def _note(app: App, scope: Scope, row: Row) -> Note:
    return parse_note(app.store.read(layer_of(app, row, scope), row.path).data)
