"""A note's file as a person edited it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.notefile import parse_note
from ..core.types import kind_remark, left_behind, split_type
from .compose import check_status, checked_fields
from .confidence import is_proposal
from .fitting import misfits, retyping
from .read import locate
from .results import WriteResult
from .scope import here
from .stamp import current
from .write import Change, check_cap, start, write

if TYPE_CHECKING:
    from ..core.note import Note
    from .context import App
    from .requests import EditRequest

CLOSED = ("confidence", "sensitivity", "enforcement", "status", "due", "valid_from", "valid_until")
"""Fields whose values `compose.checked_fields` knows."""


def edit(app: App, request: EditRequest) -> WriteResult:
    """Takes the whole file over, byte for byte. Raises `conflict` when it changed meanwhile, `invalid` when the text no
    longer parses, changes the id, or puts a word that is not in the list into a field that has one; then nothing was
    written. A word that was there before may stay.
    """
    operation = start(app, allow_secret=request.allow_secret)
    scope = here(app)
    layer, row = locate(app, request.handle, scope)

    def planned() -> list[Change]:
        before = current(app, layer, row, request.expect)
        old, new = parse_note(before), parse_note(request.text.encode())
        if new.error:
            raise SagacityError("invalid", f"the edited text does not parse: {new.error}", hint="nothing was written")
        if old.id and new.id != old.id:
            raise SagacityError("invalid", f"the id must stay {old.id!r}, the text has {new.id!r}")
        _check_changed(old, new)
        if is_proposal(app, new.confidence, old.confidence):
            raise SagacityError(
                "refused",
                "only a person at a terminal makes a note canonical",
                hint="`sagacity update NOTE --confidence canonical` proposes it",
            )
        kind = new.kind if (new.type, new.kind) != (old.type, old.kind) else ""
        warnings = (*kind_remark(new.type, kind), *_remains(old, new), *check_cap(new.type, new.body, old.body))
        added = tuple(one for one in new.relations if one not in old.relations)
        old, new = old.replace(id=row.id), new.replace(id=row.id)
        warnings = (*warnings, *retyping(app, scope, old, new), *misfits(app, scope, new, added))
        return [Change(row.path, request.text.encode(), before, "update", "updated", row.id, warnings=warnings)]

    return WriteResult(tuple(write(app, layer, planned, operation)))


def _remains(old: Note, new: Note) -> tuple[str, ...]:
    """A line where the note became one of another type and kept what only the old one has."""
    kept = [field for field in left_behind(old.type, new.type) if getattr(new, field)]
    return (f"{', '.join(kept)} left in the file: of no use to a {new.type}",) if kept else ()


def _check_changed(old: Note, new: Note) -> None:
    """Raises `invalid`."""
    same = {field: "" for field in CLOSED if getattr(new, field) == getattr(old, field)}
    checked_fields(new.replace(**same))
    if new.type and (new.type, new.kind) != (old.type, old.kind):
        split_type(f"{new.type}/{new.kind}" if new.kind else new.type)
    if new.status and (new.type, new.status) != (old.type, old.status):
        check_status(new.type)
