"""What is kept when a session ends."""

from __future__ import annotations

from .answer import NOTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .answer import Answer
    from .request import Event


def handle(event: Event) -> Answer:
    """Nothing so far."""
    del event
    return NOTHING
