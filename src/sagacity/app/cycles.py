"""Refuses a relation that would close a circle where one makes no sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.relations import find_cycle, oriented, relation_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.note import Relation
    from .context import App
    from .records import Row

MAX_NODES = 5000


def check_acyclic(app: App, row: Row, relations: Sequence[Relation]) -> None:
    """Raises `invalid` with the path, for the first new relation of the note that would close a circle."""
    for relation in relations:
        kind = relation_of(relation.op)
        if not kind.acyclic:
            continue
        primary, source, target = oriented(relation.op, row.id, relation.target)
        path = find_cycle(edges_around(app, row, primary), (source, target))
        if path:
            names = " → ".join(_title(app, row, note_id) for note_id in path)
            raise SagacityError(
                "invalid",
                f"{relation.op} {relation.target!r} would close a circle: {names}",
                hint="take one of these links off first",
            )


def edges_around(app: App, start: Row, primary: str) -> list[tuple[str, str]]:
    """The edges of this kind that can be reached from the note, both ways, as (source id, target id)."""
    edges: list[tuple[str, str]] = []
    seen = {start.key: start}
    frontier = [start]
    ops = tuple({primary, relation_of(primary).inverse})
    while frontier and len(seen) < MAX_NODES:
        keys = [row.key for row in frontier]
        found = [edge for edge in app.index.edges_from(keys) if edge.op in ops and edge.target >= 0]
        found += app.index.edges_to(keys, ops)
        frontier = app.index.rows(sorted({end for edge in found for end in (edge.source, edge.target)} - seen.keys()))
        seen.update({row.key: row for row in frontier})
        for edge in found:
            if edge.source in seen and edge.target in seen:
                _, source, target = oriented(edge.op, seen[edge.source].id, seen[edge.target].id)
                edges.append((source, target))
    return edges


def _title(app: App, row: Row, note_id: str) -> str:
    found = app.index.find(note_id, [row.layer])
    return found[0][0].title if found else note_id
