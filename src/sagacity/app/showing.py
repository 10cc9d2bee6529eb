"""Journals what was shown. Losing such a row is no reason to lose the answer."""

from __future__ import annotations

from ..core.errors import SagacityError
from .records import RecallEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App


def record_shown(
    app: App,
    kind: str,
    shown: Sequence[tuple[str, float]],
    *,
    terms: tuple[str, ...] = (),
    project: str = "",
    took_ms: float = 0.0,
) -> bool:
    """kind: prompt, start, recall or read. shown: (note id, score). False when the journal could not take it."""
    caller = app.caller
    entry = RecallEntry(
        at_ms=app.clock.now_ms(),
        kind=kind,
        session=caller.session,
        door=caller.door,
        cwd=caller.cwd,
        project=project,
        terms=terms,
        shown=tuple(shown),
        took_ms=round(took_ms, 2),
    )
    try:
        app.journal.record_recall(entry)
    except SagacityError:
        return False
    return True
