"""The branch of a work tree and its files of late, from git's own files. Hook path."""

from __future__ import annotations

import os

from .gitdir import gitdir_of
from .reading import read_small

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD_MAX_BYTES = 4096
INDEX_MAX_BYTES = 2_097_152
ENTRIES_MAX = 3000
"""More take longer to look through than a session's start may take; they stand by path."""
BRANCH = b"ref: refs/heads/"
AT_ONCE = 12
"""So many files of one second were written by a program and not one after the other."""

# Source: https://git-scm.com/docs/index-format, versions 2 and 3; version 4 packs its paths.
_MAGIC = (b"DIRC\0\0\0\2", b"DIRC\0\0\0\3")
_HEADER_BYTES = 12
_MTIME = 8
_MODE = 24
_FLAGS = 60
_REGULAR = 0o100000 >> 12
_EXTENDED = 0x40


class GitCheckouts:
    """Implements `app.checkout_port.Checkouts`."""

    def branch(self, top: str) -> str:
        try:
            said = read_small(gitdir_of(top) + "/HEAD", HEAD_MAX_BYTES) or b""
        except (OSError, ValueError):
            return ""
        return said[len(BRANCH) :].strip().decode("utf-8", "replace") if said.startswith(BRANCH) else ""

    def recent(self, top: str, *, since_s: int, limit: int) -> list[str]:
        try:
            data = read_small(gitdir_of(top) + "/index", INDEX_MAX_BYTES) or b""
            found = sorted(_entries(data, since_s), reverse=True)
        except (OSError, ValueError, IndexError):
            return []
        seconds: dict[bytes, int] = {}
        for mtime, _ in found:
            seconds[mtime[:4]] = seconds.get(mtime[:4], 0) + 1
        alone = [path for mtime, path in found if seconds[mtime[:4]] < AT_ONCE]
        return [os.fsdecode(path) for path in alone[:limit]]


def _entries(data: bytes, since_s: int) -> Iterator[tuple[bytes, bytes]]:
    """(when the file was changed, as git writes it; its path) of each since then."""
    if data[:8] not in _MAGIC:
        return
    since = max(0, since_s).to_bytes(4, "big")
    at = _HEADER_BYTES
    for _ in range(min(ENTRIES_MAX, int.from_bytes(data[8:12], "big"))):
        flags = data[at + _FLAGS]
        start = at + _FLAGS + (4 if flags & _EXTENDED else 2)
        end = data.index(b"\0", start)
        if data[at + _MTIME : at + _MTIME + 4] >= since and data[at + _MODE + 2] >> 4 == _REGULAR:
            yield data[at + _MTIME : at + _MTIME + 8], data[start:end]
        at += (end - at + 8) & ~7
