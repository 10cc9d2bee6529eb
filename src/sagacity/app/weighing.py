"""What checked evidence does to the order of what was found."""

from __future__ import annotations

from .evidence import weight_of
from .ranking import NAMED_FIRST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .evidence import Views
    from .found import Found, Scored


def weighed(found: Found, evidence: Mapping[int, Views]) -> Found:
    """The same notes, those whose evidence changed or is gone a little weaker, and behind what is stronger now; one
    that the question names stays first.

    evidence: by key of the row.
    """
    results = [_weighed(one, weight_of(evidence.get(one.row.key, ()))) for one in found.results]
    for at in reversed(range(len(results))):
        if results[at].evidence < 1.0:
            _sink(results, at)
    return found.replace(results=tuple(results))


def _sink(results: list[Scored], at: int) -> None:
    """All others keep their order, and what nobody approved stays last."""
    one = results.pop(at)
    while at < len(results) and results[at].strength > one.strength and (results[at].row.trust or not one.row.trust):
        at += 1
    results.insert(at, one)


def _weighed(one: Scored, weight: float) -> Scored:
    if weight == 1.0 or one.strength >= NAMED_FIRST:
        return one
    strength = one.strength * weight
    return one.replace(strength=strength, score=min(1.0, strength), evidence=weight)
