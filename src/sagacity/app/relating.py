"""The relations of notes both ways, as they are shown at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.handles import fold
from ..core.notefile import parse_note
from ..core.relations import parse_target, relation_of
from .gone import lost_relations, tombstone
from .links import listed
from .relation_view import RelationView
from .resolve import title_for
from .steps import Terrain, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .context import App
    from .links import Link
    from .records import Filters, Layer, Row
    from .scope import Scope

CONFIRMED = 3
"""The trust of a text that a person wrote or approved."""
VERSIONS_MAX = 200
"""So many versions of a note are looked through for the one that brought a relation."""


def whole_relations(
    app: App, scope: Scope, place: tuple[Layer, Row], *, explain: bool, lost: bool
) -> tuple[RelationView, ...]:
    """What a note declares first, then what is declared towards it; dangling ones with their text. Of a note of
    elsewhere its own layer counts, too. lost: also what deleted notes said of it.
    """
    layer, row = place
    roots = scope.filters.layers
    if layer.root not in roots:
        filters = scope.filters.replace(layers=(*roots, layer.root))
        scope = scope.replace(layers=(*scope.layers, layer), filters=filters)
    views = _views(app, scope, [row], scope.filters, all_=True)[row.key]
    if explain:
        found = (app.index.find(view.id, app.index.layers()) for view in views if view.id)
        others = {other.id: other for rows in found for other, _ in rows}
        views = [_explained(app, row, view, others) for view in views]
    return (*views, *(_lost(app, scope, row) if lost else ()))


def shown_relations(app: App, scope: Scope, rows: Sequence[Row], *, most: int) -> dict[int, tuple[RelationView, ...]]:
    """By key: the first `most` relations of each, of those that lead to notes that a search from here could show."""
    filters = scope.filters.replace(archived=True, confidential=app.caller.interactive)
    return {key: tuple(views[:most]) for key, views in _views(app, scope, rows, filters, all_=False).items()}


def _views(
    app: App, scope: Scope, rows: Sequence[Row], filters: Filters, *, all_: bool
) -> dict[int, list[RelationView]]:
    """all_: also those that lead to no note, or to one that does not pass the filters."""
    terrain = Terrain(app, scope, filters, Ways(), rows)
    found = [link for link in terrain.ends([row.key for row in rows]) if all_ or link[5]]
    terrain.load({link[1] for link in found if link[1] >= 0})
    views: dict[int, list[RelationView]] = {row.key: [] for row in rows}
    for link in sorted(found, key=lambda link: (not link[2], link[3], link[6], link[1])):
        if link[1] < 0 or link[1] in terrain.rows:
            views[link[0]].append(_view(app, scope, link, terrain.rows.get(link[1])))
    return views


def _view(app: App, scope: Scope, link: Link, other: Row | None) -> RelationView:
    _, _, declared, op, _, _, text, note, properties = link
    relation = relation_of(op)
    gone = tombstone(app, text) if other is None else None
    return RelationView(
        op=op,
        word=relation.op if declared else relation.inverse or f"is {relation.op} of",
        direction="out" if declared else "in",
        id=other.id if other else "",
        title=title_for(app, other) if other else gone.title if gone else "",
        layer=_layer_name(app, other, scope) if other else "",
        target=text,
        note=note,
        deleted_at=gone.at if gone else "",
        properties=listed(properties),
    )


def _explained(app: App, row: Row, view: RelationView, others: dict[str, Row]) -> RelationView:
    """With who made it, when, and whether a person stands behind it. others: the notes at its far end, by id."""
    source = row if view.direction == "out" else others.get(view.id)
    if source is None:
        return view
    target = fold(parse_target(view.target)[-1].handle)
    by, at_ms = "", 0
    for one in reversed(app.journal.versions(source.id)[:VERSIONS_MAX]):
        data = app.journal.content(one.hash) if one.hash else None
        holds = data is not None and any(
            relation_of(said.op).op == view.op and fold(parse_target(said.target)[-1].handle) == target
            for said in parse_note(data).relations
        )
        if holds and not at_ms:
            by, at_ms = one.origin, one.at_ms
        elif not holds:
            by, at_ms = "", 0
    at = from_ms(at_ms or source.updated_ms)
    return view.replace(by=by or source.origin, at=at, confirmed=source.trust == CONFIRMED)


def _lost(app: App, scope: Scope, row: Row) -> Iterator[RelationView]:
    """What deleted notes said of this one."""
    for said, gone, title in lost_relations(app, scope, row):
        relation = relation_of(said.op)
        yield RelationView(
            op=relation.op,
            word=relation.inverse or f"is {relation.op} of",
            direction="in",
            id="",
            title=title,
            layer=gone.layer.name,
            target=said.target,
            note=said.note,
            deleted_at=from_ms(gone.last.at_ms),
        )


def _layer_name(app: App, row: Row, scope: Scope) -> str:
    known = {layer.root: layer.name for layer in (*app.workspace.all_layers(), *scope.layers)}
    return known.get(row.layer, "")
