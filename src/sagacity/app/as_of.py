"""A note as it is, or as it was on a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.trust import label, layer_trust, trust_of
from .entry import parse
from .moment import moment_of
from .past import chosen, past_of, text_of
from .read import file_as_note, versions_of
from .records import RawNote
from .results import ReadResult
from .showing import record_shown

if TYPE_CHECKING:
    from .context import App
    from .past import Past, State
    from .requests import ReadRequest
    from .results import FullNote


def read_as_of(app: App, request: ReadRequest) -> ReadResult:
    """The notes named as they were, each once, whoever changed or deleted them since.

    Raises `invalid` for what is no time and as `past_of` and `chosen` do, `not_found` also for a note that was not
    there then, or of which nobody kept what it said.
    """
    at_ms = moment_of(app, request.as_of)
    found = (_read_then(app, handle, at_ms) for handle in request.handles)
    notes = tuple({note.id: note for note in found}.values())
    if request.versions:
        notes = tuple(note.replace(versions=versions_of(app, note.id)) for note in notes)
    record_shown(app, "read", [(note.id, 1.0) for note in notes])
    return ReadResult(notes)


def _read_then(app: App, handle: str, at_ms: int) -> FullNote:
    past = past_of(app, handle)
    state = next((one for one in past.states if one.entry.at_ms <= at_ms), None)
    if state is None or not state.entry.hash:
        oldest = f"; its oldest version is of {from_ms(past.states[-1].entry.at_ms)}" if past.states else ""
        raise SagacityError(
            "not_found",
            f"{handle!r} was not there on {from_ms(at_ms)}, as far as is known{oldest}",
            hint=f"`sagacity history {past.note_id}` lists its versions",
        )
    state = chosen(app, past, state.entry.hash)
    return _full(past, state, text_of(app, state) or b"", at_ms)


def _full(past: Past, state: State, data: bytes, at_ms: int) -> FullNote:
    layer, entry = state.layer or past.layer, state.entry
    parsed = parse(layer, RawNote(entry.path, data, len(data), 0))
    is_now = past.row is not None and past.row.hash == entry.hash
    return file_as_note(layer, parsed).replace(
        id=past.note_id,
        version=entry.hash,
        trust=label(layer_trust(trust_of(entry.origin), layer.approval)),
        origin=entry.origin,
        warnings=(f"as it was on {from_ms(at_ms)}{'' if is_now else '; it says something else now'}",),
    )
