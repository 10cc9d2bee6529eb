"""Paths of notes, checked and opened part by part without following a link. Hook path."""

from __future__ import annotations

import os
import stat

from ...core.errors import SagacityError
from .reading import FOLDER_FLAGS, failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...app.records import Layer


_KINDS = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def no_step(_name: str) -> None:
    """The fail point of ordinary life."""


def is_note_name(name: str) -> bool:
    """Whether a file of this name is a note: `*.md` in any case; no README, nothing hidden, no undecodable name."""
    if name[-3:].lower() != ".md" or name[0] == "." or name.lower() == "readme.md":
        return False
    return is_text(name)


def is_text(name: str) -> bool:
    """False for a name that is no UTF-8: it could be neither indexed nor shown, nor written on another system."""
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_folder(path: str) -> str:
    """A folder's path, unchanged; "" is the notes folder. Raises `refused` for what leads out or is hidden."""
    if path and ("//" in f"/{path}/" or "/." in f"/{path}" or "\0" in path or not is_text(path)):
        raise SagacityError(
            "refused", f"{path!r} is no path inside a layer", hint="paths are relative, without hidden parts"
        )
    return path


def split_note(path: str) -> tuple[str, str]:
    """Folder and file name of a note. Raises `refused` for what leads out, is hidden or cannot be a note's name."""
    folder, _, name = check_folder(path).rpartition("/")
    if not name or not is_note_name(name):
        raise SagacityError("refused", f"{path!r} is no note's path", hint="notes end in .md, and README.md is none")
    return folder, name


class Folder:
    """An open folder. Closed with its last reference, so that threads may share it, or by hand by who does not."""

    __slots__ = ("dev", "fd", "ino", "path")

    def __init__(self, fd: int, path: str) -> None:
        self.fd = fd
        self.path = path
        found = os.fstat(fd)
        self.dev = found.st_dev
        self.ino = found.st_ino

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Idempotent."""
        fd, self.fd = self.fd, -1
        if fd >= 0:
            os.close(fd)

    def is_at_its_path(self) -> bool:
        """Whether the path still leads to this folder."""
        try:
            found = os.stat(self.path, follow_symlinks=False)
        except OSError:
            return False
        return found.st_ino == self.ino and found.st_dev == self.dev


def notes_parts(layer: Layer) -> list[str]:
    """The parts of the notes folder's path below the layer's root. Raises `refused` when it is not inside."""
    if layer.notes_dir == layer.root:
        return []
    head = layer.root + "/"
    parts = layer.notes_dir[len(head) :].split("/")
    if not layer.notes_dir.startswith(head) or ".." in parts:
        raise SagacityError("refused", f"the notes folder {layer.notes_dir!r} is not inside its layer {layer.root!r}")
    return parts


def open_folder(root: str, parts: Sequence[str]) -> Folder | None:
    """The folder below root, each part opened from the one before; None when one is missing, a link or no folder."""
    return _opened(root, -1, root, parts)


def open_below(base: Folder, path: str) -> Folder | None:
    """As `open_folder`, below a folder that is open."""
    return _opened(".", base.fd, base.path, path.split("/"))


def _opened(first: str, first_fd: int, path: str, parts: Sequence[str]) -> Folder | None:
    fd = -1
    try:
        fd = os.open(first, FOLDER_FLAGS, dir_fd=None if first_fd < 0 else first_fd)
        for part in parts:
            path = path + "/" + part
            above, fd = fd, -1
            try:
                fd = os.open(part, FOLDER_FLAGS, dir_fd=above)
            finally:
                os.close(above)
    except FileNotFoundError:
        return None
    except OSError as exc:
        ours = failure(exc, "open the folder", path)
        if ours.code == "refused":
            return None
        raise ours from exc
    return Folder(fd, path)


def refuse_unreadable(found: os.stat_result, path: str, read_max_bytes: int) -> None:
    """Raises `refused` with the reason for what is no readable note."""
    for is_kind, what in _KINDS:
        if is_kind(found.st_mode):
            raise SagacityError("refused", f"{path} is {what}, not a note")
    if found.st_size > read_max_bytes:
        raise SagacityError(
            "refused", f"{path} has {found.st_size} bytes, a note at most {read_max_bytes}", hint="split it"
        )
