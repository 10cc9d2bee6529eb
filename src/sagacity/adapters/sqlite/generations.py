"""Which file the index is in: `<schema>-<n>.db`, named by the pointer file `current`.

The pointer has one line for each schema, so that two installed versions keep to their own. It is read anew at every
operation; a rebuilt index is a new file, because one renamed over a live database shows its old rows.
"""

from __future__ import annotations

import os

import apsw

from ...core.errors import SagacityError
from .connection import connect, connect_memory, connect_unwritable, scalar
from .faults import DamagedError
from .sqltext import read_script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager

SCHEMA = 1
POINTER = "current"


def number_of(name: str) -> int:
    """n of `<our schema>-<n>.db`, 0 for any other name."""
    schema, _, rest = name.partition("-")
    digits = rest.removesuffix(".db")
    valid = schema == str(SCHEMA) and rest.endswith(".db") and digits.isascii() and digits.isdigit()
    return int(digits) if valid else 0


def read_pointer(directory: str) -> list[str]:
    """The lines of the pointer file; empty when there is none. What is no text reads as lines that name nothing."""
    try:
        descriptor = os.open(f"{directory}/{POINTER}", os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return []
    try:
        return os.read(descriptor, 4096).decode("ascii", "replace").split("\n")
    finally:
        os.close(descriptor)


def current_name(directory: str) -> str:
    """The serving file of our schema, "" when the pointer names none."""
    for line in read_pointer(directory):
        if number_of(line):
            return line
    return ""


def open_generation(path: str, *, busy_timeout_ms: int) -> apsw.Connection:
    """A connection to a sound generation. Raises DamagedError, FileNotFoundError, or what apsw raises."""
    if os.stat(path).st_size == 0:
        raise DamagedError("the file is empty")
    try:
        return _checked(connect(path, busy_timeout_ms=busy_timeout_ms))
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        if os.access(os.path.dirname(path), os.W_OK) or _has_wal(path):
            raise
    return _checked(connect_unwritable(path))


def _has_wal(path: str) -> bool:
    try:
        return os.stat(f"{path}-wal").st_size > 0
    except FileNotFoundError:
        return False


def _checked(db: apsw.Connection) -> apsw.Connection:
    try:
        schema = scalar(db, "SELECT value FROM meta WHERE key = 'schema'")
        if schema != str(SCHEMA):
            raise DamagedError(f"it is stamped schema {schema!r}, not {SCHEMA}")
    except (apsw.NotADBError, apsw.CorruptError, apsw.SQLError) as exc:
        db.close()
        raise DamagedError(str(exc)) from exc
    except BaseException:
        db.close()
        raise
    return db


class Serving:
    """The generation the pointer names, opened when first asked for and again whenever the pointer moves on.

    Where none can be opened or made, reads get an empty index in memory and writes the reason.
    recovered: a damaged or missing generation was replaced by an empty one through this object.
    """

    def __init__(self, directory: str, *, busy_timeout_ms: int, lock_timeout_s: float) -> None:
        self.directory = directory
        self.busy_timeout_ms = busy_timeout_ms
        self.lock_timeout_s = lock_timeout_s
        self.recovered = False
        self.refusal: SagacityError | None = None
        self._db: apsw.Connection | None = None
        self._name = ""
        self._inode = 0

    @property
    def path(self) -> str:
        """The file in use, "" while there is none."""
        return f"{self.directory}/{self._name}" if self._name else ""

    def lock(self) -> AbstractContextManager[None]:
        """The one writer at a time, across processes."""
        from .filelock import FileLock  # a hook that has nothing to index needs no lock

        make_folder(self.directory)
        return FileLock(self.directory, timeout_s=self.lock_timeout_s)

    def connection(self) -> apsw.Connection:
        """For reading. Never fails for want of an index."""
        if self._is_current() and self._db is not None:
            return self._db
        if self._opened(current_name(self.directory)) and self._db is not None:
            return self._db
        return self._made(locked=False)

    def writable(self) -> apsw.Connection:
        """For writing, under the lock. Raises the reason where there is nothing to write to."""
        if self._is_current() and self._db is not None and not self.refusal:
            return self._db
        if self._opened(current_name(self.directory)) and self._db is not None:
            return self._db
        db = self._made(locked=True)
        if self.refusal:
            raise self.refusal
        return db

    def condemn(self, reason: str) -> None:
        """The generation in use proved damaged: it is set aside and an empty one takes its place."""
        from .recovery import replace_damaged  # only when something is broken

        name, inode = self._name, self._inode
        self.close()
        if name:
            replace_damaged(self, name, inode=inode, reason=reason)
            self.recovered = True

    def close(self) -> None:
        """Idempotent; a later operation opens again."""
        db, self._db = self._db, None
        self._name = ""
        self.refusal = None
        if db is not None:
            db.close()

    def _is_current(self) -> bool:
        if self._db is None or not self._name or current_name(self.directory) != self._name:
            return False
        try:
            return os.stat(self.path).st_ino == self._inode
        except FileNotFoundError:
            return False

    def _opened(self, name: str) -> bool:
        self.close()
        if not name:
            return False
        path = f"{self.directory}/{name}"
        try:
            inode = os.stat(path).st_ino
            db = open_generation(path, busy_timeout_ms=self.busy_timeout_ms)
        except (DamagedError, FileNotFoundError, NotADirectoryError):
            return False
        except apsw.CantOpenError:
            if os.path.exists(path):
                raise
            return False
        self._db, self._name, self._inode = db, name, inode
        return True

    def _made(self, *, locked: bool) -> apsw.Connection:
        from .recovery import make_current  # only on first use and when something is broken

        try:
            name, fresh = make_current(self, locked=locked)
        except SagacityError as exc:
            self.close()
            self.refusal = exc
            self._db = empty_index()
            return self._db
        self.recovered = self.recovered or fresh
        if not self._opened(name) or self._db is None:
            raise DamagedError(f"{self.directory}/{name} vanished while it was opened")
        return self._db


class Private:
    """An index that no other process uses: in memory, or a generation under construction."""

    recovered = False
    refusal: SagacityError | None = None

    def __init__(self, db: apsw.Connection, *, path: str = "") -> None:
        self._db = db
        self.path = path

    def lock(self) -> AbstractContextManager[None]:
        return Unlocked()

    def connection(self) -> apsw.Connection:
        return self._db

    def writable(self) -> apsw.Connection:
        return self._db

    def condemn(self, reason: str) -> None:
        raise DamagedError(reason)

    def close(self) -> None:
        self._db.close()


def make_folder(directory: str) -> None:
    """The folder, and the one it is in, for their owner alone; there already is fine."""
    for path in (os.path.dirname(directory), directory):
        if not os.path.isdir(path):
            try:
                os.mkdir(path, 0o700)
            except FileExistsError:
                continue


class Unlocked:
    """A context that holds nothing."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_exc: object) -> None:
        return None


def empty_index() -> apsw.Connection:
    """A new index in memory."""
    db = connect_memory()
    install(db)
    return db


def install(db: apsw.Connection) -> None:
    """Tables and stamp, in an empty database."""
    db.execute(read_script("schema_index.sql"))
    db.execute("INSERT INTO meta (key, value) VALUES ('schema', ?)", (str(SCHEMA),))
