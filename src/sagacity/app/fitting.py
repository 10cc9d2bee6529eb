"""Whether new relations fit what they join: people, projects, work, events and documents have an order among them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ..core.note import Note, Relation
from ..core.ontology import RULES, Thing, kind_of, unfit
from ..core.relations import relation_of
from .resolve import find, title_for
from .steps import Terrain, Ways

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .compose import Fields
    from .context import App
    from .records import Row
    from .scope import Scope


NONE: Mapping[str, Thing] = MappingProxyType({})


def misfits(
    app: App, scope: Scope, note: Note, relations: Sequence[Relation], fresh: Mapping[str, Thing] = NONE
) -> tuple[str, ...]:
    """A line for each of the note's relations that cannot be meant, or of which there would be more than one.

    note: with its id, type, kind and title; relations: those that are new. fresh: by id, what is written along with it.
    Nothing is refused for it.
    """
    asked = [one for one in relations if relation_of(one.op).primary in RULES]
    if not asked:
        return ()
    ends = {one.target: row for one in asked for row in find(app, one.target, scope.layers)[:1]}
    own = find(app, note.id, scope.layers)[:1]
    ids = {**{target: row.id for target, row in ends.items()}, **{one: one for one in fresh}}
    things = {**{row.id: _thing(app, row) for row in (*ends.values(), *own)}, **fresh}
    things[note.id] = Thing(kind_of(note.type, note.kind), note.title)
    edges = [(one.op, note.id, ids[one.target]) for one in asked if one.target in ids]
    there = _there(app, scope, [*ends.values(), *own], things)
    touched = {(note.id, end) for end in ids.values()}
    found = unfit([*edges, *there], things)
    return tuple(
        dict.fromkeys(
            one.message for one in found if (one.source, one.target) in touched or (one.target, one.source) in touched
        )
    )


def retyping(app: App, scope: Scope, old: Note, new: Note) -> tuple[str, ...]:
    """As `misfits`, of all that the note and others say of it where it becomes one of another type or kind; both with
    its id.
    """
    if (new.type, new.kind) == (old.type, old.kind):
        return ()
    things = {new.id: Thing(kind_of(new.type, new.kind), new.title)}
    edges = _there(app, scope, find(app, new.id, scope.layers)[:1], things)
    return tuple(dict.fromkeys(one.message for one in unfit(edges, things) if new.id in (one.source, one.target)))


def fitting(app: App, scope: Scope, fields: Fields, fresh: Mapping[str, Thing] = NONE) -> tuple[str, ...]:
    """As `misfits`, of a note that is to be made of these fields."""
    relations = tuple(one for one in fields.get("relations") or () if isinstance(one, Relation))
    note = Note("", str(fields["id"]), str(fields["type"]), str(fields.get("kind") or ""), str(fields["title"]))
    return misfits(app, scope, note, relations, fresh)


def _there(app: App, scope: Scope, rows: Sequence[Row], things: dict[str, Thing]) -> list[tuple[str, str, str]]:
    """The relations of these notes that have an order, from either side; what is at their far ends is added."""
    terrain = Terrain(app, scope, scope.filters.replace(archived=True, confidential=True), Ways(), rows)
    links = [link for link in terrain.ends([row.key for row in rows]) if relation_of(link[3]).primary in RULES]
    links = [link for link in links if link[1] >= 0]
    terrain.load({link[1] for link in links})
    edges = []
    for near, far, declared, op, *_ in links:
        ends = (terrain.rows.get(near), terrain.rows.get(far))
        source, target = ends if declared else (ends[1], ends[0])
        if source is not None and target is not None:
            things.setdefault(source.id, _thing(app, source))
            things.setdefault(target.id, _thing(app, target))
            edges.append((op, source.id, target.id))
    return edges


def _thing(app: App, row: Row) -> Thing:
    return Thing(kind_of(row.type, row.kind), title_for(app, row))
