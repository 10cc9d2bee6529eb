"""A question as recall reads it, beyond its words: what it leaves out, what stands together, and which time it means.

Left out is only what is asked for as in a search box: `-word`, `-"two words"` or `NOT word` at the end of a few key
words. Questions of developers are full of dashes and of nots that mean none of it (`git push -force`, `IS NOT NULL`,
"why does it not start", "without a lock": a note that answers says the same words), so wherever there is a sentence, a
flag or a program's name, nothing is left out.
"""

from __future__ import annotations

import re

from .phrasing import subject
from .query_dates import periods_in
from .stopwords import STOP_WORDS
from .tokens import QUESTION_MAX_CHARS, phrase_of, plan
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .query_dates import Period

MAX_PHRASES = 8
MAX_WITHOUT = 8
PHRASE_MAX_WORDS = 12
PROGRAMS = frozenset(
    """
apt awk aws brew cargo chmod clang cmake cp curl df diff docker dotnet du ffmpeg find gcc git go gradle grep gunzip gzip
helm java javac jq kubectl ld ls mkdir mvn mysql npm npx openssl perl php pip pnpm podman psql pytest python rg rm rsync
ruby rustc scp sed sqlite3 ssh sudo systemctl tail tar terraform tmux tsc unzip wget xargs yarn zip
""".split()
)
_NEGATIVES = re.compile(r"""(?:^|\s)(?:(?:(?:AND|BUT)\s+)?NOT\s+([a-z]{3,})|-([a-z]{3,})|-"([^"]{2,})")\s*$""")
_QUOTED = re.compile(r"""(?<!\w)"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|「([^」\n]+)」|`([^`\n]+)`""")
_VERSION = re.compile(r"(?<![\w.])(v?)(\d+(?:\.\d+)+(?:[-+]?[a-z]+[\d.]*)?)(?![\w.])", re.IGNORECASE)
_LINE = re.compile(r"(?<![\w/.\\-])([\w./\\-]+\.\w+):\d+(?::\d+)?(?!\w)")


class Reading(Value):
    """text: what is asked for. words: the part of it to search for words. without: terms of what is not wanted.
    phrases: what stands together in it, or is another spelling of what it says: a note with one is better, and one
    without no worse. periods: when, as one of several.
    """

    text: str
    words: str
    without: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()


def read_question(text: str, now_ms: int) -> Reading:
    """Any text is valid; of a long one the beginning counts."""
    text = text[:QUESTION_MAX_CHARS]
    wanted, without = _split(text)
    words = subject(wanted)
    if not plan(words).terms:
        words = wanted
    known = plan(words).terms
    phrases = dict.fromkeys(phrase for phrase in _phrases(wanted) if phrase and phrase not in known)
    return Reading(wanted, words, without, tuple(phrases)[:MAX_PHRASES], periods_in(wanted, now_ms))


def _split(text: str) -> tuple[str, tuple[str, ...]]:
    """What is wanted, and what is not."""
    wanted = text
    without: list[str] = []
    while len(without) < MAX_WITHOUT and (match := _NEGATIVES.search(wanted)):
        without.append(match[1] or match[2] or phrase_of(match[3]))
        wanted = wanted[: match.start()]
    words = wanted.split()
    if not without or not words or not all(without) or any(map(_is_no_key_word, words)):
        return text, ()
    return wanted, tuple(dict.fromkeys(reversed(without)))


def _is_no_key_word(word: str) -> bool:
    """Of a sentence, or of a command."""
    return word.startswith("-") or word.lower() in PROGRAMS or word.strip('"?!.,').lower() in STOP_WORDS


def _phrases(text: str) -> Iterator[str]:
    for match in _QUOTED.finditer(text):
        words = phrase_of(next(filter(None, match.groups())))
        if 1 < len(words.split()) <= PHRASE_MAX_WORDS and not STOP_WORDS.issuperset(words.lower().split()):
            yield words
    for v, number in _VERSION.findall(text):
        yield phrase_of(number if v else f"v{number}")
    for path in _LINE.findall(text):
        yield phrase_of(path)
        yield phrase_of(path.replace("\\", "/").rpartition("/")[2])
