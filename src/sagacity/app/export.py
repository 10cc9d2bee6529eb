"""Taking knowledge out of the memory, for readers who do not have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.notebook import notebook
from ..core.slug import slug
from .export_all import export_all
from .exporting import ExportResult
from .notebook import collect
from .output import save

if TYPE_CHECKING:
    from .context import App
    from .exporting import ExportRequest

OF_ALL = ("format", "layer", "types", "since", "include_confidential", "allow_secret")


def export(app: App, request: ExportRequest) -> ExportResult:
    """The notebook of a note, or all notes. Raises `invalid` for both or neither, else as `collect`, `save` and
    `export_all` do.
    """
    if request.all == bool(request.handle):
        raise SagacityError("invalid", "export what?", hint="give a note for its notebook, or --all for all notes")
    if request.all:
        return export_all(app, request)
    given = [field for field in OF_ALL if getattr(request, field)]
    if given:
        raise SagacityError("invalid", f"{given[0]} is for all notes, not for a notebook", hint="leave it out")
    root, statements, left_out = collect(app, request.handle, project=request.project, depth=request.depth)
    text = notebook(root, statements, left_out)
    title = next(one.title for one in statements if one.id == root)
    result = ExportResult("notebook", len(statements), tuple(left_out), root, title)
    if not request.output:
        return result.replace(text=text)
    return result.replace(path=save(app, request.output, f"{slug(title)}-notebook.md", text, force=request.force))
