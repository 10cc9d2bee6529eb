"""What became of a note that was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .read import locate
from .records import RecallEntry
from .results import FeedbackResult
from .scope import here
from .write import check_words

if TYPE_CHECKING:
    from .context import App
    from .requests import FeedbackRequest

VALENCE = {"useful": 1.0, "irrelevant": -0.5, "wrong": -1.0}
REASON_MAX_CHARS = 500


def feedback(app: App, request: FeedbackRequest) -> FeedbackResult:
    """Journals the verdict on a note. Raises `not_found`, `ambiguous`, and `invalid` for "wrong" without a reason."""
    reason = one_line(request.reason)
    if request.verdict == "wrong" and not reason:
        raise SagacityError("invalid", "wrong without a reason helps nobody", hint="say in a few words what is wrong")
    check_words("reason", reason)
    _, row = locate(app, request.handle, here(app))
    say(app, row.id, request.verdict, reason, score=VALENCE[request.verdict])
    step = "correct it with `update` or `remember`, or put it away with `forget`" if request.verdict == "wrong" else ""
    return FeedbackResult(row.id, row.title, request.verdict, step)


def one_line(reason: str) -> str:
    """A reason as the journal keeps it."""
    return " ".join(reason.split())[:REASON_MAX_CHARS]


def say(app: App, note_id: str, word: str, reason: str, *, score: float = 0.0) -> None:
    """Journals what the caller says of a note."""
    place = app.workspace.place(app.caller.cwd)
    app.journal.record_recall(
        RecallEntry(
            at_ms=app.clock.now_ms(),
            kind="feedback",
            session=app.caller.session,
            door=app.caller.door,
            cwd=app.caller.cwd,
            project=place.project.name if place.project else "",
            terms=(),
            shown=((note_id, score),),
            detail=f"{word}: {reason}" if reason else word,
        )
    )
