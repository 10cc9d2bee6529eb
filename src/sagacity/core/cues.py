"""Where a text calls other notes by name, and what it says of them: no model, only words."""

from __future__ import annotations

import re

from .handles import fold
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

READ_MAX_CHARS = 20_000
NAME_MAX_WORDS = 8
AROUND_CHARS = 60
CUE_CHARS = 40
CALLED, NAMED = 0.8, 0.6
"""Scores of what stands in brackets or is an id, and of a name in the text; what the words before it say adds CUED."""
CUED = 0.15

_WIKI = re.compile(r"\[\[([^\]|\n]{1,200})(?:\|[^\]\n]*)?\]\]")
_WORD = re.compile(r"[\w][\w./+#'-]*")
_CUES = (  # of two that begin at one word the first is meant
    ("superseded_by", r"(?:supersed|replac|obsolet)\w* by"),
    ("implemented_by", r"implemented by"),
    ("prerequisite_for", r"prerequisite (?:of|for)|(?:required|needed) (?:by|for)"),
    ("supersedes", r"supersed\w*|replac\w*|obsolet\w*|instead of"),
    ("implements", r"implement\w*|fulfil\w*|carries out"),
    ("caused_by", r"caused by|because of|due to|root cause\w*(?: is| was)?"),
    ("depends_on", r"depends? on|requires?|needs?|builds? on|blocked by|waits? for"),
    ("part_of", r"part of|belongs? to|sub-?task of"),
    ("corrects", r"corrects?|contrary to"),
    ("refines", r"refines?|extends?|more precise than"),
    ("derived_from", r"derived from|based on|taken from"),
    ("applies_to", r"applies to|holds for"),
)
_CUE = re.compile("|".join(rf"(?P<{op}>\b(?:{words})\b)" for op, words in _CUES), re.IGNORECASE)
_NO_CUE = re.compile(r"[.!?;\n]|\b(?:not|never|no)\b", re.IGNORECASE)


class Mention(Value):
    """name: as in the names looked for. op: what the words before it say, "" for nothing. words: around it."""

    name: str
    op: str
    score: float
    words: str


def is_telling(name: str) -> bool:
    """Whether a note's name in a text is more than a word that happens to be there: several words, or an identifier."""
    words = name.split()
    if len(words) >= 2:
        return len(name) >= 6
    return len(name) >= 4 and (not name.isalpha() or not name.isascii())


def mentions_in(text: str, names: Mapping[str, object]) -> list[Mention]:
    """names: folded names of notes. The first mention of each, in the order of the text; its beginning is read."""
    text = text[:READ_MAX_CHARS]
    found: dict[str, Mention] = {}
    for name, start, stop, score in (*_called(text, names), *_named(text, names)):
        if name not in found:
            op = _cue(text[max(0, start - CUE_CHARS) : start])
            words = " ".join(text[max(0, start - AROUND_CHARS) : stop + AROUND_CHARS].split())
            found[name] = Mention(name, op, score + (CUED if op else 0.0), words)
    return list(found.values())


def _called(text: str, names: Mapping[str, object]) -> Iterator[tuple[str, int, int, float]]:
    for match in _WIKI.finditer(text):
        name = fold(match.group(1))
        if name in names:
            yield name, match.start(), match.end(), CALLED


def _named(text: str, names: Mapping[str, object]) -> Iterator[tuple[str, int, int, float]]:
    """The longest name that begins at each word."""
    words = list(_WORD.finditer(text))
    folded = [fold(word.group().rstrip(".'-/")) for word in words]
    at = 0
    while at < len(words):
        for size in range(min(NAME_MAX_WORDS, len(words) - at), 0, -1):
            name = " ".join(folded[at : at + size])
            if name in names and (size > 1 or is_telling(name)):
                yield name, words[at].start(), words[at + size - 1].end(), CALLED if _is_id(name) else NAMED
                at += size - 1
                break
        at += 1


def _is_id(name: str) -> bool:
    return len(name) == 26 and name.isalnum()


def _cue(before: str) -> str:
    """What the last words before a name say, when nothing ends or denies it."""
    op = ""
    for match in _CUE.finditer(before):
        rest = before[match.end() :]
        if not _NO_CUE.search(rest) and not re.search(r"\b(?:not|never|no longer)\s*$", before[: match.start()]):
            op = match.lastgroup or ""
    return op
