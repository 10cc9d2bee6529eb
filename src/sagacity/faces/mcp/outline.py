"""Any result as framed lines: its fields by their names, a line or more for each record in it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from ...core.frame import Listing, render
from ...core.value import Value, fields_of
from .caps import CAPS

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 220
"""A frame cuts longer lines."""


def outline_text(result: Value, nonce: str) -> str:
    """Records are there whole or not at all; how many are not is said at the end. What is empty is left out."""
    items = list(_items(result))
    rendered = render("recall", items, nonce, caps=CAPS)
    if not rendered.left_out:
        return rendered.text or render("recall", [], nonce, caps=CAPS, notices=[Listing("nothing")]).text
    notice = Listing(f"{len(rendered.left_out)} more found no room: narrow the question, or ask for fewer with limit")
    return render("recall", items, nonce, caps=CAPS, notices=[notice]).text


def _items(result: Value) -> Iterator[Listing]:
    facts = [
        line
        for name in fields_of(result)
        if not _are_records(value := getattr(result, name))
        for line in _fact(name, value)
    ]
    if facts:
        yield Listing("", tuple(facts))
    for name in fields_of(result):
        records = getattr(result, name)
        if _are_records(records):
            yield Listing(name.rstrip("_"))
            for place, record in enumerate(records):
                yield Listing("", tuple(_record(record, "")), (f"{name} {place}",))


def _are_records(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Value)


def _fact(name: str, value: Any) -> list[str]:
    said = _said(value)
    return _wrapped(f"{name.rstrip('_')}: {said}", "") if said else []


def _record(record: Value, indent: str) -> Iterator[str]:
    """Its plain fields in one line, then those that hold records, further in."""
    nested = {name: value for name in fields_of(record) if _holds_records(value := getattr(record, name))}
    plain = [(name.rstrip("_"), _said(getattr(record, name))) for name in fields_of(record) if name not in nested]
    yield from _wrapped("- " + "; ".join(f"{name} {said}" for name, said in plain if said), indent)
    for name, value in nested.items():
        yield f"{indent}  {name.rstrip('_')}:"
        for one in value if isinstance(value, tuple) else (value,):
            yield from _record(one, f"{indent}    ")


def _holds_records(value: Any) -> bool:
    return isinstance(value, Value) or _are_records(value)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return " ".join(str(value).split()) if value else ""


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")
