"""The file of the journal: opened when first needed, made by the first write, set aside when damaged.

A journal of a newer schema is opened for reading alone: upgrades only add, so what we know how to ask is still there.
"""

from __future__ import annotations

import os

import apsw

from ...core.errors import SagacityError
from .connection import connect, connect_unwritable, scalar
from .faults import DamagedError

SCHEMA = 5


class JournalFile:
    """One database file; one thread at a time."""

    def __init__(self, path: str, *, busy_timeout_ms: int, lock_timeout_s: float) -> None:
        self.path = path
        self.busy_timeout_ms = busy_timeout_ms
        self.lock_timeout_s = lock_timeout_s
        self.schema = SCHEMA
        self._db: apsw.Connection | None = None
        self._inode = 0

    def readable(self) -> apsw.Connection | None:
        """A connection, None when there is no journal. A damaged one is set aside."""
        if self._is_open():
            return self._db
        self.close()
        try:
            self._open()
        except FileNotFoundError:
            return None
        except DamagedError as exc:
            self.condemn(str(exc), inode=self._inode)
            self._open()
        return self._db

    def writable(self) -> apsw.Connection:
        """A connection that may write; the file is made when missing, its folder is not.

        Raises `integrity` for a journal of a newer schema.
        """
        db = self.readable()
        if db is None:
            from .journal_repair import create  # once in the life of a home

            create(self.path, SCHEMA, lock_timeout_s=self.lock_timeout_s)
            db = self.readable()
        if db is None:
            raise DamagedError("it vanished while it was opened")
        newer = self.newer()
        if newer:
            raise newer
        if db.readonly("main"):
            raise SagacityError(
                "degraded",
                f"cannot write {self.path}: it is read-only",
                hint="check the permissions of file and folder",
            )
        return db

    def newer(self) -> SagacityError | None:
        """Why nothing may be written to a journal whose schema we do not know."""
        if self.schema <= SCHEMA:
            return None
        return SagacityError(
            "integrity",
            f"cannot write {self.path}: its schema is {self.schema}, this version of sagacity knows {SCHEMA}",
            hint="upgrade sagacity; until then the journal is read only",
        )

    def condemn(self, reason: str, *, inode: int = 0) -> None:
        """Sets the damaged file aside and begins a fresh one that says so."""
        from .journal_repair import replace_damaged  # only when something is broken

        inode = inode or self._inode
        self.close()
        replace_damaged(self.path, SCHEMA, inode=inode, reason=reason, lock_timeout_s=self.lock_timeout_s)

    def size_bytes(self) -> int:
        """With what SQLite keeps beside it."""
        paths = (f"{self.path}{ending}" for ending in ("", "-wal", "-shm"))
        return sum(os.path.getsize(path) for path in paths if os.path.exists(path))

    def close(self) -> None:
        """Idempotent; a later operation opens again."""
        db, self._db = self._db, None
        if db is not None:
            db.close()

    def _is_open(self) -> bool:
        if self._db is None:
            return False
        try:
            return os.stat(self.path).st_ino == self._inode
        except (FileNotFoundError, NotADirectoryError):
            return False

    def _open(self) -> None:
        try:
            status = os.stat(self.path)
        except NotADirectoryError as exc:
            raise FileNotFoundError(self.path) from exc
        self._inode = status.st_ino
        if status.st_size == 0:
            raise DamagedError("the file is empty")
        self.schema, self._db = _checked(self._connected())
        if self.schema < SCHEMA and not self._db.readonly("main"):
            from .journal_repair import upgrade  # once for each new version

            self.close()
            upgrade(self.path, SCHEMA, lock_timeout_s=self.lock_timeout_s)
            self.schema, self._db = _checked(self._connected())

    def _connected(self) -> apsw.Connection:
        try:
            db = connect(self.path, busy_timeout_ms=self.busy_timeout_ms)
            scalar(db, "PRAGMA schema_version")
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            if os.access(os.path.dirname(self.path) or ".", os.W_OK):
                raise
        except (apsw.CorruptError, apsw.NotADBError) as exc:
            raise DamagedError(str(exc)) from exc
        else:
            return db
        return connect_unwritable(self.path)


def _checked(db: apsw.Connection) -> tuple[int, apsw.Connection]:
    """The schema stamped on it, and the connection."""
    try:
        stamp = str(scalar(db, "SELECT value FROM meta WHERE key = 'schema'"))
        if not stamp.isdigit():
            raise DamagedError(f"it is stamped schema {stamp!r}")
    except (apsw.NotADBError, apsw.CorruptError, apsw.SQLError) as exc:
        db.close()
        raise DamagedError(str(exc)) from exc
    except (apsw.Error, DamagedError):
        db.close()
        raise
    return int(stamp), db
