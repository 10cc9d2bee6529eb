"""A new generation beside the serving one."""

from __future__ import annotations

import os

import apsw

from ...core.errors import SagacityError
from .connection import Transaction, connect, scalar
from .faults import DamagedError, Translated
from .filelock import FileLock
from .generations import SCHEMA, current_name, install, make_folder, number_of, open_generation
from .recovery import create_database, fsync_directory, next_number, settle, switch_pointer
from .serving import Private, Serving
from .sqltext import Statements
from .vectors_write import VectorWriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ...app.index_port import Index

REBUILD_LOCK = "rebuild.lock"
BUILDING = ".building"
# Names are put in no order: where their pages do not fit, each is read and written over and over.
CACHE_KIB = 64_000


class Rebuild:
    """See `app.ports.Index.rebuild`. A second one at the same time raises `busy`.

    progress: told the number of notes put so far. The generation before the new one is kept, older ones are removed
    when no process holds them.
    """

    def __init__(
        self,
        store: Serving | Private,
        index_over: Callable[[Private], Index],
        fill: Callable[[Index], None],
        progress: Callable[[int], None] | None,
    ) -> None:
        if not isinstance(store, Serving):
            raise SagacityError("unsupported", "an index in memory cannot be rebuilt", hint="fill a new one")
        self._store = store
        self._index_over = index_over
        self._fill = fill
        self._progress = progress
        self._only = FileLock(f"{store.directory}/{REBUILD_LOCK}", timeout_s=0)
        self._lock: AbstractContextManager[None] | None = None
        self._path = ""
        self._db: apsw.Connection | None = None

    def __enter__(self) -> Index:
        directory = self._store.directory
        with Translated(f"rebuild the index in {directory}"):
            make_folder(directory)
            self._only.__enter__()
            built = False
            try:
                index = self._built()
                built = True
            finally:
                if not built:
                    self._abandon()
            return index

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, trace: object) -> None:
        try:
            if kind is None:
                with Translated(f"switch to the rebuilt index in {self._store.directory}"):
                    self._switch()
        finally:
            self._abandon()

    def _built(self) -> Index:
        self._path, self._db = self._building()
        self._db.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        index = self._index_over(Private(self._db, path=self._path, progress=self._progress))
        self._fill(index)
        with Transaction(self._db):
            sql = Statements("index_write.sql")
            self._db.execute(sql["optimize_text"])
            VectorWriter(self._db, sql).tidy()
        self._db.execute("PRAGMA optimize")
        self._db.execute("VACUUM")  # names come in no order and leave their pages two thirds full
        lock = self._store.lock()
        lock.__enter__()
        self._lock = lock
        return index

    def _building(self) -> tuple[str, apsw.Connection]:
        """The interrupted one if it is sound, else a new one."""
        directory = self._store.directory
        started = [
            name for name in os.listdir(directory) if number_of(name.removesuffix(BUILDING)) and BUILDING in name
        ]
        for name in sorted(started):
            path = f"{directory}/{name}"
            try:
                open_generation(path, busy_timeout_ms=0).close()
                return path, connect(path, busy_timeout_ms=0)
            except DamagedError:
                _unlink(path)
        number = next_number(directory)
        path = f"{directory}/{SCHEMA}-{number}.db{BUILDING}"
        db = create_database(path, busy_timeout_ms=0)
        with Transaction(db):
            install(db, number)
        return path, db

    def _switch(self) -> None:
        directory = self._store.directory
        db, self._db = self._db, None
        if db is None:
            return
        if not scalar(db, "SELECT value FROM meta WHERE key = 'complete'"):
            db.execute(Statements("index_write.sql")["set_meta"], ("complete", "1"))
        settle(db)
        previous = current_name(directory)
        name = os.path.basename(self._path).removesuffix(BUILDING)
        if number_of(name) <= number_of(previous):
            # A damaged index was replaced meanwhile.
            name = f"{SCHEMA}-{next_number(directory)}.db"
        os.rename(self._path, f"{directory}/{name}")
        fsync_directory(directory)
        switch_pointer(directory, name)
        self._store.close()
        _remove_old(directory, keep={name, previous})

    def _abandon(self) -> None:
        """Frees what is held; what was built stays for the next attempt."""
        if self._db is not None:
            self._db.close()
            self._db = None
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.__exit__(None, None, None)
        self._only.__exit__(None, None, None)


def _remove_old(directory: str, *, keep: set[str]) -> None:
    for name in os.listdir(directory):
        if number_of(name) and name not in keep and _nobody_holds(f"{directory}/{name}"):
            _unlink(f"{directory}/{name}")


def _nobody_holds(path: str) -> bool:
    """Leaving WAL mode needs the file for oneself alone; it also takes the files of the WAL away."""
    try:
        db = connect(path, busy_timeout_ms=0)
    except apsw.Error:
        return False
    try:
        return bool(scalar(db, "PRAGMA journal_mode=DELETE") == "delete")
    except apsw.Error:
        return False
    finally:
        db.close()


def _unlink(path: str) -> None:
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(f"{path}{ending}"):
            os.unlink(f"{path}{ending}")
