"""One tag for several, in all notes of a scope: a plan, then one operation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.handles import fold
from ..core.nearest import near_words
from ..core.notefile import edit_note, parse_note
from ..core.tags import replaced, usages
from ..core.textdiff import unified
from ..core.trust import trust_of
from ..core.value import Value
from .compose import lasting_tags
from .freshness import effort, refresh
from .projects import check_project
from .resolve import may_name
from .scope import here
from .stamp import current
from .tagging import TagChange, TagsChangeResult
from .write import Change, start, write_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import Filters, Layer, Row
    from .scope import Scope
    from .tagging import TagsMergeRequest, TagsRenameRequest

MANY = 100_000


class Plan(Value):
    """What one tag is to stand for. keys: the tags, folded. left_out: lines on the notes that stay as they are."""

    keys: frozenset[str]
    into: str
    rows: tuple[tuple[Layer, tuple[Row, ...]], ...]
    left_out: tuple[str, ...]


def tags_rename(app: App, request: TagsRenameRequest) -> TagsChangeResult:
    """Every spelling of the tag becomes the new one. Raises as `tags_merge` does."""
    return _change(app, request, (request.old,), request.new)


def tags_merge(app: App, request: TagsMergeRequest) -> TagsChangeResult:
    """The tags become one. Raises `invalid` for a new tag that is none, `not_found` for one that no note has."""
    return _change(app, request, request.tags, request.into)


def _change(app: App, request: TagsRenameRequest | TagsMergeRequest, old: Sequence[str], new: str) -> TagsChangeResult:
    (into,) = lasting_tags((new,))
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    refresh(app, scope.layers, effort(app))
    check_project(app, scope, request.project)
    plan = _planned(app, scope, old, into)
    changes = tuple(
        _told(layer, row, before, after)
        for layer, rows in plan.rows
        for row, before, after in _edits(app, plan, layer, rows)
    )
    operation = start(app)
    if changes and not request.dry_run:
        groups = [(layer, partial(_writes, app, plan, layer, rows)) for layer, rows in plan.rows]
        write_each(app, groups, operation)
    return TagsChangeResult(
        changes=changes,
        into=into,
        dry_run=request.dry_run,
        operation=operation.id if changes and not request.dry_run else "",
        scope=scope.names(),
        left_out=plan.left_out,
    )


def _planned(app: App, scope: Scope, old: Sequence[str], into: str) -> Plan:
    filters = scope.filters.replace(archived=True, confidential=True)
    found: dict[str, dict[int, Row]] = {}
    for tag in old:
        rows = _having(app, filters, tag)
        if not rows:
            raise _unknown(app, scope, filters, tag)
        for row in rows:
            found.setdefault(row.layer, {})[row.key] = row
    groups, left_out = [], []
    for root, by_key in found.items():
        layer = scope.layer_of(root)
        rows = sorted(by_key.values(), key=lambda row: row.path)
        kept = tuple(row for row in rows if not row.error and may_name(app, row))
        left_out += _left_out(layer, rows, kept)
        if layer.write_policy == "direct":
            groups.append((layer, kept))
    keys = frozenset(map(fold, old))
    return Plan(keys, into, tuple(groups), (*left_out, *_elsewhere(app, filters, keys)))


def _having(app: App, filters: Filters, tag: str) -> list[Row]:
    return app.index.newest(filters.replace(tags=(tag,)), limit=MANY) if fold(tag) else []


def _left_out(layer: Layer, rows: Sequence[Row], kept: Sequence[Row]) -> list[str]:
    if layer.write_policy != "direct":
        return [f"{len(rows)} in layer {layer.name}, which takes changes by review only"]
    unreadable = sum(bool(row.error) for row in rows)
    confidential = len(rows) - len(kept) - unreadable
    lines = [f"{unreadable} in layer {layer.name}, whose frontmatter cannot be read"] if unreadable else []
    return lines + ([f"{confidential} confidential in layer {layer.name}"] if confidential else [])


def _elsewhere(app: App, filters: Filters, keys: frozenset[str]) -> list[str]:
    """Whether other projects have the tags, too."""
    wide = here(app, everywhere=True).filters
    filters = filters.replace(confidential=app.caller.interactive)
    wide = filters.replace(layers=tuple({*wide.layers, *filters.layers}), projects=None)
    others = sum(app.index.count(wide.replace(tags=(key,))) for key in keys)
    others -= sum(app.index.count(filters.replace(tags=(key,))) for key in keys)
    return [f"{others} in other projects or layers: --everywhere changes them, too"] if others > 0 else []


def _unknown(app: App, scope: Scope, filters: Filters, tag: str) -> SagacityError:
    used = usages(app.index.tag_lists(filters.replace(confidential=app.caller.interactive)))
    near = tuple(used[key].tag for key in near_words(fold(tag), list(used)))
    wide = here(app, everywhere=True).filters.replace(archived=True, tags=(tag,))
    elsewhere = fold(tag) and app.index.count(wide)
    hint = "it is in use in another project: --everywhere" if elsewhere else "`sagacity tags` lists those in use"
    where = f"no note in {', '.join(scope.names())}" if scope.layers else "there are no notes yet: none"
    return SagacityError("not_found", f"{where} has the tag {tag!r}", hint=hint, candidates=near)


def _edits(app: App, plan: Plan, layer: Layer, rows: Sequence[Row]) -> list[tuple[Row, bytes, bytes]]:
    """(note, its file, the file to be) of those that change."""
    found = []
    for row in rows:
        before = current(app, layer, row)
        after = edit_note(before, {"tags": replaced(parse_note(before).tags, plan.keys, plan.into)})
        if after != before:
            found.append((row, before, after))
    return found


def _writes(app: App, plan: Plan, layer: Layer, rows: Sequence[Row]) -> list[Change]:
    """A tag is no new word about the subject: the note keeps its date, and whoever renames one vouches for no text."""
    return [
        Change(
            row.path,
            after,
            before,
            "update",
            "updated",
            row.id,
            origin=min(row.origin, app.caller.origin, key=trust_of),
            reason=f"tag {plan.into}",
        )
        for row, before, after in _edits(app, plan, layer, rows)
    ]


def _told(layer: Layer, row: Row, before: bytes, after: bytes) -> TagChange:
    old, new = parse_note(before), parse_note(after)
    return TagChange(
        id=row.id,
        title=row.title,
        layer=layer.name,
        project=row.project,
        before=old.tags,
        after=new.tags,
        diff=unified(before.decode("utf-8", "replace"), after.decode("utf-8", "replace")),
    )
