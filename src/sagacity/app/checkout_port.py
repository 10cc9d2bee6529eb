"""What the start of a session asks of the work tree it is in, as a contract."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol
else:
    Protocol = object


class Checkouts(Protocol):
    """Reads git's own files, starts no process, and raises nothing: where nothing can be told there is no answer."""

    def branch(self, top: str) -> str:
        """The branch that is checked out, "" where none is."""

    def recent(self, top: str, *, since_s: int, limit: int) -> Sequence[str]:
        """Paths of tracked files that were changed since then, as far as git has seen it, the newest first; not those
        that came with many at once, as a checkout brings them.
        """
