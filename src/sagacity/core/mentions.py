"""What a text calls by name, without a model: proper names, code, paths, and what stands in wiki brackets."""

from __future__ import annotations

import re

from .stopwords import STOP_WORDS, is_everyday

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

READ_MAX_CHARS = 8000
NAME_MIN_CHARS = 3
NAME_MAX_CHARS = 80
NAME_MAX_WORDS = 6

_CAPITAL = "[A-Z\u00c0-\u00d6\u00d8-\u00de\u0391-\u03a9\u0400-\u042f]"
_WORD = rf"{_CAPITAL}[\w'’\-]*"
_RUN = re.compile(rf"\b{_WORD}(?: (?:(?:of|the|de|la|von|van|and|du|del|al) )?{_WORD})*")
_CODE = re.compile(r"`([^`\n]+)`|\[\[([^\]|\n]+)")
_IDENTIFIER = re.compile(r"\b[A-Za-z]\w*(?:_\w+|[./][A-Za-z]\w*|[a-z0-9][A-Z]\w*)+")
_LINKING = frozenset(("of", "the", "de", "la", "von", "van", "and", "du", "del", "al"))
_EDGES = " .,;:!?()[]{}*_'\"’"
_BEGINS_A_SENTENCE = ".!?:\n*#-"


def names_in(text: str) -> tuple[str, ...]:
    """Distinct names as written, case not counting, of most words first; of a long text the beginning counts.

    A capital at the beginning of a sentence makes no name of one word. What has no capitals and no code has no names.
    """
    found: dict[str, str] = {}
    for name in _candidates(text[:READ_MAX_CHARS]):
        bare = name.strip(_EDGES)
        bare = bare[:-2] if bare.endswith(("'s", "’s")) else bare
        if NAME_MIN_CHARS <= len(bare) <= NAME_MAX_CHARS and len(bare.split()) <= NAME_MAX_WORDS:
            found.setdefault(bare.lower(), bare)
    return tuple(sorted(found.values(), key=lambda name: -len(name.split())))


def _candidates(text: str) -> Iterator[str]:
    for match in _CODE.finditer(text):
        yield match.group(1) or match.group(2)
    for match in _RUN.finditer(text):
        yield _proper(match.group().split(), begins=_begins(text, match.start()))
    for match in _IDENTIFIER.finditer(text):
        yield match.group()


def _proper(words: list[str], *, begins: bool) -> str:
    """The run of capitalised words without what only its place in the sentence made one."""
    if begins and (len(words) == 1 or _says_nothing(words[0])):
        words = words[1:]
        while words and words[0] in _LINKING:
            words = words[1:]
    return "" if len(words) == 1 and _says_nothing(words[0]) else " ".join(words)


def _says_nothing(word: str) -> bool:
    return word.lower() in STOP_WORDS or is_everyday(word.lower())


def _begins(text: str, at: int) -> bool:
    before = text[max(0, at - 4) : at].rstrip(" ")
    return not before or before[-1] in _BEGINS_A_SENTENCE
