"""The few words of a long text that answer a question, and where they stand."""

from __future__ import annotations

import re
from math import fsum

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_ENDS = re.compile(r"[.!?](?=[ \t\n]|$)|[。！？\n]")
BLANKS = " \t\n"
LEAD_SHARE = 3  # of a sentence that is cut, so much of the room stands before the word


class Stretch(Value):
    """start, stop: characters of the text. weight: of the stems in it."""

    start: int
    stop: int
    weight: float


def best_stretch(text: str, start: int, stop: int, weights: Mapping[str, float], *, max_chars: int) -> Stretch:
    """Of text[start:stop], sentences that stand together and hold the most weight, the first of equals, with what
    follows in the first half of the room; part of one that is too long. Never longer than max_chars; empty where the
    text is.

    weights: of stems (core.summary_text.stem), in lower case.
    """
    sentences = _sentences(text, start, stop)
    held = [_held(text[a:b].lower(), weights) for a, b in sentences]
    values = [(1 << at, weight) for at, weight in enumerate(weights.values())]
    best, reached = Stretch(start, start, 0.0), (-1.0, False)
    for first, (begin, _) in enumerate(sentences):
        last, stems = first, held[first]
        while last + 1 < len(sentences) and sentences[last + 1][1] - begin <= max_chars:
            last += 1
            stems |= held[last]
        weight = fsum([weight for bit, weight in values if stems & bit])  # alike whatever the order
        if (weight, bool(held[first])) > reached:
            while last > first and not held[last] and sentences[last][1] - begin > max_chars // 2:
                last -= 1
            best, reached = Stretch(begin, sentences[last][1], weight), (weight, bool(held[first]))
    if best.stop - best.start <= max_chars:
        return best
    return _part(text, best, weights, max_chars)


def _held(lowered: str, stems: Iterable[str]) -> int:
    """One bit for each stem that the text holds, in their order."""
    held, bit = 0, 1
    for stem in stems:
        if stem in lowered:
            held |= bit
        bit <<= 1
    return held


def heading_at(text: str, at: int) -> str:
    """The markdown heading that a place stands under, "" for none. A line in a code fence is no heading."""
    heading, in_fence = "", False
    for line in text[:at].split("\n"):
        bare = line.lstrip()
        if bare.startswith(("```", "~~~")):
            in_fence = not in_fence
        elif bare.startswith("#") and not in_fence and bare.lstrip("#")[:1] in BLANKS:
            heading = bare.strip("# \t") or heading
    return heading


def _sentences(text: str, start: int, stop: int) -> Sequence[tuple[int, int]]:
    """Bounds of what stands between ends of sentences and of lines, without the blanks around it."""
    found: list[tuple[int, int]] = []
    begin = start
    for end in _ENDS.finditer(text, start, stop):
        _add(found, text, begin, end.end())
        begin = end.end()
    _add(found, text, begin, stop)
    return found


def _add(found: list[tuple[int, int]], text: str, start: int, stop: int) -> None:
    while start < stop and text[start] in BLANKS:
        start += 1
    while stop > start and text[stop - 1] in BLANKS:
        stop -= 1
    if stop > start:
        found.append((start, stop))


def _part(text: str, one: Stretch, weights: Mapping[str, float], max_chars: int) -> Stretch:
    """Of a sentence that is too long, what stands around the weightiest of its words."""
    lowered = text[one.start : one.stop].lower()
    places = [(-weight, lowered.find(stem)) for stem, weight in weights.items() if stem in lowered]
    at = one.start + min(places, default=(0.0, 0))[1]
    start = max(one.start, min(at - max_chars // LEAD_SHARE, one.stop - max_chars))
    if start > one.start:
        blank = text.find(" ", start, at)
        start = blank + 1 if blank >= 0 else start
    stop = min(one.stop, start + max_chars)
    if stop < one.stop:
        blank = text.rfind(" ", at + 1, stop)
        stop = blank if blank >= 0 else stop
    return Stretch(start, stop, one.weight)
