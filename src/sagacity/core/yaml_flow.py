"""Reads values with an end of their own: quoted scalars and the flow collections, [a, b] and {a: b}, over any rows.

Depth and keys are limited, so that no input makes it recurse or swell. Source: YAML 1.2.2 chapter 7.
"""

from __future__ import annotations

from .yaml_scalars import BLANKS, INDICATORS, NULLS, Cursor, fold, read_quoted, refuse_indicator, skip_blanks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn, TypeAlias

    Tree: TypeAlias = "str | list[Tree] | dict[str, Tree] | None"

MAX_DEPTH = 8
MAX_KEYS = 256
MAX_KEY_LENGTH = 1024

_FLOW_ENDS = frozenset(",[]{}")
_PLAIN_ENDS = frozenset("[]{}:#")
_FLOW_SPECIAL = frozenset("[]{}\"':#&*!|>%@`?")


def read_closed(cur: Cursor, first: str, depth: int) -> Tree:
    """A value with an end of its own: quoted or a flow collection. Goes behind it."""
    if first in "\"'":
        return read_quoted(cur)
    if first == "[":
        return _flow_list(cur, depth + 1)
    if first == "{":
        return _flow_map(cur, depth + 1)
    return refuse_indicator(cur, first)


def check_depth(cur: Cursor, depth: int) -> None:
    if depth > MAX_DEPTH:
        cur.fail(f"nested deeper than {MAX_DEPTH} levels")


def check_key(cur: Cursor, key: str) -> None:
    if len(key) > MAX_KEY_LENGTH:
        cur.fail(f"a key has more than {MAX_KEY_LENGTH} characters")


def refuse_key(cur: Cursor, key: str, seen: set[str] | dict[str, Tree]) -> NoReturn:
    """Raises UnreadableError for the key that is one too many."""
    if key in seen:
        cur.fail(f"the key {key[:40]} is there twice")
    cur.fail(f"more than {MAX_KEYS} keys")


def _flow_token(cur: Cursor, what: str) -> str:
    """Goes to the next character in a flow collection that is no blank, break or comment; that character."""
    line = cur.lines[cur.row]
    if cur.col < len(line) and line[cur.col] not in " \t#":
        return line[cur.col]
    while True:
        col = skip_blanks(line, cur.col)
        if col < len(line) and line[col] != "#":
            cur.col = col
            return line[col]
        line = cur.next_row(what)
        cur.col = 0


def _flow_list(cur: Cursor, depth: int) -> list[Tree]:
    """The list in brackets at the cursor; goes behind it."""
    check_depth(cur, depth)
    simple = _simple_flow_list(cur)
    if simple is not None:
        return simple
    cur.col += 1
    items: list[Tree] = []
    while _flow_token(cur, "a list in [ ]") != "]":
        quoted = cur.lines[cur.row][cur.col] in "\"'"
        item = _flow_node(cur, depth)
        if _flow_token(cur, "a list in [ ]") == ":":
            if isinstance(item, list | dict):
                cur.fail("a list or mapping cannot be a key")
            check_depth(cur, depth + 1)
            item = {_flow_key(cur, item, quoted=quoted): _flow_value(cur, depth + 1)}
        items.append(item)
        _flow_comma(cur, "]")
    cur.col += 1
    return items


def _simple_flow_list(cur: Cursor) -> list[Tree] | None:
    """The list in brackets at the cursor if all of it is in this row and plain; goes behind it."""
    line = cur.lines[cur.row]
    end = line.find("]", cur.col)
    items = simple_items(line[cur.col + 1 : end]) if end >= 0 else None
    if items is not None:
        cur.col = end + 1
    return items


def simple_items(inner: str) -> list[Tree] | None:
    """The items between two brackets, all plain or all double-quoted; None if anything there needs more care."""
    if inner[:1] == '"':
        return _quoted_items(inner)
    if not _FLOW_SPECIAL.isdisjoint(inner) or "- " in inner or "-," in inner or inner[-1:] == "-":
        return None
    items = [item.strip(BLANKS) for item in inner.split(",")]
    if not items[-1]:
        items.pop()
    if "" in items:
        return None
    return [None if item in NULLS else item for item in items]


