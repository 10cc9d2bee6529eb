"""The memory files of an agent: which ones it loads, and their bytes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ...app.setup_port import MemoryFile
from ...core.claude_memory import INSTRUCTIONS, MEMORY, PROJECT, imports_of
from ...core.errors import SagacityError
from ...core.value import Value
from . import disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...app.setup_port import Surroundings

FILE_MAX_BYTES = 4 * 1024 * 1024
"""What Claude Code itself reads of a CLAUDE.md at most."""
TOTAL_MAX_BYTES = 64 * 1024 * 1024
FOLDERS_MAX = 20_000
IMPORTS_DEPTH = 5
PROSE = (".md", ".mdx", ".mdc", ".markdown", ".txt", ".rst", ".adoc")
NAMES = ("CLAUDE.md", "CLAUDE.local.md")
OWN_FOLDER = ".claude"
PASSED_OVER = frozenset((
    "node_modules", "site-packages", "venv", "vendor", "target", "build", "dist", "__pycache__",
))  # fmt: skip


class Found(Value):
    """One file. label: how it is called, the same at every import. inside: the folders of which one must hold it when
    all links are followed. applies: the files it is about, "" for all.
    """

    path: str
    label: str
    kind: str
    inside: tuple[str, ...]
    of_project: bool = False
    applies: str = ""


class Places(Value):
    """Where Claude Code 2.1 looks. folder: its own. memory: its `autoMemoryDirectory`, "" for none.

    Source: what it put before its model, and https://code.claude.com/docs/en/memory.
    """

    folder: str
    user_home: str
    around: Surroundings
    memory: str = ""

    def found(self) -> Iterator[Found]:
        """Every file that is there, imports left out; those of the user first, then from the outside in."""
        yield from self._own()
        if self.memory:
            for path in _files(self.memory):
                yield Found(path, self._label(path), MEMORY, (self.memory,))
        folders = self._ancestors()
        top = self.around.top
        if top and self.user_home != top and not self.user_home.startswith(f"{top}/"):
            folders = [*[one for one in folders if not _is_in(one, top)], *_folders(top)]
        for folder in folders:
            yield from self._instructions(folder)

    def imported(self, found: Found, name: str) -> Found | None:
        """The file that a line `@name` brings in; None for one that is not to be followed."""
        path = name.removeprefix("@").rstrip(".,;:)")
        path = os.path.join(self.user_home, path[2:]) if path.startswith("~/") else path
        path = os.path.normpath(os.path.join(os.path.dirname(found.path), path))
        if not path.endswith(PROSE) or not os.path.isfile(path):
            return None
        if not _holds(found.inside, os.path.realpath(path)):
            return None
        return found.replace(path=path, label=self._label(path))

    def _own(self) -> Iterator[Found]:
        """In the client's own folder."""
        paths = [os.path.join(self.folder, "CLAUDE.md"), *_files(os.path.join(self.folder, "rules"))]
        for path in paths:
            if os.path.isfile(path):
                yield Found(path, self._label(path), INSTRUCTIONS, (self.folder, self.user_home))
        for path in _files(os.path.join(self.folder, "projects"), below="memory"):
            yield Found(path, self._label(path), MEMORY, (self.folder, self.user_home))
        for path in _files(os.path.join(self.folder, "agent-memory")):
            yield Found(path, self._label(path), MEMORY, (self.folder, self.user_home))

    def _ancestors(self) -> list[str]:
        """From the root down to where the user is."""
        folders, folder = [], self.around.cwd
        while folder != os.path.dirname(folder):
            folders.append(folder)
            folder = os.path.dirname(folder)
        return folders[::-1]

    def _instructions(self, folder: str) -> Iterator[Found]:
        own = os.path.join(folder, OWN_FOLDER)
        paths = [os.path.join(folder, name) for name in NAMES]
        if os.path.realpath(own) != os.path.realpath(self.folder):
            paths += [os.path.join(own, "CLAUDE.md"), *_files(os.path.join(own, "rules"))]
        top = self.around.top
        of_project = bool(top) and _is_in(folder, top)
        applies = f"{os.path.relpath(folder, top)}/**" if of_project and folder != top else ""
        for path in paths:
            if os.path.isfile(path):
                inside = top if of_project else folder
                yield Found(path, self._label(path), PROJECT, (inside,), of_project, applies)

    def _label(self, path: str) -> str:
        top = self.around.top
        if _is_in(path, self.folder):
            return os.path.relpath(path, self.folder).replace(os.sep, "/")
        if top and self.around.project and _is_in(path, top):
            return f"{self.around.project}:{os.path.relpath(path, top)}"
        if _is_in(path, self.user_home):
            return f"~/{os.path.relpath(path, self.user_home)}"
        return path


