"""What `history`, `diff` and `restore` take and give."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class HistoryRequest(Request):
    """The versions of a note, or the notes that are gone."""

    handle: str = arg(help="the note, also one that was deleted", positional=True)
    deleted: bool = arg(False, help="list the notes that are gone instead")
    limit: int = arg(20, help="most lines", minimum=1, maximum=10_000)


class DiffRequest(Request):
    """Two versions of a note."""

    handle: str = arg(help="the note, also one that was deleted", positional=True, required=True)
    version: str = arg(help="a version or how it begins; default: the one before the last change", positional=True)
    to: str = arg(help="the version to compare it with; default: what the note is now", positional=True)
    words: bool = arg(False, help="mark the words that changed: [-old-] {+new+}")


class RestoreRequest(Request):
    """An earlier text, written as a new version."""

    handle: str = arg(help="the note, also one that was deleted", positional=True, required=True)
    version: str = arg(help="the version, or how it begins, as history shows it", positional=True, required=True)
    expect: str = arg(help="version this was decided on")
    allow_secret: bool = arg(False, help="write it although it holds a secret", faces=("cli",))


class VersionLine(Value):
    """One version. version: content hash, "" where the note was deleted. who: its origin, "" where only git has it.

    author: of the commit, as it claims. changed: against the version before, in a few words. source: journal, git, or
    both. state: "", pruned (its text is no longer kept) or confidential (this caller is told no more). path is
    absolute. reason: given with the change.
    """

    at: str
    version: str
    op: str
    who: str
    door: str
    changed: str
    source: str
    state: str = ""
    layer: str = ""
    path: str = ""
    session: str = ""
    operation: str = ""
    reason: str = ""
    commit: str = ""
    author: str = ""


class GoneLine(Value):
    """A note that is gone. how: deleted, or missing where no door did it. version: its last text, for restore."""

    id: str
    title: str
    layer: str
    path: str
    at: str
    how: str
    version: str
    reason: str = ""


class HistoryResult(Value):
    """versions: newest first; total: how many there are. gone: only when the deleted ones were asked for, newest first.

    exists: whether the note is there now. path is absolute. notices: what could not be looked at.
    """

    id: str = ""
    title: str = ""
    layer: str = ""
    path: str = ""
    exists: bool = False
    versions: tuple[VersionLine, ...] = ()
    total: int = 0
    gone: tuple[GoneLine, ...] = ()
    notices: tuple[str, ...] = ()


class DiffResult(Value):
    """old, new: content hashes, "" for a note that is not there. lines: hunks, none where both say the same."""

    id: str
    title: str
    old: str
    new: str
    old_at: str
    new_at: str
    lines: tuple[str, ...]
    notices: tuple[str, ...] = ()
