"""A moment of the past that notes are asked about, and which notes were there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import DAY_MS, to_ms
from ..core.errors import SagacityError
from ..core.notefile import parse_note
from ..core.query_dates import bound_ms
from .relate import DATE_CHARS, is_archived

if TYPE_CHECKING:
    from .context import App
    from .records import Row

LOOK_BACK = 1000


def moment_of(app: App, text: str) -> int:
    """The moment meant, 0 for an empty text: of a day or a period its end, and nothing later than now. Raises `invalid`
    with examples.
    """
    if not text.strip():
        return 0
    now_ms = app.clock.now_ms()
    at_ms = bound_ms(text, now_ms, field="as_of", last=True)
    if to_ms(text) is not None and len(text.strip()) == DATE_CHARS:
        at_ms += DAY_MS - 1
    if at_ms <= 0:
        raise SagacityError("invalid", f"as_of {text!r} is before there were notes", hint="give a date, as 2026-05-31")
    return min(at_ms, now_ms)


def was_there(app: App, row: Row, at_ms: int) -> bool:
    """Whether the note was made by then and not put away yet."""
    if row.created_ms > at_ms:
        return False
    if not is_archived(row):
        return True
    then = next((one for one in app.journal.versions(row.id, limit=LOOK_BACK) if one.at_ms <= at_ms), None)
    data = app.journal.content(then.hash) if then and then.hash else None
    if data is None:
        return row.updated_ms > at_ms  # what nobody recorded: putting it away was its last change
    return parse_note(data).lifecycle.strip().lower() != "archived"
