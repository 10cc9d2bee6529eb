"""How alike two notes are, to warn before a second note says what one says already.

Words are compared without case, accents and punctuation; scripts that write no blanks are compared by pairs of
characters. Deterministic, and the same whichever note comes first.
"""

from __future__ import annotations

import re

from .handles import plain
from .slug import spell_out, words
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

TITLE_THRESHOLD = 0.6  # three of five words shared; the figure Saga warns at
BODY_THRESHOLD = 0.5  # half of all runs of three words shared: a copy with a changed or added part
MIN_SHINGLES = 8  # below this a body is too short to say anything

_SHINGLE_WORDS = 3
# Thai, Lao, Burmese, Khmer, kana, Han: scripts without blanks between words.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


class Sketch(Value):
    """What a note is compared by. words: of its title; numbers: those among them; shingles: of its body."""

    title: str
    words: frozenset[str]
    numbers: tuple[str, ...]
    shingles: frozenset[tuple[str, ...]]


def sketch(title: str, body: str) -> Sketch:
    """For comparing one note with many."""
    terms = _terms(title)
    return Sketch(
        title.strip(), frozenset(terms), tuple(sorted(term for term in terms if term.isdigit())), shingles(body)
    )


def similarity(a: Sketch, b: Sketch) -> float:
    """The share of words that two titles have in common (Jaccard), 0 to 1. C++ and C# are words of their own.

    Titles without any word are alike when they are equal and not empty.
    """
    if not a.words and not b.words:
        return float(a.title == b.title != "")
    return overlap(a.words, b.words)


def body_similarity(a: str, b: str) -> float:
    """The share of runs of three words that two texts have in common (Jaccard), 0 to 1."""
    return overlap(shingles(a), shingles(b))


def is_near_duplicate(a: Sketch, b: Sketch) -> bool:
    """Whether the second note probably says what the first does.

    Either the titles share at least TITLE_THRESHOLD of their words and all of their numbers (minutes of two days, two
    releases are no duplicates), or the bodies share at least BODY_THRESHOLD of their text.
    """
    if a.numbers == b.numbers and similarity(a, b) >= TITLE_THRESHOLD:
        return True
    return min(len(a.shingles), len(b.shingles)) >= MIN_SHINGLES and overlap(a.shingles, b.shingles) >= BODY_THRESHOLD


def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """Every run of three words, the whole text where it has fewer; for comparing one body with many."""
    terms = _terms(text)
    if len(terms) < _SHINGLE_WORDS:
        return frozenset((tuple(terms),) if terms else ())
    return frozenset(zip(*[terms[at:] for at in range(_SHINGLE_WORDS)], strict=False))


def overlap(a: AbstractSet[object], b: AbstractSet[object]) -> float:
    """Jaccard: members in both by members in any; 0 when there are none."""
    shared = len(a & b)
    return shared / (len(a) + len(b) - shared) if shared else 0.0


def _terms(text: str) -> list[str]:
    text = spell_out(plain(text.removesuffix("…")), "")  # of a cut text: the rest may be plain ASCII
    if text.isascii():
        return words(text)
    found: list[str] = []
    for word in words(text):
        if word.isascii():
            found.append(word)
        else:
            found.extend(_pairs(word))
    return found


def _pairs(word: str) -> list[str]:
    """The word with every run of an unspaced script replaced by its pairs of neighbours."""
    found: list[str] = []
    end = 0
    for run in _UNSPACED.finditer(word):
        found += [word[end : run.start()]] if run.start() > end else []
        text = run.group()
        found += [text[at : at + 2] for at in range(max(len(text) - 1, 1))]
        end = run.end()
    return found + ([word[end:]] if end < len(word) else [])
