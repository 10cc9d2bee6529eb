"""Keeping the counts of common terms while notes come and go; see common.py."""

from __future__ import annotations

from collections import Counter

import apsw

from .common import END, MAX_COUNT, MAX_NUMBER, N_COLUMNS, mark_of, marks_in
from .connection import fetch, scalar
from .search import COMMON_MIN_NOTES, COMMON_SHARE, tokenizer_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .sqltext import Statements

# Below this the engine is quick enough by itself.
MIN_NOTES = 2000
# Terms are taken in before they count as common, and let go well after, so that few come and go as the store grows.
TAKEN_SHARE = 0.8
KEPT_SHARE = 0.4
# How much a store grows before its terms are looked through again.
GROWTH = 1.5
MAX_MEMO = 50_000
MAX_MEMO_CHARS = 40


class Tally:
    """The counts of one transaction. `settle` must be called before it ends."""

    def __init__(self, db: apsw.Connection, statements: Statements) -> None:
        self._db = db
        self._sql = statements
        self._tokenize = tokenizer_of(db)
        self._marks = self._known_marks()
        self._memo: dict[str, tuple[bytes, ...]] = {}
        self._changes: Counter[bytes] = Counter()
        self._n_notes = int(scalar(db, statements["total_notes"]))
        self._looked_at = int(scalar(db, statements["looked_at"]) or 0)

    def put(self, key: int, texts: Sequence[str], *, new: bool) -> None:
        """A note was put; its texts by column."""
        if not new:
            self.drop(key)
        self._n_notes += 1
        if not self._marks:
            return
        record = self._record(texts)
        if record:
            self._db.execute(self._sql["put_counts"], (key, record))
            self._changes.update(marks_in(record))

    def drop(self, key: int) -> None:
        """A note was taken out."""
        self._n_notes -= 1
        record = scalar(self._db, self._sql["note_counts"], (key,)) if self._marks else None
        if record:
            self._db.execute(self._sql["drop_counts"], (key,))
            self._changes.subtract(marks_in(record))

    def settle(self) -> None:
        """Writes down how many notes hold each term."""
        numbers = {mark: number for mark, number in self._numbers.items() if self._changes[mark]}
        changes = [(self._changes[mark], number) for mark, number in numbers.items()]
        self._db.executemany(self._sql["change_common"], changes)
        self._changes.clear()

    def is_due(self) -> bool:
        """The store has grown so much that other terms may be common."""
        return self._n_notes >= max(MIN_NOTES, self._looked_at * GROWTH)

    def look_through(self) -> None:
        """Chooses the terms anew, out of all words; counts those that are new in the notes that are there."""
        self.settle()
        self._db.execute(self._sql["make_instances"])
        common = max(COMMON_MIN_NOTES, self._n_notes * COMMON_SHARE)
        self._db.execute(self._sql["forget_common"], (common * KEPT_SHARE,))
        words = fetch(self._db, self._sql["frequent_words"], (common * TAKEN_SHARE,))
        added = [(term, n_notes) for term, n_notes in words if term not in self._marks]
        gained: dict[int, list[bytes]] = {}
        for term, n_notes in added[: MAX_NUMBER - int(scalar(self._db, self._sql["last_common"]) or 0)]:
            self._db.execute(self._sql["add_common"], (term, n_notes))
            self._gather(term, mark_of(self._db.last_insert_rowid()), gained)
        for note, pieces in gained.items():
            before = scalar(self._db, self._sql["note_counts"], (note,)) or END
            self._db.execute(self._sql["put_counts"], (note, b"".join([*pieces, before])))
        self._marks = self._known_marks()
        self._memo.clear()
        self._looked_at = self._n_notes
        self._db.execute(self._sql["set_meta"], ("common_looked_at", str(self._n_notes)))

    def _known_marks(self) -> dict[str, bytes]:
        rows = fetch(self._db, self._sql["common_numbers"])
        self._numbers = {mark_of(number): number for _, number in rows}
        return {term: mark_of(number) for term, number in rows}

    def _gather(self, term: str, mark: bytes, gained: dict[int, list[bytes]]) -> None:
        counts: dict[int, list[int]] = {}
        for note, column, count in self._db.execute(self._sql["instances_of"], (term,)):
            counts.setdefault(int(note), [0] * N_COLUMNS)[int(column)] = int(count)
        for note, columns in counts.items():
            gained.setdefault(note, []).append(_piece(mark, columns))

    def _record(self, texts: Sequence[str]) -> bytes:
        """The counts of a note with these texts; empty for none."""
        *fields, body = texts
        in_body = self._counts(body)
        elsewhere = [self._counts(text) for text in fields]
        pieces = [
            _piece(mark, [*(counts.get(mark, 0) for counts in elsewhere), in_body.pop(mark, 0)])
            for mark in set().union(*elsewhere)
        ]
        pieces += [mark if count == 1 else mark + bytes((min(count, MAX_COUNT),)) for mark, count in in_body.items()]
        return b"".join([*pieces, END]) if pieces else b""

    def _counts(self, text: str) -> dict[bytes, int]:
        counts: dict[bytes, int] = {}
        memo = self._memo
        for chunk, times in Counter(text.split()).items():
            marks = memo.get(chunk)
            for mark in self._learn(chunk) if marks is None else marks:
                counts[mark] = counts.get(mark, 0) + times
        return counts

    def _learn(self, chunk: str) -> tuple[bytes, ...]:
        """The marks of the terms in a text without blanks, as the engine would cut it."""
        words = self._tokenize(
            chunk.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None, include_offsets=False, include_colocated=False
        )
        marks = tuple(self._marks[word] for word in words if word in self._marks)
        if len(chunk) <= MAX_MEMO_CHARS and len(self._memo) < MAX_MEMO:
            self._memo[chunk] = marks
        return marks


def _piece(mark: bytes, columns: Sequence[int]) -> bytes:
    """One record; see common.py."""
    if any(columns[:-1]):
        return mark + bytes([min(count, MAX_COUNT) for count in columns])
    return mark if columns[-1] == 1 else mark + bytes([min(columns[-1], MAX_COUNT)])
