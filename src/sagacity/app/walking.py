"""What `walk` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg

MODES = ("neighbourhood", "path", "provenance")


class WalkRequest(Request):
    """From a note outwards over its relations."""

    handle: str = arg(help="the note to begin with", positional=True, required=True, brief="id, slug or title")
    mode: str = arg(
        help="neighbourhood: what is around it; path: how it hangs together with `to`; provenance: what it comes from; "
        "default: path with `to`, else neighbourhood",
        choices=MODES,
        brief="provenance: what it comes from",
    )
    to: str = arg(help="the note where a path ends", brief="path to this note")
    depth: int = arg(
        0, help="most steps; default: 2, for a path 6, for provenance 8", minimum=0, maximum=12, brief="default 2"
    )
    relations: tuple[str, ...] = arg(
        (),
        help="only over these; an inverse word (governed_by) is the same relation, seen from the other end",
        option="relation",
        brief="only over these",
    )
    direction: str = arg(
        help="out: along the relations, in: against them; default: both, and out for provenance",
        choices=("out", "in", "both"),
        brief="",
    )
    types: tuple[str, ...] = arg(
        (), help="only these note types, and what lies on the way to them", option="type", brief=""
    )
    project: str = arg(help="as if in this project", faces=("cli", "python"))
    layer: str = arg(help="only this layer", faces=("cli", "python"))
    everywhere: bool = arg(False, help="all projects", brief="all projects")
    no_untrusted: bool = arg(False, help="hide notes nobody has approved", faces=("cli", "python"))
    limit: int = arg(100, help="most notes", minimum=1, maximum=2000, faces=("cli", "python"))


class WalkNode(Value):
    """A note reached. depth: steps from the start. parent: id of the note it was reached from, "" for the start.

    word: the relation as the parent says it, op: as it is registered; direction: out along it, in against it. note: the
    reason written at it, properties: what else is, each as `name=value`. mark: archived, superseded by another one,
    or not valid now; "" for a note that stands.
    """

    id: str
    slug: str
    title: str
    type: str
    layer: str
    project: str
    trust: str
    status: str
    depth: int
    parent: str = ""
    word: str = ""
    op: str = ""
    direction: str = ""
    note: str = ""
    properties: tuple[str, ...] = ()
    mark: str = ""


class WalkEdge(Value):
    """A relation between two of the notes, by id, in its registered direction."""

    source: str
    op: str
    target: str
    note: str = ""
    properties: tuple[str, ...] = ()


class Dangling(Value):
    """A relation of a note shown that names no note, or no single one. deleted_at: when a note of that name was, which
    was called title.
    """

    source: str
    word: str
    target: str
    deleted_at: str = ""
    title: str = ""


class WalkResult(Value):
    """nodes: the start first, then by distance; of a path in its order, empty when there is none. edges: all relations
    seen between them, those of the notes furthest away only where they lead back.

    cut: why not all was reached, "" when it was. withheld: what was not shown, a line each. hint: what to do where
    there is nothing.
    """

    mode: str
    nodes: tuple[WalkNode, ...]
    edges: tuple[WalkEdge, ...]
    dangling: tuple[Dangling, ...]
    cut: str
    withheld: tuple[str, ...]
    scope: tuple[str, ...]
    project: str
    took_ms: float
    hint: str = ""
