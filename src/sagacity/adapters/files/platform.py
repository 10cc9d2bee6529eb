"""What differs between operating systems for those who write: locks, durable writes, renames that replace nothing.

Linux is proved by the tests. The macOS branches are written but not run here. Windows can import this; any use is
refused until it is proved.
"""

from __future__ import annotations

import _thread
import errno
import os
import sys
import time

from ...core.errors import SagacityError
from .reading import FOLDER_FLAGS, NO_FOLLOW, READ_FLAGS, failure

if sys.platform != "win32":
    import fcntl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TEMP_PREFIX = ".sagacity-tmp-"
"""Temporary files lie in the folder whose lock their writer holds: the next holder knows that the writer is gone."""

CREATE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_FOLLOW

_WRITE_MAX_BYTES = 1 << 24


def require_supported() -> None:
    """Raises `unsupported` where locks and durable writes are not proved."""
    if sys.platform == "win32":
        raise SagacityError("unsupported", "Sagacity does not run on Windows yet", hint="use it inside WSL")


class FolderLock:
    """The exclusive lock on a folder, held on its own descriptor: no lock file appears, and death frees it.

    Entering gives the descriptor. `busy` when the lock is not had within timeout_s. Not reentrant.
    """

    def __init__(self, path: str, timeout_s: float) -> None:
        self._path = path
        self._timeout_s = timeout_s
        self._fd = -1

    def __enter__(self) -> int:
        require_supported()
        deadline = time.monotonic() + self._timeout_s
        while not self._try():
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                raise SagacityError(
                    "busy",
                    f"another process has been writing in {self._path} for {self._timeout_s:g} s",
                    hint="try again; `lsof` on that folder names the process",
                )
            # Asking again and again would let whoever is lucky pass; the kernel wakes waiters in their order.
            _Waiter(self._open()).wait(left_s, self._take)
            if self._fd >= 0:
                break
        return self._fd

    def __exit__(self, *_exc: object) -> None:
        fd, self._fd = self._fd, -1
        _unlock(fd)
        os.close(fd)

    def _open(self) -> int:
        try:
            return os.open(self._path, FOLDER_FLAGS)
        except FileNotFoundError as exc:
            raise SagacityError("degraded", f"cannot lock {self._path}: the folder is gone") from exc
        except OSError as exc:
            raise failure(exc, "lock", self._path) from exc

    def _try(self) -> bool:
        fd = self._open()
        try:
            if _lock_now(fd):
                self._take(fd)
                return self._fd == fd
        except OSError as exc:
            raise failure(exc, "lock", self._path) from exc
        finally:
            if self._fd != fd:
                os.close(fd)
        return False

    def _take(self, fd: int) -> bool:
        """Makes a locked descriptor ours, unless the folder was replaced while we waited."""
        if _same(fd, self._path):
            self._fd = fd
        return self._fd == fd


class _Waiter:
    """Waits for the lock in the kernel's queue, in a thread of its own because flock knows no timeout."""

    def __init__(self, fd: int) -> None:
        self._descriptor = fd
        self._won = _thread.allocate_lock()
        self._won.acquire()
        self._deciding = _thread.allocate_lock()
        self._wanted = True

    def wait(self, timeout_s: float, take: Callable[[int], bool]) -> None:
        """Hands the locked descriptor to `take`; closes it when that refuses it, or time is over."""
        _thread.start_new_thread(self._block, ())
        won = self._won.acquire(timeout=timeout_s)
        if not won:
            with self._deciding:
                won = self._won.acquire(blocking=False)
                self._wanted = won
        if won and not take(self._descriptor):
            os.close(self._descriptor)

    def _block(self) -> None:
        try:
            _lock_in_turn(self._descriptor)
        except OSError:
            return  # the waiter times out, and says so
        with self._deciding:
            if self._wanted:
                self._won.release()
                return
        os.close(self._descriptor)


def _lock_now(fd: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_in_turn(fd: int) -> None:
    if sys.platform != "win32":
        fcntl.flock(fd, fcntl.LOCK_EX)


def _unlock(fd: int) -> None:
    """Closing alone would leave it to a child that was forked meanwhile and has the descriptor too."""
    if sys.platform != "win32":
        fcntl.flock(fd, fcntl.LOCK_UN)


def _same(fd: int, path: str) -> bool:
    """False when the folder was replaced while we waited: then the lock is on something nobody else looks at."""
    try:
        return os.path.samestat(os.fstat(fd), os.stat(path, follow_symlinks=False))
    except FileNotFoundError:
        return False


def sync(fd: int) -> None:
    """Brings a file or folder to the medium. Raises OSError; an error is final, trying again would lie."""
    if sys.platform == "darwin":
        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
    else:
        os.fsync(fd)


def sync_group(folder_fd: int, names: Sequence[str]) -> None:
    """Brings many new files of one folder to the medium, on Linux by one call for their whole file system."""
    if sys.platform == "linux":
        import ctypes  # 5 ms, and only groups and renames need it

        if ctypes.CDLL(None, use_errno=True).syncfs(folder_fd) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
    else:
        for name in names:
            fd = os.open(name, READ_FLAGS, dir_fd=folder_fd)
            try:
                sync(fd)
            finally:
                os.close(fd)


def write_all(fd: int, data: bytes) -> None:
    """Writes every byte: the system may take fewer at a time, last of all before the disk is full."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view[:_WRITE_MAX_BYTES]) :]


def rename_no_overwrite(source: str, target: str, *, source_fd: int, target_fd: int) -> None:
    """Renames in one step and never over something. Raises FileExistsError, OSError.

    Source: renameat2(2) RENAME_NOREPLACE; macOS renameatx_np(2) RENAME_EXCL, not run here.
    """
    import ctypes  # 5 ms, and only groups and renames need it

    library = ctypes.CDLL(None, use_errno=True)
    name, flag = ("renameatx_np", 4) if sys.platform == "darwin" else ("renameat2", 1)
    call = getattr(library, name, None)
    if call is None:
        return _link_and_unlink(source, target, source_fd=source_fd, target_fd=target_fd)
    if call(source_fd, os.fsencode(source), target_fd, os.fsencode(target), ctypes.c_uint(flag)) == 0:
        return None
    number = ctypes.get_errno()
    if number in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return _link_and_unlink(source, target, source_fd=source_fd, target_fd=target_fd)
    raise OSError(number, os.strerror(number), target)


def place_new(temp: str, target: str, *, temp_fd: int, target_fd: int) -> bool:
    """Gives a finished temporary file its name, never over something. Raises FileExistsError, OSError.

    True when the temporary name is still there to be removed. A hard link needs no foreign call; file systems
    without hard links rename.
    """
    try:
        os.link(temp, target, src_dir_fd=temp_fd, dst_dir_fd=target_fd, follow_symlinks=False)
    except OSError as exc:
        if exc.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK):
            raise
        rename_no_overwrite(temp, target, source_fd=temp_fd, target_fd=target_fd)
        return False
    return True


def _link_and_unlink(source: str, target: str, *, source_fd: int, target_fd: int) -> None:
    os.link(source, target, src_dir_fd=source_fd, dst_dir_fd=target_fd, follow_symlinks=False)
    os.unlink(source, dir_fd=source_fd)
