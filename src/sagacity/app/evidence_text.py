"""Evidence in a line, for readers of every door."""

from __future__ import annotations

from ..core.evidence import CHANGED, ELSEWHERE, GONE, HOLDS, MOVED, UNCHECKED, UNPINNED, WORST_FIRST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .results import EvidenceView

_SAID = {
    HOLDS: "holds",
    MOVED: "moved to {now}",
    CHANGED: "changed",
    GONE: "is gone",
    ELSEWHERE: "is on another branch: {why}",
    UNPINNED: "is there; what it said was never taken",
    UNCHECKED: "was not checked: {why}",
}


def line_of(view: EvidenceView) -> str:
    """The reference, and what became of it."""
    form = _SAID[view.state]
    text = f"{view.reference} {form.format(now=view.now, why=view.why)}"
    if view.state == CHANGED and view.now:
        text += f", now {view.now}"
    return f"{text} ({view.why})" if view.why and "{why}" not in form else text


def label_of(views: Sequence[EvidenceView]) -> str:
    """All evidence of a note in a few words, those that say most against it; "" without any."""
    if not views:
        return ""
    worst = min(views, key=lambda one: WORST_FIRST.index(one.state))
    if worst.state in (HOLDS, UNPINNED):
        return f"evidence {worst.state}"
    n_others = sum(one.state == worst.state for one in views) - 1
    more = f" and {n_others} more" if n_others else ""
    if worst.state == UNCHECKED:
        return f"evidence not checked: {worst.why}"
    return f"evidence {line_of(worst)}{more}"
