"""Lint rules about many notes at once: who bears which id and name, and whom relations reach.

Linear in notes and relations, but for circles, each of which costs a search through its own notes.
"""

from __future__ import annotations

from .ids import is_derived
from .knots import knots
from .lint_known import Handles
from .lint_rules import Flaw
from .ontology import ENDS, Thing, kind_of, unfit
from .ontology import RULES as ONTOLOGY
from .relations import find_cycle, ordered, oriented
from .slug import slug_key
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .lint_known import Known

    Found = tuple[int, Flaw]
    """The place of a note among those given, and what is wrong with it."""

_SHOWN = 4


class Edge(Value):
    """A relation that reaches a note. source, target: places of notes; op as written; nth of the source's relations."""

    source: int
    op: str
    target: int
    nth: int


def store_flaws(notes: Sequence[Known], elsewhere: Callable[[str], bool]) -> list[Found]:
    """elsewhere: whether a text names a note in layers that are not looked at."""
    found = list(_ids(notes))
    found += _names(notes)
    edges, unresolved = _edges(notes, elsewhere)
    found += unresolved
    found += _leaving(notes, edges)
    found += _rivals(notes, edges)
    found += _cycles(notes, edges)
    found += _unfit(notes, edges)
    return found


def _grouped(keys: Iterable[object]) -> list[list[int]]:
    """The places of equal keys, where there are several; None is no key."""
    groups: dict[object, list[int]] = {}
    for place, key in enumerate(keys):
        if key is not None:
            groups.setdefault(key, []).append(place)
    return [places for places in groups.values() if len(places) > 1]


def _where(notes: Sequence[Known], places: Sequence[int], seen_from: int) -> str:
    """The others, for a message."""
    others = [place for place in places if place != seen_from]
    here = notes[seen_from].layer.root
    names = [
        notes[place].place if notes[place].layer.root == here else f"{notes[place].layer.name}: {notes[place].place}"
        for place in others[:_SHOWN]
    ]
    return ", ".join(names) + (f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else "")


def _ids(notes: Sequence[Known]) -> Iterator[Found]:
    for places in _grouped(None if is_derived(note.id) else note.id.upper() for note in notes):
        for place in places:
            root = notes[place].layer.root
            same = [other for other in places if notes[other].layer.root == root]
            code, those = ("SN103", same) if len(same) > 1 else ("SN104", places)
            message = f"the id {notes[place].id[:60]} is also that of {_where(notes, those, place)}"
            yield place, Flaw(code, f"{message}; delete one, or the id of the copy", field="id")


def _names(notes: Sequence[Known]) -> Iterator[Found]:
    for places in _grouped(slug_key(note.slug) for note in notes):
        by_file: dict[tuple[str, str], list[int]] = {}
        by_layer: dict[str, list[int]] = {}
        for place in places:
            root = notes[place].layer.root
            by_file.setdefault((root, notes[place].path.rpartition("/")[0]), []).append(place)
            by_layer.setdefault(root, []).append(place)
        for place in places:
            root = notes[place].layer.root
            beside = by_file[root, notes[place].path.rpartition("/")[0]]
            if len(beside) > 1:
                yield place, Flaw("SN106", f"on some file systems this file is also {_where(notes, beside, place)}")
            elif len(by_layer[root]) > 1:
                yield (
                    place,
                    Flaw(
                        "SN107",
                        f"the slug {notes[place].slug!r} is also that of {_where(notes, by_layer[root], place)}",
                    ),
                )
            else:
                yield (
                    place,
                    Flaw("SN108", f"the slug {notes[place].slug!r} is also that of {_where(notes, places, place)}"),
                )


def _edges(notes: Sequence[Known], elsewhere: Callable[[str], bool]) -> tuple[list[Edge], list[Found]]:
    """The relations that reach one note, and what is wrong with those that do not."""
    handles = Handles(notes)
    edges: list[Edge] = []
    found: list[Found] = []
    for place, note in enumerate(notes):
        for nth, relation in enumerate(note.relations):
            named = handles.named(relation.target, note)
            if len(named) == 1 and notes[named[0]].id != note.id:
                edges.append(Edge(place, relation.op, named[0], nth))
            elif flaw := _unresolved(notes, note, nth, named, elsewhere):
                found.append((place, flaw))
    return edges, found


