"""The steps that a walk may take from note to note: the relations of both ends, as far as the caller may see them."""

from __future__ import annotations

from ..core.relations import relation_of
from ..core.value import Value
from .relate import means

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..core.relations import RelationType
    from ..core.walk import Step
    from .context import App
    from .records import Edge, Filters, Row
    from .scope import Scope

PASSING_AT_ONCE = 500


class Ways(Value):
    """Which relations a walk follows. allowed: (registered operator, along it); empty allows all in both directions."""

    allowed: frozenset[tuple[str, bool]] = frozenset()
    direction: str = "both"

    def lets(self, op: str, *, along: bool) -> bool:
        """Whether a step over this relation, along or against it, is one of them."""
        if self.allowed:
            return (op, along) in self.allowed
        return self.direction == "both" or (self.direction == "out") == along or relation_of(op).symmetric


class Terrain:
    """The graph of one walk. always: keys of notes that are seen whatever the filters say.

    rows: what was read of notes so far, by key. hidden: keys of notes that relations lead to and that are kept back.
    dangling: (source, operator as declared, target text) of what leads to no one note.
    """

    def __init__(self, app: App, scope: Scope, filters: Filters, ways: Ways, always: Collection[Row]) -> None:
        self._app = app
        self._scope = scope
        self._filters = filters
        self._ways = ways
        self._visible = {row.key for row in always}
        self._meant: dict[tuple[str, str, int], bool] = {}
        self._relations: dict[str, RelationType] = {}
        self.rows: dict[int, Row] = {row.key: row for row in always}
        self.hidden: set[int] = set()
        self.dangling: dict[tuple[int, str, str], None] = {}

    def onward(self, keys: Sequence[int]) -> list[Step]:
        """The steps that lead on from these notes."""
        return self._steps(keys, turned=False)

    def backward(self, keys: Sequence[int]) -> list[Step]:
        """The steps that lead to these notes."""
        return self._steps(keys, turned=True)

    def load(self, keys: Collection[int]) -> None:
        """Reads the rows that are missing."""
        for row in self._app.index.rows(sorted(keys - self.rows.keys())):
            self.rows[row.key] = row

    def first(self, keys: Collection[int], count: int) -> list[int]:
        """The first of them in the order of a walk."""
        return sorted(keys, key=lambda key: order_of(self.rows[key]))[:count]

    def _steps(self, keys: Sequence[int], *, turned: bool) -> list[Step]:
        declared = [edge for edge in self._app.index.edges_from(keys) if self._lets(edge, forth=not turned)]
        received = [edge for edge in self._app.index.edges_to(keys, ()) if self._lets(edge, forth=turned)]
        self.load({edge.target for edge in declared if edge.target >= 0} | {edge.source for edge in received})
        pairs = [(edge, edge.target) for edge in self._named(declared)]
        pairs += [(edge, edge.source) for edge in received if self._is_meant(edge)]
        seen = self._seen({far for _, far in pairs})
        return [self._step(edge, turned=turned == (far == edge.target)) for edge, far in pairs if far in seen]

    def _lets(self, edge: Edge, *, forth: bool) -> bool:
        """forth: walked from the note that declares it."""
        relation = self.relation(edge.op)
        along = relation.symmetric or forth != relation.reversed
        return edge.source != edge.target and self._ways.lets(relation.primary, along=along)

    def _step(self, edge: Edge, *, turned: bool) -> Step:
        """turned: walked towards the note that declares it."""
        relation = self.relation(edge.op)
        near, far = (edge.target, edge.source) if turned else (edge.source, edge.target)
        return (near, far, relation.primary, relation.symmetric or turned == relation.reversed, edge.note)

    def _named(self, edges: Sequence[Edge]) -> list[Edge]:
        """Those whose target is meant; a relation of which none is, dangles."""
        meant = [edge for edge in edges if edge.target >= 0 and self._is_meant(edge)]
        ended = {(edge.source, edge.op, edge.target_text) for edge in meant}
        for edge in edges:
            end = (edge.source, edge.op, edge.target_text)
            if end not in ended:
                self.dangling[end] = None
        return meant

    def _is_meant(self, edge: Edge) -> bool:
        """Whether the text means this target, seen from where it is written; from outside of the scope only an id
        does.
        """
        source, target = self.rows.get(edge.source), self.rows.get(edge.target)
        if source is None or target is None:
            return False
        if edge.target_text == target.id:
            return True
        if source.layer not in self._scope.filters.layers:
            return False
        place = (source.layer, edge.target_text, edge.target)
        if place not in self._meant:
            self._meant[place] = means(self._app, edge, source, target, self._scope)
        return self._meant[place]

    def _seen(self, keys: set[int]) -> set[int]:
        """Those that may be shown; the others are remembered as hidden."""
        asked = sorted(keys - self._visible - self.hidden)
        for start in range(0, len(asked), PASSING_AT_ONCE):
            self._visible |= self._app.index.passing(asked[start : start + PASSING_AT_ONCE], self._filters)
        self.hidden |= keys - self._visible
        return keys & self._visible

    def relation(self, op: str) -> RelationType:
        """As `relation_of`, which is asked for the same few over and over."""
        found = self._relations.get(op)
        if found is None:
            found = self._relations[op] = relation_of(op)
        return found


def order_of(row: Row) -> tuple[bool, str, str]:
    """The order in which notes come that are equally near: what nobody approved last, then by age."""
    return row.trust == 0, row.id, row.path
