"""A finished plan as a note about what was built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.feature import Finished, Strand, feature_body, feature_title
from ..core.notefile import parse_note
from ..core.preview import TITLE_MAX_CHARS
from ..core.trust import derived, stays_here, taken_along
from ..core.types import known_type
from ..core.value import Value
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
LESSONS = ("learning", "lesson")
MADE_OF = Ways(frozenset((("derived_from", False),)))


class Sources(Value):
    """What a feature note is made of. parts: in their order; linked: the oldest first."""

    plan: Row
    parts: tuple[Row, ...]
    linked: tuple[Row, ...]

    @property
    def origins(self) -> tuple[str, ...]:
        """Of the texts, each as it counts in its layer."""
        return tuple(taken_along(row.origin, row.trust) for row in (self.plan, *self.parts, *self.linked))


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
    """In the personal layer: what the parts say may be personal. It is trusted as the least of what it is made of."""
    sources = _sources(app, scope, board, plan)
    feature = NoteInput(
        content=feature_body(_finished(app, scope, board, sources)),
        title=title or feature_title(plan.title, TITLE_MAX_CHARS),
        type=FEATURE,
        tags=plan.tags,
        summary=_note(app, scope, plan).summary,
        project=plan.project or layer.project or "none",
        sensitivity=plan.sensitivity if stays_here(plan.sensitivity) else "",
        relations=(RelationInput("derived_from", plan.id),),
    )
    personal = target_layer(app, scope, "")
    origin = derived((app.caller.origin, *sources.origins))
    writer = app.called_by(app.caller.replace(origin=origin))
    return Job(personal, lambda: new_note(writer, scope, personal, feature, {}).replace(origin=origin))


def _sources(app: App, scope: Scope, board: Board, plan: Row) -> Sources:
    """The plan, its parts and the notes linked with them, without what is more secret than the plan."""
    secret = stays_here(plan.sensitivity)
    parts = [board.rows[piece.key] for piece in in_order(board.piece(key) for key in board.parts(plan.key))]
    parts = [row for row in parts if row.trust > 0 and (secret or not stays_here(row.sensitivity))]
    filters = scope.filters.replace(archived=False, confidential=secret, min_trust=1)
    terrain = Terrain(app, scope, filters, Ways(), [plan, *parts])
    around = _reached(terrain, [plan, *parts])
    stands = standing(app, around, scope)
    told = [row for row in around if row.type in ("decision", *LESSONS) and not is_past(stands[row.key])]
    return Sources(plan, tuple(parts), tuple(sorted(told, key=lambda row: (row.created_ms, row.id))))


def _finished(app: App, scope: Scope, board: Board, sources: Sources) -> Finished:
    """What they say."""
    built = [row for row in sources.parts if board.status(row.key) == "complete"]
    prs = [pr for row in (*sources.parts, sources.plan) for pr in _note(app, scope, row).prs]
    return Finished(
        lead=_note(app, scope, sources.plan).body,
        built=_strands(built),
        left=_strands(row for row in sources.parts if row not in built),
        decisions=_strands(row for row in sources.linked if row.type == "decision"),
        lessons=_strands(row for row in sources.linked if row.type in LESSONS),
        prs=tuple(dict.fromkeys(prs)),
    )


def _strands(rows: Iterable[Row]) -> tuple[Strand, ...]:
    return tuple(Strand(row.title, row.summary.partition("\n")[0]) for row in rows)


def _note(app: App, scope: Scope, row: Row) -> Note:
    return parse_note(app.store.read(layer_of(app, row, scope), row.path).data)
