"""Relations of many notes at once, as the index gives them: plain tuples, since a walk takes thousands."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Link = tuple[int, int, int, str, int, int, str, str, str]
    """A relation seen from a note: near, far (-1: nobody bears that name), declared (by near, not by far), op as
    declared, sure (the text is the id of the end it names, or its slug in the same layer; else it may mean another
    note), passes (far does), target text, note, properties (`listed`).
    """


def listed(properties: str) -> tuple[str, ...]:
    """Each as `name=value`."""
    return tuple(properties.split("\x1f")) if properties else ()
