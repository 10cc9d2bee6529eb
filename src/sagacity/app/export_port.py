"""What exports need from outside, as a contract."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol
else:
    Protocol = object

FILE, FOLDER, LINK, OTHER = "file", "folder", "link", "other"


class Outputs(Protocol):
    """Files made for the user, outside of layers. A file appears whole or not at all. Raises `degraded` when the
    machine refuses, `invalid` for a path that cannot be.
    """

    def real(self, path: str, cwd: str) -> str:
        """Absolute, `~` and links resolved as far as the path is there."""

    def kind(self, path: str) -> str:
        """FILE, FOLDER, OTHER, "" for nothing."""

    def write(self, path: str, chunks: Iterable[bytes], *, replace: bool) -> int:
        """A file of these pieces, for this user alone to read; folders above it that are missing are made. Its size in
        bytes. Raises `refused` when something is there and replace is False.
        """

    def is_empty(self, folder: str) -> bool:
        """Whether nothing is in the folder."""

    def found(self, folder: str, path: str) -> tuple[str, bytes]:
        """(FILE, its bytes), (LINK, where it leads), (FOLDER, b""), (OTHER, b"") or ("", b"") for nothing, at this path
        below the folder. No link is followed: OTHER also where one is on the way, or what is no folder.
        """

    def put(self, folder: str, path: str, data: bytes, *, link: bool) -> None:
        """A file of these bytes, or a link that leads to them, in place of the file or link that is there. Raises
        `refused` where `found` says FOLDER or OTHER.
        """

    def remove(self, folder: str, path: str) -> None:
        """A file or link that `found` sees there, and the folders above it that are empty then."""
