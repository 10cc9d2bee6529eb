"""Layers and project identities made on disk, safely against other processes that do the same."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence

from ...app.records import Project
from ...core.errors import SagacityError
from .gitdir import ID_FOLDER, ID_NAME, Repository, read_id
from .ground import LAYER_FOLDERS, Ground, is_copy, row_of
from .meta import META_NAME, Meta, render_meta
from .names import (
    TABLE_MAX_BYTES,
    TABLE_NAME,
    Row,
    clean_name,
    joined,
    parse_names,
    proposed_name,
    render_names,
)
from .platform import (
    CREATE_FLAGS,
    TEMP_PREFIX,
    FolderLock,
    place_new,
    sync,
    write_all,
)
from .reading import FOLDER_FLAGS, failure, read_small

STEPS = (
    "layers.home_made",
    "layers.swept",
    "layers.folder_made",
    "layers.file_open",
    "layers.file_written",
    "layers.file_synced",
    "layers.file_named",
    "layers.temp_unlinked",
    "layers.dir_synced",
    "layers.personal_named",
    "layers.done",
)
"""Every name that `step` is called with, each after the system call it is named for."""

_ATTRIBUTES = f"{TABLE_NAME} merge=union\n".encode()
_README = b"""# Project memory

The notes in `notes/` are this project's memory: markdown files that Sagacity finds and shows to coding agents.
Edit them like any other file and commit them with the code. `meta.yml` describes the folder. This page is no note.
"""

Step = Callable[[str], None]


def make_personal(home: str, *, lock_timeout_s: float, step: Step) -> None:
    """Makes home (0700) and the personal layer in it; another process may do the same. Raises `degraded`."""
    try:
        _make_home(home, step)
        with FolderLock(home, lock_timeout_s) as home_fd:
            _sweep(home_fd, step)
            if not os.path.lexists(f"{home}/personal"):
                temp = f"{TEMP_PREFIX}{os.getpid():x}-{os.urandom(6).hex()}"
                _fill_personal(home_fd, temp, step)
                os.rename(temp, "personal", src_dir_fd=home_fd, dst_dir_fd=home_fd)
                step("layers.personal_named")
            elif not os.path.lexists(f"{home}/personal/{META_NAME}"):
                _fill_personal(home_fd, "personal", step)
            sync(home_fd)
            step("layers.dir_synced")
    except OSError as exc:
        raise failure(exc, "make the personal layer in", home) from exc
    step("layers.done")


def _make_home(home: str, step: Step) -> None:
    if os.path.isdir(home):
        return
    above = os.path.dirname(home)
    os.makedirs(above, exist_ok=True)
    try:
        os.mkdir(home, 0o700)
    except FileExistsError:
        return
    step("layers.home_made")
    fd = os.open(above, os.O_RDONLY)
    try:
        sync(fd)
    finally:
        os.close(fd)


def _fill_personal(home_fd: int, name: str, step: Step) -> None:
    """The files of a personal layer, meta.yml last: without it there is no layer."""
    fd = _open_folder(home_fd, name, step)
    try:
        os.close(_open_folder(fd, "notes", step))
        _write_file(fd, ".gitattributes", _ATTRIBUTES, scratch_fd=home_fd, step=step)
        meta = Meta(scope="personal", display_name="Personal layer")
        _write_file(fd, META_NAME, render_meta(meta), scratch_fd=home_fd, step=step)
        sync(fd)
        step("layers.dir_synced")
    finally:
        os.close(fd)


def layer_spot(cwd: str, ground: Ground | None, *, user_home: str, home: str) -> Ground:
    """Where `init` makes its layer: at the top of the work tree, or in cwd below a layer that is there already.

    Raises `refused` where no project can be, `invalid` where a layer is already.
    """
    if (cwd + "/").startswith(home + "/"):
        raise SagacityError("refused", f"{cwd} belongs to Sagacity itself", hint="go to a project's folder")
    if cwd == "/" or (user_home + "/").startswith(cwd + "/"):
        raise SagacityError(
            "refused", f"{cwd} is no project: every folder below would belong to it", hint="go to a project's folder"
        )
    if ground is None:
        return Ground(cwd, cwd, None, cwd)
    top_has_one = any(os.path.lexists(f"{ground.top}/{name}/{META_NAME}") for name, _ in LAYER_FOLDERS)
    target = cwd if top_has_one or ground.repository is None else ground.top
    for name, _ in LAYER_FOLDERS:
        if os.path.lexists(f"{target}/{name}/{META_NAME}"):
            raise SagacityError("invalid", f"there is a layer already: {target}/{name}", hint="it is in use as it is")
    return ground.replace(holder=target)


def make_project_layer(holder: str, name: str, *, display_name: str, lock_timeout_s: float, step: Step) -> None:
    """Makes `.sagacity` in the folder; of several processes one succeeds. Raises `invalid` when it is there."""
    folder = LAYER_FOLDERS[0][0]
    root = f"{holder}/{folder}"
    try:
        holder_fd = os.open(holder, FOLDER_FLAGS)
        try:
            os.close(_open_folder(holder_fd, folder, step))
            with FolderLock(root, lock_timeout_s) as fd:
                _sweep(fd, step)
                if os.path.lexists(f"{root}/{META_NAME}"):
                    raise SagacityError("invalid", f"there is a layer already: {root}", hint="it is in use as it is")
                _fill_project(fd, Meta(scope=f"project:{name}", display_name=display_name or name), step)
            sync(holder_fd)
            step("layers.dir_synced")
        finally:
            os.close(holder_fd)
    except OSError as exc:
        raise failure(exc, "make the layer", root) from exc
    step("layers.done")


def _fill_project(fd: int, meta: Meta, step: Step) -> None:
    os.close(_open_folder(fd, "notes", step))
    _write_file(fd, "README.md", _README, scratch_fd=fd, step=step)
    _write_file(fd, META_NAME, render_meta(meta), scratch_fd=fd, step=step)
    sync(fd)
    step("layers.dir_synced")


def join_project(home: str, ground: Ground, *, lock_timeout_s: float, step: Step, name: str = "") -> Project:
    """Gives the project an id and its row in the names table; writes nothing when both are complete.

    name: the row's, if it is new. Raises `invalid` for a name that another project bears, or a second name.
    """
    rows = _load(home)
    row = row_of(ground, rows)
    if row is None or name or not _is_complete(row, ground):
        try:
            with FolderLock(home, lock_timeout_s) as home_fd:
                _sweep(home_fd, step)
                row = _join(home, home_fd, ground, name=name, step=step)
        except OSError as exc:
            raise failure(exc, "write the names table in", home) from exc
    origin = ground.repository.origin if ground.repository else ""
    return Project(row.id, row.name, ground.top, origin)


def _join(home: str, home_fd: int, ground: Ground, *, name: str, step: Step) -> Row:
    rows = _load(home)
    row = row_of(ground, rows)
    repository = ground.repository or Repository()
    kept = bool(repository.common) and not is_copy(ground, rows)
    id = row.id if row else (repository.id if kept else "") or os.urandom(16).hex()
    if kept and not repository.id:
        kept_id = _keep_id(repository.common, id, step)
        kept, id = bool(kept_id), kept_id or id
    known = next((other for other in rows if other.id == id), None)
    if known and name and name != known.name:
        raise SagacityError("invalid", f"this project is called {known.name!r} already, not {name!r}")
    row = known or Row(id, _free_name(rows, ground, name), "git" if kept else "path")
    fresh = joined(row, origins=[repository.origin] if repository.origin else [], paths=_paths(ground))
    if fresh != known:
        _save(home, home_fd, [*(other for other in rows if other.id != id), fresh], step)
    return fresh


def _is_complete(row: Row, ground: Ground) -> bool:
    repository = ground.repository or Repository()
    knows_origin = not repository.origin or repository.origin in row.origins
    has_id = not repository.common or bool(repository.id) or row.by == "path"
    return knows_origin and has_id and set(_paths(ground)) <= set(row.paths)


def _paths(ground: Ground) -> list[str]:
    return [ground.top, ground.holder] if ground.holder else [ground.top]


def _free_name(rows: Sequence[Row], ground: Ground, name: str) -> str:
    if not name:
        return proposed_name(rows, ground.top)
    if clean_name(name) != name:
        raise SagacityError("invalid", f"{name!r} is no project name", hint=f"try {clean_name(name)!r}")
    if any(row.name.casefold() == name.casefold() for row in rows):
        raise SagacityError("invalid", f"another project is called {name!r}", hint="choose another name")
    return name


def _load(home: str) -> tuple[Row, ...]:
    path = f"{home}/personal/{TABLE_NAME}"
    try:
        data = read_small(path, TABLE_MAX_BYTES)
    except OSError as exc:
        raise failure(exc, "read", path) from exc
    if data is None and os.path.lexists(path):
        raise SagacityError("integrity", f"{path} is no regular file of at most {TABLE_MAX_BYTES} bytes")
    return parse_names(data or b"")


def _save(home: str, home_fd: int, rows: Sequence[Row], step: Step) -> None:
    fd = os.open(f"{home}/personal", FOLDER_FLAGS)
    try:
        _write_file(fd, TABLE_NAME, render_names(rows), scratch_fd=home_fd, step=step, overwrite=True)
        sync(fd)
        step("layers.dir_synced")
    finally:
        os.close(fd)


def _keep_id(common: str, id: str, step: Step) -> str:
    """Writes the id into the common directory unless one is there; the id that is there then, "" where none can be."""
    try:
        common_fd = os.open(common, FOLDER_FLAGS)
    except OSError:
        return ""
    try:
        os.close(_open_folder(common_fd, ID_FOLDER, step))
        with FolderLock(f"{common}/{ID_FOLDER}", timeout_s=5.0) as fd:
            _sweep(fd, step)
            if not read_id(common):
                _write_file(fd, ID_NAME, f"{id}\n".encode(), scratch_fd=fd, step=step, overwrite=True)
                sync(fd)
                step("layers.dir_synced")
        sync(common_fd)
        step("layers.dir_synced")
    except OSError:  # somebody else's repository: the project is then known by its origin or its path
        return ""
    finally:
        os.close(common_fd)
    return read_id(common)


def _open_folder(above_fd: int, name: str, step: Step) -> int:
    """The folder's descriptor, made (0700) if it is missing. Raises OSError, also for a link."""
    try:
        os.mkdir(name, 0o700, dir_fd=above_fd)
        step("layers.folder_made")
    except FileExistsError:
        pass
    return os.open(name, FOLDER_FLAGS, dir_fd=above_fd)


