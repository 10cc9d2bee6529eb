"""Partial changes of a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.evidence import merged_references
from ..core.notefile import edit_note, parse_note
from ..core.preview import TITLE_MAX_CHARS
from ..core.slug import slug, unique_slug
from ..core.types import kind_remark, left_behind, split_type, type_of
from .compose import DATES, check_status, checked_fields, clean_list, dated, lasting_tags, references_of_input
from .confidence import TENTATIVE, is_proposal, proposed
from .fitting import retyping
from .read import locate
from .reanchor import reanchored
from .results import WriteResult
from .scope import here
from .stamp import current, stamped
from .write import Change, check_cap, start, write

if TYPE_CHECKING:
    from ..core.note import Note, Reference
    from .context import App
    from .records import Layer, Row
    from .requests import UpdateRequest
    from .stamp import Changes

CLEARABLE = (
    "due", "project", "valid_from", "valid_until", "summary", "status", "confidence", "tags", "synonyms", "triggers",
    "references",
)  # fmt: skip
NONE = "none"


def update(app: App, request: UpdateRequest) -> WriteResult:
    """Changes what is given and nothing else. A new title renames the file; the old name stays as a synonym.

    Raises `invalid`, `not_found`, `ambiguous`, `conflict` (expect) and `refused`; then nothing was written.
    """
    operation = start(app, allow_secret=request.allow_secret)
    scope = here(app)
    layer, row = locate(app, request.handle, scope)
    proposes = is_proposal(app, request.confidence, row.confidence)
    if proposes:
        request = request.replace(confidence=TENTATIVE)

    def planned() -> list[Change]:
        before = current(app, layer, row, request.expect)
        change = _planned(app, layer, row, request, before)
        old, new = (parse_note(data or b"").replace(id=row.id) for data in (before, change.data))
        return [change.replace(warnings=(*change.warnings, *retyping(app, scope, old, new)))]

    written = write(app, layer, planned, operation)
    return WriteResult(tuple(proposed(app, one) for one in written) if proposes else tuple(written))


def _planned(app: App, layer: Layer, row: Row, request: UpdateRequest, before: bytes) -> Change:
    old = parse_note(before)
    cleared = _cleared(request)
    request, about_due = dated(app, request)
    changes = _changes(request, old, row, cleared)
    retyped = _retyped(changes, old)
    references, left = _references(app, layer, request, old)
    left = (*left, *about_due)
    if references != old.references and "references" not in changes:
        changes["references"] = references
    body = request.content.strip("\n") if request.content else None
    if body == old.body:
        body = None
    if not changes and body is None:
        return Change(row.path, before, before, "update", "unchanged", row.id, warnings=left)
    moved_from = ""
    path = row.path
    if title := changes.get("title"):
        path, moved_from = _renamed(app, layer, row, str(title))
        if moved_from:
            kept = (*old.synonyms, *request.add_synonyms, row.slug)
            changes["synonyms"] = clean_list("synonym", tuple(name for name in kept if name != title))
    data = edit_note(before, stamped(app, old, changes), body=body)
    new = parse_note(data)
    warnings = (*left, *retyped, *check_cap(new.type, new.body, old.body))
    op, action = ("rename", "renamed") if moved_from else ("update", "updated")
    return Change(path, data, before, op, action, row.id, moved_from, warnings=warnings)


def _retyped(changes: Changes, old: Note) -> tuple[str, ...]:
    """Takes along what another type means for the other fields, and says so: what the new type has no use for is taken
    off, and work begins with its first status.
    """
    if "type" not in changes:
        return kind_remark(old.type, str(changes.get("kind") or ""))
    name = str(changes["type"])
    said = [*kind_remark(name, str(changes.get("kind") or ""))]
    gone = [field for field in left_behind(old.type, name) if getattr(old, field) and not changes.get(field)]
    if gone:
        changes.update(dict.fromkeys(gone))
        said.append(f"{', '.join(gone)} taken off: a {name} has none; undo brings it back")
    if type_of(name).statuses and not (changes.get("status") or old.status):
        changes["status"] = type_of(name).statuses[0]
        said.append(f"its status is {changes['status']}")
    return tuple(said)


def _references(
    app: App, layer: Layer, request: UpdateRequest, old: Note
) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
    """The note's evidence as it will be, and what is to be said about it."""
    references = old.references
    left: tuple[str, ...] = ()
    if request.reanchor:
        references, left = reanchored(app, layer, old)
    added, unpinned = references_of_input(app, layer, old.project, request.add_references)
    return merged_references(references, added), (*left, *unpinned)


def _changes(request: UpdateRequest, old: Note, row: Row, cleared: list[str]) -> Changes:
    changes: Changes = dict.fromkeys(cleared)
    changes.update(checked_fields(request))
    if request.title:
        changes["title"] = _title(request.title)
    if request.type:
        changes["type"], kind = split_type(request.type)
        changes["kind"] = kind or None
    if request.summary:
        changes["summary"] = request.summary.strip()
    if request.project:
        changes["project"] = None if request.project == NONE else request.project
    if request.add_tags or request.remove_tags:
        removed = {tag.strip() for tag in request.remove_tags}
        before = () if "tags" in changes else old.tags
        after = (*before, *lasting_tags(request.add_tags))
        changes["tags"] = clean_list("tag", tuple(tag for tag in after if tag not in removed))
    if request.add_synonyms:
        before = () if "synonyms" in changes else old.synonyms
        changes["synonyms"] = clean_list("synonym", (*before, *request.add_synonyms))
    if request.status:
        check_status(request.type or old.type)
    if old.error:
        raise SagacityError(
            "refused",
            f"{row.path} was not touched: its frontmatter cannot be read ({old.error})",
            hint="repair it with `sagacity edit` or in your editor",
        )
    return {field: value for field, value in changes.items() if value != (getattr(old, field) or None)}


def _cleared(request: UpdateRequest) -> list[str]:
    unknown = [field for field in request.clear if field not in CLEARABLE]
    if unknown:
        raise SagacityError("invalid", f"{unknown[0]!r} cannot be cleared", hint=f"one of: {', '.join(CLEARABLE)}")
    return [
        *request.clear,
        *(field for field in DATES if getattr(request, field).strip().lower() == NONE),
    ]


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not title or len(title) > TITLE_MAX_CHARS:
        raise SagacityError("invalid", f"the title has {len(title)} characters; 1 to {TITLE_MAX_CHARS} are allowed")
    return title


def _renamed(app: App, layer: Layer, row: Row, title: str) -> tuple[str, str]:
    """(new path, old path), the old one "" when the file keeps its name."""
    folder = row.path.rpartition("/")[0]
    name = slug(title)
    if name == row.slug:
        return row.path, ""
    path = f"{folder}/{name}.md" if folder else f"{name}.md"
    if app.store.stat(layer, path) is not None or any(kind == "slug" for _, kind in app.index.find(name, [layer.root])):
        name = unique_slug(name, row.id)
        path = f"{folder}/{name}.md" if folder else f"{name}.md"
    return (path, row.path) if path != row.path else (row.path, "")
