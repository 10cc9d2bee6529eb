"""Edits JSON text in place: what is not edited stays as it is, to the byte.

Order and spelling of everything else survive, numbers of any size too. Comments and commas before a closing bracket
are read and kept; `Document.lenient_at` says where the text stops being plain JSON.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from .errors import SagacityError
from .value import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    Path = Sequence[str | int]

DEPTH_MAX = 100
BOM = "\ufeff"
SCALAR = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
BLANK = re.compile(r"[ \t\r\n]*")


class Node(Value):
    """A value with its place: text[start:end]. kind: object, array or scalar. children in the order of the text."""

    kind: str
    start: int
    end: int
    children: tuple[Child, ...] = ()


class Child(Value):
    """A member of an object, or an element of an array (key None). start: where the key, else the value, begins."""

    key: str | None
    start: int
    node: Node


class Document(Value):
    """A parsed text. root is None where there is nothing but blanks. lenient_at: offset of the first comment or comma
    before a bracket, -1 for plain JSON.
    """

    text: str
    root: Node | None
    lenient_at: int = -1


class _Reader:
    """Recursive descent over one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = len(BOM) if text.startswith(BOM) else 0
        self.lenient_at = -1

    def fail(self, expected: str) -> SagacityError:
        found = repr(self.text[self.at]) if self.at < len(self.text) else "the end"
        return SagacityError("invalid", f"not JSON at {place(self.text, self.at)}: expected {expected}, found {found}")

    def lenient(self, at: int) -> None:
        if self.lenient_at < 0 or at < self.lenient_at:
            self.lenient_at = at

    def skip(self) -> None:
        """Over blanks and comments."""
        self.at = _end(BLANK, self.text, self.at)
        while found := COMMENT.match(self.text, self.at):
            self.lenient(self.at)
            self.at = _end(BLANK, self.text, found.end())

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Node:
        if depth > DEPTH_MAX:
            raise SagacityError("invalid", f"nested more than {DEPTH_MAX} deep at {place(self.text, self.at)}")
        if self.peek() in ("{", "["):
            return self.container(depth)
        found = (STRING if self.peek() == '"' else SCALAR).match(self.text, self.at)
        if found is None:
            raise self.fail("a value")
        self.at = found.end()
        return Node("scalar", found.start(), found.end())

    def container(self, depth: int) -> Node:
        start = self.at
        kind, closing = ("object", "}") if self.peek() == "{" else ("array", "]")
        self.at += 1
        children: list[Child] = []
        comma = -1
        while True:
            self.skip()
            if self.peek() == closing:
                break
            if children and comma < 0:
                raise self.fail(f"',' or '{closing}'")
            children.append(self.child(kind, depth))
            self.skip()
            comma = self.at if self.peek() == "," else -1
            self.at += comma >= 0
        if comma >= 0:
            self.lenient(comma)
        self.at += 1
        return Node(kind, start, self.at, tuple(children))

    def child(self, kind: str, depth: int) -> Child:
        start, key = self.at, None
        if kind == "object":
            found = STRING.match(self.text, self.at)
            if found is None:
                raise self.fail("a name in double quotes")
            key = str(json.loads(found.group()))
            self.at = found.end()
            self.skip()
            if self.peek() != ":":
                raise self.fail("':'")
            self.at += 1
            self.skip()
        return Child(key, start, self.value(depth + 1))


def parse(text: str) -> Document:
    """Raises SagacityError `invalid` with line and column."""
    reader = _Reader(text)
    reader.skip()
    if reader.at == len(text):
        return Document(text, None, reader.lenient_at)
    root = reader.value(0)
    reader.skip()
    if reader.at < len(text):
        raise reader.fail("the end")
    return Document(text, root, reader.lenient_at)


def place(text: str, at: int) -> str:
    """`line L, column C`, both from 1."""
    before = text[:at]
    return f"line {before.count(chr(10)) + 1}, column {at - before.rfind(chr(10))}"


