"""Putting notes away: hidden, no longer valid, or gone. Each is one operation that undo takes back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.notefile import edit_note, parse_note
from ..core.trust import lower
from .read import locate
from .results import WriteResult
from .scope import here
from .stamp import current, stamped
from .write import Change, check_words, start, write_each

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .context import App
    from .records import Layer, Row
    from .requests import ForgetRequest

MAX_NOTES = 20


def forget(app: App, request: ForgetRequest) -> WriteResult:
    """All of them or, when one cannot be found, none. Raises `not_found`, `ambiguous`, `conflict` and `refused`."""
    if not request.handles:
        raise SagacityError("invalid", "forget what? no handle was given", hint="give an id, slug or title")
    if len(request.handles) > MAX_NOTES and not app.caller.interactive:
        raise SagacityError(
            "refused", f"{len(request.handles)} notes at once; an agent may put away {MAX_NOTES}", hint="ask the user"
        )
    check_words("reason", request.reason)
    operation = start(app)
    scope = here(app)
    by_layer: dict[str, tuple[Layer, dict[int, Row]]] = {}
    for handle in request.handles:
        layer, row = locate(app, handle, scope)
        by_layer.setdefault(layer.root, (layer, {}))[1][row.key] = row
    groups = [(layer, partial(_all_away, app, layer, rows.values(), request)) for layer, rows in by_layer.values()]
    return WriteResult(tuple(write_each(app, groups, operation)))


def _all_away(app: App, layer: Layer, rows: Iterable[Row], request: ForgetRequest) -> list[Change]:
    return [_away(app, layer, row, request) for row in rows]


def _away(app: App, layer: Layer, row: Row, request: ForgetRequest) -> Change:
    before = current(app, layer, row, request.expect)
    if request.how == "delete":
        return Change(row.path, None, before, "delete", "deleted", row.id, reason=request.reason)
    if request.how == "archive":
        return archived(app, row, before, request.reason)
    data = edit_note(before, stamped(app, parse_note(before), {"valid_until": from_ms(app.clock.now_ms())}))
    origin = lower(app.caller.origin, row.origin)
    return Change(row.path, data, before, "update", "invalidated", row.id, origin=origin, reason=request.reason)


def archived(app: App, row: Row, before: bytes, reason: str) -> Change:
    """The change that hides a note; it may be hidden already. before: its bytes now."""
    old = parse_note(before)
    if old.lifecycle == "archived":
        return Change(row.path, before, before, "archive", "unchanged", row.id)
    data = edit_note(before, stamped(app, old, {"lifecycle": "archived"}))
    origin = lower(app.caller.origin, row.origin)
    return Change(row.path, data, before, "archive", "archived", row.id, origin=origin, reason=reason)
