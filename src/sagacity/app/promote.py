"""A note that goes to a layer with more readers: it keeps its id and its past, and its old place says where it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.handles import fold
from ..core.ids import is_derived
from ..core.notefile import edit_note, parse_note
from ..core.secrets import find_secrets
from ..core.slug import unique_slug
from ..core.trust import lower, stays_here, taken_along
from .freshness import effort, refresh
from .plan import Plan, carried_out
from .read import locate
from .remember import check_direct
from .resolve import find, may_name
from .scope import here
from .stamp import current, stamped
from .write import Change

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.note import Note
    from .context import App
    from .planned import PlanResult, PromoteRequest
    from .records import Layer, Row
    from .scope import Scope
    from .stamp import Changes

RANKS = ("personal", "project", "shared")
"""Kinds of layers, each with more readers than the one before."""


def promote(app: App, request: PromoteRequest) -> PlanResult:
    """Without `yes` nothing is changed. Raises `not_found` and `ambiguous` for note and layer, `invalid` for a layer
    that has no more readers, `refused` for confidential notes, secrets, and layers that take changes by review only.
    """
    return carried_out(app, lambda: _plan(app, request), yes=request.yes and not request.dry_run, expect=request.expect)


def _plan(app: App, request: PromoteRequest) -> Plan:
    scope = here(app)
    source, row = locate(app, request.handle, scope)
    if rest := _rest(app, scope, here(app, layer=request.to).layers, row):
        return rest
    target = _target(app, request, source)
    before = current(app, source, row)
    note = parse_note(before)
    _check(app, request, row, note, before)
    path = _free_path(app, target, row)
    changes: Changes = {"scope": target.name}
    if target.kind == "project" and note.project == target.project:
        changes["project"] = None
    if path != f"{row.slug}.md" and fold(row.slug) not in map(fold, note.synonyms):
        changes["synonyms"] = (*note.synonyms, row.slug)
    origin = lower(taken_along(row.origin, row.trust), app.caller.origin)
    if note.origin:
        changes["origin"] = origin
    data = edit_note(before, stamped(app, note, changes))
    note_id = parse_note(data).id
    there = Change(path, data, None, "create", "promoted", note_id, origin=origin, reason=f"from {source.name}")
    gone = Change(row.path, None, before, "delete", "moved", row.id, reason=f"promoted to {target.name}")
    return Plan(((target, (there,)), (source, (gone,))), tuple(_notices(app, note, row, source, target)))


def _rest(app: App, scope: Scope, targets: Sequence[Layer], row: Row) -> Plan | None:
    """What is left of a promotion that was cut off: the note stands where it was to go, and still where it came from.
    None where that is not so. Raises `conflict` where the two differ by now.
    """
    refresh(app, targets, effort(app))
    refresh(app, scope.layers, effort(app))
    there = [(layer, one) for layer in targets for one in _bearing(app, layer, row.id)]
    if not there:
        return None
    target, arrived = there[0]
    fewer = [layer for layer in scope.layers if RANKS.index(layer.kind) < RANKS.index(target.kind)]
    for source, left in [(layer, one) for layer in fewer for one in _bearing(app, layer, row.id)]:
        check_direct(source)
        before = current(app, source, left)
        if parse_note(before).body != parse_note(current(app, target, arrived)).body:
            paths = f"{source.notes_dir}/{left.path} and {target.notes_dir}/{arrived.path}"
            message = f"{row.id} stands in {source.name} and in {target.name}, with different texts"
            raise SagacityError("conflict", message, hint=f"take one of the files away: {paths}")
        reason = f"promoted to {target.name}"
        gone = Change(left.path, None, before, "delete", "moved", row.id, reason=reason)
        return Plan(((source, (gone,)),), (f"it stands in {target.name} already, and goes where it came from",))
    return None


def _bearing(app: App, layer: Layer, note_id: str) -> list[Row]:
    found = app.index.find(note_id, [layer.root])
    return [row for row, kind in found if kind == "id" and app.store.stat(layer, row.path) is not None]


def _target(app: App, request: PromoteRequest, source: Layer) -> Layer:
    layers = here(app, layer=request.to).layers
    if len(layers) != 1:
        names = tuple(layer.name for layer in layers)
        raise SagacityError("ambiguous", f"{request.to!r} names {len(layers)} layers", candidates=names)
    target = layers[0]
    if RANKS.index(target.kind) <= RANKS.index(source.kind):
        raise SagacityError(
            "invalid",
            f"the note is in {source.name}, and {target.name} has no more readers",
            hint="promote goes from personal to project to a shared layer",
        )
    check_direct(source)
    check_direct(target)
    return target


def _check(app: App, request: PromoteRequest, row: Row, note: Note, before: bytes) -> None:
    """Raises `refused` for what others must not see, and for what cannot be read."""
    if note.error:
        raise SagacityError("refused", f"{row.path} cannot be read: {note.error}", hint="repair it first")
    if not may_name(app, row) or stays_here(row.sensitivity):
        raise SagacityError(
            "refused",
            f"{request.handle!r} is confidential and cannot go where others read it",
            hint="`sagacity update NOTE --sensitivity internal` first, at a terminal",
        )
    if found := find_secrets(before.decode("utf-8", "replace")):
        kinds = ", ".join(f"{one.kind} in line {one.line}" for one in found[:5])
        raise SagacityError("refused", f"the note holds a secret ({kinds})", hint="take it out first")


def _free_path(app: App, target: Layer, row: Row) -> str:
    """Its file name, with the end of its id where another note bears that there."""
    bearers = [one for one, kind in app.index.find(row.slug, [target.root]) if kind == "slug"]
    if not bearers and app.store.stat(target, f"{row.slug}.md") is None:
        return f"{row.slug}.md"
    return f"{unique_slug(row.slug, row.id)}.md"


def _notices(app: App, note: Note, row: Row, source: Layer, target: Layer) -> Iterator[str]:
    yield f"whoever reads {target.name} will read it: {target.root}"
    scope = here(app)
    for relation in note.relations:
        rows = find(app, relation.target, scope.layers)
        if rows and not any(one.layer == target.root for one in rows):
            yield f"{relation.op} {relation.target}: that note stands in {source.name}, which they do not see"
        elif not rows:
            yield f"{relation.op} {relation.target}: no such note here"
    if note.project and not (target.kind == "project" and note.project == target.project):
        yield f"it stays about the project {note.project}"
    if is_derived(row.id):
        yield "it had no id of its own and gets one"