def find(document: Document, path: Path) -> Node | None:
    """The node there, None when missing. Of equal names the last one counts, as it does for those who read JSON."""
    node = document.root
    for step in path:
        child = _child(node, step) if node else None
        node = child.node if child else None
    return node


def get(document: Document, path: Path = ()) -> Any:
    """The value there as Python has it; None when missing. Integers are exact."""
    node = find(document, path)
    return None if node is None else _value(document.text, node)


def put(text: str, path: Path, value: Any) -> str:
    """Sets what is at path: replaced in place, else added as the last of its container; objects on the way are made.

    An array takes its own length as the index of what is added. Raises `invalid` when the text is no JSON, or when
    something on the way is no container of that kind.
    """
    document = parse(text)
    if document.root is None:
        return _filled(text, _wrapped(path, value))
    node, rest = document.root, list(path)
    while rest:
        kind = "array" if isinstance(rest[0], int) else "object"
        if node.kind != kind:
            way = ".".join(map(str, path[: len(path) - len(rest)])) or "the whole"
            raise SagacityError("invalid", f"{way} at {place(text, node.start)} is not an {kind}")
        child = _child(node, rest[0])
        if child is None:
            return _inserted(document, node, rest[0], _wrapped(rest[1:], value))
        node = child.node
        rest.pop(0)
    return text[: node.start] + _rendered(document, value, _margin(text, node.start), node) + text[node.end :]


def drop(text: str, path: Path) -> str:
    """Takes away what is at path; the text as it is when nothing is there. All members of that name go."""
    while (document := parse(text)).root is not None and (parent := find(document, path[:-1])):
        child = _child(parent, path[-1])
        if child is None:
            break
        text = _removed(text, parent, parent.children.index(child))
        if isinstance(path[-1], int):
            break
    return text


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _child(node: Node, step: str | int) -> Child | None:
    if isinstance(step, int):
        return node.children[step] if node.kind == "array" and 0 <= step < len(node.children) else None
    return next((child for child in reversed(node.children) if child.key == step), None)


def _value(text: str, node: Node) -> Any:
    if node.kind == "object":
        return {child.key: _value(text, child.node) for child in node.children}
    if node.kind == "array":
        return [_value(text, child.node) for child in node.children]
    return json.loads(text[node.start : node.end])


def _wrapped(path: Path, value: Any) -> Any:
    """The value inside the containers that path names."""
    for step in reversed(path):
        value = [value] if isinstance(step, int) else {step: value}
    return value


# --- how the text is laid out -----------------------------------------------------------------------------------------