def _write_file(fd: int, name: str, data: bytes, *, scratch_fd: int, step: Step, overwrite: bool = False) -> None:
    """A small file (0600), whole or not at all; the caller holds the lock of scratch and syncs the folder.

    Without overwrite a file that is there is kept.
    """
    temp = f"{TEMP_PREFIX}{os.getpid():x}-{os.urandom(6).hex()}"
    file_fd = os.open(temp, CREATE_FLAGS, 0o600, dir_fd=scratch_fd)
    try:
        step("layers.file_open")
        write_all(file_fd, data)
        step("layers.file_written")
        sync(file_fd)
        step("layers.file_synced")
    finally:
        os.close(file_fd)
    left = not overwrite
    if overwrite:
        os.rename(temp, name, src_dir_fd=scratch_fd, dst_dir_fd=fd)
    else:
        try:
            left = place_new(temp, name, temp_fd=scratch_fd, target_fd=fd)
        except FileExistsError:
            pass
    step("layers.file_named")
    if left:
        os.unlink(temp, dir_fd=scratch_fd)
        step("layers.temp_unlinked")


def _sweep(fd: int, step: Step) -> None:
    """Removes what dead processes left in a folder whose lock we hold."""
    for name in os.listdir(fd):
        if name.startswith(TEMP_PREFIX):
            _remove(fd, name)
            step("layers.swept")


def _remove(above_fd: int, name: str) -> None:
    """Removes a file, or a folder with all that is in it, without following a link."""
    if not stat.S_ISDIR(os.stat(name, dir_fd=above_fd, follow_symlinks=False).st_mode):
        os.unlink(name, dir_fd=above_fd)
        return
    fd = os.open(name, FOLDER_FLAGS, dir_fd=above_fd)
    try:
        for inner in os.listdir(fd):
            _remove(fd, inner)
    finally:
        os.close(fd)
    os.rmdir(name, dir_fd=above_fd)
