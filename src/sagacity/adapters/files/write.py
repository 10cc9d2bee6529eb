"""The write path of notes: temporary file, sync, rename, sync of the folder; for one change or a group.

Temporary files lie in the layer's root, the folder whose lock the writer holds: whoever holds the lock next knows
that their writer is gone, whatever its process id says, and finds them without listing the notes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...app.records import FileChange, FileStat, Layer
from ...core.errors import SagacityError
from ...core.hashing import content_hash
from .paths import Folder, notes_parts, open_folder, refuse_unreadable, split_note
from .platform import (
    CREATE_FLAGS,
    TEMP_PREFIX,
    FolderLock,
    place_new,
    rename_no_overwrite,
    sync,
    sync_group,
    write_all,
)
from .reading import FOLDER_FLAGS, READ_FLAGS, failure, read_up_to

STEPS = (
    "store.temp_swept",
    "store.checked",
    "store.folder_made",
    "store.temp_open",
    "store.temp_mode",
    "store.temp_written",
    "store.temp_synced",
    "store.group_synced",
    "store.rechecked",
    "store.moved",
    "store.linked",
    "store.renamed",
    "store.deleted",
    "store.temp_unlinked",
    "store.dir_synced",
    "store.done",
)
"""Every name that `step` is called with, each after the system call it is named for."""

_SYNC_EACH_MAX = 8

Step = Callable[[str], None]


@dataclass(slots=True)
class _Spot:
    """One change on its way. before_stat: what was found at its source; after: the stat the note will have."""

    change: FileChange
    folder: Folder
    name: str
    source: Folder
    source_name: str
    before_stat: os.stat_result | None = None
    temp: str = ""
    after: FileStat | None = None


@dataclass(slots=True)
class _Group:
    """A group on its way. scratch: where temporary files lie. folders: those that changes name, by path
    below the notes folder. opened: all to be closed at the end. grown: those that got a new folder.
    """

    layer: Layer
    scratch: Folder
    step: Step
    read_max_bytes: int
    folders: dict[str, Folder] = field(default_factory=dict)
    opened: list[Folder] = field(default_factory=list)
    grown: list[Folder] = field(default_factory=list)
    spots: list[_Spot] = field(default_factory=list)

    def keep(self, folder: Folder) -> Folder:
        """The folder, closed at the end: an error that somebody keeps keeps our frames, and would keep it open."""
        self.opened.append(folder)
        return folder

    def full(self, path: str) -> str:
        """Absolute path of a note, for messages."""
        return f"{self.layer.notes_dir}/{path}"


class LayerLock:
    """The layer's lock; while it is held, the store knows the descriptor it is held on."""

    def __init__(self, root: str, timeout_s: float, held: dict[str, int]) -> None:
        self._root = root
        self._lock = FolderLock(root, timeout_s)
        self._held = held

    def __enter__(self) -> None:
        fd = self._lock.__enter__()
        self._held[self._root] = fd

    def __exit__(self, *exc: object) -> None:
        del self._held[self._root]
        self._lock.__exit__(*exc)


def carry_out(
    layer: Layer, changes: Sequence[FileChange], *, root_fd: int, step: Step, read_max_bytes: int
) -> list[FileStat | None]:
    """`NoteStore.apply`. root_fd: the layer's root, locked by the caller."""
    _refuse_bad_group(changes, read_max_bytes)
    scratch = _scratch(layer, root_fd)
    group = _Group(layer, scratch, step, read_max_bytes, opened=[scratch])
    try:
        _sweep(scratch, step)
        for change in changes:
            _check(group, change)
        step("store.checked")
        _locate(group, changes)
        _write_temps(group)
        _recheck(group)
        for spot in group.spots:
            _put_in_place(group, spot)
        _sync_folders(group)
    finally:
        _drop_temps(group)
        for folder in group.opened:
            folder.close()
    step("store.done")
    return [spot.after for spot in group.spots]


def _refuse_bad_group(changes: Sequence[FileChange], read_max_bytes: int) -> None:
    seen: set[str] = set()
    for change in changes:
        for path in (change.path, change.moved_from):
            if path in seen:
                raise SagacityError("invalid", f"{path} stands twice in one group of changes")
            if path:
                split_note(path)
                seen.add(path)
        if change.before is None and (change.data is None or change.moved_from):
            raise SagacityError("invalid", f"the change of {change.path} does not say what it expects on disk")
        if change.data is None and change.moved_from:
            raise SagacityError("invalid", f"the change of {change.path} moves and deletes at once")
        if change.data is not None and len(change.data) > read_max_bytes:
            raise SagacityError(
                "invalid", f"{change.path} would have {len(change.data)} bytes, a note has at most {read_max_bytes}"
            )


