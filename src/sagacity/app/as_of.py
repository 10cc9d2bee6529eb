"""What held on a day: the notes that were there and stood, and a note as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import DAY_MS, from_ms, to_ms
from ..core.errors import SagacityError
from ..core.notefile import parse_note
from ..core.preview import summary_of
from ..core.query_dates import bound_ms
from ..core.trust import label, layer_trust, trust_of
from .entry import parse
from .past import chosen, past_of, text_of
from .records import RawNote
from .relate import DATE_CHARS, is_archived
from .results import FullNote

if TYPE_CHECKING:
    from .context import App
    from .past import Past, State
    from .records import Row

LOOK_BACK = 1000


def moment_of(app: App, text: str) -> int:
    """The moment meant, 0 for an empty text: of a day or a period its end, and nothing later than now. Raises `invalid`
    with examples.
    """
    if not text.strip():
        return 0
    now_ms = app.clock.now_ms()
    at_ms = bound_ms(text, now_ms, last=True)
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


def read_then(app: App, handle: str, at_ms: int) -> FullNote:
    """The note as it was, whoever changed or deleted it since. Raises as `past_of` and `chosen` do, and `not_found`
    where it was not there then or nobody kept what it said.
    """
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
    note = parsed.note
    is_now = past.row is not None and past.row.hash == entry.hash
    return FullNote(
        id=past.note_id,
        slug=parsed.slug,
        title=note.title,
        type=note.type,
        kind=note.kind,
        layer=layer.name,
        project=note.project,
        path=f"{layer.notes_dir}/{entry.path}",
        version=entry.hash,
        trust=label(layer_trust(trust_of(entry.origin), layer.approval)),
        origin=entry.origin,
        created_at=note.created_at,
        updated_at=note.updated_at,
        tags=note.tags,
        synonyms=note.synonyms,
        summary=summary_of(note.summary, note.body),
        body=note.body,
        confidence=note.confidence,
        lifecycle=note.lifecycle,
        sensitivity=note.sensitivity or layer.sensitivity_default,
        status=note.status,
        due=note.due,
        valid_from=note.valid_from,
        valid_until=note.valid_until,
        references=tuple(one.path for one in note.references),
        warnings=(f"as it was on {from_ms(at_ms)}{'' if is_now else '; it says something else now'}",),
        raw=data.decode("utf-8", "replace"),
    )