def _newline(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _margin(text: str, at: int) -> str:
    """The blanks that the line of an offset begins with."""
    line = text.rfind("\n", 0, at) + 1
    return text[line : line + len(text[line:at]) - len(text[line:at].lstrip(" \t"))]


def _unit(document: Document) -> str:
    """One step of indentation; two blanks where the text shows none."""
    root = document.root
    if root and root.children and "\n" in document.text[root.start : root.children[0].start]:
        return _margin(document.text, root.children[0].start) or "  "
    return "  "


def _spread(text: str, node: Node) -> bool:
    """Whether a container stands on several lines."""
    return "\n" in text[node.start : node.children[0].start if node.children else node.end]


def _breaks(document: Document, node: Node) -> bool:
    """Whether what goes into a container gets lines of its own: as the container has it, else as the document has."""
    if node.children:
        return _spread(document.text, node)
    root = document.root
    return root is None or not root.children or _spread(document.text, root)


def _gap(text: str, node: Node) -> str:
    """The blank between the parts of a line: that after its first colon or comma."""
    found = re.compile(r"[:,]( ?)").search(text, node.children[0].node.end if node.kind == "array" else node.start)
    return found.group(1) if found and found.start() < node.end else " "


def _rendered(document: Document, value: Any, margin: str, node: Node) -> str:
    if not _breaks(document, node):
        gap = _gap(document.text, document.root or node)
        return json.dumps(value, ensure_ascii=False, separators=("," + gap, ":" + gap))
    text = json.dumps(value, ensure_ascii=False, indent=_unit(document))
    return text.replace("\n", _newline(document.text) + margin)


def _filled(text: str, value: Any) -> str:
    """A document where there was none; a comment above it stays."""
    newline = _newline(text)
    head = text if text.strip(BOM + " \t\r\n") else text[: text.startswith(BOM)]
    if head.strip(BOM) and not head.endswith("\n"):
        head += newline
    return head + json.dumps(value, ensure_ascii=False, indent=2).replace("\n", newline) + newline


def _inserted(document: Document, node: Node, step: str | int, value: Any) -> str:
    text = document.text
    name = "" if isinstance(step, int) else json.dumps(step, ensure_ascii=False)
    if not _breaks(document, node):
        gap = _gap(text, document.root or node)
        body = (f"{name}:{gap}" if name else "") + _rendered(document, value, "", node)
        return _on_the_line(text, node, body, gap)
    margin = _margin(text, node.children[-1].start) if node.children else _margin(text, node.start) + _unit(document)
    body = (f"{name}: " if name else "") + _rendered(document, value, margin, node)
    return _on_own_lines(text, node, margin + body)


def _on_the_line(text: str, node: Node, body: str, gap: str) -> str:
    if not node.children:
        return text[: node.start + 1] + body + text[node.end - 1 :]
    at = node.children[-1].node.end
    return text[:at] + "," + gap + body + text[at:]


def _on_own_lines(text: str, node: Node, body: str) -> str:
    newline = _newline(text)
    if not node.children:
        inside = text[node.start + 1 : node.end - 1].rstrip()
        return (
            text[: node.start + 1]
            + inside
            + newline
            + body
            + newline
            + _margin(text, node.start)
            + text[node.end - 1 :]
        )
    last = node.children[-1].node.end
    comma = _comma_after(text, last)
    end = _line_end(text, last if comma < 0 else comma + 1)
    if comma < 0:
        return text[:last] + "," + text[last:end] + newline + body + text[end:]
    return text[:end] + newline + body + "," + text[end:]


def _comma_after(text: str, at: int) -> int:
    """Offset of the comma that follows a value, -1 for none."""
    reader = _Reader(text)
    reader.at = at
    reader.skip()
    return reader.at if reader.peek() == "," else -1


def _line_end(text: str, at: int) -> int:
    """Past the comments that stand behind a value on its line."""
    while True:
        blank = at + len(text[at:]) - len(text[at:].lstrip(" \t"))
        found = COMMENT.match(text, blank)
        if found is None:
            return at
        at = found.end()


def _removed(text: str, parent: Node, index: int) -> str:
    child = parent.children[index]
    comma = _comma_after(text, child.node.end)
    stop = child.node.end if comma < 0 else comma + 1
    if len(parent.children) == 1:
        rest = text[parent.start + 1 : child.start] + text[stop : parent.end - 1]
        return text[: parent.start + 1] + (rest if rest.strip() else "") + text[parent.end - 1 :]
    before = parent.children[index - 1].node.end if index else parent.start + 1
    start = _cut(text, before, child.start, stop)
    if index and comma < 0:
        orphan = _comma_after(text, before)
        return text[:orphan] + text[orphan + 1 : start] + text[stop:]
    rest = text[stop:]
    return text[:start] + (rest.lstrip(" \t") if start == child.start else rest)


def _cut(text: str, before: int, start: int, stop: int) -> int:
    """Where a removal begins: with the blanks before it when that leaves no empty line and swallows no line end that
    a comment needs.
    """
    blank = len(text[:start].rstrip(" \t\r\n"))
    follows = text[stop:].lstrip(" \t")[:1]
    if "\n" in text[blank:start]:
        alone = follows in ("\n", "\r", "")
        return blank if alone or (follows in ("}", "]") and "//" not in text[before:blank]) else start
    return blank if blank > before or text[before - 1 : before] not in ("{", "[") else start
