"""The journal port on SQLite."""

from __future__ import annotations

from ...app.records import RecallEntry, VersionEntry
from ...core.verdict import Use, Verdict
from .connection import Transaction, fetch
from .faults import DAMAGE, DamagedError, Translated
from .journal_file import JournalFile
from .search import clean
from .sqltext import LIST_SEPARATOR, Statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    import apsw

    T = TypeVar("T")

CHUNK = 500
MAX_TERMS = 12
MAX_TERM_CHARS = 40


class SqliteJournal:
    """See `app.ports.Journal`. One thread at a time.

    path: the file, made by the first write; its folder must be there. busy_timeout_ms: how long to wait for another
    writer. Versions and approvals survive a power cut when their method returns (synchronous=FULL), recalls a kill.
    """

    def __init__(self, path: str, *, busy_timeout_ms: int = 5000, lock_timeout_s: float = 10.0) -> None:
        self._file = JournalFile(path, busy_timeout_ms=busy_timeout_ms, lock_timeout_s=lock_timeout_s)
        self._sql = Statements("journal.sql")

    def record_versions(self, entries: Sequence[VersionEntry]) -> None:
        if entries:
            self._write(lambda db: self._insert_versions(db, entries), durable=True)

    def observe_versions(self, entries: Sequence[VersionEntry]) -> None:
        """What was seen already costs a look and no write."""

        def unseen(db: apsw.Connection) -> list[VersionEntry]:
            rows = self._of_notes(db, "newest_places", [entry.note_id for entry in entries])
            newest = {note_id: place for note_id, *place in rows}
            seen = [(entry, newest.get(clean(entry.note_id))) for entry in entries]
            return [_placed(entry, place) for entry, place in seen if place is None or _is_news(entry, place)]

        if self._read(unseen, list(entries)):
            self._write(lambda db: self._insert_versions(db, unseen(db)), durable=False)

    def origins(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
        wanted = set(keys)
        found = self._chunked("origins", [note_id for note_id, _ in keys])
        return {(row[0], row[1]): row[2] for row in found if (row[0], row[1]) in wanted}

    def known_ids(self, note_ids: Sequence[str]) -> set[str]:
        return {row[0] for row in self._chunked("known_ids", note_ids)}

    def versions(self, note_id: str, *, limit: int = 100) -> list[VersionEntry]:
        return [_version(row) for row in self._rows(self._sql["versions"], (clean(note_id), limit))]

    def lineage(self, note_id: str, *, limit: int) -> list[VersionEntry]:
        return [_version(row) for row in self._rows(self._sql["lineage"], (clean(note_id), limit))]

    def writes(self, *, since_ms: int = 0, note_id: str = "", session: str = "", limit: int = 50) -> list[VersionEntry]:
        sql, values = self._narrowed("writes", note_id, session)
        return [_version(row) for row in self._rows(sql, (since_ms, *values, limit))]

    def operation(self, operation: str) -> list[VersionEntry]:
        return [_version(row) for row in self._rows(self._sql["operation"], (clean(operation),))]

    def last_operation(self, *, note_id: str = "", session: str = "") -> str:
        """An undo names in its `reason` the operation it takes back."""
        sql, values = self._narrowed("last_operation", note_id, session)
        rows = self._rows(sql, values)
        return rows[0][0] if rows else ""

    def content(self, hash: str) -> bytes | None:
        rows = self._rows(self._sql["content"], (clean(hash),))
        return self._inflated(hash, rows[0][0]) if rows else None

    def last_of_each(self, layers: Sequence[str]) -> list[VersionEntry]:
        return [
            _version(row) for row in self._rows(self._sql.listed("last_of_each", len(layers)), [*map(clean, layers)])
        ]

    def deleted(self, handle: str) -> list[VersionEntry]:
        key = clean(handle).strip().lower()
        return [_version(row) for row in self._rows(self._sql["deleted"], (key,))] if key else []

    def record_recall(self, entry: RecallEntry) -> None:
        def insert(db: apsw.Connection) -> None:
            db.execute(self._sql["record_recall"], _recall_values(entry))
            key = db.last_insert_rowid()
            parts = frozenset(entry.previewed)
            shown = [
                (key, place, clean(note_id), score, note_id in parts)
                for place, (note_id, score) in enumerate(entry.shown)
            ]
            db.executemany(self._sql["record_shown"], shown)

        self._write(insert, durable=False)

    def recalls(
        self,
        *,
        since_ms: int = 0,
        kind: str = "",
        note_id: str = "",
        session: str = "",
        project: str = "",
        limit: int = 50,
    ) -> list[RecallEntry]:
        values = (since_ms, *map(clean, (kind, note_id, session, project)), limit)

        def ask(db: apsw.Connection) -> list[RecallEntry]:
            rows = fetch(db, self._sql["recalls"], values)
            return [_recall(row, fetch(db, self._sql["shown"], row[:1])) for row in rows]

        return self._read(ask, [])

    def uses(self, project: str, *, among: int) -> list[Use]:
        return [Use(*row) for row in self._rows(self._sql["uses"], (among, clean(project)))]

    def verdicts(self, note_ids: Sequence[str]) -> list[Verdict]:
        wanted = set(note_ids)
        ids = [clean(note_id) for note_id in note_ids] if len(wanted) <= CHUNK else []
        narrowed = self._sql.listed("of_notes", len(ids)) if ids else ""
        rows = self._rows(self._sql["verdicts"].replace("{narrowed}", narrowed), ids)
        return [Verdict(*row) for row in rows if not wanted or row[0] in wanted]

    def shown_in_session(self, session: str) -> set[str]:
        """Of the door `hook`; no session, no notes."""
        return {row[0] for row in self._rows(self._sql["shown_in_session"], (clean(session),))} if session else set()

    def keep_snapshot(self, session: str, at_ms: int, text: str) -> None:
        values = (clean(session), at_ms, clean(text))
        self._write(lambda db: db.execute(self._sql["keep_snapshot"], values), durable=False)

    def snapshot(self, session: str) -> tuple[int, str]:
        rows = self._rows(self._sql["snapshot"], (clean(session),))
        return (rows[0][0], rows[0][1]) if rows else (0, "")

    def set_approval(self, project_id: str, root: str, approval: str, at_ms: int) -> None:
        values = (clean(project_id), clean(root), approval, at_ms)
        self._write(lambda db: db.execute(self._sql["set_approval"], values), durable=True)

    def approvals(self) -> dict[tuple[str, str], str]:
        return {(row[0], row[1]): row[2] for row in self._rows(self._sql["approvals"])}

    def prune(self, *, recalls_before_ms: int, contents_before_ms: int) -> dict[str, int]:
        """Counts of `recalls` and `contents`."""

        def remove(db: apsw.Connection) -> dict[str, int]:
            db.execute(self._sql["prune_shown"], (recalls_before_ms,))
            db.execute(self._sql["prune_recalls"], (recalls_before_ms,))
            n_recalls = db.changes()
            db.execute(self._sql["prune_snapshots"], (recalls_before_ms,))
            db.execute(self._sql["prune_contents"], (contents_before_ms,))
            return {"recalls": n_recalls, "contents": db.changes()}

        if self._read(lambda _db: False, True):
            return {"recalls": 0, "contents": 0}
        return self._write(remove, durable=False)

    def check(self) -> list[str]:
        from .journal_repair import problems_of  # reads every page anyway

        with Translated(f"check {self._file.path}"):
            db = self._file.readable()
            problems = problems_of(db, self._file.path) if db else []
        newer = self._file.newer()
        return [*problems, str(newer)] if newer else problems

    def set_aside(self) -> list[str]:
        from .journal_repair import kept_aside  # as above

        return kept_aside(self._file.path)

    def size_bytes(self) -> int:
        return self._file.size_bytes()

    def close(self) -> None:
        self._file.close()

    def _read(self, ask: Callable[[apsw.Connection], T], without: T) -> T:
        """The answer, or the one given for when there is no journal."""
        with Translated(f"read {self._file.path}"):
            db = self._file.readable()
            try:
                return without if db is None else ask(db)
            except DAMAGE as exc:
                self._file.condemn(str(exc))
                db = self._file.readable()
                return without if db is None else ask(db)

    def _write(self, change: Callable[[apsw.Connection], T], *, durable: bool) -> T:
        with Translated(f"write {self._file.path}"):
            try:
                return _transact(self._file.writable(), change, durable=durable)
            except DAMAGE as exc:
                self._file.condemn(str(exc))
                return _transact(self._file.writable(), change, durable=durable)

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return self._read(lambda db: fetch(db, sql, values), [])

    def _chunked(self, name: str, note_ids: Sequence[str]) -> list[Any]:
        return self._read(lambda db: self._of_notes(db, name, note_ids), [])

    def _of_notes(self, db: apsw.Connection, name: str, note_ids: Sequence[str]) -> list[Any]:
        """The rows of a statement that asks for a list of notes."""
        ids = list(dict.fromkeys(map(clean, note_ids)))
        rows: list[Any] = []
        for start in range(0, len(ids), CHUNK):
            chunk = ids[start : start + CHUNK]
            rows += fetch(db, self._sql.listed(name, len(chunk)), chunk)
        return rows

    def _narrowed(self, name: str, note_id: str, session: str) -> tuple[str, tuple[str, ...]]:
        """The statement with conditions for those that are given, and their values."""
        given = [(key, clean(value)) for key, value in (("of_note", note_id), ("of_session", session)) if value]
        conditions = " ".join([self._sql[key] for key, _ in given])
        return self._sql[name].replace("{narrowed}", conditions), tuple(value for _, value in given)

    def _insert_versions(self, db: apsw.Connection, entries: Sequence[VersionEntry]) -> None:
        from zlib import compress  # hooks that only recall write no versions

        for entry in entries:
            if entry.data is not None and entry.hash and not fetch(db, self._sql["has_blob"], (entry.hash,)):
                db.execute(self._sql["put_blob"], (entry.hash, compress(entry.data)))
            db.execute(self._sql["record_version"], _version_values(entry))

    def _inflated(self, hash: str, data: bytes) -> bytes:
        from zlib import decompress, error

        with Translated(f"read version {hash} in {self._file.path}"):
            try:
                return decompress(data)
            except error as exc:
                raise DamagedError(f"its bytes are damaged: {exc}") from exc


def _transact(db: apsw.Connection, change: Callable[[apsw.Connection], T], *, durable: bool) -> T:
    """The setting belongs to the connection and cannot be changed within a transaction."""
    if durable:
        db.execute("PRAGMA synchronous=FULL")
    try:
        with Transaction(db):
            return change(db)
    finally:
        if durable:
            db.execute("PRAGMA synchronous=NORMAL")


def _is_news(entry: VersionEntry, newest: Sequence[str]) -> bool:
    """Whether this is another text, or the same one at another place of its layer. newest: hash, layer and path."""
    hash, layer, path = newest
    return hash != entry.hash or (layer == clean(entry.layer) and path != clean(entry.path))


def _placed(entry: VersionEntry, newest: Sequence[str] | None) -> VersionEntry:
    """The entry, with where the note was before where that is another place of its layer."""
    if newest is None:
        return entry
    _, layer, path = newest
    return entry.replace(before_path=path) if layer == clean(entry.layer) and path != clean(entry.path) else entry


def _version_values(entry: VersionEntry) -> tuple[Any, ...]:
    stem = entry.path.rpartition("/")[2].lower().removesuffix(".md")
    texts = (entry.note_id, entry.layer, entry.path, stem, entry.op, entry.hash, entry.text_hash, entry.parent)
    rest = (entry.origin, entry.operation, entry.session, entry.door, entry.before_path, entry.reason)
    return (*map(clean, texts), entry.at_ms, *map(clean, rest))


def _version(row: tuple[Any, ...]) -> VersionEntry:
    return VersionEntry(*row)


def _recall_values(entry: RecallEntry) -> tuple[Any, ...]:
    terms = [term[:MAX_TERM_CHARS].replace(LIST_SEPARATOR, " ") for term in entry.terms[:MAX_TERMS]]
    texts = (entry.kind, entry.session, entry.door, entry.cwd, entry.project, LIST_SEPARATOR.join(terms))
    return (entry.at_ms, *map(clean, texts), entry.tokens, entry.took_ms, clean(entry.detail), entry.left_out)


def _recall(row: tuple[Any, ...], shown: list[Any]) -> RecallEntry:
    _, at_ms, kind, session, door, cwd, project, terms, *rest = row
    split = tuple(terms.split(LIST_SEPARATOR)) if terms else ()
    notes = tuple((note_id, score) for note_id, score, _ in shown)
    previewed = tuple(note_id for note_id, _, part in shown if part)
    entry = RecallEntry(at_ms, kind, session, door, cwd, project, split, notes, *rest)
    return entry.replace(previewed=previewed) if previewed else entry
