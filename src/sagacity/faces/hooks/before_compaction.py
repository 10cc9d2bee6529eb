"""What is kept of a session before its context is compacted."""

from __future__ import annotations

from .answer import NOTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...core.transcripts import Event as Happening
    from .answer import Answer
    from .request import Event


def handle(event: Event) -> Answer:
    """Says nothing: what is kept comes back when the session starts again. A transcript that cannot be read is none."""
    request = event.request
    parse = _parser(event.shape.client) if request.session and request.transcript else None
    if parse is None:
        return NOTHING
    try:
        from .transcript import records_of

        events = parse(records_of(request.transcript))
        app, _problem = event.open_app(request.session, request.cwd) or (None, "")
        if app is not None and app.muted is None:
            from ...app.snapshot import keep_snapshot

            keep_snapshot(app, events)
    except Exception:  # the client goes on; the session starts again without it
        return NOTHING
    return NOTHING


def _parser(client: str) -> Callable[[Iterable[object]], list[Happening]] | None:
    """Of the clients that have the event."""
    if client != "claude-code":
        return None
    from ...core.transcripts_claude import events_of

    return events_of
