"""A note's file as a person edited it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.notefile import parse_note
from .read import locate
from .results import WriteResult
from .scope import here
from .stamp import current
from .write import Change, check_cap, start, write

if TYPE_CHECKING:
    from .context import App
    from .requests import EditRequest


def edit(app: App, request: EditRequest) -> WriteResult:
    """Takes the whole file over, byte for byte. Raises `conflict` when it changed meanwhile, `invalid` when the text no
    longer parses or changes the id; then nothing was written.
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
        warnings = check_cap(new.type, new.body, old.body)
        return [Change(row.path, request.text.encode(), before, "update", "updated", row.id, warnings=warnings)]

    return WriteResult(tuple(write(app, layer, planned, operation)))