def read_all(places: Places) -> list[MemoryFile]:
    """All files with what they import, each once, until they are too much together."""
    files: list[MemoryFile] = []
    seen: set[str] = set()
    waiting = [(one, 0) for one in sorted(places.found(), key=lambda one: (one.kind != INSTRUCTIONS, one.label))]
    total = 0
    while waiting:
        found, depth = waiting.pop(0)
        real = os.path.realpath(found.path)
        if found.label in seen or (depth and real in seen):
            continue
        seen |= {found.label, real}
        one = _read(found, real) if total < TOTAL_MAX_BYTES else _unread(found, "there is too much before it")
        total += len(one.data or b"")
        if one.data is not None and one.kind != MEMORY:
            one, further = _followed(places, found, one, depth)
            waiting = [*((file, depth + 1) for file in further), *waiting]
        files.append(one)
    return files


def _followed(places: Places, found: Found, one: MemoryFile, depth: int) -> tuple[MemoryFile, list[Found]]:
    """The file, saying which imports are left out, and those that are not."""
    names = imports_of((one.data or b"").decode("utf-8", "replace"))
    files = {name: places.imported(found, name) if depth < IMPORTS_DEPTH else None for name in names}
    left_out = tuple(name for name, file in files.items() if file is None)
    return one.replace(not_followed=left_out), [file for file in files.values() if file is not None]


def _read(found: Found, real: str) -> MemoryFile:
    if not _holds(found.inside, real):
        return _unread(found, f"it is a link out of {found.inside[-1]}, to {real}")
    try:
        # Of the resolved path, so that no link is followed any more.
        data = disk.read(real, max_bytes=FILE_MAX_BYTES)
    except SagacityError as error:
        return _unread(found, error.message)
    if data is None:
        return _unread(found, "it is gone")
    return MemoryFile(found.label, data, kind=found.kind, of_project=found.of_project, applies=found.applies)


def _unread(found: Found, why: str) -> MemoryFile:
    return MemoryFile(found.label, None, why, kind=found.kind)


def _files(folder: str, *, below: str = "") -> Iterator[str]:
    """The `.md` files in the folder and below it, in order. below: only those under a folder of that name."""
    for at, (path, folders, names) in enumerate(os.walk(folder)):
        folders.sort()
        if at >= FOLDERS_MAX:
            return
        if not below or below in os.path.relpath(path, folder).split(os.sep)[1:2]:
            yield from (os.path.join(path, name) for name in sorted(names) if name.endswith(".md"))


def _folders(top: str) -> Iterator[str]:
    """The work tree, without what is no source of its own: hidden folders, other repositories, what tools put there."""
    for at, (path, folders, names) in enumerate(os.walk(top)):
        if path != top and (".git" in folders or ".git" in names):
            folders.clear()
            continue
        folders[:] = sorted(one for one in folders if one not in PASSED_OVER and not one.startswith("."))
        if at >= FOLDERS_MAX:
            return
        yield path


def _holds(folders: tuple[str, ...], real: str) -> bool:
    return any(_is_in(real, os.path.realpath(folder)) for folder in folders)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder.rstrip('/')}/")
