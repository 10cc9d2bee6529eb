"""An earlier version of a note, written again: a new version, never a rewind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.ids import is_derived
from ..core.notefile import parse_note
from ..core.slug import unique_slug
from ..core.trust import lower, stays_here
from .entry import parse
from .indexing import origin_of
from .past import chosen, past_of, text_of
from .records import RawNote
from .remember import check_direct
from .results import WriteResult
from .stamp import current
from .write import Change, start, write

if TYPE_CHECKING:
    from .context import App
    from .entry import Parsed
    from .past import Past
    from .records import Layer
    from .versions import RestoreRequest


def restore(app: App, request: RestoreRequest) -> WriteResult:
    """Byte for byte, where the note is now; one that is gone where it was, or beside what has its place by now.

    Raises as `past_of` and `chosen` do, `conflict` when the note changed meanwhile, `refused` for a secret.
    """
    operation = start(app, allow_secret=request.allow_secret)
    past = past_of(app, request.handle)
    data = text_of(app, chosen(app, past, request.version))
    assert data is not None
    if past.layer.kind == "project" and stays_here(parse_note(data).sensitivity):
        raise SagacityError(
            "refused", "a confidential version cannot go into a project layer", hint="choose another one"
        )
    if past.row is None:
        check_direct(past.layer)
    origin = _origin(app, past.layer, parse(past.layer, RawNote(past.path, data, len(data), 0)))
    return WriteResult(tuple(write(app, past.layer, lambda: [_back(app, past, request, data, origin)], operation)))


def _origin(app: App, layer: Layer, parsed: Parsed) -> str:
    """A text keeps the one it has; one that only git knows is worth no more than whoever brings it."""
    found = origin_of(app, layer, parsed)
    is_known = app.journal.origins([(parsed.id, parsed.text_hash)])
    return found if is_known else lower(found, app.caller.origin)


def _back(app: App, past: Past, request: RestoreRequest, data: bytes, origin: str) -> Change:
    """The change, planned under the layer's lock."""
    if past.row is not None:
        there = current(app, past.layer, past.row, request.expect)
        return Change(
            past.path, data, there, "restore", "restored", past.note_id, origin=origin, warnings=_lost_id(past, data)
        )
    if request.expect:
        message = f"{past.path} is gone, not at version {request.expect}"
        raise SagacityError("conflict", message, hint="leave expect out to bring it back")
    path, warnings = past.path, _lost_id(past, data)
    if app.store.stat(past.layer, path) is not None:
        folder, _, name = path.rpartition("/")
        path = f"{folder}/{unique_slug(name[: -len('.md')], past.note_id)}.md".lstrip("/")
        warnings += (f"{past.path} is another note by now",)
    if app.store.stat(past.layer, path) is not None:
        raise SagacityError("conflict", f"{past.path} and {path} are taken", hint="move one of them away, then restore")
    return Change(path, data, None, "restore", "restored", past.note_id, origin=origin, warnings=warnings)


def _lost_id(past: Past, data: bytes) -> tuple[str, ...]:
    if is_derived(past.note_id) or parse_note(data).id == past.note_id:
        return ()
    return ("the note had no id of its own then: what points at it by id finds it no more",)
