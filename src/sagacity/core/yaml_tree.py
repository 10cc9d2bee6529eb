"""Reads block mappings and lists, and the top-level entries of frontmatter with their places.

One pass, linear in the size. Source: YAML 1.2.2 chapter 8, without aliases, anchors, tags, complex keys and merge keys.
"""

from __future__ import annotations

from .yaml_flow import MAX_KEY_LENGTH, MAX_KEYS, check_depth, check_key, read_closed, refuse_key, simple_items
from .yaml_scalars import (
    BLANKS,
    INDICATORS,
    NULLS,
    Cursor,
    closing_quote,
    comment_start,
    read_block_scalar,
    read_plain,
    read_quoted,
    refuse_indicator,
    skip_blanks,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import EllipsisType

    from .yaml_flow import Tree

# What a plain value in one row cannot start with, and what needs a second look.
_COMPLEX = frozenset("&*!%|>,[]{}#\"'-?: \t")


class Entry:
    """One top-level key with its value. Rows count from the first line of the frontmatter; a value may span several.

    first: the row of the key. end: the row after the value. last: the row after the indented comments behind it.
    colon: the column behind the key's colon. start: the column of the value on the key's row.
    style: how the value is written: "" (plain, empty, or on the rows below), or one of `"'[{|>`; "-" is a block list.
    comment: the comment behind the value, or behind the key if the value is on the rows below; with its blanks.
    items: the rows (from, to) of the items of a block list.
    A plain class, since dozens of them are made while one hook waits.
    """

    __slots__ = ("colon", "comment", "end", "first", "items", "key", "last", "start", "style", "value")

    def __init__(self, key: str, value: Tree, first: int, *, end: int, colon: int, style: str = "") -> None:
        self.key = key
        self.value = value
        self.first = first
        self.end = self.last = end
        self.colon = colon
        self.start = colon + 1
        self.style = style
        self.comment = ""
        self.items: list[tuple[int, int]] = []


def read_entries(lines: list[str]) -> tuple[Entry, ...]:
    """The top-level entries in order. Raises UnreadableError for what is outside of the subset."""
    cur = Cursor(list(lines))
    entries: list[Entry] = []
    seen: set[str] = set()
    while cur.row < cur.count:
        entry = _simple_entry(lines, cur.row)
        if entry:
            cur.row += 1
        elif cur.indent() < 0:
            break
        else:
            entry = _full_entry(cur, lines)
        if entry.key in seen or len(seen) == MAX_KEYS:
            cur.row = entry.first
            refuse_key(cur, entry.key, seen)
        seen.add(entry.key)
        entries.append(entry)
    return tuple(entries)


def _simple_entry(lines: list[str], row: int) -> Entry | None:
    """A key with a simple value in its row. None for all else."""
    pair = _simple_pair(lines, row, 0)
    if pair is None:
        return None
    key, value = pair
    colon = len(key) + 1
    first = lines[row][colon + 1]
    return Entry(key, value, row, end=row + 1, colon=colon, style=first if first in '"[' else "")


def _simple_pair(lines: list[str], row: int, indent: int) -> tuple[str, Tree] | None:
    """The common case in one go: `key: value` in one row, its key in this column. None for all that needs more care."""
    line = lines[row]
    key, _mark, text = (line[indent:] if indent else line).partition(": ")
    if not text or not key.isidentifier() or len(key) > MAX_KEY_LENGTH or _may_go_on(lines, row, indent):
        return None
    value = _simple_value(text)
    return None if value is ... else (key, value)


def _may_go_on(lines: list[str], row: int, indent: int) -> bool:
    """Whether the next row may belong to a value of this row: blank, or not clearly at its indentation or less."""
    if row + 1 == len(lines):
        return False
    after = lines[row + 1]
    if after[:1] not in BLANKS:
        return False
    return after[indent : indent + 1] in BLANKS or not after.startswith(lines[row][:indent])


def _simple_value(text: str) -> Tree | EllipsisType:
    """The value in one row that is plain, double-quoted without escapes, or a list of such; `...` if none is."""
    first = text[0]
    if first == '"':
        return text[1:-1] if text.find('"', 1) == len(text) - 1 and "\\" not in text else ...
    if first == "[":
        items = simple_items(text[1:-1]) if text[-1] == "]" else None
        return ... if items is None else items
    if first in _COMPLEX or "#" in text or ": " in text or text[-1] in " \t:" or "\t" in text:
        return ...
    return None if text in NULLS else text


def _full_entry(cur: Cursor, lines: list[str]) -> Entry:
    """The entry at the cursor, which is at the first character of a line with content."""
    first = cur.row
    line = lines[first]
    if line[0] == " ":
        cur.fail("this line is indented further than the key it could belong to")
    key = _require_key(cur, 0)
    colon = cur.col
    cur.items = []
    start = skip_blanks(line, colon)
    below = start == len(line) or line[start] == "#"
    entry = Entry(key, _read_value(cur, 0, 1), first, end=cur.done, colon=colon)
    entry.last = _after_comments(lines, cur.done)
    entry.start = start
    entry.comment = line[colon:] if below else cur.comment
    entry.items = cur.items
    entry.style = "-" if cur.items else line[start] if not below and line[start] in "\"'[{|>" else ""
    return entry


def _after_comments(lines: list[str], start: int) -> int:
    """The row after the indented comments below a value, which belong to it; start if there are none."""
    last = start
    for row in range(start, len(lines)):
        line = lines[row]
        if not line:
            continue
        bare = line.lstrip(BLANKS)
        if bare and (bare[0] != "#" or len(bare) == len(line)):
            break
        if bare:
            last = row + 1
    return last


def _require_key(cur: Cursor, col: int) -> str:
    line = cur.lines[cur.row]
    if _is_mark(line, col, "-"):
        cur.fail("a list item where a key was expected")
    if _is_mark(line, col, "?"):
        cur.fail("complex keys (?) are not supported")
    key = _find_key(cur, col)
    if key is None:
        if line.rstrip(BLANKS) in ("---", "..."):
            cur.fail("a fence is a line that is exactly ---")
        cur.fail(f"no key with a colon and a blank here: {line[col : col + 40]}")
    return key


def _is_mark(line: str, col: int, mark: str) -> bool:
    """Whether a `-` or `?` with a blank behind it stands at col."""
    return line[col] == mark and line[col + 1 : col + 2] in BLANKS


def _find_key(cur: Cursor, col: int) -> str | None:
    """The key at col of the current row and the cursor behind its colon; None if there is no key."""
    line = cur.lines[cur.row]
    first = line[col]
    if first in "\"'":
        return _quoted_key(cur, col)
    mark = line.find(":", col)
    while mark >= 0 and line[mark + 1 : mark + 2] not in BLANKS:
        mark = line.find(":", mark + 1)
    if mark < 0:
        return None
    key = line[col:mark].rstrip(BLANKS)
    if "#" in key and comment_start(key) < len(key):
        return None
    if not key or first in INDICATORS:
        if first in "[{":
            return None
        refuse_indicator(cur, first)
    check_key(cur, key)
    if key == "<<":
        cur.fail("merge keys (<<) are not supported")
    cur.col = mark + 1
    return key


def _quoted_key(cur: Cursor, col: int) -> str | None:
    line = cur.lines[cur.row]
    end = closing_quote(line, col + 1, line[col])
    if end < 0:
        return None
    mark = skip_blanks(line, end + 1)
    if line[mark : mark + 1] != ":" or line[mark + 1 : mark + 2] not in BLANKS:
        return None
    cur.col = col
    key = read_quoted(cur)
    check_key(cur, key)
    cur.col = mark + 1
    return key


def _read_value(cur: Cursor, parent: int, depth: int) -> Tree:
    """What follows a colon: in the same row, or on the rows below."""
    line = cur.lines[cur.row]
    col = skip_blanks(line, cur.col)
    if col == len(line) or line[col] == "#":
        return _read_below(cur, parent, depth, in_map=True)
    cur.col = col
    if _is_mark(line, col, "-"):
        cur.fail("a list must start on the line below its key, or be written as [a, b]")
    return _read_inline(cur, parent, depth)


def _read_below(cur: Cursor, parent: int, depth: int, *, in_map: bool) -> Tree:
    """The value that starts on a row below its key or dash: deeper, or a list at the key's own indentation."""
    cur.row += 1
    cur.done = cur.row
    indent = cur.indent()
    if indent > parent:
        return _read_node(cur, indent, parent, depth)
    if in_map and indent == parent and _is_mark(cur.lines[cur.row], indent, "-"):
        return _read_list(cur, indent, depth + 1)
    return None


def _read_node(cur: Cursor, indent: int, parent: int, depth: int) -> Tree:
    line = cur.lines[cur.row]
    if _is_mark(line, indent, "-"):
        return _read_list(cur, indent, depth + 1)
    if _is_mark(line, indent, "?") or _find_key(cur, indent) is not None:
        return _read_map(cur, indent, depth + 1)
    cur.col = indent
    return _read_inline(cur, parent, depth)


def _read_inline(cur: Cursor, parent: int, depth: int) -> Tree:
    """A scalar or flow collection that starts at the cursor, to the end of its last row."""
    line = cur.lines[cur.row]
    first = line[cur.col]
    if first in INDICATORS:
        if first in "|>":
            return read_block_scalar(cur, parent)
        value = read_closed(cur, first, depth)
        cur.finish_line(cur.col)
        return value
    if _is_mark(line, cur.col, "?"):
        cur.fail("complex keys (?) are not supported")
    return read_plain(cur, parent)


def _read_map(cur: Cursor, indent: int, depth: int) -> dict[str, Tree]:
    """The block mapping whose keys stand at this indentation; the cursor is at the first."""
    check_depth(cur, depth)
    tree: dict[str, Tree] = {}
    while (found := cur.indent()) >= indent:
        if found > indent:
            cur.fail("this line is indented further than the key it could belong to")
        pair = _simple_pair(cur.lines, cur.row, indent)
        key = pair[0] if pair else _require_key(cur, indent)
        if key in tree or len(tree) == MAX_KEYS:
            refuse_key(cur, key, tree)
        if pair:
            tree[key] = pair[1]
            cur.row = cur.done = cur.row + 1
        else:
            tree[key] = _read_value(cur, indent, depth)
    return tree


def _read_list(cur: Cursor, indent: int, depth: int) -> list[Tree]:
    """The block list whose dashes stand at this indentation; the cursor is at the first."""
    check_depth(cur, depth)
    items: list[Tree] = []
    while (found := cur.indent()) >= indent:
        if found > indent:
            cur.fail("this line is indented further than the list item it could belong to")
        if not _is_mark(cur.lines[cur.row], indent, "-"):
            break
        first = cur.row
        items.append(_read_item(cur, indent, depth))
        if depth == 2:
            cur.items.append((first, cur.done))
    return items


def _read_item(cur: Cursor, indent: int, depth: int) -> Tree:
    """What follows a dash. A mapping or list that starts in the row of the dash is read as if the dash were a blank."""
    line = cur.lines[cur.row]
    text = line[indent + 2 :]
    if (
        text
        and text[-1] != ":"
        and ": " not in text
        and ":\t" not in text
        and not _may_go_on(cur.lines, cur.row, indent)
    ):
        value = _simple_value(text)
        if value is not ...:
            cur.row = cur.done = cur.row + 1
            return value
    col = skip_blanks(line, indent + 1)
    if col == len(line) or line[col] == "#":
        return _read_below(cur, indent, depth, in_map=False)
    if _is_mark(line, col, "-"):
        cur.lines[cur.row] = " " * col + line[col:]
        return _read_list(cur, col, depth + 1)
    if line[col] in "\"'" or line[col] not in INDICATORS:
        if _find_key(cur, col) is not None:
            cur.lines[cur.row] = " " * col + line[col:]
            return _read_map(cur, col, depth + 1)
    elif line[col] in "&*!":
        refuse_indicator(cur, line[col])
    cur.col = col
    return _read_inline(cur, indent, depth)
