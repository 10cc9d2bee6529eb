"""Pairs of notes that cannot both hold, with what settles each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.ids import tail
from ..core.trust import label
from ..core.value import Value
from .block import DAY_MS, body_of
from .freshness import effort, refresh
from .projects import check_project
from .relate import is_archived, lapsed, means
from .scope import here, without_personal
from .settling import Conflict, ConflictsResult, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .context import App
    from .records import Edge, Row
    from .scope import Scope
    from .settling import ConflictsRequest

ALL = 1_000_000
TEXT_MAX_CHARS = 1200
DECLARED, REPLACEMENTS, CIRCLE, LOST = "declared", "two replacements", "circle", "lost replacement"
WORDS = {
    DECLARED: "one says that it contradicts the other",
    REPLACEMENTS: "both replace the same note",
    CIRCLE: "each replaces the other",
    LOST: "the second is hidden by the first, which does not hold itself",
}
DECLARES = "conflicts_with"
OPS = (DECLARES, "supersedes", "superseded_by")


class Pair(Value):
    """Two notes, the older first. kind: as in `Conflict`."""

    kind: str
    one: Row
    other: Row


def conflicts(app: App, request: ConflictsRequest) -> ConflictsResult:
    """The newest change first. Raises `not_found` for an unknown project or layer."""
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    problems = refresh(app, scope.layers, effort(app)).problems
    check_project(app, scope, request.project)
    found = pairs(app, scope)
    return ConflictsResult(
        conflicts=tuple(_told(app, scope, pair) for pair in found[: request.limit]),
        total=len(found),
        scope=scope.names(),
        project=scope.project,
        withheld=(*problems, *without_personal(app, scope)),
    )


def pairs(app: App, scope: Scope) -> list[Pair]:
    """All of the scope that this caller may hear of."""
    everything = scope.filters.replace(archived=True, confidential=app.caller.interactive)
    rows = {row.key: row for row in app.index.newest(everything, limit=ALL)}
    edges = [
        edge
        for edge in app.index.edges_from(list(rows), OPS)
        if edge.target in rows
        and edge.source != edge.target
        and means(app, edge, rows[edge.source], rows[edge.target], scope)
    ]
    found = {(pair.kind, pair.one.id, pair.other.id): pair for pair in _pairs(app, rows, edges)}
    return sorted(found.values(), key=lambda pair: (-max(pair.one.updated_ms, pair.other.updated_ms), pair.one.id))


def _pairs(app: App, rows: Mapping[int, Row], edges: Sequence[Edge]) -> Iterator[Pair]:
    now_ms = app.clock.now_ms()
    newer: dict[int, set[int]] = {}
    for edge in edges:
        if edge.op != DECLARES:
            old, new = (edge.target, edge.source) if edge.op == "supersedes" else (edge.source, edge.target)
            newer.setdefault(old, set()).add(new)
    holding = {key for key, row in rows.items() if not (is_archived(row) or lapsed(row, now_ms))}
    standing = holding - newer.keys()
    for edge in edges:
        if edge.op == DECLARES and {edge.source, edge.target} <= standing:
            yield _pair(DECLARED, rows[edge.source], rows[edge.target])
    for old, replacements in newer.items():
        both = [rows[key] for key in sorted(replacements & standing)]
        yield from (_pair(REPLACEMENTS, one, other) for at, one in enumerate(both) for other in both[at + 1 :])
        yield from (_pair(CIRCLE, rows[old], rows[new]) for new in replacements if old in newer.get(new, ()))
        if not replacements & (holding | newer.keys()):
            yield from (Pair(LOST, rows[new], rows[old]) for new in sorted(replacements)[-1:])


def _pair(kind: str, one: Row, other: Row) -> Pair:
    return Pair(kind, *sorted((one, other), key=lambda row: (row.created_ms, row.id)))


def _told(app: App, scope: Scope, pair: Pair) -> Conflict:
    return Conflict(
        pair.kind, WORDS[pair.kind], _side(app, scope, pair.one), _side(app, scope, pair.other), tuple(_commands(pair))
    )


def _side(app: App, scope: Scope, row: Row) -> Side:
    try:
        body = body_of(app, row, scope)
    except SagacityError:
        body = row.summary  # gone since it was found
    age_days = max(0, (app.clock.now_ms() - row.updated_ms) // DAY_MS)
    text, cut = body[:TEXT_MAX_CHARS], len(body) > TEXT_MAX_CHARS
    layer = scope.layer_of(row.layer).name
    return Side(row.id, row.title, layer, row.project, label(row.trust), age_days, text, cut)


def _commands(pair: Pair) -> Iterator[str]:
    one, other = tail(pair.one.id), tail(pair.other.id)
    if pair.kind == CIRCLE:
        yield f"sagacity link {one} supersedes {other} --remove"
        yield f"sagacity link {other} supersedes {one} --remove"
        return
    if pair.kind == LOST:
        yield f"sagacity restore {other} VERSION"
        yield f"sagacity link {one} supersedes {other} --remove"
        return
    yield f"sagacity link {other} supersedes {one}"
    yield f"sagacity link {one} supersedes {other}"
    yield f"sagacity merge {other} {one}"
    if pair.kind == DECLARED:
        yield f"sagacity link {one} conflicts_with {other} --remove"