def _scratch(layer: Layer, root_fd: int) -> Folder:
    """The layer's root, or the notes folder where that is another file system."""
    # Opened anew: a duplicate of the locked descriptor would share, and outlive, its lock.
    root = Folder(os.open(".", FOLDER_FLAGS, dir_fd=root_fd), layer.root)
    notes = open_folder(layer.root, notes_parts(layer))
    scratch, other = (root, notes) if notes is None or notes.dev == root.dev else (notes, root)
    if other is not None:
        other.close()
    return scratch


def _sweep(scratch: Folder, step: Step) -> None:
    """Removes what dead writers left. We hold the lock they wrote under, so none of them lives."""
    try:
        for name in os.listdir(scratch.fd):
            if name.startswith(TEMP_PREFIX):
                os.unlink(name, dir_fd=scratch.fd)
                step("store.temp_swept")
    except OSError as exc:
        raise failure(exc, "sweep temporary files from", scratch.path) from exc


def _check(group: _Group, change: FileChange) -> None:
    """Raises `conflict` unless the disk is as the change expects."""
    if change.before is None or change.moved_from:
        dir_path, name = split_note(change.path)
        folder = _open(group, dir_path)
        if folder is not None and _look(folder, name) is not None and not _is_respelled(folder, name, change):
            raise SagacityError("conflict", f"{group.full(change.path)} exists already")
    if change.before is not None and _hash_at(group, change.moved_from or change.path) != change.before:
        raise SagacityError(
            "conflict",
            f"{group.full(change.moved_from or change.path)} was changed by someone else",
            hint="read it again and repeat the change",
        )


def _is_respelled(folder: Folder, name: str, change: FileChange) -> bool:
    """Whether the target is the source itself, seen by a file system that ignores case or normal form."""
    old_dir, old_name = split_note(change.moved_from) if change.moved_from else ("", "")
    if old_dir != split_note(change.path)[0] or name in os.listdir(folder.fd):
        return False
    old, new = _look(folder, old_name), _look(folder, name)
    return old is not None and new is not None and os.path.samestat(old, new)


def _hash_at(group: _Group, path: str) -> str:
    """content_hash of what is there, "" for nothing. Raises `refused` for what is no readable note."""
    dir_path, name = split_note(path)
    folder = _open(group, dir_path)
    found = None if folder is None else _look(folder, name)
    if folder is None or found is None:
        return ""
    refuse_unreadable(found, path, group.read_max_bytes)
    try:
        fd = os.open(name, READ_FLAGS, dir_fd=folder.fd)
        try:
            data = read_up_to(fd, group.read_max_bytes)
        finally:
            os.close(fd)
    except OSError as exc:
        raise failure(exc, "read", group.full(path)) from exc
    return "" if data is None else content_hash(data)


def _look(folder: Folder, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder.fd, follow_symlinks=False)
    except FileNotFoundError:
        return None
    except OSError as exc:
        raise failure(exc, "look at", f"{folder.path}/{name}") from exc


def _open(group: _Group, dir_path: str) -> Folder | None:
    """The folder below the notes folder, opened once a group; None when it is not there."""
    if dir_path not in group.folders:
        parts = notes_parts(group.layer) + (dir_path.split("/") if dir_path else [])
        folder = open_folder(group.layer.root, parts)
        if folder is None:
            return None
        group.folders[dir_path] = group.keep(folder)
    return group.folders[dir_path]


def _locate(group: _Group, changes: Sequence[FileChange]) -> None:
    """Opens the folders of every change, making those that are missing, and remembers the stat that was checked."""
    for change in changes:
        dir_path, name = split_note(change.path)
        folder = _open(group, dir_path) or _make_folder(group, dir_path)
        spot = _Spot(change, folder, name, folder, name)
        if change.moved_from:
            old_dir, spot.source_name = split_note(change.moved_from)
            spot.source = _open(group, old_dir) or folder
        if change.before is not None:
            spot.before_stat = _look(spot.source, spot.source_name)
        group.spots.append(spot)


def _make_folder(group: _Group, dir_path: str) -> Folder:
    parts = notes_parts(group.layer) + (dir_path.split("/") if dir_path else [])
    folder = group.keep(Folder(os.open(group.layer.root, FOLDER_FLAGS), group.layer.root))
    for part in parts:
        path = f"{folder.path}/{part}"
        try:
            try:
                os.mkdir(part, 0o700, dir_fd=folder.fd)
                group.grown.append(folder)
                group.step("store.folder_made")
            except FileExistsError:
                pass
            folder = group.keep(Folder(os.open(part, FOLDER_FLAGS, dir_fd=folder.fd), path))
        except OSError as exc:
            raise failure(exc, "make the folder", path) from exc
    group.folders[dir_path] = folder
    return folder


