"""The note store on a file system: listing, stat and reading here, writing in `write.py`. Hook path."""

from __future__ import annotations

import os
import stat

from ...app.records import DirList, FileStat, RawNote
from ...core.errors import SagacityError
from .paths import (
    Folder,
    check_folder,
    is_note_name,
    is_text,
    no_step,
    notes_parts,
    open_below,
    open_folder,
    refuse_unreadable,
    split_note,
)
from .reading import FOLDER_FLAGS, READ_FLAGS, failure, read_up_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...app.records import FileChange, Layer, Recorded
    from .write import LayerLock


class FileStore:
    """NoteStore over folders of files.

    step: called with a name of `write.STEPS` between every two system calls of the write path, for fault injection.
    read_max_bytes: larger files are no notes.
    """

    def __init__(
        self, *, lock_timeout_s: float = 10.0, read_max_bytes: int = 2_097_152, step: Callable[[str], None] = no_step
    ) -> None:
        self._lock_timeout_s = lock_timeout_s
        self._read_max_bytes = read_max_bytes
        self._step = step
        self._last: Folder | None = None
        self._held: dict[str, int] = {}

    def dir_mtime(self, layer: Layer, path: str) -> int | None:
        folder = self._folder(layer, check_folder(path))
        return None if folder is None else os.fstat(folder.fd).st_mtime_ns

    def dir_mtimes(self, layer: Layer, paths: Sequence[str]) -> list[int | None]:
        head = layer.notes_dir
        return [_mtime_of(f"{head}/{check_folder(path)}" if path else head) for path in paths]

    def list_dir(self, layer: Layer, path: str) -> DirList | None:
        folder = self._folder(layer, check_folder(path))
        if folder is None:
            return None
        head = path + "/" if path else ""
        notes: list[FileStat] = []
        dirs: list[str] = []
        others: list[str] = []
        try:
            mtime_ns = os.fstat(folder.fd).st_mtime_ns
            for entry in _entries(folder):
                if is_note_name(entry.name):
                    _append_stat(notes, others, entry, head)
                elif entry.name[0] != "." and entry.is_dir(follow_symlinks=False) and is_text(entry.name):
                    dirs.append(head + entry.name)
        except OSError as exc:
            raise failure(exc, "list", folder.path) from exc
        notes.sort(key=_by_path)
        dirs.sort()
        return DirList(path, mtime_ns, tuple(notes), tuple(dirs), tuple(sorted(others)))

    def stat(self, layer: Layer, path: str) -> FileStat | None:
        dir_path, name = split_note(path)
        folder = self._folder(layer, dir_path)
        if folder is None:
            return None
        try:
            found = os.stat(name, dir_fd=folder.fd, follow_symlinks=False)
        except FileNotFoundError:
            return None
        except OSError as exc:
            raise failure(exc, "look at", f"{folder.path}/{name}") from exc
        return FileStat(path, found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None

    def differing(self, layer: Layer, recorded: Sequence[Recorded]) -> tuple[list[str], list[str]]:
        changed: list[str] = []
        gone: list[str] = []
        base = self._folder(layer, "")
        at, fd, folder = "\0", -1, base
        for path, size, mtime_ns in recorded:
            dir_path, _, name = path.rpartition("/")
            if dir_path != at:
                folder = open_below(base, check_folder(dir_path)) if base and dir_path else base
                at, fd = dir_path, -1 if folder is None else folder.fd
            try:
                found = os.lstat(name, dir_fd=fd)
            except OSError:  # no folder is the descriptor -1, which is refused like a name that is gone
                gone.append(path)
                continue
            if not stat.S_ISREG(found.st_mode):
                gone.append(path)
            elif found.st_mtime_ns != mtime_ns or found.st_size != size:
                changed.append(path)
        return changed, gone

    def read(self, layer: Layer, path: str) -> RawNote:
        dir_path, name = split_note(path)
        folder = self._folder(layer, dir_path)
        if folder is None:
            raise SagacityError("not_found", f"there is no note {path} in {layer.notes_dir}")
        try:
            # A FIFO or a device is not even opened: that alone can have effects.
            refuse_unreadable(os.stat(name, dir_fd=folder.fd, follow_symlinks=False), path, self._read_max_bytes)
            fd = os.open(name, READ_FLAGS, dir_fd=folder.fd)
            try:
                # Taken before the bytes: a change while we read leaves an older stat, and is seen at the next look.
                found = os.fstat(fd)
                data = read_up_to(fd, self._read_max_bytes)
            finally:
                os.close(fd)
        except FileNotFoundError as exc:
            raise SagacityError("not_found", f"there is no note {path} in {layer.notes_dir}") from exc
        except OSError as exc:
            raise failure(exc, "read", f"{folder.path}/{name}") from exc
        if data is None:
            raise SagacityError("refused", f"{path} changed into something unreadable while it was read")
        return RawNote(path, data, found.st_size, found.st_mtime_ns)

    def lock(self, layer: Layer) -> LayerLock:
        from .write import LayerLock  # as for apply

        return LayerLock(layer.root, self._lock_timeout_s, self._held)

    def apply(self, layer: Layer, changes: Sequence[FileChange]) -> list[FileStat | None]:
        root_fd = self._held.get(layer.root)
        if root_fd is None:
            raise SagacityError("internal", f"apply() on {layer.root} without its lock")
        try:
            from .write import carry_out  # hooks never write notes, so they do not load the write path

            return carry_out(layer, changes, root_fd=root_fd, step=self._step, read_max_bytes=self._read_max_bytes)
        except OSError as exc:
            raise failure(exc, "write in", layer.root) from exc

    def _folder(self, layer: Layer, path: str) -> Folder | None:
        """The open folder; the last one is kept, and believed only while its path leads to it."""
        full = f"{layer.notes_dir}/{path}" if path else layer.notes_dir
        last = self._last
        if last is not None and last.path == full and last.is_at_its_path():
            return last
        parts = notes_parts(layer)
        if path:
            parts += path.split("/")
        self._last = open_folder(layer.root, parts)
        return self._last


def _mtime_of(path: str) -> int | None:
    try:
        found = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return found.st_mtime_ns if stat.S_ISDIR(found.st_mode) else None


def _entries(folder: Folder) -> Iterator[os.DirEntry[str]]:
    """The folder's entries, read through a descriptor of their own: a shared one has one position for all readers."""
    fd = os.open(".", FOLDER_FLAGS, dir_fd=folder.fd)
    try:
        with os.scandir(fd) as entries:
            yield from entries
    finally:
        os.close(fd)


def _append_stat(notes: list[FileStat], others: list[str], entry: os.DirEntry[str], head: str) -> None:
    try:
        found = entry.stat(follow_symlinks=False)
    except FileNotFoundError:  # gone since the listing began
        return
    if stat.S_ISREG(found.st_mode):
        notes.append(FileStat(head + entry.name, found.st_size, found.st_mtime_ns))
    else:
        others.append(head + entry.name)


def _by_path(found: FileStat) -> str:
    return found.path
