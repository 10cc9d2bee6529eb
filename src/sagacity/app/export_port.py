"""What exports need from outside, as a contract."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol
else:
    Protocol = object

FILE, FOLDER, OTHER = "file", "folder", "other"


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
        bytes. Raises `conflict` when something is there and replace is False.
        """
