"""Of notes about the same thing that answer nearly as well, the newest is the one to believe."""

from __future__ import annotations

from ..core.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .found import Scored
    from .records import Row

NEAR = 0.75
"""A note that reaches this share of the strength of one before it answers nearly as well."""
DEPTH = 10
"""So many of the best are looked at."""
ALIKE = 0.5
"""Titles that have this share of their words in common speak of the same thing."""
HOUR_MS = 3_600_000
"""What was written within one says nothing about which is newer: files of one import have times, too."""
RECORDS = frozenset(("observation", "entity"))
"""Types that tell of one occasion or one thing each: a later one makes no other false."""
TIMES = frozenset(
    """
january february march april may june july august september october november december jan feb mar apr jun jul aug sep
oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun am pm utc
""".split()
)
EDGES = ".,;:!?()[]{}\"'`-"


def newest_first(ranked: Sequence[Scored]) -> list[Scored]:
    """The same notes. ranked: best first.

    Each of the best, in turn, makes a group with those behind it that are about the same thing and nearly as good; the
    places of the group go to its notes, the newest first. All other notes stay where they are.
    """
    result, said = list(ranked), _Said()
    free = [at for at, one in enumerate(result[:DEPTH]) if one.row.trust > 0]
    while free:
        leader = result[free[0]]
        places = [at for at in free if at == free[0] or _is_near_tie(result[at], leader, said)]
        group = sorted((result[at] for at in places), key=lambda one: -(one.row.updated_ms // HOUR_MS))
        for at, one in zip(places, group, strict=True):
            result[at] = one
        free = [at for at in free if at not in places]
    return result


class _Said(dict[str, set[str]]):
    """title → its words, each title cut once."""

    def __missing__(self, title: str) -> set[str]:
        self[title] = _words(title)
        return self[title]


def _is_near_tie(one: Scored, leader: Scored, said: _Said) -> bool:
    return one.strength >= NEAR * leader.strength and _about_the_same(one.row, leader.row, said)


def _about_the_same(one: Row, other: Row, said: _Said) -> bool:
    """All tags the same and a word of the titles, or half of the words of the titles."""
    if one.project != other.project or one.type in RECORDS or other.type in RECORDS:
        return False
    words, others = said[one.title], said[other.title]
    n_both = len(words & others)
    if n_both and len(one.tags) > 1 and set(one.tags) == set(other.tags):
        return True
    return n_both > 1 and n_both >= ALIKE * len(words | others)


def _words(title: str) -> set[str]:
    """Figures are not compared, since what changes is often one; and no times, which say nothing about what it is."""
    words = [part.strip(EDGES) for part in title.lower().split()]
    return {word for word in words if word.isalpha() and word not in STOP_WORDS and word not in TIMES}
