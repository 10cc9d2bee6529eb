"""Edits one entry of one top-level mapping in YAML text in place: what is not edited stays as it is, to the byte.

Every edit is read again, and refused when anything but that entry would say something else. Text outside of the subset
that `yaml_tree` reads is refused, too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .errors import SagacityError
from .yaml_scalars import UnreadableError
from .yaml_tree import read_entries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .yaml_tree import Entry


def get_entry(text: str, parent: str, name: str) -> Any:
    """The value of parent.name, None when missing. Scalars are text. Raises `invalid` for what is no such YAML."""
    found = _tree(text).get(parent)
    return found.get(name) if isinstance(found, dict) else None


def has_key(text: str, key: str) -> bool:
    """Whether there is such a top-level key. Raises `invalid`."""
    return key in _tree(text)


def put_entry(text: str, parent: str, name: str, values: Mapping[str, Any]) -> str:
    """Sets the entry whole, as the last of its mapping where it is new; the mapping is made at the end of the text.

    Values are strings, numbers, truth values, lists and mappings of strings. Raises `invalid`.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = _lines(text)
    if get_entry(text, parent, name) is not None:
        start, end = _span(lines, parent, name)
        indent = _indent(lines[start])
        rows = _rows(name, values, indent)
        return _checked(text, newline.join([*lines[:start], *rows, *lines[end:]]), parent, name, values)
    entry = _entry(lines, parent)
    if entry is None:
        head = lines[:-1] if lines[-1] == "" else lines
        rows = [*head, f"{parent}:", *_rows(name, values, 2), ""]
        return _checked(text, newline.join(rows), parent, name, values)
    inside = [row for row in lines[entry.first + 1 : entry.end] if row.strip() and row.strip()[0] != "#"]
    indent = _indent(inside[0]) if inside else 2
    head = lines[: entry.first] if inside else [*lines[: entry.first], f"{parent}:"]
    body = lines[entry.first : entry.end] if inside else []
    rows = [*head, *body, *_rows(name, values, indent), *(lines[entry.end :] or [""])]
    return _checked(text, newline.join(rows), parent, name, values)


def drop_entry(text: str, parent: str, name: str, *, with_parent: bool) -> str:
    """Takes the entry away; the mapping, too, where nothing is left of it and with_parent is said. Raises `invalid`."""
    if get_entry(text, parent, name) is None:
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = _lines(text)
    start, end = _span(lines, parent, name)
    rows = [*lines[:start], *lines[end:]]
    if len(_tree(text)[parent]) == 1:
        rows = [*lines[: start - 1], *([] if with_parent else [f"{parent}: {{}}"]), *lines[end:]]
    return _checked(text, newline.join(rows), parent, name, None)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def _rows(name: str, values: Mapping[str, Any], indent: int) -> list[str]:
    rows = [f"{' ' * indent}{name}:"]
    return [*rows, *(f"{' ' * (indent + 2)}{key}: {_rendered(value)}" for key, value in values.items())]


def _rendered(value: Any) -> str:
    """As JSON, which is YAML too."""
    return json.dumps(value, ensure_ascii=False)


def _entry(lines: list[str], parent: str) -> Entry | None:
    return next((one for one in _entries(lines) if one.key == parent), None)


def _entries(lines: list[str]) -> tuple[Entry, ...]:
    try:
        return read_entries(lines)
    except UnreadableError as error:
        raise SagacityError(
            "invalid", f"not YAML that can be changed safely: line {error.row + 1}, {error.reason}"
        ) from error


def _tree(text: str) -> dict[str, Any]:
    return {entry.key: entry.value for entry in _entries(_lines(text))}


def _span(lines: list[str], parent: str, name: str) -> tuple[int, int]:
    """The rows of an entry that is there and written as a block."""
    entry = _entry(lines, parent)
    first = entry.first + 1 if entry else 0
    last = entry.end if entry else 0
    start = next((i for i in range(first, last) if lines[i].strip().rstrip(":").strip("\"'") == name), -1)
    if start < 0:
        raise SagacityError("invalid", f"{parent}.{name} is written in a way that cannot be changed safely")
    indent = _indent(lines[start])
    inside = (i for i in range(start + 1, last) if lines[i].strip() and _indent(lines[i]) <= indent)
    end = next(inside, last)
    while end > start + 1 and lines[end - 1].strip()[:1] in ("", "#"):
        end -= 1
    return start, end


def _checked(before: str, after: str, parent: str, name: str, values: Mapping[str, Any] | None) -> str:
    """The text after, when it says what the one before said but for the entry."""
    old, new = _tree(before), _tree(after)
    same = isinstance(old.get(parent) or {}, dict)
    same = same and {key: value for key, value in old.items() if key != parent} == {
        key: value for key, value in new.items() if key != parent
    }
    mine = (new.get(parent) or {}).get(name) if isinstance(new.get(parent) or {}, dict) else None
    if not same or _without(old, parent, name) != _without(new, parent, name) or (mine is None) != (values is None):
        raise SagacityError("invalid", f"{parent}.{name} is written in a way that cannot be changed safely")
    return after


def _without(tree: dict[str, Any], parent: str, name: str) -> dict[str, Any]:
    found = tree.get(parent)
    return {key: value for key, value in found.items() if key != name} if isinstance(found, dict) else {}
