"""Files made for the user: whole or not at all, and never over something unless that is asked for."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile

from ...app.export_port import FILE, FOLDER, LINK, OTHER
from ...core.errors import SagacityError
from .paths import open_folder
from .platform import place_new
from .reading import FOLDER_FLAGS, READ_FLAGS, failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PREFIX = ".sagacity-export-"
NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)


class OutputFiles:
    """Implements `app.export_port.Outputs`."""

    def real(self, path: str, cwd: str) -> str:
        if not path or "\0" in path:
            raise SagacityError("invalid", f"{path!r} is no path", hint="name a file or folder")
        return os.path.realpath(os.path.join(cwd, os.path.expanduser(path)))

    def kind(self, path: str) -> str:
        try:
            mode = os.stat(path).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except OSError as error:
            raise failure(error, "look at", path) from error
        return FILE if stat.S_ISREG(mode) else FOLDER if stat.S_ISDIR(mode) else OTHER

    def write(self, path: str, chunks: Iterable[bytes], *, replace: bool) -> int:
        folder, name = os.path.split(path)
        temporary = ""
        _make_all(folder)
        try:
            descriptor, temporary = tempfile.mkstemp(prefix=PREFIX, dir=folder)
            with open(descriptor, "wb") as file:
                file.writelines(chunks)
                size = file.tell()
                file.flush()
                os.fsync(file.fileno())
            _place(temporary, folder, name, replace=replace)
        except FileExistsError as error:
            raise SagacityError("refused", f"{path} is there already", hint="--force replaces it") from error
        except OSError as error:
            raise failure(error, "write", path) from error
        finally:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        return size

    def is_empty(self, folder: str) -> bool:
        try:
            with os.scandir(folder) as entries:
                return next(entries, None) is None
        except OSError as error:
            raise failure(error, "list", folder) from error

    def found(self, folder: str, path: str) -> tuple[str, bytes]:
        *parts, name = path.split("/")
        try:
            above = open_folder(folder, parts)
            if above is None:
                return (OTHER, b"") if _is_blocked(folder, parts) else ("", b"")
            return _at(above.fd, name)
        except OSError as error:
            raise failure(error, "read", f"{folder}/{path}") from error

    def put(self, folder: str, path: str, data: bytes, *, link: bool) -> None:
        *parts, name = path.split("/")
        try:
            _make_all(folder)
            _make(folder, parts)
            above = open_folder(folder, parts)
            if above is None or _at(above.fd, name)[0] in (FOLDER, OTHER):
                raise SagacityError("refused", f"{folder}/{path} is in the way", hint="move it, then try again")
            temporary = f"{PREFIX}{os.getpid()}"
            if link:
                os.symlink(os.fsdecode(data), temporary, dir_fd=above.fd)
            else:
                with open(os.open(temporary, NEW_FLAGS, 0o600, dir_fd=above.fd), "wb") as file:
                    file.write(data)
            os.rename(temporary, name, src_dir_fd=above.fd, dst_dir_fd=above.fd)
        except OSError as error:
            raise failure(error, "write", f"{folder}/{path}") from error

    def remove(self, folder: str, path: str) -> None:
        *parts, name = path.split("/")
        try:
            above = open_folder(folder, parts)
            if above is not None:
                os.unlink(name, dir_fd=above.fd)
            while parts and above is not None:
                empty = parts.pop()
                above = open_folder(folder, parts)
                if above is not None:
                    os.rmdir(empty, dir_fd=above.fd)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST):
                raise failure(error, "remove", f"{folder}/{path}") from error


def _make_all(folder: str) -> None:
    """Raises `invalid` where a file is in the way."""
    try:
        os.makedirs(folder, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise SagacityError("invalid", f"{folder} is no folder, nor can it be", hint="name another one") from error
    except OSError as error:
        raise failure(error, "make the folder", folder) from error


def _at(folder_fd: int, name: str) -> tuple[str, bytes]:
    """As `Outputs.found`. Raises OSError."""
    try:
        mode = os.stat(name, dir_fd=folder_fd, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return "", b""
    if stat.S_ISLNK(mode):
        return LINK, os.fsencode(os.readlink(name, dir_fd=folder_fd))
    if not stat.S_ISREG(mode):
        return FOLDER if stat.S_ISDIR(mode) else OTHER, b""
    with open(os.open(name, READ_FLAGS, dir_fd=folder_fd), "rb") as file:
        return FILE, file.read()


def _is_blocked(folder: str, parts: list[str]) -> bool:
    """Whether one of the parts is there and no folder."""
    for at in range(1, len(parts) + 1):
        here = os.path.join(folder, *parts[:at])
        if os.path.islink(here) or (os.path.lexists(here) and not os.path.isdir(here)):
            return True
    return False


def _make(folder: str, parts: list[str]) -> None:
    """The folders that are missing, each in the one before. Raises OSError, also for a link on the way."""
    here = os.open(folder, os.O_RDONLY)
    try:
        for part in parts:
            with contextlib.suppress(FileExistsError):
                os.mkdir(part, 0o700, dir_fd=here)
            above, here = here, os.open(part, FOLDER_FLAGS, dir_fd=here)
            os.close(above)
    finally:
        os.close(here)


def _place(temporary: str, folder: str, name: str, *, replace: bool) -> None:
    """Raises OSError."""
    if replace:
        os.replace(temporary, os.path.join(folder, name))
        return
    folder_fd = os.open(folder, os.O_RDONLY)
    try:
        place_new(os.path.basename(temporary), name, temp_fd=folder_fd, target_fd=folder_fd)
    finally:
        os.close(folder_fd)
