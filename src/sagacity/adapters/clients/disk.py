"""Reading and replacing configuration files of other programs: whole, through links, and only those of this user."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from typing import TYPE_CHECKING

from ...core.errors import SagacityError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 64 * 1024 * 1024
LOCK_WAIT_S = 3.0
LOCK_STALE_S = 30.0


def real(path: str) -> str:
    """The file behind the links, which need not be there yet."""
    return os.path.realpath(path)


def read(path: str, *, max_bytes: int = MAX_BYTES) -> bytes | None:
    """None when there is no such file. Raises `refused` for what is no regular file of ours, `degraded` else."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SagacityError("degraded", f"cannot read {path}: {error.strerror}", hint="check its owner") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise SagacityError("refused", f"{path} is no regular file")
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise SagacityError("refused", f"{path} is larger than {max_bytes} bytes")
    return data


def check_writable(path: str) -> None:
    """Raises `refused` when the file, or the folder it would be made in, is another user's or read-only."""
    folder = os.path.dirname(path)
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    for place in (path, folder):
        try:
            status = os.stat(place)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise SagacityError("degraded", f"cannot look at {place}: {error.strerror}") from error
        _check_mine(place, status)


def _check_mine(place: str, status: os.stat_result) -> None:
    if status.st_uid != os.geteuid():
        hint = "run setup as that user"
        raise SagacityError("refused", f"{place} belongs to another user (uid {status.st_uid})", hint=hint)
    if not status.st_mode & stat.S_IWUSR or not os.access(place, os.W_OK):
        hint = f"chmod u+w {place}, or let what manages the file add the lines that `--print` shows"
        raise SagacityError("refused", f"{place} is read-only", hint=hint)


def make_folder(path: str) -> None:
    """Makes what is missing of a folder, for this user alone."""
    if path and not os.path.isdir(path):
        make_folder(os.path.dirname(path))
        try:
            os.mkdir(path, 0o700)
        except FileExistsError:
            return
        except OSError as error:
            raise SagacityError("degraded", f"cannot make {path}: {error.strerror}") from error


def replace(path: str, data: bytes | None, mode: int) -> None:
    """Puts the bytes there in one step, durably, keeping the mode of a file that is there; None takes the file away."""
    try:
        if data is None:
            os.unlink(path)
            return
        make_folder(os.path.dirname(path))
        _write_beside(path, data, mode)
    except FileNotFoundError:
        return
    except OSError as error:
        raise SagacityError("degraded", f"cannot write {path}: {error.strerror}", hint="nothing was changed") from error


def _write_beside(path: str, data: bytes, mode: int) -> None:
    with contextlib.suppress(FileNotFoundError):
        mode = stat.S_IMODE(os.stat(path).st_mode)
    descriptor, temporary = tempfile.mkstemp(prefix=".sagacity-", dir=os.path.dirname(path))
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        os.rename(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


@contextlib.contextmanager
def locked(path: str, *, wanted: bool) -> Iterator[None]:
    """Holds the folder PATH.lock, as Claude Code does when it rewrites the file. Raises `busy` after three seconds.

    One that has not been touched for half a minute was left by a process that died.
    """
    if not wanted or not os.path.isdir(os.path.dirname(path)):
        yield
        return
    lock = path + ".lock"
    until = time.monotonic() + LOCK_WAIT_S
    while not _took(lock):
        if time.monotonic() > until:
            raise SagacityError("busy", f"{path} is held by its program", hint="close it, or try again")
        time.sleep(0.02)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.rmdir(lock)


def _took(lock: str) -> bool:
    try:
        os.mkdir(lock)
    except FileExistsError:
        with contextlib.suppress(OSError):
            if time.time() - os.stat(lock).st_mtime > LOCK_STALE_S:
                os.rmdir(lock)
        return False
    except OSError as error:
        raise SagacityError("degraded", f"cannot make {lock}: {error.strerror}") from error
    return True
