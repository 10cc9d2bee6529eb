"""Where an index gets its connection from: the generation that serves, or a database of its own."""

from __future__ import annotations

import os

import apsw

from ...core.errors import SagacityError
from .faults import DamagedError, Translated
from .generations import current_name, empty_index, make_folder, open_generation, stamp_of_pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager


PATIENT_MS = 500


class Unlocked:
    """A context that holds nothing."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_exc: object) -> None:
        return None


class Serving:
    """The generation the pointer names, opened when first asked for and again whenever the pointer moves on.

    Where none can be opened or made, reads get an empty index in memory and writes the reason.
    left: the generation before, kept when the pointer moves on: keys that were had from it are good there only.
    recovered: a damaged or missing generation was replaced by an empty one through this object.
    """

    def __init__(self, directory: str, *, busy_timeout_ms: int, lock_timeout_s: float) -> None:
        self.directory = directory
        self.busy_timeout_ms = busy_timeout_ms
        self.lock_timeout_s = lock_timeout_s
        # Who cannot wait for others must not make others wait.
        self.in_a_hurry = busy_timeout_ms < PATIENT_MS
        self.recovered = False
        self.refusal: SagacityError | None = None
        self.left: apsw.Connection | None = None
        self._db: apsw.Connection | None = None
        self._name = ""
        self._inode = 0
        self._pointer: tuple[int, int, int] | None = None

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
            with self.lock():
                replace_damaged(self.directory, name, inode=inode, reason=reason)
            self.recovered = True

    def told(self, n_put: int) -> None:
        """Of notes put; nobody listens."""

    def close(self) -> None:
        """Idempotent; a later operation opens again."""
        db, self._db = self._db, None
        self._name = ""
        self.refusal = None
        if db is not None:
            db.close()
        self.forget_left()

    def forget_left(self) -> None:
        """Idempotent."""
        left, self.left = self.left, None
        if left is not None:
            left.close()

    def _is_current(self) -> bool:
        """A call asks dozens of times: the pointer is read again only where it is not the file that was read last."""
        if self._db is None or not self._name:
            return False
        try:
            pointer = stamp_of_pointer(self.directory)
            if pointer != self._pointer:
                if current_name(self.directory) != self._name:
                    return False
                self._pointer = pointer
            return os.stat(self.path).st_ino == self._inode
        except (FileNotFoundError, NotADirectoryError):
            return False

    def _opened(self, name: str) -> bool:
        left = None
        if self._name and name not in ("", self._name):
            left, self._db = self._db, None
        self.close()
        self.left = left
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
            with Translated(f"make an index in {self.directory}"), Unlocked() if locked else self.lock():
                name, fresh = make_current(self.directory, busy_timeout_ms=self.busy_timeout_ms)
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
    """An index that no other process uses: in memory, or a generation under construction.

    progress: told the number of notes put so far.
    """

    recovered = False
    in_a_hurry = False
    left = None
    refusal: SagacityError | None = None

    def __init__(self, db: apsw.Connection, *, path: str = "", progress: Callable[[int], None] | None = None) -> None:
        self._db = db
        self._progress = progress
        self._n_put = 0
        self.path = path

    def lock(self) -> AbstractContextManager[None]:
        return Unlocked()

    def connection(self) -> apsw.Connection:
        return self._db

    def writable(self) -> apsw.Connection:
        return self._db

    def condemn(self, reason: str) -> None:
        raise DamagedError(reason)

    def forget_left(self) -> None:
        """There is none."""

    def told(self, n_put: int) -> None:
        self._n_put += n_put
        if self._progress:
            self._progress(self._n_put)

    def close(self) -> None:
        self._db.close()