def _unresolved(
    notes: Sequence[Known], note: Known, nth: int, named: Sequence[int], elsewhere: Callable[[str], bool]
) -> Flaw | None:
    """Why a relation reaches no single other note; None where it does, in a layer that is not looked at."""
    relation = note.relations[nth]
    said, line = f"{relation.op} {relation.target[:80]!r}", note.line_of(nth)
    if any(notes[place].id == note.id for place in named):
        return Flaw("SN303", f"{said}: a note cannot be related to itself", line, "relations")
    if named:
        names = ", ".join(f"{notes[place].name} ({notes[place].id})" for place in named[:_SHOWN])
        return Flaw("SN305", f"{said} names {len(named)} notes: {names}; use the id", line, "relations")
    if elsewhere(relation.target):
        return None
    return Flaw("SN304", f"{said}: there is no such note", line, "relations")


def _leaving(notes: Sequence[Known], edges: Sequence[Edge]) -> Iterator[Found]:
    for edge in edges:
        source, target = notes[edge.source], notes[edge.target]
        if source.layer.kind == "project" and target.layer.kind == "personal":
            yield (
                edge.source,
                Flaw(
                    "SN310",
                    f"{edge.op} leads to a personal note, which nobody else has",
                    source.line_of(edge.nth),
                    "relations",
                ),
            )


def _in_order(edges: Sequence[Edge]) -> Iterator[tuple[Edge, str, int, int]]:
    """Those that may not run in a circle, with the operator they share, and their ends under it."""
    ways = {op: ordered(op, "source", "target") for op in {edge.op for edge in edges}}
    for edge in edges:
        if way := ways[edge.op]:
            yield (edge, way[0], *((edge.source, edge.target) if way[1] == "source" else (edge.target, edge.source)))


def _rivals(notes: Sequence[Known], edges: Sequence[Edge]) -> Iterator[Found]:
    """Notes that replace the same one, and neither of them the other."""
    heirs: dict[int, dict[int, Edge]] = {}
    for edge, op, new, old in _in_order(edges):
        if op == "supersedes":
            heirs.setdefault(old, {}).setdefault(new, edge)
    for old, by in heirs.items():
        rivals = [new for new in by if not any(other in heirs.get(new, {}) for other in by)]
        if len(rivals) > 1:
            names = " and ".join(repr(notes[new].name) for new in rivals[:_SHOWN])
            for new in rivals:
                yield by[new].source, _flaw("SN308", notes, by[new], f"{notes[old].name!r} is replaced by {names}")


def _flaw(code: str, notes: Sequence[Known], edge: Edge, message: str) -> Flaw:
    return Flaw(code, message, notes[edge.source].line_of(edge.nth), "relations")


def _cycles(notes: Sequence[Known], edges: Sequence[Edge]) -> Iterator[Found]:
    """Each circle once, at the first of its notes, with its path."""
    onward: dict[str, dict[int, list[int]]] = {}
    by_pair: dict[tuple[str, int, int], Edge] = {}
    for edge, op, source, target in _in_order(edges):
        onward.setdefault(op, {}).setdefault(source, []).append(target)
        by_pair.setdefault((op, source, target), edge)
    for op, graph in onward.items():
        for circle in knots(graph):
            inside = set(circle)
            pairs = [(str(one), str(other)) for one in circle for other in graph.get(one, ()) if other in inside]
            first = circle[0]
            last = next(other for other in graph[first] if other in inside)
            path = [int(one) for one in find_cycle(pairs, (str(first), str(last)))]
            names = " → ".join(notes[place].name for place in path)
            edge = by_pair[op, first, last]
            if op == "supersedes" and len(path) == 3:
                yield edge.source, _flaw("SN307", notes, edge, f"two notes replace each other: {names}")
            else:
                yield edge.source, _flaw("SN306", notes, edge, f"{op} makes a circle: {names}")


def _unfit(notes: Sequence[Known], edges: Sequence[Edge]) -> Iterator[Found]:
    """What the ontology says of ends and numbers."""
    ways = {op: oriented(op, "source", "target") for op in {edge.op for edge in edges}}
    declared: dict[tuple[str, str, str], Edge] = {}
    ends: set[int] = set()
    for edge in edges:
        op, first, _ = ways[edge.op]
        if op in ONTOLOGY:
            pair = (edge.source, edge.target) if first == "source" else (edge.target, edge.source)
            declared.setdefault((op, str(pair[0]), str(pair[1])), edge)
            ends.update(pair)
    things = {str(place): Thing(kind_of(notes[place].type, notes[place].kind), notes[place].name) for place in ends}
    for one in unfit(declared, things):
        edge = declared[one.op, one.source, one.target]
        yield edge.source, _flaw("SN311" if one.code == ENDS else "SN312", notes, edge, one.message)