def _write_temps(group: _Group) -> None:
    """Writes the new bytes of all changes beside the notes and brings them to the medium."""
    writing = [spot for spot in group.spots if spot.change.data is not None]
    one_by_one = len(writing) <= _SYNC_EACH_MAX
    path = group.scratch.path
    try:
        for nth, spot in enumerate(writing):
            path = group.full(spot.change.path)
            _write_temp(group, spot, nth, one_by_one=one_by_one)
        if not one_by_one:
            path = group.scratch.path
            sync_group(group.scratch.fd, [spot.temp for spot in writing])
            group.step("store.group_synced")
        for spot in writing:
            found = os.stat(spot.temp, dir_fd=group.scratch.fd, follow_symlinks=False)
            spot.after = FileStat(spot.change.path, found.st_size, found.st_mtime_ns)
    except OSError as exc:
        raise failure(exc, "write", path) from exc


def _write_temp(group: _Group, spot: _Spot, nth: int, *, one_by_one: bool) -> None:
    spot.temp = f"{TEMP_PREFIX}{os.getpid():x}-{nth:x}-{os.urandom(6).hex()}"
    fd = os.open(spot.temp, CREATE_FLAGS, 0o600, dir_fd=group.scratch.fd)
    try:
        group.step("store.temp_open")
        if spot.before_stat is not None:
            os.fchmod(fd, stat.S_IMODE(spot.before_stat.st_mode) & 0o777)
            group.step("store.temp_mode")
        write_all(fd, spot.change.data or b"")
        group.step("store.temp_written")
        if one_by_one:
            sync(fd)
            group.step("store.temp_synced")
    finally:
        os.close(fd)


def _recheck(group: _Group) -> None:
    """A sync takes milliseconds: an editor that saved meanwhile is noticed before its text is replaced."""
    for spot in group.spots:
        was = spot.before_stat
        if spot.change.before is None:
            continue
        now = _look(spot.source, spot.source_name)
        if was is None or now is None or _mark(was) != _mark(now):
            raise SagacityError(
                "conflict",
                f"{group.full(spot.change.moved_from or spot.change.path)} was changed while it was written",
                hint="read it again and repeat the change",
            )
    group.step("store.rechecked")


def _mark(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_ino, found.st_size, found.st_mtime_ns


def _put_in_place(group: _Group, spot: _Spot) -> None:
    try:
        if spot.change.data is None:
            os.unlink(spot.name, dir_fd=spot.folder.fd)
            group.step("store.deleted")
        elif spot.change.before is None:
            _create(group, spot)
        else:
            if spot.change.moved_from:
                _move(group, spot)
            os.rename(spot.temp, spot.name, src_dir_fd=group.scratch.fd, dst_dir_fd=spot.folder.fd)
            spot.temp = ""
            group.step("store.renamed")
    except FileExistsError as exc:
        raise SagacityError("conflict", f"{group.full(spot.change.path)} exists already") from exc
    except OSError as exc:
        raise failure(exc, "put in place", group.full(spot.change.path)) from exc


def _create(group: _Group, spot: _Spot) -> None:
    left = place_new(spot.temp, spot.name, temp_fd=group.scratch.fd, target_fd=spot.folder.fd)
    group.step("store.linked")
    if left:
        os.unlink(spot.temp, dir_fd=group.scratch.fd)
        group.step("store.temp_unlinked")
    spot.temp = ""


def _move(group: _Group, spot: _Spot) -> None:
    if _is_respelled(spot.folder, spot.name, spot.change):
        os.rename(spot.source_name, spot.name, src_dir_fd=spot.source.fd, dst_dir_fd=spot.folder.fd)
    else:
        rename_no_overwrite(spot.source_name, spot.name, source_fd=spot.source.fd, target_fd=spot.folder.fd)
    group.step("store.moved")


def _sync_folders(group: _Group) -> None:
    """Names are durable only when their folder is: those that changed, then those that got a new folder."""
    changed = [folder for spot in group.spots for folder in (spot.folder, spot.source)]
    done: set[tuple[int, int]] = set()
    for folder in (*changed, *reversed(group.grown)):
        if (folder.dev, folder.ino) in done:
            continue
        done.add((folder.dev, folder.ino))
        try:
            sync(folder.fd)
        except OSError as exc:
            raise failure(exc, "make durable", folder.path) from exc
        group.step("store.dir_synced")


def _drop_temps(group: _Group) -> None:
    for spot in group.spots:
        if spot.temp:
            try:
                os.unlink(spot.temp, dir_fd=group.scratch.fd)
            except OSError:  # what cannot be removed now is swept by the next writer
                continue
