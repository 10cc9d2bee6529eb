"""Opening a database file the one way it may be opened.

A connection is used by one thread at a time; whoever shares an index or a journal between threads locks around it.
"""

from __future__ import annotations

import apsw

from .faults import DamagedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# Pages of 4 kB a connection may keep; FTS segments of a large index are read over and over within one search.
CACHE_KIB = 8000
# Pages written ahead before they are moved into the database: each process that comes first reads them all.
WAL_MAX_PAGES = 250


def connect(path: str, *, busy_timeout_ms: int, readonly: bool = False) -> apsw.Connection:
    """A connection to an existing file; it is never created here, since an empty file opens as an empty database.

    Raises DamagedError for what is no database, and what apsw raises.

    Nothing is checkpointed or unlinked at close: that would make the last hook to leave pay for all writers.
    """
    flags = apsw.SQLITE_OPEN_READONLY if readonly else apsw.SQLITE_OPEN_READWRITE
    return _set_up(apsw.Connection(path, flags=flags), busy_timeout_ms)


def connect_unwritable(path: str) -> apsw.Connection:
    """A connection for reading a file in a folder where nothing may be made, not even the files that WAL needs.

    Only for a database whose WAL is empty or missing: its content would not be seen.
    """
    name = "".join(f"%{ord(char):02x}" if char in "%?#" else char for char in path)
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return _set_up(apsw.Connection(f"file:{name}?immutable=1", flags=flags), 0)


def _set_up(db: apsw.Connection, busy_timeout_ms: int) -> apsw.Connection:
    try:
        db.set_busy_timeout(busy_timeout_ms)
        db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        db.execute(f"PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-{CACHE_KIB}")
        db.set_wal_hook(_Emptying(busy_timeout_ms))
    except (apsw.CorruptError, apsw.NotADBError) as exc:
        db.close()
        raise DamagedError(str(exc)) from exc
    except apsw.Error:
        db.close()
        raise
    return db


class _Emptying:
    """Called after each commit: moves what was written ahead into the database once it is long, and empties the file.

    SQLite's own checkpoint leaves the file for the next transaction of the same process to begin anew. A hook has only
    one, so the file would grow without end. Nobody waits: where others read or write, the next commit tries again.
    """

    __slots__ = ("_busy_timeout_ms",)

    def __init__(self, busy_timeout_ms: int) -> None:
        self._busy_timeout_ms = busy_timeout_ms

    def __call__(self, db: apsw.Connection, name: str, n_pages: int) -> int:
        if n_pages >= WAL_MAX_PAGES:
            db.set_busy_timeout(0)
            try:
                _empty(db, name)
            except apsw.Error:
                pass  # the transaction is safe where it is
            finally:
                db.set_busy_timeout(self._busy_timeout_ms)
        return apsw.SQLITE_OK


def _empty(db: apsw.Connection, name: str) -> None:
    # The first writes and syncs while others go on writing; the second keeps them out, and has nothing left to move.
    n_pages, n_moved = db.wal_checkpoint(name, apsw.SQLITE_CHECKPOINT_PASSIVE)
    if n_moved == n_pages:
        db.wal_checkpoint(name, apsw.SQLITE_CHECKPOINT_TRUNCATE)


def connect_memory() -> apsw.Connection:
    """A database that lives as long as its connection."""
    return apsw.Connection(":memory:")


def fetch(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> list[Any]:
    """All rows, as tuples; empty for a statement that gives none."""
    return db.execute(sql, values).fetchall()


def scalar(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> Any:
    """The first column of the first row, None without one."""
    for row in db.execute(sql, values):
        return row[0]
    return None


class Transaction:
    """BEGIN IMMEDIATE … COMMIT; any exception rolls back. A deferred one fails at once when upgraded under load."""

    __slots__ = ("_db",)

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, trace: object) -> None:
        if kind is None:
            try:
                self._db.execute("COMMIT")
                return
            except apsw.Error:
                self._roll_back()
                raise
        self._roll_back()

    def _roll_back(self) -> None:
        # A full disk or an I/O error may have rolled back already.
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")


class Snapshot:
    """Reads that all see the same state of the database."""

    __slots__ = ("_db",)

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN")

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, trace: object) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
