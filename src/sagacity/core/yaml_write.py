"""Writes values of frontmatter so that every YAML reader, 1.1 or 1.2, takes them for the same text.

A scalar is quoted wherever some reader could see a number, a truth value, a date, a null, a comment or a fence in it.
"""

from __future__ import annotations

from .yaml_scalars import NULLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .yaml_flow import Tree

_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", ".inf", ".nan", "nan", "inf"))
_LEADING = frozenset("-?:,[]{}#&*!|>'\"%@`=<~")
# Integers of every base, floats, base-60 numbers, dates and times are made of these and nothing else.
_NUMERIC = frozenset("0123456789abcdefABCDEFxXoO_+-.:, tTzZiInN")
_FLOW_MARKS = frozenset(",[]{}:?")
_NAMED_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", "\x1b": "\\e"}
_UNSAFE = frozenset(
    [chr(point) for point in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF)]
)


def is_plain(text: str, *, flow: bool = False) -> bool:
    """Whether the text can stand without quotes; flow: between the brackets of a list."""
    if not text or text[0] in _LEADING or text.strip() != text or text.lower() in _WORDS or text in NULLS:
        return False
    if text[0] in "0123456789+." and _NUMERIC.issuperset(text):
        return False
    if ": " in text or " #" in text or text[-1] == ":" or not _UNSAFE.isdisjoint(text):
        return False
    if text.endswith("---"):  # Saga ends the frontmatter at these bytes, wherever they are followed by a line end
        return False
    return not flow or _FLOW_MARKS.isdisjoint(text)


def scalar(text: str, style: str = "", *, flow: bool = False) -> str:
    """The text in one row, plain if it can be; style `"` or `'` quotes it so where it can."""
    if style not in ("'", '"') and is_plain(text, flow=flow):
        return text
    if _UNSAFE.isdisjoint(text) and (style == "'" or (style != '"' and ('"' in text or "\\" in text))):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[char]
    if char not in _UNSAFE:
        return char
    point = ord(char)
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}"


def is_block(text: str) -> bool:
    """Whether the text has several lines that can stand as they are below a `|-`."""
    if "\n" not in text or text[0] in " \t\n" or text[-1] == "\n" or not _UNSAFE.isdisjoint(text.replace("\n", "")):
        return False
    return all(line.strip() or not line for line in text.split("\n")) and "---\n" not in text + "\n"


def block_rows(text: str, indent: int = 2) -> list[str]:
    """The rows below a `|-`."""
    return [" " * indent + line if line else "" for line in text.split("\n")]


def flow_list(items: Iterable[str], style: str = "") -> str:
    """A list in brackets."""
    return "[" + ", ".join(scalar(item, style, flow=True) for item in items) + "]"


def list_rows(items: Iterable[Tree], indent: int) -> list[str]:
    """The rows of a block list whose dashes stand at this indentation."""
    rows: list[str] = []
    pad = " " * indent
    for item in items:
        if isinstance(item, dict | list) and item:
            below = map_rows(item, indent + 2) if isinstance(item, dict) else list_rows(item, indent + 2)
            rows += [f"{pad}- {below[0].lstrip(' ')}", *below[1:]]
        else:
            rows.append(f"{pad}- {_leaf(item)}")
    return rows


def map_rows(tree: dict[str, Tree], indent: int) -> list[str]:
    """The rows of a block mapping whose keys stand at this indentation."""
    rows: list[str] = []
    for key, value in tree.items():
        head = " " * indent + scalar(key) + ":"
        if isinstance(value, dict | list) and value:
            rows.append(head)
            rows += map_rows(value, indent + 2) if isinstance(value, dict) else list_rows(value, indent + 2)
        else:
            rows.append(f"{head} {_leaf(value)}" if value is not None else head)
    return rows


def _leaf(tree: Tree) -> str:
    if isinstance(tree, str):
        return scalar(tree)
    return "null" if tree is None else "[]" if isinstance(tree, list) else "{}"
