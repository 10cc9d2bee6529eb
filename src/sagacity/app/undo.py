"""Taking a change back: a new version with the old text, never a rewind."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.hashing import content_hash, text_hash
from .context import fresh_id
from .freshness import effort, refresh
from .gone import gone_named
from .resolve import resolve
from .results import WriteResult
from .scope import here
from .write import Change, start, write_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import Layer, VersionEntry
    from .requests import UndoRequest
    from .scope import Scope


def undo(app: App, request: UndoRequest) -> WriteResult:
    """Takes back a whole operation: the one named, else the newest of the note, else the newest of all. One that was
    journalled and never came to its files has nothing to take back and is passed over.

    Raises `not_found` when there is nothing to take back, `conflict` when a note was changed since.
    """
    scope = here(app)
    refresh(app, scope.layers, effort(app))
    entries = _entries(app, request, scope)
    operation = start(app, allow_secret=app.caller.interactive)
    by_layer = {root: _layer(app, scope, root) for root in dict.fromkeys(entry.layer for entry in reversed(entries))}
    for entry in entries:
        _back(app, by_layer[entry.layer], entry)  # all can be taken back, or none is
    groups = [
        (layer, partial(_all_back, app, layer, [entry for entry in reversed(entries) if entry.layer == root]))
        for root, layer in by_layer.items()
    ]
    return WriteResult(tuple(write_each(app, groups, operation)))


def _all_back(app: App, layer: Layer, entries: Sequence[VersionEntry]) -> list[Change]:
    return [_back(app, layer, entry) for entry in entries]


def _entries(app: App, request: UndoRequest, scope: Scope) -> list[VersionEntry]:
    """The versions to take back, of those that are not back already: somebody was killed, or refused, in between."""
    note_id = "" if request.operation else _note_id(app, request.handle, scope)
    entries: list[VersionEntry] = []
    while not entries:
        wanted = request.operation or app.journal.last_operation(note_id=note_id)
        made = [entry for entry in app.journal.operation(wanted) if entry.op != "observe"] if wanted else []
        entries = [entry for entry in made if not _is_back(app, _layer(app, scope, entry.layer), entry)]
        if request.operation or not made:
            break
        if not entries:
            app.journal.record_versions([_taken_back(app, entry) for entry in made])
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


def _at(app: App, layer: Layer, path: str) -> str:
    """Content hash of the file, "" for none."""
    return content_hash(app.store.read(layer, path).data) if app.store.stat(layer, path) else ""


def _is_back(app: App, layer: Layer, entry: VersionEntry) -> bool:
    """Whether the file is what it was before that version."""
    there = _at(app, layer, entry.path)
    if entry.before_path:
        return not there and _at(app, layer, entry.before_path) == entry.parent
    return there == entry.parent


def _taken_back(app: App, entry: VersionEntry) -> VersionEntry:
    """What the journal keeps of a version that its file never had."""
    before = app.journal.content(entry.parent) if entry.parent else None
    text = text_hash(before) if before is not None else ""
    return entry.replace(
        path=entry.before_path or entry.path,
        before_path="",
        op="undo",
        hash=entry.parent,
        text_hash=text,
        parent=entry.hash,
        at_ms=app.clock.now_ms(),
        origin=app.journal.origins([(entry.note_id, text)]).get((entry.note_id, text), app.caller.origin),
        operation=fresh_id(app),
        door=app.caller.door,
        session=app.caller.session,
        reason=entry.operation,
        data=before,
    )


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
