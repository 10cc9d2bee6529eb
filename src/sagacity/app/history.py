"""The versions of a note, what differs between two of them, and what is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.egress import without_secrets
from ..core.errors import SagacityError
from ..core.textdiff import in_words, summary, unified
from .gone import gone_notes, may_tell, title_of_gone
from .past import before, chosen, past_of, text_of
from .resolve import KEPT_BACK
from .scope import here
from .versions import DiffResult, GoneLine, HistoryResult, VersionLine

if TYPE_CHECKING:
    from .context import App
    from .gone import Gone
    from .past import Past, State
    from .versions import DiffRequest, HistoryRequest

MISSING = "the file is gone, and no door of ours took it away"
PRUNED, CONFIDENTIAL = "pruned", "confidential"


def history(app: App, request: HistoryRequest) -> HistoryResult:
    """Newest first. Raises `invalid` unless a note or the deleted ones are asked for, else as `past_of`."""
    if bool(request.handle) == request.deleted:
        raise SagacityError("invalid", "history of what?", hint="give a note, or --deleted for those that are gone")
    if request.deleted:
        gone = gone_notes(app, here(app))
        return HistoryResult(gone=tuple(_gone_line(app, one) for one in gone[: request.limit]), total=len(gone))
    past = past_of(app, request.handle)
    shown = range(min(request.limit, len(past.states)))
    is_missing = past.row is None and bool(past.states) and bool(past.states[0].entry.hash)
    return HistoryResult(
        id=past.note_id,
        title=_masked(app, past.title),
        layer=past.layer.name,
        path=f"{past.layer.notes_dir}/{past.path}",
        exists=past.row is not None,
        versions=tuple(_line(app, past, place) for place in shown),
        total=len(past.states),
        notices=(*past.notices, *([MISSING] if is_missing else [])),
    )


def diff(app: App, request: DiffRequest) -> DiffResult:
    """From one version to another, by default over the last change. Raises as `past_of` and `chosen` do."""
    past = past_of(app, request.handle)
    if not past.states:
        raise SagacityError("not_found", f"no version of {request.handle!r} is kept", hint="it was never seen before")
    old, new = _two(app, past, request)
    texts = [_shown_text(app, state) if state else "" for state in (old, new)]
    return DiffResult(
        id=past.note_id,
        title=_masked(app, past.title),
        old=old.entry.hash if old else "",
        new=new.entry.hash if new else "",
        old_at=from_ms(old.entry.at_ms) if old else "",
        new_at=from_ms(new.entry.at_ms) if new else "",
        lines=(in_words if request.words else unified)(*texts),
        notices=past.notices,
    )


def _two(app: App, past: Past, request: DiffRequest) -> tuple[State | None, State | None]:
    """None for the note that is not there."""
    if request.to:
        return chosen(app, past, request.version), chosen(app, past, request.to)
    now = _now(past)
    if request.version:
        return chosen(app, past, request.version), now if past.row else None
    place = past.states.index(now)
    return before(past, place), now


def _now(past: Past) -> State:
    """The state that the file has: of a note in two layers the newest need not be this one's."""
    hash = past.row.hash if past.row else ""
    return next((state for state in past.states if state.entry.hash == hash), past.states[0])


def _shown_text(app: App, state: State) -> str:
    """Raises as `chosen` does."""
    if not state.entry.hash:
        return ""
    data = text_of(app, state)
    when = f"the version of {from_ms(state.entry.at_ms)}"
    if data is None:
        raise SagacityError("not_found", f"{when} was pruned from the journal", hint="name two others")
    if not may_tell(app, state.layer, data):
        raise SagacityError("refused", f"{when} was confidential and is not given to an agent", hint="name two others")
    return _masked(app, data.decode("utf-8", "replace"))


def _masked(app: App, text: str) -> str:
    """A secret in an old version is a person's to see, as the file was."""
    return text if app.caller.interactive else without_secrets(text)


def _line(app: App, past: Past, place: int) -> VersionLine:
    state = past.states[place]
    entry = state.entry
    line = VersionLine(
        at=from_ms(entry.at_ms),
        version=entry.hash,
        op=entry.op,
        who=entry.origin,
        door=entry.door,
        changed="",
        source="git" if not state.journalled else "both" if state.commit else "journal",
        session=entry.session,
        operation=entry.operation,
        commit=state.commit,
        author=_masked(app, state.by),
    )
    old = before(past, place)
    new_data = text_of(app, state)
    old_data = text_of(app, old) if old else None
    # A deletion shows what the text before it may show.
    witness = new_data if entry.hash else old_data
    if not may_tell(app, state.layer, witness):
        return line.replace(state=CONFIDENTIAL if witness is not None else PRUNED)
    return line.replace(
        state=PRUNED if entry.hash and new_data is None else "",
        changed=_changed(state, old, old_data, new_data),
        layer=state.layer.name if state.layer else entry.layer,
        path=f"{state.layer.notes_dir if state.layer else entry.layer}/{entry.path}",
        reason=_masked(app, entry.reason),
    )


def _changed(state: State, old: State | None, old_data: bytes | None, new_data: bytes | None) -> str:
    """In a few words; "" where a text that it takes was pruned."""
    entry = state.entry
    moved = f"moved from {entry.before_path}" if entry.before_path else ""
    if (entry.hash and new_data is None) or (old is not None and old.entry.hash and old_data is None):
        return moved
    said = summary(old_data, new_data) if entry.hash or old_data is not None else ""
    return "; ".join(part for part in (moved, said) if part)


def _gone_line(app: App, gone: Gone) -> GoneLine:
    last = gone.last
    line = GoneLine(
        id=last.note_id,
        title=KEPT_BACK,
        layer=gone.layer.name,
        path="",
        at=from_ms(last.at_ms),
        how="deleted" if not last.hash else "missing",
        version=gone.hash,
    )
    if not may_tell(app, gone.layer, app.journal.content(gone.hash) if gone.hash else None):
        return line
    title, reason = _masked(app, title_of_gone(app, gone)), _masked(app, last.reason)
    return line.replace(title=title, path=f"{gone.layer.notes_dir}/{last.path}", reason=reason)
