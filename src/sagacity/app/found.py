"""A question to the index, and what is found."""

from __future__ import annotations

from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.question import Reading
    from .ranking import Ranking
    from .records import Filters, Row
    from .relate import Standing


class Question(Value):
    """What to look for. limit, offset: of the ranked list. superseded: show what was replaced, too.

    named: a text that is a note's handle finds that note first. kin: what the best call by name is found, too.
    min_score: what scores lower is left out, 0..1. window: candidates to rank; 0 for the configured number. without: id
    of a note that is not looked for. reading: of the text; None where its words alone count.
    """

    text: str
    filters: Filters
    limit: int
    offset: int = 0
    prefer_tags: tuple[str, ...] = ()
    superseded: bool = False
    named: bool = True
    kin: bool = True
    min_score: float = 0.0
    window: int = 0
    without: str = ""
    reading: Reading | None = None


class Asked(Value):
    """What the index is asked for. terms: those of the question, then, from n_words on, what only adds to a note that
    has it. mended: terms that stand for one that no note holds, each with that.
    """

    terms: tuple[str, ...]
    n_words: int
    chatter: bool
    mended: tuple[tuple[str, str], ...] = ()


class Scored(Value):
    """A note with its score (0..1), why it is there, and how it stands to others.

    strength: what it is ranked by, which a score of 1 would hide. passages: (start, stop, score) of those of a long
    note that say most about it, in characters of its body, best first. evidence: what its strength was multiplied by
    after its evidence was checked.
    """

    row: Row
    score: float
    why: str
    standing: Standing
    strength: float = 0.0
    passages: tuple[tuple[int, int, float], ...] = ()
    evidence: float = 1.0


class Found(Value):
    """results: best first, within limit and offset. searched: notes that passed the filters. total: above the floor.

    below: matched, but under the floor. hidden: superseded or archived ones left out. unwanted: left out since they
    hold what the question excludes. terms: what was searched for.
    ranking: tells how a score came about; window: candidates asked for.
    sure: whether a result is likely to answer; where none is, they are merely the nearest.
    amiss: why meaning counted less than it could, "" where nothing is amiss.
    """

    results: tuple[Scored, ...]
    searched: int
    total: int
    below: int
    hidden: int
    unwanted: int
    terms: tuple[str, ...]
    chatter: bool
    ranking: Ranking
    window: int
    sure: bool
    amiss: str = ""
