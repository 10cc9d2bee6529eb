"""Refuses what would relate a note to itself, or close a circle where one makes no sense, whoever writes it.

A relation can begin to lead to a note without being written: where the note gets the name that it dangles for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.handles import fold
from ..core.relations import ORDERED, ordered, oriented, parse_target, relation_of
from ..core.value import Value
from .entry import handles_of
from .freshness import verify
from .records import Filters
from .resolve import find, title_for
from .scope import here

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..core.note import Relation
    from .context import App
    from .entry import Parsed
    from .records import Layer, Row

MAX_NODES = 20_000
AROUND_MAX = 5000


class _Text(Value):
    """A note as it will be. names: what it is found by; gained: those it was not found by before; said: its relations
    as (operator, target), added: those it did not have.
    """

    id: str
    title: str
    names: frozenset[str]
    gained: frozenset[str]
    said: tuple[tuple[str, str], ...]
    added: frozenset[tuple[str, str]]


class _Edge(Value):
    """A relation that may not run in a circle, from start to end by id. is_new: it closes the circle if there is one.

    words: what was asked for that made it.
    """

    op: str
    start: str
    end: str
    is_new: bool
    words: str


def check_relations(app: App, layer: Layer, texts: Sequence[tuple[Parsed | None, Parsed]]) -> None:
    """texts: each note of a group as it was, None for a new one, and as it will be. What was there before may stay.

    Raises `invalid` with the path.
    """
    drafts = [_text(old, new) for old, new in texts]
    for draft in drafts:
        _check_self(draft)
    if not _may_matter(app, drafts):
        return
    graph = _Graph(app, layer, drafts)
    for edge in graph.fresh:
        path = graph.path(edge) if edge.is_new else ()
        if path:
            names = " → ".join(graph.titles.get(note_id, note_id) for note_id in path)
            raise SagacityError(
                "invalid", f"{edge.words} would close a circle: {names}", hint="take one of these links off first"
            )


def circle_of(app: App, layer: Layer, row: Row) -> tuple[str, tuple[str, ...]]:
    """(operator, titles) of a circle that the note is in, as hands may have made one; "" and none for no circle."""
    said = {link[3] for link in app.index.links([row.key], Filters(()), ORDERED)}
    graph = _Graph(app, layer, ())
    graph.know(row)
    for op in sorted({found[0] for one in said if (found := ordered(one, "", ""))}):
        path = graph.path(_Edge(op, row.id, row.id, is_new=False, words=""))
        if len(path) > 1:
            return op, tuple(graph.titles[note_id] for note_id in path[1:])
    return "", ()


def _text(old: Parsed | None, new: Parsed) -> _Text:
    names = frozenset(key for key, _ in handles_of(new))
    said = _said(new.note.relations)
    before = frozenset(key for key, _ in handles_of(old)) if old else frozenset()
    return _Text(
        new.id,
        new.note.title,
        names,
        names - before,
        said,
        frozenset(said) - frozenset(_said(old.note.relations) if old else ()),
    )


def _said(relations: Iterable[Relation]) -> tuple[tuple[str, str], ...]:
    return tuple((relation_of(one.op).op, one.target) for one in relations)


def _check_self(text: _Text) -> None:
    for op, target in text.said:
        key = fold(parse_target(target)[-1].handle)
        if key in text.names and ((op, target) in text.added or key in text.gained):
            raise SagacityError(
                "invalid",
                f"{op} {target!r}: a note cannot be related to itself, and {target!r} names this one",
                hint="name another note",
            )


def _may_matter(app: App, texts: Sequence[_Text]) -> bool:
    if any(op in ORDERED for text in texts for op, _ in text.added):
        return True
    gained = [name for text in texts for name in text.gained]
    return bool(gained) and bool(app.index.edges_named(gained, ORDERED))


class _Graph:
    """The relations that may not run in a circle, as they will be. fresh: those of the notes that are written.

    titles: by id, of what was met.
    """

    def __init__(self, app: App, layer: Layer, texts: Sequence[_Text]) -> None:
        scope = here(app)
        others = [one for one in scope.layers if one.root != layer.root]
        self._app = app
        self._layers = [layer, *others]
        self._roots = {one.root for one in self._layers}
        self._twins = _twins(app, self._layers)
        self._texts = {text.id: text for text in texts}
        self._keys: dict[str, list[int]] = {}
        self._rows: dict[int, Row] = {}
        self.titles = {text.id: text.title for text in texts}
        for row in (row for text in texts for row, _ in app.index.find(text.id, [layer.root])):
            self.know(row)
        self.fresh = [*self._declared(), *self._called()]
        self.titles.update({text.id: text.title for text in texts})

    def know(self, row: Row) -> None:
        """Takes a note up, unless it stands in another working tree of a project that is here."""
        if row.layer in self._twins or row.key in self._rows:
            return
        self._rows[row.key] = row
        self._keys.setdefault(row.id, []).append(row.key)
        self.titles.setdefault(row.id, title_for(self._app, row))

    def path(self, edge: _Edge) -> tuple[str, ...]:
        """From the start of the edge over its end back to its start, () where nothing leads back."""
        if edge.start == edge.end and edge.is_new:
            return (edge.start, edge.end)
        came_from = {edge.end: ""}
        border = [edge.end]
        while border and len(came_from) < MAX_NODES:
            following = self._onward(edge.op, border)
            border = []
            for near, far in following:
                if far == edge.start:
                    return (edge.start, *_trail(came_from, near), edge.start)
                if far not in came_from:
                    came_from[far] = near
                    border.append(far)
        return ()

    def _onward(self, op: str, ids: Sequence[str]) -> list[tuple[str, str]]:
        wanted = set(ids)
        steps = [(one.start, one.end) for one in self.fresh if one.op == op and one.start in wanted]
        keys = [key for note_id in ids for key in self._keys.get(note_id, ())]
        mine = [self._rows[key] for key in keys if self._rows[key].layer in self._roots]
        verify(self._app, self._layers, mine)  # another process may have written and not indexed yet
        links = [link for link in self._app.index.links(keys, Filters(()), ORDERED) if link[1] >= 0]
        for row in self._app.index.rows(sorted({link[1] for link in links} - self._rows.keys())):
            self.know(row)
        for near, far, declared, said, *_ in links:
            if far in self._rows:
                source, target = (near, far) if declared else (far, near)
                one = ordered(said, self._rows[source].id, self._rows[target].id)
                if self._rows[source].id not in self._texts and one and one[0] == op and one[1] in wanted:
                    steps.append((one[1], one[2]))
        return steps

    def _declared(self) -> Iterator[_Edge]:
        """What the notes say themselves."""
        said = [(text, op, target) for text in self._texts.values() for op, target in text.said if op in ORDERED]
        for text, op, target in said:
            for note_id in self._named(target):
                words = f"{op} {self._called_as(note_id, target)!r}"
                yield from _edge(op, text.id, note_id, (op, target) in text.added, words)

    def _called(self) -> Iterator[_Edge]:
        """What others say of names that the notes gain."""
        for text in self._texts.values():
            edges = self._app.index.edges_named(sorted(text.gained), ORDERED) if text.gained else []
            for row in self._app.index.rows(sorted({edge.source for edge in edges})):
                self.know(row)
            for edge in edges:
                source = self._rows.get(edge.source)
                if source is not None and source.id not in self._texts:
                    yield from _edge(edge.op, source.id, text.id, True, f"a note that is called {edge.target_text!r}")

    def _called_as(self, note_id: str, target: str) -> str:
        return self.titles.get(note_id, target) if target == note_id else target

    def _named(self, target: str) -> set[str]:
        """The ids of the notes that a target may mean."""
        rows = find(self._app, target, self._layers)
        for row in rows:
            self.know(row)
        key = fold(parse_target(target)[-1].handle)
        return {row.id for row in rows} | {text.id for text in self._texts.values() if key in text.names}


def _edge(op: str, source: str, target: str, is_new: bool, words: str) -> Iterator[_Edge]:  # noqa: FBT001 - spread
    if found := ordered(op, source, target):
        yield _Edge(*found, is_new, words)


def _trail(came_from: dict[str, str], end: str) -> tuple[str, ...]:
    trail = [end]
    while came_from[trail[-1]]:
        trail.append(came_from[trail[-1]])
    return tuple(reversed(trail))


def _twins(app: App, layers: Sequence[Layer]) -> set[str]:
    """The layers of other working trees: the same notes as they are on another branch."""
    projects = {layer.project_id for layer in layers if layer.project_id}
    roots = {layer.root for layer in layers}
    if not projects:
        return set()
    return {one.root for one in app.workspace.all_layers() if one.project_id in projects and one.root not in roots}


def edges_around(app: App, start: Row, primary: str) -> list[tuple[str, str]]:
    """The edges of this kind that can be reached from the note, both ways, as (source id, target id)."""
    edges: list[tuple[str, str]] = []
    seen = {start.key: start}
    frontier = [start]
    ops = tuple({primary, relation_of(primary).inverse})
    while frontier and len(seen) < AROUND_MAX:
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
