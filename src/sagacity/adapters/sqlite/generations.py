"""Which file the index is in: `<schema>-<n>.db`, named by the pointer file `current`.

The pointer has one line for each schema, so that two installed versions keep to their own. Every operation looks
whether it has moved; a rebuilt index is a new file, because one renamed over a live database shows its old rows.
"""

from __future__ import annotations

import os

import apsw

from .connection import connect, connect_memory, connect_unwritable, scalar
from .faults import DamagedError
from .sqltext import read_script

SCHEMA = 7
POINTER = "current"
KEYS_OF_GENERATION = 1 << 24
GENERATIONS_APART = 16


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


def stamp_of_pointer(directory: str) -> tuple[int, int, int]:
    """Another one after every move: the pointer is replaced and never written into. Raises FileNotFoundError."""
    found = os.stat(f"{directory}/{POINTER}")
    return found.st_ino, found.st_mtime_ns, found.st_ctime_ns


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
    except (apsw.Error, DamagedError):
        db.close()
        raise
    return db


def make_folder(directory: str) -> None:
    """The folder, and the one it is in, for their owner alone; there already is fine."""
    for path in (os.path.dirname(directory), directory):
        if not os.path.isdir(path):
            try:
                os.mkdir(path, 0o700)
            except FileExistsError:
                continue


def empty_index() -> apsw.Connection:
    """A new index in memory."""
    db = connect_memory()
    install(db, 0)
    return db


def install(db: apsw.Connection, number: int) -> None:
    """Tables and stamp, in an empty database. number: n of its name, 0 in memory.

    Keys of notes begin where no generation near it has any, so that a key of one finds nothing in another.
    """
    db.execute(read_script("schema_index.sql"))
    first_key = number % GENERATIONS_APART * KEYS_OF_GENERATION
    db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('note', ?)", (first_key,))
    db.execute("INSERT INTO meta (key, value) VALUES ('schema', ?)", (str(SCHEMA),))
