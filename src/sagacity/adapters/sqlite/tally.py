"""Keeping the counts of common terms while passages come and go; see common.py."""

from __future__ import annotations

from collections import Counter

import apsw

from ...core.stopwords import STOP_WORDS
from .common import END, MAX_COUNT, MAX_NUMBER, N_COLUMNS, mark_of, marks_in
from .connection import fetch, scalar
from .search import tokenizer_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .sqltext import Statements

# Below this the engine is quick enough by itself.
MIN_PASSAGES = 50_000
# The share of notes from which on a term is taken in, and below which it is let go.
TAKEN_SHARE = 0.15
KEPT_SHARE = 0.08
# How much a store grows before its terms are looked through again.
GROWTH = 1.5
_COLUMNS = ("title", "synonyms", "tags", "summary", "body")
# What follows the mark of a term that occurs in the body only.
_SUFFIXES = (b"", b"", *(bytes((count,)) for count in range(2, MAX_COUNT + 1)))


class Tally:
    """The counts of one transaction. `settle` must be called before it ends."""

    def __init__(self, db: apsw.Connection, statements: Statements) -> None:
        self._db = db
        self._sql = statements
        self._tokenize = tokenizer_of(db)
        self._marks = self._known_marks()
        self._changes: Counter[bytes] = Counter()
        self._n_passages = int(scalar(db, statements["total_passages"]))
        self._looked_at = int(scalar(db, statements["looked_at"]) or 0)

    def put(self, key: int, texts: Sequence[str]) -> None:
        """A passage was put; its texts by column."""
        self._n_passages += 1
        if not self._marks:
            return
        record = self._record(texts)
        if record:
            self._db.execute(self._sql["put_counts"], (key, record))
            self._changes.update(marks_in(record))

    def drop(self, key: int) -> None:
        """A passage was taken out."""
        self._n_passages -= 1
        record = scalar(self._db, self._sql["passage_counts"], (key,)) if self._marks else None
        if record:
            self._db.execute(self._sql["drop_counts"], (key,))
            self._changes.subtract(marks_in(record))

    def settle(self) -> None:
        """Writes down how many passages hold each term."""
        numbers = {mark: number for mark, number in self._numbers.items() if self._changes[mark]}
        changes = [(self._changes[mark], number) for mark, number in numbers.items()]
        self._db.executemany(self._sql["change_common"], changes)
        self._changes.clear()

    def is_due(self) -> bool:
        """The store has grown so much that other terms may be common."""
        return self._n_passages >= max(MIN_PASSAGES, self._looked_at * GROWTH)

    def look_through(self) -> None:
        """Chooses the terms anew, out of all words; counts those that are new in the passages that are there."""
        self.settle()
        self._db.execute(self._sql["make_instances"])
        self._db.execute(self._sql["forget_common"], (self._n_passages * KEPT_SHARE,))
        words = fetch(self._db, self._sql["frequent_words"], (self._n_passages * TAKEN_SHARE,))
        unasked = {stem for word in STOP_WORDS for stem in self._stems(word)}
        added = [(term, n_passages) for term, n_passages in words if term not in self._marks and term not in unasked]
        gained: dict[int, list[bytes]] = {}
        for term, n_passages in added[: MAX_NUMBER - int(scalar(self._db, self._sql["last_common"]) or 0)]:
            self._db.execute(self._sql["add_common"], (term, n_passages))
            self._gather(term, mark_of(self._db.last_insert_rowid()), gained)
        for passage, pieces in gained.items():
            before = scalar(self._db, self._sql["passage_counts"], (passage,)) or END
            self._db.execute(self._sql["put_counts"], (passage, b"".join([*pieces, before])))
        self._marks = self._known_marks()
        self._looked_at = self._n_passages
        self._db.execute(self._sql["set_meta"], ("common_looked_at", str(self._n_passages)))

    def _known_marks(self) -> dict[str, bytes]:
        rows = fetch(self._db, self._sql["common_numbers"])
        self._numbers = {mark_of(number): number for _, number in rows}
        return {term: mark_of(number) for term, number in rows}

    def _gather(self, term: str, mark: bytes, gained: dict[int, list[bytes]]) -> None:
        counts: dict[int, list[int]] = {}
        occurrences: Any = self._db.execute(self._sql["instances_of"], (term,))
        for (passage, column), count in Counter(occurrences).items():
            counts.setdefault(passage, [0] * N_COLUMNS)[_COLUMNS.index(column)] = count
        for passage, columns in counts.items():
            gained.setdefault(passage, []).append(_piece(mark, columns))

    def _record(self, texts: Sequence[str]) -> bytes:
        """The counts of a passage with these texts; empty for none."""
        *fields, body = texts
        in_body = self._counts(body)
        elsewhere = [self._counts(text) for text in fields]
        pieces = [
            _piece(mark, [*(counts.get(mark, 0) for counts in elsewhere), in_body.pop(mark, 0)])
            for mark in set().union(*elsewhere)
        ]
        pieces += [mark + _SUFFIXES[min(MAX_COUNT, count)] for mark, count in in_body.items()]
        return b"".join([*pieces, END]) if pieces else b""

    def _counts(self, text: str) -> dict[bytes, int]:
        counts = Counter(self._stems(text))
        return {self._marks[word]: counts[word] for word in counts.keys() & self._marks.keys()}

    def _stems(self, text: str) -> Iterable[Any]:
        return self._tokenize(
            text.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None, include_offsets=False, include_colocated=False
        )


def _piece(mark: bytes, columns: Sequence[int]) -> bytes:
    """One record; see common.py."""
    if any(columns[:-1]):
        return mark + bytes([min(count, MAX_COUNT) for count in columns])
    return mark + _SUFFIXES[min(columns[-1], MAX_COUNT)]
