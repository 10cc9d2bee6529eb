"""Writes the typed methods of the Python face from the table of operations."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from sagacity.app.operations import OPERATIONS
from sagacity.app.shape import fields_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sagacity.app.operation import Operation
    from sagacity.app.shape import FieldShape

FACE = "python"
ROW_WIDTH = 120

HEAD = '''\
"""The operations as typed methods. Made by `python -m scripts.generate_docs`: change the table, not this file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

{imports}
from .calls import Calls

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Unpack

    from ...app.requests import EntityInput, NoteInput, RelationInput
    from ...app.working import LessonInput
'''


def module() -> str:
    """The text of faces/python/methods.py."""
    ops = [op for op in OPERATIONS if FACE in op.faces]
    fields = [_typed_dict(op) for op in ops if _named(op)]
    methods = "\n".join(_method(op) for op in ops)
    modules = sorted({op.result.__module__.rpartition(".")[2] for op in ops})
    head = HEAD.replace("{imports}", _import(modules))
    return head + "".join(fields) + f'\n\nclass Methods(Calls):\n    """One method an operation."""\n\n{methods}'


def _import(modules: list[str]) -> str:
    """As the formatter writes it."""
    row = f"from ...app import {', '.join(modules)}"
    if len(row) <= ROW_WIDTH:
        return row
    return "\n".join(["from ...app import (", *(f"    {name}," for name in modules), ")"])


def _named(op: Operation) -> list[FieldShape]:
    return [shape for shape in fields_for(op.request, FACE) if not shape.positional]


def _words(op: Operation) -> list[FieldShape]:
    return [shape for shape in fields_for(op.request, FACE) if shape.positional]


def _head(name: str, arguments: str, result: str) -> str:
    """The line that begins a method, in three where it is too long."""
    line = f"    def {name}({arguments}) -> {result}:"
    return line if len(line) <= ROW_WIDTH else f"    def {name}(\n        {arguments}\n    ) -> {result}:"


def _fields_name(op: Operation) -> str:
    return f"{''.join(word.capitalize() for word in op.name.split())}Fields"


def _type(shape: FieldShape) -> str:
    one = f"{shape.item.__name__} | Mapping[str, Any] | str" if shape.item else shape.kind
    if not shape.many:
        return one
    return f"Sequence[{one}]" if shape.item else "str | Sequence[str]"


def _typed_dict(op: Operation) -> str:
    lines = [f"    {shape.name}: {_type(shape)}" for shape in _named(op)]
    title = f"What `{op.name}` may be told by name."
    return f'\n\nclass {_fields_name(op)}(TypedDict, total=False):\n    """{title}"""\n\n' + "\n".join(lines) + "\n"


def _method(op: Operation) -> str:
    words = [_parameter(shape) for shape in _words(op)]
    more = [f"**fields: Unpack[{_fields_name(op)}]"] if _named(op) else []
    given = [f'"{shape.key}": {shape.name}' for shape in _words(op)] + (["**fields"] if more else [])
    result = f"{op.result.__module__.rpartition('.')[2]}.{op.result.__name__}"
    return (
        f"{_head(op.name.replace(' ', '_'), ', '.join(['self', *words, *more]), result)}\n"
        f'        """{op.summary}.\n\n{_fields_help(op)}        """\n'
        f'        return self._call({result}, "{op.name}", {{{", ".join(given)}}})\n'
    )


def _parameter(shape: FieldShape) -> str:
    default = "" if shape.required else ' = ""' if not shape.many else " = ()"
    return f"{shape.name}: {_type(shape)}{default}"


def _fields_help(op: Operation) -> str:
    return "".join(_wrapped(f"{shape.name}: {shape.help}") for shape in _all(op)) or "        No fields.\n"


def _all(op: Operation) -> Iterable[FieldShape]:
    return fields_for(op.request, FACE)


def _wrapped(text: str) -> str:
    lines = textwrap.wrap(text, 108, subsequent_indent="    ")
    return "".join(f"        {line}\n" for line in lines)
