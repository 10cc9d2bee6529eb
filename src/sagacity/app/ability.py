"""What `capabilities` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request


class CapabilitiesRequest(Request):
    """What this installation can do."""


class SpecView(Value):
    """The foreign spec that is held to. levels: those that are met, as `number name`."""

    name: str
    version: str
    levels: tuple[str, ...]


class TypeView(Value):
    """A type of notes. delivery: how it reaches an agent. body_cap: in characters."""

    name: str
    family: str
    delivery: str
    summary: str
    aliases: tuple[str, ...]
    kinds: tuple[str, ...]
    statuses: tuple[str, ...]
    body_cap: int


class RelationWord(Value):
    """A relation. inverse: the word that says the same from the other end."""

    op: str
    inverse: str
    summary: str
    aliases: tuple[str, ...]
    symmetric: bool
    acyclic: bool


class RuleView(Value):
    """A rule of lint."""

    code: str
    name: str
    severity: str
    summary: str
    fixable: bool


class OperationView(Value):
    """An operation. access: read, write or admin. faces: where it is offered."""

    name: str
    summary: str
    access: str
    faces: tuple[str, ...]


class LimitView(Value):
    """A limit. name: with its unit."""

    name: str
    value: int


class CapabilitiesResult(Value):
    """version: of the program. format: version of the note format that it writes, and reads. runs: operators of the
    spec that run a model. embedder: the one chosen; embedders: those that can be.
    """

    version: str
    format: str
    spec: SpecView
    fields: tuple[str, ...]
    types: tuple[TypeView, ...]
    relations: tuple[RelationWord, ...]
    rules: tuple[RuleView, ...]
    operations: tuple[OperationView, ...]
    faces: tuple[str, ...]
    limits: tuple[LimitView, ...]
    embedder: str
    embedders: tuple[str, ...]
    runs: tuple[str, ...] = ()
