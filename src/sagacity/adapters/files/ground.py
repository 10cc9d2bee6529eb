"""What a working directory stands on: the repository and the layer around it, and the project they mean. Hook path."""

from __future__ import annotations

import os

from ...app.records import Project
from ...core.value import Value
from .gitdir import Repository, read_repository
from .meta import META_NAME
from .names import Row, find_by_path, find_row, proposed_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

LAYER_FOLDERS = ((".sagacity", "notes"), (".saga", "topics"))
"""Folders that make a layer of their parent, the first first, with the notes folder each has by default."""


class Ground(Value):
    """cwd: resolved. top: of the work tree, else the folder that holds the layer. repository: None without git.
    holder: the folder that holds the layer, "" without one; layer: the layer's folder. notes_dir: its default.
    """

    cwd: str
    top: str
    repository: Repository | None = None
    holder: str = ""
    layer: str = ""
    notes_dir: str = ""


def survey(cwd: str, *, never: Collection[str], home: str) -> Ground | None:
    """Looks from a resolved cwd upwards to the top of its repository. None outside of any project.

    never: folders that are no project themselves nor anything above them. home: nothing in it is a project.
    """
    if (cwd + "/").startswith(home + "/"):
        return None
    holder = layer = notes_dir = ""
    here = cwd
    while here not in never:
        if not holder:
            layer, notes_dir = _layer_in(here, home)
            holder = here if layer else ""
        repository = read_repository(here)
        if repository is not None:
            return Ground(cwd, here, repository, holder, layer, notes_dir)
        above = os.path.dirname(here)
        if above == here:
            break
        here = above
    return Ground(cwd, holder, None, holder, layer, notes_dir) if holder else None


def _layer_in(folder: str, home: str) -> tuple[str, str]:
    for name, notes_dir in LAYER_FOLDERS:
        layer = os.path.join(folder, name)
        if layer != home and os.path.lexists(f"{layer}/{META_NAME}"):
            return layer, notes_dir
    return "", ""


def row_of(ground: Ground, rows: Sequence[Row]) -> Row | None:
    """The names table's row of the project, None while it has none."""
    repository = ground.repository
    if repository is None or not repository.common or is_copy(ground, rows):
        return find_by_path(rows, ground.top)
    return find_row(rows, id=repository.id, origin=repository.origin) or find_by_path(rows, ground.top)


def is_copy(ground: Ground, rows: Sequence[Row]) -> bool:
    """Whether the id came here with a copied .git, its first bearer still being there."""
    return bool(original_of(ground, rows))


def original_of(ground: Ground, rows: Sequence[Row]) -> str:
    """The older live work tree with the same id that is neither a work tree of the same repository nor shares the
    origin; "" when there is none.
    """
    here = ground.repository
    row = next((row for row in rows if here and here.id and row.id == here.id), None)
    if here is None or row is None:
        return ""
    for path in row.paths:
        if path == ground.top:
            return ""
        other = read_repository(path) if path[:1] == "/" else None
        if other is None or other.id != here.id or other.common == here.common:
            continue
        if not here.origin or other.origin != here.origin:
            return path
    return ""


def project_of(ground: Ground, rows: Sequence[Row]) -> Project:
    """The project; without a row, under a name that no other project bears."""
    repository = ground.repository or Repository()
    row = row_of(ground, rows)
    if row is not None:
        return Project(row.id, row.name, ground.top, repository.origin)
    id = "" if is_copy(ground, rows) else repository.id
    return Project(id, proposed_name(rows, ground.top), ground.top, repository.origin)
