"""What the memory cost and what it was good for, from the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.query_dates import bound_ms
from .counting import DayLine, StatsResult
from .session import CANARY_SESSION, GUARD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .counting import StatsRequest
    from .records import RecallEntry

ALL = 1_000_000
UNASKED = ("start", "prompt", GUARD)
ASKED = ("recall", "read", "context")
FEEDBACK, USEFUL = "feedback", "useful"


def stats(app: App, request: StatsRequest) -> StatsResult:
    """A note counts as used only where the journal says so: an agent that follows what it was shown, and says nothing,
    is not counted. Raises `invalid` for what is no time.
    """
    since = bound_ms(request.since, app.clock.now_ms(), field="since", last=False)
    entries = app.journal.recalls(since_ms=since, project=request.project, limit=ALL)
    entries = [entry for entry in entries if entry.session != CANARY_SESSION]
    days: dict[str, list[RecallEntry]] = {}
    for entry in entries:
        days.setdefault(from_ms(entry.at_ms)[:10], []).append(entry)
    shown, used = _shown_and_used(entries[::-1])
    return StatsResult(
        days=tuple(_day(day, those) for day, those in days.items()),
        tokens=sum(entry.tokens for entry in entries),
        shown=shown,
        used=used,
        hit_rate=round(used / shown, 3) if shown else -1.0,
    )


def _day(day: str, entries: Sequence[RecallEntry]) -> DayLine:
    counts = {kind: sum(entry.kind == kind for entry in entries) for kind in (*UNASKED, *ASKED)}
    starts, prompts, tools = (counts[kind] for kind in UNASKED)
    asked = sum(counts[kind] for kind in ASKED)
    return DayLine(day, starts, prompts, tools, asked, sum(entry.tokens for entry in entries))


def _shown_and_used(entries: Sequence[RecallEntry]) -> tuple[int, int]:
    """entries: oldest first. Without a session nobody can tell what came of it."""
    shown: set[tuple[str, str]] = set()
    used: set[tuple[str, str]] = set()
    for entry in entries:
        pairs = {(entry.session, note_id) for note_id, _ in entry.shown if entry.session}
        if entry.kind in UNASKED:
            shown |= pairs
        elif entry.kind == "read" or (entry.kind == FEEDBACK and entry.detail.startswith(USEFUL)):
            used |= pairs & shown
    return len(shown), len(used)
