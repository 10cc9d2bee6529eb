"""What `duplicates` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg

KINDS = ("exact", "near", "semantic")


class DuplicatesRequest(Request):
    """Groups of notes that say the same."""

    kinds: tuple[str, ...] = arg(
        (), help="only these: exact, near (by words), semantic (by meaning)", choices=KINDS, option="kind"
    )
    types: tuple[str, ...] = arg((), help="only these note types", option="type")
    project: str = arg(help="as if in this project")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")
    limit: int = arg(20, help="most groups listed; all are counted", minimum=1, maximum=1000)


class Alike(Value):
    """A note of a group. score: how much like the first one, 0 to 1."""

    id: str
    title: str
    layer: str
    project: str
    updated_at: str
    score: float


class DuplicateGroup(Value):
    """notes: the one to keep first, which is the most trusted, then the one changed last. command: merges them."""

    kind: str
    notes: tuple[Alike, ...]
    command: str


class DuplicatesResult(Value):
    """groups: exact ones first, then near, then semantic, each the most alike first. total: also beyond the limit.

    compared: notes. unchecked: what was left out, and why.
    """

    groups: tuple[DuplicateGroup, ...]
    total: int
    compared: int
    scope: tuple[str, ...]
    project: str
    unchecked: tuple[str, ...] = ()
    took_ms: float = 0.0
