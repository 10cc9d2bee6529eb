"""Making the journal's file, upgrading it, and setting a damaged one aside. Rare, and one process at a time."""

from __future__ import annotations

import glob
import os
import time

from .connection import Transaction, connect, fetch, scalar
from .filelock import FileLock
from .recovery import create_database, fsync_directory, settle
from .sqltext import Statements, read_script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

ASIDE = ".corrupt-"
# Scripts beside this module; the first one leads from schema 1 to 2.
UPGRADES = ("upgrade_journal_2.sql", "upgrade_journal_3.sql", "upgrade_journal_4.sql", "upgrade_journal_5.sql")


def create(path: str, schema: int, *, lock_timeout_s: float) -> None:
    """Makes an empty journal unless there is a file by now. Its folder must be there."""
    with _lock(path, lock_timeout_s):
        if not os.path.exists(path):
            _make(path, schema, set_aside="")


def replace_damaged(path: str, schema: int, *, inode: int, reason: str, lock_timeout_s: float) -> None:
    """Renames the file with this inode, and begins a new one that remembers its name; if it is still there."""
    with _lock(path, lock_timeout_s):
        if _inode(path) != inode:
            return
        aside = f"{path}{ASIDE}{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}"
        for ending in ("", "-wal", "-shm"):
            if os.path.exists(f"{path}{ending}"):
                os.rename(f"{path}{ending}", f"{aside}{ending}")
        _make(path, schema, set_aside=f"{aside}: {reason}")


def upgrade(path: str, wanted: int, *, lock_timeout_s: float, scripts: Sequence[str] = ()) -> None:
    """Brings the file to the schema wanted, after a copy to `<path>.backup-<old schema>`; all of it or nothing.

    scripts: SQL, the first leads from schema 1 to 2; those of UPGRADES when none is given.
    """
    with _lock(path, lock_timeout_s):
        db = connect(path, busy_timeout_ms=int(lock_timeout_s * 1000))
        try:
            found = int(scalar(db, "SELECT value FROM meta WHERE key = 'schema'"))
            if found < wanted:
                back_up(db, f"{path}.backup-{found}")
                steps = scripts or [read_script(name) for name in UPGRADES]
                _run_upgrade(db, steps[found - 1 : wanted - 1], wanted)
        finally:
            db.close()


def _run_upgrade(db: apsw.Connection, scripts: Sequence[str], wanted: int) -> None:
    db.execute("PRAGMA synchronous=FULL")
    with Transaction(db):
        for script in scripts:
            db.execute(script)
        db.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (str(wanted),))


def back_up(db: apsw.Connection, path: str) -> None:
    """A copy of the database, durable before it bears the name; one of that name is kept."""
    if os.path.exists(path):
        return
    temporary = f"{path}.tmp"
    _remove(temporary)
    copy = create_database(temporary, busy_timeout_ms=0)
    with copy.backup("main", db, "main") as backup:
        while not backup.done:
            backup.step()
    settle(copy)
    os.rename(temporary, path)
    fsync_directory(os.path.dirname(path))


def problems_of(db: apsw.Connection, path: str) -> list[str]:
    """One line each; empty when sound."""
    problems = [f"{path}: {row[0]}" for row in fetch(db, "PRAGMA quick_check(20)") if row[0] != "ok"]
    n_missing = scalar(db, Statements("journal.sql")["missing_contents"])
    if n_missing:
        problems.append(f"{path}: the newest text of {n_missing} notes is missing")
    return problems


def kept_aside(path: str) -> list[str]:
    """Damaged journals that were set aside and are still there, oldest first."""
    found = glob.glob(f"{glob.escape(path)}{ASIDE}*")
    return sorted(name for name in found if not name.endswith(("-wal", "-shm")))


def _make(path: str, schema: int, *, set_aside: str) -> None:
    temporary = f"{path}.new"
    _remove(temporary)
    db = create_database(temporary, busy_timeout_ms=0)
    with Transaction(db):
        db.execute(read_script("schema_journal.sql"))
        db.execute("INSERT INTO meta (key, value) VALUES ('schema', ?)", (str(schema),))
        if set_aside:
            db.execute("INSERT INTO meta (key, value) VALUES ('set_aside', ?)", (set_aside,))
    settle(db)
    os.rename(temporary, path)
    fsync_directory(os.path.dirname(path))


def _lock(path: str, timeout_s: float) -> FileLock:
    """A file of its own, since the folder may serve others as a lock."""
    return FileLock(f"{path}.lock", timeout_s=timeout_s)


def _remove(path: str) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(f"{path}{ending}"):
            os.unlink(f"{path}{ending}")


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return 0
