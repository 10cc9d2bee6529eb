"""An exclusive lock between processes on a folder or a lock file; the kernel frees it when its holder dies."""

from __future__ import annotations

import os
import time

from ...core.errors import SagacityError

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

_FIRST_WAIT_S = 0.0005
_LONGEST_WAIT_S = 0.02


class FileLock:
    """Held inside the context. Not reentrant. Raises `busy` after timeout_s, `unsupported` where there is no flock.

    path: a folder, or a file that is made when missing. It must not be a database: closing a descriptor of one would
    drop SQLite's own locks on it.
    """

    __slots__ = ("_descriptor", "_path", "_timeout_s")

    def __init__(self, path: str, *, timeout_s: float) -> None:
        self._path = path
        self._timeout_s = timeout_s
        self._descriptor = -1

    def __enter__(self) -> None:
        if fcntl is None:
            raise SagacityError("unsupported", f"cannot lock {self._path}: this platform has no flock")
        flags = os.O_RDONLY | os.O_CLOEXEC if os.path.isdir(self._path) else os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._descriptor = os.open(self._path, flags, 0o600)
        try:
            self._wait()
        except (OSError, SagacityError):
            self._release()
            raise

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, trace: object) -> None:
        self._release()

    def _wait(self) -> None:
        deadline = time.monotonic() + self._timeout_s
        pause_s = _FIRST_WAIT_S
        while True:
            try:
                return fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    message = f"cannot lock {self._path} within {self._timeout_s:g} s: another process holds it"
                    raise SagacityError("busy", message, hint="try again") from None
            time.sleep(pause_s)
            pause_s = min(pause_s * 2, _LONGEST_WAIT_S)

    def _release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
