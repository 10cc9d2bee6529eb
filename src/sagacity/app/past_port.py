"""What the past of notes needs besides the journal."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from .records import CommittedVersion
else:
    Protocol = object


class FilePast(Protocol):
    """Version control, read only. Runs no program that a repository names, asks no network."""

    def of(self, root: str, path: str, *, limit: int) -> list[CommittedVersion]:
        """What the repository that the folder root is in has of a file (path relative to root), under this name and
        earlier ones, newest first. Empty where there is none. Raises `busy` when it takes too long, `degraded` when it
        cannot be read.
        """
