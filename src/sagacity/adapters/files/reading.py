"""Opens that follow no link, reads of small files, and what the system's refusals mean. Hook path.

Only `os` and built-in modules: locks and durable writes, which load more, are in platform.py.
"""

from __future__ import annotations

import errno
import os
import stat

from ...core.errors import SagacityError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...core.errors import Code

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
READ_FLAGS = os.O_RDONLY | NO_FOLLOW | getattr(os, "O_NONBLOCK", 0)
FOLDER_FLAGS = os.O_RDONLY | NO_FOLLOW | getattr(os, "O_DIRECTORY", 0)

_FAILURES: dict[int, tuple[Code, str]] = {
    errno.ENOSPC: ("degraded", "free some space on {mount} ({free} bytes are left)"),
    errno.EDQUOT: ("degraded", "the quota on {mount} is used up: free some space or have it raised"),
    errno.EFBIG: ("degraded", "raise the file size limit of this process (`ulimit -f`)"),
    errno.EROFS: ("degraded", "{mount} is mounted read-only: remount it writable, or set another SAGACITY_HOME"),
    errno.EACCES: ("degraded", "check who owns it and its permissions"),
    errno.EPERM: ("degraded", "check who owns it, its permissions and its attributes"),
    errno.EIO: ("degraded", "the disk under {mount} reports an error: check it before you write again"),
    errno.EMFILE: ("degraded", "too many files are open: raise `ulimit -n` or write fewer notes at once"),
    errno.ENFILE: ("degraded", "too many files are open on this machine"),
    errno.ENOMEM: ("degraded", "the machine is out of memory"),
    errno.ENOLCK: ("degraded", "{mount} has no file locks: keep notes on a local file system"),
    errno.ESTALE: ("degraded", "{mount} lost the file: is the network drive there?"),
    errno.EXDEV: ("degraded", "one layer must lie on one file system"),
    errno.ELOOP: ("refused", "symbolic links are not followed"),
    errno.ENOTDIR: ("refused", "a part of the path is a link or no folder"),
    errno.ENAMETOOLONG: ("invalid", "choose a shorter name"),
}


def failure(exc: OSError, tried: str, path: str) -> SagacityError:
    """Ours for the system's refusal: what was tried, on which path, what the system said, what to do."""
    code, hint = _FAILURES.get(exc.errno or 0, ("degraded", ""))
    if "{" in hint:
        mount, free = _file_system(path)
        hint = hint.format(mount=mount, free=free)
    said = exc.strerror or str(exc)
    return SagacityError(code, f"cannot {tried} {path}: {said}", hint=hint)


def _file_system(path: str) -> tuple[str, int]:
    """Mount point of the nearest existing ancestor, and the bytes an ordinary user may still write there."""
    here = path
    while not os.path.exists(here) and here != os.path.dirname(here):
        here = os.path.dirname(here)
    device = os.stat(here).st_dev
    free = os.statvfs(here)
    while here != os.path.dirname(here) and os.stat(os.path.dirname(here)).st_dev == device:
        here = os.path.dirname(here)
    return here, free.f_bavail * free.f_frsize


def read_small(path: str, limit_bytes: int) -> bytes | None:
    """A small regular file that may be reached through links, None when it is missing, larger or something else.

    Raises OSError where it may not be read. Never blocks on a FIFO or a device: those are not opened.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        fd = os.open(path, READ_FLAGS & ~getattr(os, "O_NOFOLLOW", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        return read_up_to(fd, limit_bytes)
    finally:
        os.close(fd)


def read_up_to(fd: int, limit_bytes: int) -> bytes | None:
    """The whole of an open regular file, None when it is something else or holds more than the limit."""
    found = os.fstat(fd)
    if not stat.S_ISREG(found.st_mode) or found.st_size > limit_bytes:
        return None
    data = os.read(fd, found.st_size + 1)
    if len(data) == found.st_size:
        return data
    while len(data) <= limit_bytes:
        more = os.read(fd, limit_bytes + 1 - len(data))
        if not more:
            return data
        data += more
    return None
