"""What measuring needs from the outside: files of test sets, stores that are gone afterwards, the machine."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, Protocol

    from ..core.testset_notes import Filed
    from .context import App
else:
    Protocol = object


class Bench(Protocol):
    """Raises SagacityError as the other ports do; `invalid` names file and line."""

    def files(self, path: str) -> list[str]:
        """The file, or those in the folder and in the folders below, in order of their names. `not_found` for nothing
        there.
        """

    def lines(self, path: str) -> Iterator[tuple[str, Any]]:
        """(place, decoded JSON) of each line, or of each item of an array that is all of the file; `.xz` is unpacked.
        Empty lines are left out. `invalid` for the first that is no JSON.
        """

    def store(self, files: Sequence[Filed], cache: str) -> AbstractContextManager[tuple[App, bool]]:
        """An application with these notes in its personal layer, and whether its index is still to be built.

        In a home of its own that is gone afterwards; or, with a cache folder, one that is kept when all went well and
        found again for the same notes.
        """

    def cpu_s(self) -> float:
        """CPU seconds of this process."""

    def machine(self) -> tuple[tuple[str, str], ...]:
        """(what, value) of what the figures depend on."""
