"""Making a generation where there is none that can serve, and setting damaged ones aside.

The caller holds the write lock.
"""

from __future__ import annotations

import os
import time

import apsw

from .connection import Transaction, connect, scalar
from .faults import DamagedError
from .generations import (
    POINTER,
    SCHEMA,
    current_name,
    install,
    number_of,
    open_generation,
    read_pointer,
)


def make_current(directory: str, *, busy_timeout_ms: int) -> tuple[str, bool]:
    """The name of a sound generation that the pointer names, and whether it had to be made, empty."""
    name, reason = _sound_generation(directory, busy_timeout_ms)
    if name:
        return name, False
    return _fresh(directory, reason), True


def replace_damaged(directory: str, name: str, *, inode: int, reason: str) -> None:
    """Sets the generation aside and makes an empty one, unless another process has done so already."""
    if current_name(directory) == name and _inode(f"{directory}/{name}") == inode:
        _set_aside(directory, name)
        _fresh(directory, f"{name}: {reason}")


def next_number(directory: str) -> int:
    """A number no generation of our schema has or had, as far as the folder and the pointer tell."""
    names = [*os.listdir(directory), *read_pointer(directory)]
    return 1 + max((number_of(name.partition(".db")[0] + ".db") for name in names), default=0)


def switch_pointer(directory: str, name: str) -> None:
    """Makes the pointer name this generation, durably, leaving the lines of other schemas as they are."""
    others = [line for line in read_pointer(directory) if _is_other_schema(line)]
    temporary = f"{directory}/{POINTER}.{os.getpid()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        os.write(descriptor, "".join(f"{line}\n" for line in [*others, name]).encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.replace(temporary, f"{directory}/{POINTER}")
    fsync_directory(directory)


def fsync_directory(directory: str) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def create_database(path: str, *, busy_timeout_ms: int) -> apsw.Connection:
    """A connection to a new, empty database in WAL mode, readable by its owner alone."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    db = connect(path, busy_timeout_ms=busy_timeout_ms)
    db.execute("PRAGMA journal_mode=WAL")
    return db


def settle(db: apsw.Connection) -> None:
    """Moves all of a private database into its one file and closes it."""
    scalar(db, "PRAGMA schema_version")  # a connection that has read nothing yet knows of no write-ahead log
    db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    db.close()


def _is_other_schema(line: str) -> bool:
    schema, dash, rest = line.partition("-")
    return schema.isdigit() and schema != str(SCHEMA) and bool(dash) and rest.endswith(".db")


def _sound_generation(directory: str, busy_timeout_ms: int) -> tuple[str, str]:
    """(name, "") of the serving generation, else ("", why there is none): a damaged one has been set aside."""
    name = current_name(directory)
    if not name:
        name = max((name for name in os.listdir(directory) if number_of(name)), key=number_of, default="")
    if not name:
        return "", ""
    try:
        open_generation(f"{directory}/{name}", busy_timeout_ms=busy_timeout_ms).close()
    except FileNotFoundError:
        return "", f"{name}: the file is missing"
    except DamagedError as exc:
        _set_aside(directory, name)
        return "", f"{name}: {exc}"
    if current_name(directory) != name:
        switch_pointer(directory, name)
    return name, ""


def _fresh(directory: str, reason: str) -> str:
    number = next_number(directory)
    name = f"{SCHEMA}-{number}.db"
    temporary = f"{directory}/{name}.new"
    for leftover in (temporary, f"{temporary}-wal", f"{temporary}-shm"):
        if os.path.exists(leftover):
            os.unlink(leftover)
    db = create_database(temporary, busy_timeout_ms=0)
    with Transaction(db):
        install(db, number)
        if reason:
            db.execute("INSERT INTO meta (key, value) VALUES ('set_aside', ?)", (reason,))
    settle(db)
    os.rename(temporary, f"{directory}/{name}")
    switch_pointer(directory, name)
    return name


def _set_aside(directory: str, name: str) -> None:
    stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime())
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(f"{directory}/{name}{ending}"):
            os.rename(f"{directory}/{name}{ending}", f"{directory}/{name}.corrupt-{stamp}{ending}")


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return 0
