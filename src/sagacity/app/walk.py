"""Going from a note outwards over its relations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.nearest import nearest
from ..core.relations import PROVENANCE, RELATIONS, check_op, relation_of
from ..core.trust import label
from ..core.types import split_type
from ..core.value import Value
from ..core.walk import NODES, Bounds, meet, spread
from .freshness import effort, refresh, verify
from .gone import tombstone
from .hits import named
from .links import listed
from .projects import check_project
from .read import layer_of, locate
from .relate import standing
from .resolve import may_name
from .scope import here, without_personal
from .steps import Terrain, Ways, order_of
from .walking import Dangling, WalkEdge, WalkNode, WalkResult
from .withheld import option

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ..core.walk import Step
    from .context import App
    from .records import Filters, Row
    from .relate import Standing
    from .scope import Scope
    from .walking import WalkRequest

DEPTHS = {"neighbourhood": 2, "path": 6, "provenance": 8}
TIME_S = 0.25
PATH_NODES = 20_000
DELETED_MAX = 20
"""Targets that are gone of which the journal is asked."""


class Walked(Value):
    """What was found. keys: in the order in which it is shown. route: the step to each from its parent."""

    start: Row
    keys: tuple[int, ...]
    depths: dict[int, int]
    route: dict[int, Step]
    steps: tuple[Step, ...]
    cut: str


class Place(Value):
    """Where a walk goes: the ends, and what may be seen on the way."""

    request: WalkRequest
    scope: Scope
    filters: Filters
    ways: Ways
    mode: str
    depth: int


def walk(app: App, request: WalkRequest) -> WalkResult:
    """What is around a note, between two notes, or behind one; bounded in steps, notes and time.

    Raises `not_found` and `ambiguous` for either end, `refused` for one that this caller may not see, `invalid` for a
    path without an end.
    """
    started = app.clock.monotonic_s()
    place = _place(app, request)
    problems = refresh(app, place.scope.layers, effort(app)).problems
    check_project(app, place.scope, request.project)
    _check_relations(app, request.relations)
    terrain, walked = _go(app, place)
    if not _is_fresh(app, place.scope, terrain, walked):
        terrain, walked = _go(app, place)
    rows = [terrain.rows[key] for key in walked.keys]
    stands = standing(app, rows, place.scope)
    nodes = tuple(_node(app, place.scope, terrain, walked, stands, key) for key in walked.keys)
    problems += () if request.layer else without_personal(app, place.scope)
    return WalkResult(
        mode=place.mode,
        nodes=nodes,
        edges=_edges(terrain, walked),
        dangling=tuple(_dangling(app, terrain, walked.keys)),
        cut=_cut_line(app, request, walked.cut),
        withheld=(*_kept_back(app, place, terrain), *problems),
        scope=place.scope.names(),
        project=place.scope.project,
        took_ms=round((app.clock.monotonic_s() - started) * 1000, 2),
        hint="" if nodes else f"no path of at most {place.depth} steps leads there from {walked.start.title!r}",
    )


def _place(app: App, request: WalkRequest) -> Place:
    mode = request.mode or ("path" if request.to else "neighbourhood")
    if mode == "path" and not request.to:
        raise SagacityError("invalid", "a path needs an end", hint="give the note to end with as `to`")
    if request.to and mode != "path":
        raise SagacityError("invalid", f"{mode} has no end, and to is {request.to!r}", hint="leave one of them out")
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    filters = scope.filters.replace(
        archived=True, confidential=app.caller.interactive, min_trust=1 if request.no_untrusted else 0
    )
    return Place(request, scope, filters, _ways(request, mode), mode, request.depth or DEPTHS[mode])


def _ways(request: WalkRequest, mode: str) -> Ways:
    """A relation given by its inverse word is walked the other way."""
    direction = request.direction or ("out" if mode == "provenance" else "both")
    words = request.relations or (PROVENANCE if mode == "provenance" else ())
    allowed: set[tuple[str, bool]] = set()
    for word in words:
        relation = check_op(word)
        senses = {"out": (True,), "in": (False,), "both": (True, False)}[direction]
        senses = (True,) if relation.symmetric else senses
        allowed.update((relation.primary, sense != relation.reversed) for sense in senses)
    return Ways(frozenset(allowed), direction)


def _check_relations(app: App, words: Sequence[str]) -> None:
    """Raises `invalid` for one that is neither registered nor in use."""
    for op in (one.op for one in map(relation_of, words) if one.custom):
        if not app.index.has_relation(op):
            raise _no_relation(op)


def _no_relation(op: str) -> SagacityError:
    known = [word for one in RELATIONS for word in (one.op, one.inverse)]
    near = nearest(op, known)
    hint = f"did you mean {near}?" if near else f"known: {', '.join(one.op for one in RELATIONS)}"
    return SagacityError("invalid", f"no note has a relation {op!r:.60}, and none is registered", hint=hint)


def _go(app: App, place: Place) -> tuple[Terrain, Walked]:
    """One walk over what the index knows."""
    start = _end(app, place.request.handle, place.scope)
    goal = _end(app, place.request.to, place.scope) if place.mode == "path" else None
    terrain = Terrain(app, place.scope, place.filters, place.ways, [one for one in (start, goal) if one])
    started_s = app.clock.monotonic_s()

    def is_late() -> bool:
        return app.clock.monotonic_s() - started_s > TIME_S

    nodes = place.request.limit if goal is None else PATH_NODES
    bounds = Bounds(place.depth, nodes, is_late, terrain.first)
    if goal is not None:
        return terrain, _path(terrain, start, goal, bounds)
    found = spread(start.key, terrain.onward, bounds)
    terrain.load(found.depths)
    route = _routes(terrain, found.depths, found.steps)
    keys = _of_types(place.request, terrain, (start.key, *route), route)
    return terrain, Walked(start, keys, found.depths, route, found.steps, found.cut)


def _end(app: App, handle: str, scope: Scope) -> Row:
    _, row = locate(app, handle, scope)
    if not may_name(app, row):
        raise SagacityError(
            "refused", f"{handle!r} is confidential and is not given to an agent", hint="walk from it in a terminal"
        )
    return row


def _rank(terrain: Terrain, step: Step) -> tuple[bool, str, bool, str, str, str]:
    """The order of steps from one note."""
    untrusted, note_id, path = order_of(terrain.rows[step[1]])
    return untrusted, step[2], not step[3], note_id, path, step[4]


def _routes(terrain: Terrain, depths: dict[int, int], steps: Iterable[Step]) -> dict[int, Step]:
    """Each note reached and the step that leads to it from the first of those before it, nearest first."""
    leading: dict[int, list[Step]] = {}
    for step in steps:
        if depths[step[1]] == depths[step[0]] + 1:
            leading.setdefault(step[0], []).append(step)
    route: dict[int, Step] = {}
    queue = [key for key, depth in depths.items() if depth == 0]
    for key in queue:
        for step in sorted(leading.get(key, ()), key=lambda step: _rank(terrain, step)):
            if step[1] not in route:
                route[step[1]] = step
                queue.append(step[1])
    return route


def _path(terrain: Terrain, start: Row, goal: Row, bounds: Bounds) -> Walked:
    """Of the shortest paths the one whose steps come first."""
    if start.key == goal.key:
        raise SagacityError("invalid", f"a path from {start.title!r} to itself", hint="give another note as its end")
    found = meet(start.key, goal.key, terrain.onward, terrain.backward, bounds)
    terrain.load({key for step in found.steps for key in step[:2]})
    route: dict[int, Step] = {}
    key = start.key
    while found.steps and key != goal.key:
        step = min((step for step in found.steps if step[0] == key), key=lambda step: _rank(terrain, step))
        key = step[1]
        route[key] = step
    keys = (start.key, *route) if route else ()
    depths = {key: depth for depth, key in enumerate(keys)}
    return Walked(start, keys, depths, route, tuple(route.values()), found.cut)


def _of_types(request: WalkRequest, terrain: Terrain, keys: tuple[int, ...], route: dict[int, Step]) -> tuple[int, ...]:
    """Those of the types asked for, and those on the way to them."""
    wanted = {split_type(one) for one in request.types}
    if not wanted:
        return keys
    kept = {keys[0]}
    for key in keys:
        row = terrain.rows[key]
        if wanted & {(row.type, row.kind), (row.type, "")}:
            kept |= set(_way_back(key, route))
    return tuple(key for key in keys if key in kept)


def _way_back(key: int, route: dict[int, Step]) -> Iterator[int]:
    """From a note to the start."""
    yield key
    while key in route:
        key = route[key][0]
        yield key


def _is_fresh(app: App, scope: Scope, terrain: Terrain, walked: Walked) -> bool:
    """Whether the files still say what was shown of them; the ends were looked at before."""
    rows = [terrain.rows[key] for key in walked.keys if terrain.rows[key].layer in scope.filters.layers]
    return verify(app, scope.layers, rows)


def _node(app: App, scope: Scope, terrain: Terrain, walked: Walked, stands: dict[int, Standing], key: int) -> WalkNode:
    row, step = terrain.rows[key], walked.route.get(key)
    relation = terrain.relation(step[2]) if step else None
    word = "" if not step or not relation else relation.op if step[3] else relation.inverse or f"is {relation.op} of"
    return WalkNode(  # by position: there may be thousands
        row.id,
        row.slug,
        row.title,
        f"{row.type}/{row.kind}" if row.kind else row.type,
        layer_of(app, row, scope).name,
        row.project,
        label(row.trust),
        row.status,
        walked.depths[key],
        terrain.rows[step[0]].id if step else "",
        word,
        step[2] if step else "",
        ("out" if step[3] else "in") if step else "",
        step[4] if step else "",
        listed(step[5]) if step else (),
        _mark(app, row, stands[key]),
    )


def _mark(app: App, row: Row, stand: Standing) -> str:
    if stand.superseded_by:
        return f"superseded by {named(app, stand.superseded_by)}"
    if stand.lapsed or row.lifecycle == "archived":
        return stand.lapsed or "archived"
    return "deprecated" if stand.deprecated else ""


def _edges(terrain: Terrain, walked: Walked) -> tuple[WalkEdge, ...]:
    ids = {key: terrain.rows[key].id for key in walked.keys}
    found = set()
    for near, far, op, along, note, properties in walked.steps:
        if near in ids and far in ids:
            ends = (ids[near], ids[far]) if along else (ids[far], ids[near])
            if ends[0] > ends[1] and terrain.relation(op).symmetric:
                ends = ends[::-1]
            found.add((*ends, op, note, properties))
    return tuple(WalkEdge(source, op, target, note, listed(text)) for source, target, op, note, text in sorted(found))


def _dangling(app: App, terrain: Terrain, keys: Collection[int]) -> Iterator[Dangling]:
    found = sorted(
        (terrain.rows[source].id, relation_of(op).op, text) for source, op, text in terrain.dangling if source in keys
    )
    for at, (source, word, text) in enumerate(found):
        gone = tombstone(app, text) if at < DELETED_MAX else None
        yield Dangling(source, word, text, *((gone.at, gone.title) if gone else ()))


def _kept_back(app: App, place: Place, terrain: Terrain) -> list[str]:
    """How many notes relations lead to that are not shown, and why."""
    hidden = sorted(terrain.hidden)
    if not hidden:
        return []
    filters = place.filters.replace(confidential=True, min_trust=0)
    reach = app.index.passing(hidden, filters)
    secret = (
        app.index.passing(hidden, filters.replace(confidential_only=True)) if not place.filters.confidential else set()
    )
    counts = (
        (len(secret), "confidential: `sagacity walk` at a terminal shows them"),
        (len(reach - secret), f"untrusted: without {option(app, 'no_untrusted')} they are shown"),
        (len(hidden) - len(reach), f"not of this place: {option(app, 'everywhere')} shows those of other projects"),
    )
    return [f"{count} linked but {reason}" for count, reason in counts if count]


def _cut_line(app: App, request: WalkRequest, cut: str) -> str:
    if not cut:
        return ""
    if cut == NODES and not request.to:
        wider = f", or a larger {option(app, 'limit')}" if app.caller.door != "mcp" else ""
        return f"stopped at {request.limit} notes: fewer relations or steps{wider} reach what is left"
    return "stopped before everything was looked at: fewer relations or steps take less time"
