"""How often common terms occur in a passage, kept beside the full text.

The engine finds the passages that hold a rare word in no time, but to tell how often a common one occurs in 200 of them
it walks through all that hold it. So each passage carries its counts of those terms that a good part of all hold. The
terms are numbered in the table `common`, which also says how many passages hold each, exactly.

A passage's counts are one record for each of its terms and a final byte 255. A record is the mark of the term, two
bytes from 128 up that cannot be mistaken for the end of one mark and the beginning of another, and its counts, bytes
below 128: none when it occurs once, in the body; one when it occurs in the body only; else one for each column. 127
means at least that.
"""

from __future__ import annotations

from .connection import fetch, scalar
from .sqltext import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import apsw

    from .sqltext import Statements
    from .vectors import Codes

    Counts = tuple[int, ...]

N_COLUMNS = 5
NONE: Counts = (0,) * N_COLUMNS
ONCE: Counts = (0, 0, 0, 0, 1)
MAX_NUMBER = 4095
MAX_COUNT = 127
END = b"\xff"
MOST_KEPT = 50_000
_MARK = 0x80


class Known:
    """A term that passages carry counts of. mark: in the records; n_passages: how many hold it."""

    __slots__ = ("mark", "n_passages")

    def __init__(self, number: int, n_passages: int) -> None:
        self.mark = mark_of(number)
        self.n_passages = n_passages


def mark_of(number: int) -> bytes:
    """The two bytes that stand for a term in the records; number: 0 to MAX_NUMBER."""
    return bytes((0x80 | number >> 6, 0xC0 | number & 0x3F))


def known_terms(db: apsw.Connection, statements: Statements, words: Sequence[str]) -> dict[str, Known]:
    """Those of the stems that are counted."""
    rows = fetch(db, statements.listed("known_terms", len(words)), words)
    return {term: Known(number, n_passages) for term, number, n_passages in rows}


def records_of(db: apsw.Connection, statements: Statements, keys: Sequence[int]) -> dict[int, bytes]:
    """passage key → its counts, for passages that have any."""
    rows: Any = fetch(db, statements["counts"], (listing(keys),))
    return dict(rows)


def counts_of(record: bytes, mark: bytes) -> Counts:
    """How often the term occurs in each column of the passage."""
    at = record.find(mark) + 2
    if at == 1 or record[-1:] != END or at == len(record):  # not there, or damaged
        return NONE
    if record[at] >= _MARK:
        return ONCE
    if record[at + 1] >= _MARK:
        return (0, 0, 0, 0, record[at])
    return tuple(record[at : at + N_COLUMNS])


def marks_in(record: bytes) -> list[bytes]:
    """The terms that occur in the passage."""
    starts = [at for at, byte in enumerate(record) if _MARK <= byte < 0xC0]
    return [record[at : at + 2] for at in starts]


class Kept:
    """What one state of the index said, for a process that goes on asking it. Another process's commit makes it void;
    whoever writes notes or vectors over the same connection must call `forget`.

    codes: of the space asked last.
    """

    __slots__ = ("_db", "_statements", "_version", "_words", "codes")

    def __init__(self, db: apsw.Connection, statements: Statements) -> None:
        self._db = db
        self._statements = statements
        self._version = -1
        self.forget()

    def forget(self) -> None:
        """Nothing is known any more."""
        self._words: dict[str, int] = {}
        self.codes: Codes | None = None

    def current(self) -> Kept:
        """The same, with nothing of an earlier state."""
        version = scalar(self._db, "PRAGMA data_version")
        if version != self._version or len(self._words) > MOST_KEPT:
            self.forget()
            self._version = version
        return self

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """Those of the stems that are held but not counted (`known_terms`), with the number of passages."""
        self.current()
        kept = self._words
        asked = [word for word in words if word not in kept]
        if asked:
            found = dict(fetch(self._db, self._statements.listed("frequencies", len(asked)), asked))
            kept.update({word: found.get(word, 0) for word in asked})
        return {word: kept[word] for word in words if kept[word]}
