"""The bytes of an agent's own memory files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ...app.setup_port import MemoryFile
from ...core.errors import SagacityError
from . import disk

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE_MAX_BYTES = 4 * 1024 * 1024
"""What Claude Code itself reads of a CLAUDE.md at most."""
TOTAL_MAX_BYTES = 64 * 1024 * 1024


def read_all(folder: str, paths: Sequence[str]) -> list[MemoryFile]:
    """The files in the order given, until they are too much together."""
    files: list[MemoryFile] = []
    total = 0
    for path in paths:
        name = os.path.relpath(path, folder).replace(os.sep, "/")
        one = _read(folder, path, name) if total < TOTAL_MAX_BYTES else _unread(name, "there is too much before it")
        total += len(one.data or b"")
        files.append(one)
    return files


def _read(folder: str, path: str, name: str) -> MemoryFile:
    inside, real = os.path.realpath(folder), os.path.realpath(path)
    if os.path.commonpath((inside, real)) != inside:
        return _unread(name, f"it is a link out of {folder}, to {real}")
    try:
        # Of the resolved path, so that no link is followed any more.
        data = disk.read(real, max_bytes=FILE_MAX_BYTES)
    except SagacityError as error:
        return _unread(name, error.message)
    return MemoryFile(name, data) if data is not None else _unread(name, "it is gone")


def _unread(name: str, why: str) -> MemoryFile:
    return MemoryFile(name, None, why)
