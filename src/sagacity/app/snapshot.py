"""What a session was about when its context was compacted: kept before, given back after."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.frame import Listing
from ..core.snapshot import lines_of, snapshot_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.transcripts import Event
    from .context import App

COMPACT = "compact"
HEADING = "This session before its context was compacted, out of its transcript; quotations"


def keep_snapshot(app: App, events: Sequence[Event]) -> None:
    """For the caller's session; a later one takes its place. Nothing where nothing happened. Raises SagacityError."""
    lines = lines_of(snapshot_of(events))
    if lines and app.caller.session:
        app.journal.keep_snapshot(app.caller.session, app.clock.now_ms(), "\n".join(lines))


def snapshot_listing(app: App) -> list[Listing]:
    """What was kept for the caller's session and not given back yet; nothing where the journal cannot be asked."""
    session = app.caller.session
    try:
        at_ms, text = app.journal.snapshot(session)
        starts = app.journal.recalls(since_ms=at_ms, kind="start", session=session) if text else []
    except SagacityError:
        return []
    if not text:
        return []
    if any(entry.detail.startswith(COMPACT) for entry in starts):
        return []
    return [Listing(HEADING, tuple(text.split("\n")))]
