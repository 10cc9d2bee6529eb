"""Taking knowledge out of the memory, for readers who do not have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.notebook import notebook
from ..core.slug import slug
from .exporting import ExportResult
from .notebook import collect
from .output import save

if TYPE_CHECKING:
    from .context import App
    from .exporting import ExportRequest


def export(app: App, request: ExportRequest) -> ExportResult:
    """The notebook of a note. Raises as `collect` and `save` do."""
    root, statements, left_out = collect(app, request.handle, project=request.project, depth=request.depth)
    text = notebook(root, statements, left_out)
    title = next(one.title for one in statements if one.id == root)
    result = ExportResult(root, title, len(statements), tuple(left_out))
    if not request.output:
        return result.replace(text=text)
    return result.replace(path=save(app, request.output, f"{slug(title)}-notebook.md", text, force=request.force))
