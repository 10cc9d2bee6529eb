"""The steps that a walk may take from note to note: the relations of both ends, as far as the caller may see them."""

from __future__ import annotations

from ..core.relations import relation_of
from ..core.value import Value
from .records import Edge
from .relate import means

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ..core.relations import RelationType
    from ..core.walk import Step
    from .context import App
    from .links import Link
    from .records import Filters, Row
    from .scope import Scope


class Ways(Value):
    """Which relations a walk follows. allowed: (registered operator, along it); empty allows all in both directions."""

    allowed: frozenset[tuple[str, bool]] = frozenset()
    direction: str = "both"

    def ops(self) -> tuple[str, ...]:
        """The operators as notes may declare them; empty for any."""
        primaries = {op for op, _ in self.allowed}
        return tuple(sorted(primaries | {relation_of(op).inverse or op for op in primaries}))

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
        self._ops = ways.ops()
        self._always = {row.key for row in always}
        self._meant: dict[tuple[str, str, int], bool] = {}
        self._relations: dict[str, RelationType] = {}
        self._followed: dict[tuple[str, bool], tuple[str, bool] | None] = {}
        self.rows: dict[int, Row] = {row.key: row for row in always}
        self.hidden: set[int] = set()
        self.dangling: dict[tuple[int, str, str], None] = {}

    def onward(self, keys: Sequence[int]) -> list[Step]:
        """The steps that lead on from these notes."""
        return self._steps(keys, turned=False)

    def backward(self, keys: Sequence[int]) -> list[Step]:
        """The steps that lead to these notes."""
        return self._steps(keys, turned=True)

    def load(self, keys: Iterable[int]) -> None:
        """Reads the rows that are missing."""
        missing = sorted(set(keys) - self.rows.keys())
        for row in self._app.index.rows(missing) if missing else ():
            self.rows[row.key] = row

    def first(self, keys: Collection[int], count: int) -> list[int]:
        """The first of them in the order of a walk."""
        self.load(keys)
        return sorted(keys, key=lambda key: order_of(self.rows[key]))[:count]

    def _steps(self, keys: Sequence[int], *, turned: bool) -> list[Step]:
        """turned: walked towards these notes."""
        found = self._app.index.links(keys, self._filters, self._ops)
        self._weigh(found)
        steps: list[Step] = []
        ways, always = self._followed, self._always
        ended: set[tuple[int, str, str]] = set()
        loose = []
        for link in found:
            near, far, declared, op, sure, passes, text, note, properties = link
            place = (op, declared != turned)
            way = ways[place] if place in ways else self._way(*place)
            if way is None or near == far:
                continue
            if far < 0 or not (sure or self._is_meant(link)):
                loose += [(near, op, text)] if declared else []
                continue
            ended.add((near, op, text))
            if passes or far in always:
                here, there = (far, near) if turned else (near, far)
                steps.append((here, there, way[0], way[1], note, properties))
            else:
                self.hidden.add(far)
        self.dangling.update((end, None) for end in loose if end not in ended)
        return steps

    def ends(self, keys: Sequence[int]) -> list[Link]:
        """The relations of the notes from either side, whatever the ways and filters; those that lead to no one note
        with -1 as their far end.
        """
        found = self._app.index.links(keys, self._filters)
        self._weigh(found)
        meant = [link for link in found if link[1] >= 0 and link[1] != link[0] and (link[4] or self._is_meant(link))]
        ended = {(link[0], link[3], link[6]) for link in meant if link[2]}
        loose = {(link[0], -1, *link[2:]) for link in found if link[2] and (link[0], link[3], link[6]) not in ended}
        return [*meant, *loose]

    def _way(self, op: str, forth: bool) -> tuple[str, bool] | None:  # noqa: FBT001 - spread from a pair
        """(operator as registered, whether a step over it goes along it), None for one that the walk does not follow.

        forth: walked from the note that declares it.
        """
        relation = self.relation(op)
        along = relation.symmetric or forth != relation.reversed
        way = (relation.primary, along) if self._ways.lets(relation.primary, along=along) else None
        self._followed[op, forth] = way
        return way

    def _weigh(self, links: Iterable[Link]) -> None:
        """Reads the rows of the ends of those relations whose text has to be looked at."""
        unsure = [link for link in links if not link[4] and link[1] >= 0]
        self.load({end for link in unsure for end in link[:2]})

    def _is_meant(self, link: Link) -> bool:
        """Whether the text means this target, seen from where it is written; from outside of the scope only an id
        does.
        """
        near, far, declared, op, _, _, text, note, _ = link
        ends = (self.rows.get(near), self.rows.get(far))
        source, target = ends if declared else (ends[1], ends[0])
        if source is None or target is None or source.layer not in self._scope.filters.layers:
            return False
        place = (source.layer, text, target.key)
        if place not in self._meant:
            edge = Edge(source.key, op, target.key, text, note)
            self._meant[place] = means(self._app, edge, source, target, self._scope)
        return self._meant[place]

    def relation(self, op: str) -> RelationType:
        """As `relation_of`, which is asked for the same few over and over."""
        found = self._relations.get(op)
        if found is None:
            found = self._relations[op] = relation_of(op)
        return found


def order_of(row: Row) -> tuple[bool, str, str]:
    """The order in which notes come that are equally near: what nobody approved last, then by age."""
    return row.trust == 0, row.id, row.path
