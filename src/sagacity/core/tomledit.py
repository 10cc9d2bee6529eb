"""Edits one table in TOML text in place: what is not edited stays as it is, to the byte.

Every edit is read again, and refused when anything but that table would say something else.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

from .errors import SagacityError

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADER = re.compile(r"[ \t]*\[")


def get_table(text: str, parent: str, name: str) -> Any:
    """The value of parent.name, None when missing. Raises `invalid` when the text is no TOML."""
    found = _parsed(text).get(parent)
    return found.get(name) if isinstance(found, dict) else None


def put_table(text: str, parent: str, name: str, values: Mapping[str, Any]) -> str:
    """Sets these keys of the table [parent.name], which is made at the end where it is missing; None takes a key away.

    Values are strings, lists of strings, and mappings of strings. Raises `invalid`.
    """
    lines, (start, end) = text.splitlines(keepends=True), (0, 0)
    newline = "\r\n" if "\r\n" in text else "\n"
    if get_table(text, parent, name) is None:
        gap = [newline] if text.strip() else []
        head = [f"[{parent}.{name}]{newline}", *_rows(values, newline)]
        whole = text if not text or text.endswith("\n") else text + newline
        return _checked(text, "".join([whole, *gap, *head]), parent, name, values)
    start, end = _span(lines, parent, name)
    inside = [row for row in lines[start + 1 : end] if _key(row) not in values]
    if end == len(lines) and inside and not inside[-1].endswith("\n"):
        inside[-1] += newline
    rows = [lines[start], *_rows(values, newline), *inside, *lines[end:]]
    return _checked(text, "".join([*lines[:start], *rows]), parent, name, values)


def drop_table(text: str, parent: str, name: str) -> str:
    """Takes [parent.name] away with the tables below it; the text as it is when it is missing. Raises `invalid`."""
    if get_table(text, parent, name) is None:
        return text
    lines = text.splitlines(keepends=True)
    while (span := _span(lines, parent, name))[1]:
        start, end = span
        if start and not lines[start - 1].strip():
            start -= 1
        del lines[start:end]
    return _checked(text, "".join(lines), parent, name, None)


def _rows(values: Mapping[str, Any], newline: str) -> list[str]:
    return [f"{key} = {_rendered(value)}{newline}" for key, value in values.items() if value is not None]


def _rendered(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_rendered(one)}' for key, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _key(row: str) -> str:
    return row.partition("=")[0].strip().strip('"')


def _span(lines: list[str], parent: str, name: str) -> tuple[int, int]:
    """The rows of the first table of that name or below it, without the blanks and comments at their end; (0, 0) for
    none.
    """
    ours = re.compile(rf'[ \t]*\[[ \t]*"?{parent}"?[ \t]*\.[ \t]*"?{name}"?[ \t]*(?:\.[^\]]*)?\][ \t]*(?:#.*)?$')
    start = next((i for i, row in enumerate(lines) if ours.match(row.rstrip("\r\n"))), -1)
    if start < 0:
        return 0, 0
    end = next((i for i in range(start + 1, len(lines)) if HEADER.match(lines[i])), len(lines))
    while lines[end - 1].strip()[:1] in ("", "#"):
        end -= 1
    return start, end


def _checked(before: str, after: str, parent: str, name: str, values: Mapping[str, Any] | None) -> str:
    """The text after, when it says what the one before said, and of the table what it should."""
    wanted = _parsed(before)
    others = {key: value for key, value in wanted.get(parent, {}).items() if key != name}
    kept = {parent: others} if others else {}
    if values is not None:
        table = {**wanted.get(parent, {}).get(name, {}), **values}
        kept = {parent: {**others, name: {key: value for key, value in table.items() if value is not None}}}
    wanted = {**{key: value for key, value in wanted.items() if key != parent}, **kept}
    try:
        found = tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        found = {}
    if found.get(parent) == {}:
        del found[parent]
    if found != wanted:
        raise SagacityError("invalid", f"[{parent}.{name}] is written in a way that cannot be changed safely")
    return after


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SagacityError("invalid", f"not TOML: {error}") from error
