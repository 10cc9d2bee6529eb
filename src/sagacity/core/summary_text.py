"""The part of a long text that is worth showing."""

from __future__ import annotations

from .preview import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

STEM_MIN = 4
ENDING_MAX = 3


def best_passage(body: str, terms: Sequence[str], *, max_chars: int) -> str:
    """The body where it is short, else its paragraphs around the one that holds most of the terms, cut between
    paragraphs, then lines, then words; never longer than max_chars. terms: as of core.tokens.plan.
    """
    if len(body) <= max_chars:
        return body
    paragraphs = [part.strip("\n") for part in body.split("\n\n") if part.strip()]
    if not paragraphs:
        return ""
    best = _best(paragraphs, [stem(term) for term in terms])
    if len(paragraphs[best]) > max_chars:
        return cut(_around(paragraphs[best], terms), max_chars)
    first, last = _widened([len(part) for part in paragraphs], best, max_chars)
    return "\n\n".join(paragraphs[first : last + 1])


def cut(text: str, max_chars: int) -> str:
    """The beginning, whole lines where that keeps at least half, else whole words; ends with an ellipsis when cut."""
    if len(text) <= max_chars:
        return text
    line_end = text.rfind("\n", 0, max(0, max_chars - 1))
    if line_end > max_chars // 2:
        return text[:line_end].rstrip() + "\n…"
    return shorten(text, max_chars) if max_chars > 1 else ""


def _best(paragraphs: Sequence[str], stems: Sequence[str]) -> int:
    """Most distinct terms wins, the earlier of equals."""
    lowered = [part.lower() for part in paragraphs]
    hits = [sum(stem in part for stem in stems) for part in lowered]
    return hits.index(max(hits))


def _around(paragraph: str, terms: Sequence[str]) -> str:
    """A long paragraph from the line where it first holds a term."""
    lines = paragraph.split("\n")
    stems = [stem(term) for term in terms]
    for at, line in enumerate(lines):
        if any(stem in line.lower() for stem in stems):
            return "\n".join(lines[at:])
    return paragraph


def _widened(sizes: Sequence[int], best: int, max_chars: int) -> tuple[int, int]:
    """(first, last) paragraph: what follows the best one is added before what precedes it."""
    first = last = best
    room = max_chars - sizes[best]
    while last + 1 < len(sizes) and sizes[last + 1] + 2 <= room:
        last += 1
        room -= sizes[last] + 2
    while first > 0 and sizes[first - 1] + 2 <= room:
        first -= 1
        room -= sizes[first] + 2
    return first, last


def stem(term: str) -> str:
    """A beginning that its other forms share."""
    term = term.rstrip("*").lower()
    return term[: max(STEM_MIN, len(term) - ENDING_MAX)]