def _quoted_items(inner: str) -> list[Tree] | None:
    """The texts of `"a", "b"`; None if it is not exactly so. An odd number of quotes means that a text holds a `]`."""
    parts = inner.split('"')
    between = parts[2:-1:2]
    if "\\" in inner or len(parts) % 2 == 0 or parts[-1] or any(part.strip(BLANKS) != "," for part in between):
        return None
    return list(parts[1::2])


def _flow_comma(cur: Cursor, closing: str) -> None:
    """After an item: goes behind the comma, or stays at the closing bracket."""
    found = _flow_token(cur, "a list in [ ] or mapping in { }")
    if found == ",":
        cur.col += 1
    elif found != closing:
        cur.fail(f"expected a comma or {closing}, not {found}")


def _flow_map(cur: Cursor, depth: int) -> dict[str, Tree]:
    """The mapping in braces at the cursor; goes behind it."""
    check_depth(cur, depth)
    cur.col += 1
    tree: dict[str, Tree] = {}
    while (first := _flow_token(cur, "a mapping in { }")) != "}":
        if first in "[{":
            cur.fail("a list or mapping cannot be a key")
        item = _flow_node(cur, depth)
        key = _flow_key(cur, item, quoted=first in "\"'")
        if key in tree or len(tree) == MAX_KEYS:
            refuse_key(cur, key, tree)
        tree[key] = _flow_value(cur, depth) if _flow_token(cur, "a mapping in { }") == ":" else None
        _flow_comma(cur, "}")
    cur.col += 1
    return tree


def _flow_key(cur: Cursor, item: Tree, *, quoted: bool) -> str:
    """A scalar as the key of a flow mapping."""
    if not isinstance(item, str):
        cur.fail("an empty key")
    if item == "<<" and not quoted:
        cur.fail("merge keys (<<) are not supported")
    check_key(cur, item)
    return item


def _flow_value(cur: Cursor, depth: int) -> Tree:
    """What follows the colon at the cursor, None if nothing does."""
    cur.col += 1
    if _flow_token(cur, "a mapping in { }") in ",]}":
        return None
    return _flow_node(cur, depth)


def _flow_node(cur: Cursor, depth: int) -> Tree:
    """The scalar or collection at the cursor, in a flow collection at this depth; goes behind it."""
    line = cur.lines[cur.row]
    first = line[cur.col]
    if first in INDICATORS:
        return read_closed(cur, first, depth)
    after = line[cur.col + 1 : cur.col + 2]
    if first in "-?:" and (after in BLANKS or after in _FLOW_ENDS):
        cur.fail(f"a value cannot start with {first}, quote it")
    return _flow_plain(cur)


def _flow_plain(cur: Cursor) -> str | None:
    line = cur.lines[cur.row]
    end = _flow_plain_end(line, cur.col)
    parts = [line[cur.col : end]]
    cur.col = end
    while end == len(line) and _flow_goes_on(cur, parts):
        line = cur.lines[cur.row]
        end = _flow_plain_end(line, cur.col)
        parts.append(line[cur.col : end])
        cur.col = end
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    if len(parts) > 1:
        return fold(parts).rstrip(BLANKS)
    text = parts[0].rstrip(BLANKS)
    return None if text in NULLS else text


def _flow_plain_end(line: str, col: int) -> int:
    """Where a plain scalar in a flow collection ends in this row: at an indicator, a key's colon or a comment."""
    comma = line.find(",", col)
    end = comma if comma >= 0 else len(line)
    if _PLAIN_ENDS.isdisjoint(line[col:end]):
        return end
    for at in range(col, end):
        char = line[at]
        if char in _FLOW_ENDS:
            return at
        if char == ":" and (line[at + 1 : at + 2] in BLANKS or line[at + 1] in _FLOW_ENDS):
            return at
        if char == "#" and at and line[at - 1] in BLANKS:
            return at
    return end


def _flow_goes_on(cur: Cursor, parts: list[str]) -> bool:
    """Goes to the next row with text; whether the plain scalar continues there. Blank rows are put to the parts."""
    while True:
        line = cur.next_row("a list in [ ] or mapping in { }")
        cur.col = skip_blanks(line, 0)
        if cur.col < len(line):
            return line[cur.col] not in ",[]{}#" and _flow_plain_end(line, cur.col) > cur.col
        parts.append("")
