"""What `graph` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg

FORMATS = ("svg", "dot", "json", "mermaid")


class GraphRequest(Request):
    """Notes and their relations as a picture."""

    handle: str = arg(help="the note in the middle", positional=True)
    all: bool = arg(False, help="all notes instead, those with most relations first")
    output: str = arg(help="write it to this file, or into this folder; default: print it")
    format: str = arg("svg", help="svg: a picture; dot, mermaid, json: for programs that draw", choices=FORMATS)
    depth: int = arg(2, help="around a note: most steps", minimum=0, maximum=6)
    layer: str = arg(help="only this layer")
    project: str = arg(help="around a note: as if in this project; of all notes: only those about it, or in its layer")
    types: tuple[str, ...] = arg((), help="of all notes: only these types", option="type")
    limit: int = arg(150, help="most notes", minimum=1, maximum=300)
    force: bool = arg(False, help="replace the file that is there")


class GraphResult(Value):
    """text: the picture, "" where it was written to `path`. left_out: what is not in it, a line each."""

    format: str
    notes: int
    relations: int
    left_out: tuple[str, ...]
    path: str = ""
    text: str = ""
