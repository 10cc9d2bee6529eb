"""The terms of a query as the engine sees them, and which of them find candidates."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# A term that more passages hold than this share, and than this number, finds candidates only where rarer ones find few.
COMMON_SHARE = 0.05
COMMON_MIN_PASSAGES = 200
# Rows that bm25() may rank in one search, for each candidate wanted; one microsecond or so each.
ROWS_PER_CANDIDATE = 30


class Phrase:
    """A term of a query.

    text: quoted, so that nothing in it is syntax. word: the stem of a single word, "" for phrases and prefixes.
    n_passages: how many passages hold it. mark: of a term that passages carry counts of (common.py), else empty.
    """

    __slots__ = ("mark", "n_passages", "text", "word")

    def __init__(self, text: str, word: str) -> None:
        self.text = text
        self.word = word
        self.n_passages = 0
        self.mark = b""


class Source:
    """An expression that finds candidates. phrases: those in it, in order. newest: so many passages may match that only
    the newest can be ranked.
    """

    __slots__ = ("newest", "phrases", "text")

    def __init__(self, phrases: list[Phrase], text: str, *, newest: bool = False) -> None:
        self.phrases = phrases
        self.text = text
        self.newest = newest


def sources_of(phrases: Sequence[Phrase], n_indexed: int, window: int) -> list[Source]:
    """Where candidates come from, to be asked in turn until there are enough.

    First any of the rarest, while they promise few enough rows and are not common; then both of the next two; then the
    next alone. Empty when no passage holds any.
    """
    ranked = sorted([phrase for phrase in phrases if phrase.n_passages], key=lambda phrase: phrase.n_passages)
    common = common_from(n_indexed)
    n_rows, rarest = 0, 0
    most_rows = window * ROWS_PER_CANDIDATE
    for phrase in ranked:
        n_rows += phrase.n_passages
        if n_rows > most_rows or (phrase.n_passages > common and n_rows - phrase.n_passages >= window):
            break
        rarest += 1
    chosen, rest = ranked[:rarest], ranked[rarest : rarest + 2]
    sources = [Source(chosen, any_of(chosen))] if chosen else []
    if len(rest) == 2:
        sources.append(Source(rest, " AND ".join([phrase.text for phrase in rest]), newest=True))
    if rest:
        sources.append(Source(rest[:1], rest[0].text, newest=True))
    return sources


def common_from(n_indexed: int) -> float:
    """A term that more passages hold than this is common."""
    return max(COMMON_MIN_PASSAGES, n_indexed * COMMON_SHARE)


def any_of(phrases: Sequence[Phrase]) -> str:
    """The expression that one of them satisfies."""
    return " OR ".join([phrase.text for phrase in phrases])
