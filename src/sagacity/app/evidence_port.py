"""What checking evidence needs from outside, as contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class ProjectFiles(Protocol):
    """Reads files of a project's working tree and nothing outside of it, whatever links say. Starts no process."""

    def read(self, top: str, path: str) -> bytes:
        """A regular file. Raises `not_found` when it is not there, `refused` with the reason for what is outside, no
        regular file, too large, or not readable. Never blocks.
        """

    def head(self, top: str) -> str:
        """The commit that is checked out, in hex; "" where none can be told."""


class History(Protocol):
    """What git knows of a working tree. Changes nothing, runs nothing that the repository names, asks no network.

    Commits are hex. Each answer is empty where git is missing, does not know, or needs longer than timeout_s.
    """

    def renames(self, top: str, commit: str, timeout_s: float) -> Mapping[str, str]:
        """Paths of the commit → theirs in git's index now, of files that were renamed."""

    def files(self, top: str, timeout_s: float) -> Sequence[str]:
        """Paths of the files in the working tree, tracked or not, without ignored ones."""

    def holding(self, top: str, lines: Sequence[bytes], timeout_s: float) -> Sequence[str]:
        """Paths of files in the working tree, as `files`, that may hold one of these lines."""

    def branches(self, top: str, timeout_s: float) -> Sequence[str]:
        """Names of branches that are not part of what is checked out, those with the newest commits first; few."""

    def in_head(self, top: str, commits: Sequence[str], timeout_s: float) -> frozenset[str]:
        """Those of the commits that are in the history of what is checked out."""

    def texts(self, top: str, wanted: Sequence[tuple[str, str]], timeout_s: float) -> Mapping[tuple[str, str], bytes]:
        """(commit or branch, path) → the file there; what is not there or too large is missing."""
