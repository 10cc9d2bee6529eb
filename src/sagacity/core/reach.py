"""How near things are to some places: going outwards from those over weighted edges, the strongest first."""

from __future__ import annotations

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Leap = tuple[int, int, float, str]
    """(near, far, weight of the edge, why it is there)."""
    Onward = Callable[[Sequence[int]], Iterable[Leap]]

DAMPING = 0.8
"""What a leap costs besides its weight."""
MOST = 0.98
"""No edge hands on more, so that no chain climbs."""
FLOOR = 0.05
"""What is weaker leads nowhere."""
AT_ONCE = 8
"""Nodes whose edges are asked for together."""
NODES, TIME = "nodes", "time"


class Seed(Value):
    """Where to begin. strength: in (0, 1]. source: what speaks for it."""

    strength: float
    source: str


class Reached(Value):
    """strength: that of its seed times all edges on the way. source: the seed's. before: the node it was reached from,
    -1 for a seed; why: the edge from there.
    """

    strength: float
    source: str
    before: int = -1
    why: str = ""
    leaps: int = 0


class Limits(Value):
    """leaps: away from a seed at most. nodes: whose edges are asked for at most. is_late: whether the time is over."""

    leaps: int
    nodes: int
    is_late: Callable[[], bool]


class Outcome(Value):
    """reached: every node, seeds included. expanded: nodes whose edges were asked for. cut: NODES or TIME where that
    ended it, else "".
    """

    reached: dict[int, Reached]
    expanded: int
    cut: str


def together(strengths: Iterable[float]) -> float:
    """How much several reasons say that know nothing of one another."""
    rest = 1.0
    for one in strengths:
        rest *= 1.0 - one
    return 1.0 - rest


def reach(seeds: Mapping[int, Seed], onward: Onward, name: Callable[[int], str], limits: Limits) -> Outcome:
    """Best first. name: of a node that was reached; of two equally strong ones that with the smaller name comes first,
    so that keys do not decide.
    """
    reached = {key: Reached(seed.strength, seed.source) for key, seed in seeds.items()}
    waiting = [(-seed.strength, name(key), key) for key, seed in seeds.items()]
    expanded = 0
    while batch := _next(waiting, reached, min(AT_ONCE, limits.nodes - expanded)):
        if limits.is_late():
            return Outcome(reached, expanded, TIME)
        expanded += len(batch)
        for near, far, weight, why in sorted(onward(batch), key=_order):
            start = reached[near]
            strength = start.strength * min(MOST, DAMPING * weight)
            known = reached.get(far)
            if strength < FLOOR or (known and known.strength >= strength):
                continue
            reached[far] = Reached(strength, start.source, near, why, start.leaps + 1)
            if start.leaps + 1 < limits.leaps:
                waiting.append((-strength, name(far), far))
    return Outcome(reached, expanded, NODES if waiting else "")


def _next(waiting: list[tuple[float, str, int]], reached: Mapping[int, Reached], count: int) -> list[int]:
    """The best nodes that wait; what was put in before a better way was found is passed over."""
    batch: list[int] = []
    waiting.sort(reverse=True)
    while waiting and len(batch) < count:
        strength, _, key = waiting.pop()
        if reached[key].strength == -strength and key not in batch:
            batch.append(key)
    return batch


def _order(leap: Leap) -> tuple[float, str]:
    return -leap[2], leap[3]
