"""What every change of an existing note carries, and the check that it is still the note the caller saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.hashing import content_hash
from ..core.ids import is_derived
from ..core.notefile import parse_note
from .context import fresh_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..core.note import Note
    from ..core.notefile import FieldValue
    from .context import App
    from .records import Layer, Row

    Changes = dict[str, FieldValue | None]


def current(app: App, layer: Layer, row: Row, expect: str = "") -> bytes:
    """The note's bytes now, read under the layer's lock. Raises `conflict` when the file is gone, is another note by
    now, or is not the version the caller decided on.
    """
    if app.store.stat(layer, row.path) is None:
        raise SagacityError("conflict", f"{row.path} is gone since it was found", hint="find it again")
    data = app.store.read(layer, row.path).data
    if not is_derived(row.id) and parse_note(data).id not in (row.id, ""):
        raise SagacityError("conflict", f"{row.path} holds another note by now", hint="find it again")
    version = content_hash(data)
    if expect and expect != version:
        raise SagacityError(
            "conflict",
            f"{row.slug} is at version {version}, not at {expect}: someone changed it in between",
            hint="read it again, then repeat the change with the new version",
        )
    return data


def stamped(app: App, old: Note, changes: Mapping[str, FieldValue | None]) -> Changes:
    """The changes with the time, and with an id for a file that had none. No changes: only these."""
    stamp: Changes = {**changes, "updated_at": from_ms(app.clock.now_ms())}
    if not old.id:
        from_now_on = _missing(app, old)
        stamp = {**from_now_on, **stamp}
    return stamp


def _missing(app: App, old: Note) -> Changes:
    """What a hand-made file lacks to be a note: it becomes one when it is first changed through a door."""
    return {"id": fresh_id(app), "type": old.type or "topic", "title": old.title}
