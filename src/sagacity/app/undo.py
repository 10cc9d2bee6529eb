"""Taking a change back: a new version with the old text, never a rewind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.hashing import content_hash, text_hash
from .freshness import effort, refresh
from .gone import gone_named
from .resolve import resolve
from .results import WriteResult
from .scope import here
from .write import Change, start, write

if TYPE_CHECKING:
    from .context import App
    from .records import Layer, VersionEntry
    from .requests import UndoRequest
    from .results import Written
    from .scope import Scope


def undo(app: App, request: UndoRequest) -> WriteResult:
    """Takes back a whole operation: the one named, else the newest of the note, else the newest of all.

    Raises `not_found` when there is nothing to take back, `conflict` when a note was changed since.
    """
    scope = here(app)
    refresh(app, scope.layers, effort(app))
    entries = _entries(app, request, scope)
    operation = start(app, allow_secret=app.caller.interactive)
    by_layer = {root: _layer(app, scope, root) for root in dict.fromkeys(entry.layer for entry in reversed(entries))}
    for entry in entries:
        _back(app, by_layer[entry.layer], entry)  # all can be taken back, or none is
    written: list[Written] = []
    for root, layer in by_layer.items():
        mine = [entry for entry in reversed(entries) if entry.layer == root]
        written += write(app, layer, lambda: [_back(app, layer, entry) for entry in mine], operation)  # noqa: B023 – called before the loop goes on
    return WriteResult(tuple(written))


def _entries(app: App, request: UndoRequest, scope: Scope) -> list[VersionEntry]:
    wanted = request.operation or app.journal.last_operation(note_id=_note_id(app, request.handle, scope))
    entries = [entry for entry in app.journal.operation(wanted) if entry.op != "observe"] if wanted else []
    if not entries:
        what = request.operation or request.handle
        raise SagacityError(
            "not_found",
            f"there is no change to take back{f' for {what!r}' if what else ''}",
            hint="`sagacity log --kind write` lists them",
        )
    return entries


def _note_id(app: App, handle: str, scope: Scope) -> str:
    """The note's id; one that was deleted is found by its tombstone."""
    if not handle:
        return ""
    try:
        return resolve(app, handle, scope).id
    except SagacityError as error:
        if error.code != "not_found":
            raise
        return gone_named(app, handle, scope).last.note_id


def _layer(app: App, scope: Scope, root: str) -> Layer:
    for layer in (*scope.layers, *app.workspace.all_layers()):
        if layer.root == root:
            return layer
    raise SagacityError("not_found", f"the layer {root} is not there any more", hint="put it back, then undo")


def _back(app: App, layer: Layer, entry: VersionEntry) -> Change:
    """The change that takes one version back."""
    there = app.store.read(layer, entry.path).data if app.store.stat(layer, entry.path) else None
    if (content_hash(there) if there is not None else "") != entry.hash:
        raise SagacityError(
            "conflict",
            f"{entry.path} was changed after the operation {entry.operation}",
            hint=f"undo the later change first, or see `sagacity read {entry.note_id} --versions`",
        )
    if not entry.parent:
        return Change(entry.path, None, there, "undo", "deleted", entry.note_id, reason=entry.operation)
    before = app.journal.content(entry.parent)
    if before is None:
        raise SagacityError("not_found", f"the text before {entry.operation} was pruned from the journal")
    origin = app.journal.origins([(entry.note_id, text_hash(before))]).get((entry.note_id, text_hash(before)), "")
    path = entry.before_path or entry.path
    moved_from = entry.path if entry.before_path else ""
    return Change(path, before, there, "undo", "restored", entry.note_id, moved_from, origin, entry.operation)
