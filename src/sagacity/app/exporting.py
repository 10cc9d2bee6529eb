"""What `export` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class ExportRequest(Request):
    """The history of a design as a document."""

    handle: str = arg(help="the note to begin with: a plan, a feature, a decision …", positional=True, required=True)
    output: str = arg(help="write it to this file, or into this folder; default: print it")
    depth: int = arg(3, help="most steps over relations", minimum=0, maximum=6)
    project: str = arg(help="as if in this project")
    force: bool = arg(False, help="replace the file that is there")


class ExportResult(Value):
    """text: the document, "" where it was written to `path`. notes: how many it holds. left_out: what it does not, a
    line each.
    """

    id: str
    title: str
    notes: int
    left_out: tuple[str, ...]
    path: str = ""
    text: str = ""
