"""Files of a project's working tree, read without ever leaving it."""

from __future__ import annotations

import os
import stat

from ...core.errors import SagacityError
from ...core.evidence import is_commit, outside
from .gitdir import gitdir_of, read_repository
from .paths import open_folder
from .reading import READ_FLAGS, failure, read_small, read_up_to

MAX_BYTES = 4_194_304
_REFS_MAX_BYTES = 16_777_216
_REF_MAX_BYTES = 4096


class WorkingTrees:
    """Implements `app.evidence_port.ProjectFiles`."""

    def read(self, top: str, path: str) -> bytes:
        if why := outside(path):
            raise SagacityError("refused", f"{path!r} {why}")
        try:
            return _opened(top, path, path)  # as it nearly always goes: no part of the path is a link
        except SagacityError:
            real_top = os.path.realpath(top)
            above = real_top.rstrip("/") + "/"
            real = os.path.realpath(above + path)
            if real == f"{top}/{path}":
                raise
        if not real.startswith(above):
            raise SagacityError("refused", f"{path} is a link that leads out of the project")
        inner = real[len(above) :]
        if outside(inner):
            raise SagacityError("refused", f"{path} is a link into git's own folder")
        return _opened(real_top, inner, path)

    def head(self, top: str) -> str:
        try:
            return _head(top)
        except OSError:
            return ""


def _opened(top: str, inner: str, path: str) -> bytes:
    """inner: without links. Should a part of it become one meanwhile, it is not followed."""
    *parts, name = inner.split("/")
    folder = open_folder(top, parts)
    if folder is None:
        raise SagacityError("not_found", f"there is no file {path}")
    try:
        # Opening a pipe or a device would already be noticed at its other end.
        found = os.stat(name, dir_fd=folder.fd, follow_symlinks=False)
        if not stat.S_ISREG(found.st_mode):
            raise SagacityError("refused", f"{path} is {_kind(found.st_mode)}, no regular file")
        fd = os.open(name, READ_FLAGS, dir_fd=folder.fd)
    except (FileNotFoundError, NotADirectoryError) as exc:
        raise SagacityError("not_found", f"there is no file {path}") from exc
    except OSError as exc:
        raise SagacityError("refused", failure(exc, "read", path).message) from exc
    finally:
        folder.close()
    try:
        data = read_up_to(fd, MAX_BYTES)
    except OSError as exc:
        raise SagacityError("refused", failure(exc, "read", path).message) from exc
    finally:
        os.close(fd)
    if data is None:
        raise SagacityError("refused", f"{path} has {found.st_size} bytes; {MAX_BYTES} is the most that is looked at")
    return data


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a named pipe" if stat.S_ISFIFO(mode) else "a device"


def _head(top: str) -> str:
    """From git's own files, as they are without a process; "" for formats of references other than files."""
    repository = read_repository(top)
    if repository is None or not repository.common:
        return ""
    said = _first_line(gitdir_of(top) + "/HEAD")
    if not said.startswith("ref: "):
        return said if is_commit(said) else ""
    name = said[len("ref: ") :]
    if not name.startswith("refs/") or ".." in name:
        return ""
    found = _first_line(f"{repository.common}/{name}")
    return found if is_commit(found) else _packed(repository.common, name)


def _first_line(path: str) -> str:
    data = read_small(path, _REF_MAX_BYTES) or b""
    return os.fsdecode(data).partition("\n")[0].strip()


def _packed(common: str, name: str) -> str:
    ending = b" " + os.fsencode(name)
    for line in (read_small(common + "/packed-refs", _REFS_MAX_BYTES) or b"").splitlines():
        if line.endswith(ending):
            commit = os.fsdecode(line[: -len(ending)])
            return commit if is_commit(commit) else ""
    return ""
