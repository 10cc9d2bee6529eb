"""Walking a graph outwards from a node, level by level, whole levels at a time, and never twice to the same node."""

from __future__ import annotations

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    Step = tuple[int, int, str, bool, str, str]
    """(near, far, operator as registered, whether the step goes along it and not against it, reason, properties)."""
    Steps = Callable[[Sequence[int]], list[Step]]

AT_ONCE = 64
"""Nodes whose steps are asked for before the time is looked at again."""
NODES, TIME = "nodes", "time"


class Bounds(Value):
    """depth: steps from the start at most. nodes: to reach at most. is_late: whether the time is over.

    first: (nodes, n) → the n of them that come first, where there is no room for all.
    """

    depth: int
    nodes: int
    is_late: Callable[[], bool]
    first: Callable[[Collection[int], int], Iterable[int]]


class Spread(Value):
    """depths: each node reached, the start included, and how many steps away it is at least. steps: all that were
    seen from a node whose steps were asked for to a node reached. cut: NODES or TIME when not all was reached, else "".
    """

    depths: dict[int, int]
    steps: tuple[Step, ...]
    cut: str


class Meeting(Value):
    """steps: those that lie on any of the shortest paths, none when there is no path. cut: as in Spread."""

    steps: tuple[Step, ...]
    cut: str


def spread(start: int, onward: Steps, bounds: Bounds) -> Spread:
    """What can be reached. onward: nodes → the steps that lead on from them."""
    depths = {start: 0}
    steps: list[Step] = []
    border: Sequence[int] = (start,)
    cut = ""
    for depth in range(1, bounds.depth + 1):
        taken, cut = _taken(border, onward, bounds)
        new = {step[1] for step in taken} - depths.keys()
        if len(depths) + len(new) > bounds.nodes:
            new, cut = set(bounds.first(new, bounds.nodes - len(depths))), NODES
        depths.update(dict.fromkeys(new, depth))
        steps += taken
        border = sorted(new)
        if cut or not border:
            break
    return Spread(depths, tuple(step for step in steps if step[1] in depths), cut)


class _Side:
    """One end of a path that is looked for from both: what was reached from here, and by which steps.

    turned: the steps lead towards this end.
    """

    __slots__ = ("border", "depths", "steps", "steps_of", "turned")

    def __init__(self, end: int, steps_of: Steps, *, turned: bool) -> None:
        self.depths = {end: 0}
        self.border: Sequence[int] = (end,)
        self.steps: list[Step] = []
        self.steps_of = steps_of
        self.turned = turned

    def grow(self, bounds: Bounds) -> tuple[set[int], str]:
        """One step further. (nodes that are new, why it was cut)."""
        taken, cut = _taken(self.border, self.steps_of, bounds)
        depth = self.depths[self.border[0]] + 1
        new = {self._outwards(step)[1] for step in taken} - self.depths.keys()
        self.depths.update(dict.fromkeys(new, depth))
        self.steps += taken
        self.border = sorted(new)
        return new, cut

    def threads(self, met: Collection[int]) -> list[Step]:
        """The steps by which those nodes were reached in the fewest steps."""
        wanted = set(met)
        kept = []
        for step in reversed(self.steps):  # the ones furthest out first
            inner, outer = self._outwards(step)
            if outer in wanted and self.depths[outer] == self.depths[inner] + 1:
                wanted.add(inner)
                kept.append(step)
        return kept

    def _outwards(self, step: Step) -> tuple[int, int]:
        """The ends of the step, the one nearer to this side first."""
        return (step[1], step[0]) if self.turned else (step[0], step[1])


def meet(start: int, goal: int, onward: Steps, backward: Steps, bounds: Bounds) -> Meeting:
    """The shortest paths from start to goal, another node, looked for from both ends.

    backward: nodes → the steps that lead to them.
    """
    ahead, behind = _Side(start, onward, turned=False), _Side(goal, backward, turned=True)
    for _ in range(bounds.depth):
        if not ahead.border or not behind.border:
            break
        side, other = (ahead, behind) if len(ahead.border) <= len(behind.border) else (behind, ahead)
        new, cut = side.grow(bounds)
        met = new & other.depths.keys()
        if met:
            return Meeting((*ahead.threads(met), *behind.threads(met)), "")
        if cut or len(ahead.depths) + len(behind.depths) > bounds.nodes:
            return Meeting((), cut or NODES)
    return Meeting((), "")


def _taken(border: Sequence[int], steps_of: Steps, bounds: Bounds) -> tuple[list[Step], str]:
    """(the steps of all nodes of a border, TIME when there was none left for the rest of them)."""
    taken: list[Step] = []
    for start in range(0, len(border), AT_ONCE):
        if start and bounds.is_late():
            return taken, TIME
        taken += steps_of(border[start : start + AT_ONCE])
    return taken, TIME if bounds.is_late() else ""
