"""Finds the frontmatter of a note between its fences and reads its top-level entries, each with its place.

Never raises for any bytes; what cannot be read is said in `error`. Linear in the size of the file.
Source: docs/note-format.md; the YAML subset is that of yaml_scalars and yaml_tree.
"""

from __future__ import annotations

from .fences import BOM, FENCE, MAX_BYTES, after_fence, closing_fence, line_feeds
from .value import Value
from .yaml_scalars import BLANKS, UnreadableError
from .yaml_tree import read_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .yaml_flow import Tree
    from .yaml_tree import Entry

SPEC_MAJOR = "1"
"""Of the Saga Topic Spec."""

_FORBIDDEN = frozenset(
    [chr(point) for point in range(0x20) if chr(point) not in "\t\n\r"]
    + [chr(point) for point in range(0x7F, 0xA0) if point != 0x85]
    + ["\ufffe", "\uffff"]
)


class Document(Value):
    """A file split at its fences. Offsets count characters of `text`, which begins with the BOM if the file has one.

    fenced: whether there is frontmatter; then `start` is where its first line begins, `fence` where the closing fence
    does, `rest` what follows that fence's line. Without, all three are where the text behind the BOM begins.
    entries: the top-level keys in order. error: one line that says why the frontmatter could not be read, with the line
    number of the file; then entries is empty and rest is as without frontmatter.
    lossy: the bytes were not UTF-8 and text holds U+FFFD in their place.
    """

    text: str
    fenced: bool
    start: int
    fence: int
    rest: int
    entries: tuple[Entry, ...] = ()
    error: str = ""
    lossy: bool = False


def read_document(data: bytes) -> Document:
    """The document of a file's bytes."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as bad:
        line = line_feeds(data[: bad.start].decode("utf-8", "replace")).count("\n") + 1
        reason = f"line {line}: not UTF-8: byte 0x{data[bad.start]:02x} at offset {bad.start}"
        text = data.decode("utf-8", "replace")
        start = len(BOM) if text.startswith(BOM) else 0
        return Document(text, False, start, start, start, (), reason, True)
    return read_text(text)


def read_text(text: str) -> Document:
    """As read_document, for decoded text."""
    top = len(BOM) if text.startswith(BOM) else 0
    if not text.startswith(FENCE, top):
        return Document(text, False, top, top, top)
    start = after_fence(text, top)
    if start < 0:
        return _without_fence(text, top)
    fence, rest = closing_fence(text, start)
    if fence < 0:
        return Document(text, False, top, top, top, (), _unclosed(text, start))
    head = text[start:fence]
    try:
        _check_head(head)
        entries = read_entries(lines_of(head))
    except UnreadableError as bad:
        return Document(text, False, top, top, top, (), f"line {bad.row + 2}: {bad.reason}")
    for entry in entries:
        if entry.key == "saga_spec" and (why := _foreign_spec(entry.value)):
            return Document(text, False, top, top, top, (), f"line {entry.first + 2}: {why}")
    return Document(text, True, start, fence, rest, entries)


def _foreign_spec(version: Tree) -> str:
    """Why a note of this version of the Saga spec cannot be read; "" where it can: another major may mean other things
    by the same fields.
    """
    if not isinstance(version, str) or not version.replace(".", "").isdigit() or version.split(".")[0] == SPEC_MAJOR:
        return ""
    return f"saga_spec {version} is not known, only {SPEC_MAJOR}.x is"


def _without_fence(text: str, top: int) -> Document:
    """A first line that only begins like a fence: with blanks behind it, it was meant as one."""
    end = len(line_feeds(text[top : top + MAX_BYTES]).partition("\n")[0])
    error = "" if text[top + len(FENCE) : top + end].strip(BLANKS) else "line 1: blanks behind the fence ---"
    return Document(text, False, top, top, top, (), error)


def _unclosed(text: str, start: int) -> str:
    if len(text) - start > MAX_BYTES:
        return f"line 1: no closing fence --- within the {MAX_BYTES} bytes that frontmatter may have"
    return "line 1: the frontmatter is never closed by a line that is exactly ---"


def _check_head(head: str) -> None:
    """Raises UnreadableError for frontmatter that is too long or holds control characters."""
    if len(head) > MAX_BYTES or (not head.isascii() and len(head.encode()) > MAX_BYTES):
        raise UnreadableError(0, f"the frontmatter is larger than {MAX_BYTES} bytes")
    if head.isascii() and head.replace("\n", "").isprintable():
        return
    if not _FORBIDDEN.isdisjoint(head):
        at = next(at for at, char in enumerate(head) if char in _FORBIDDEN)
        row = line_feeds(head[:at]).count("\n")
        raise UnreadableError(row, f"control character U+{ord(head[at]):04X}, write it as an escape in double quotes")


def lines_of(head: str) -> list[str]:
    """The lines of a text in which every line is ended, without their ends."""
    lines = line_feeds(head).split("\n")
    lines.pop()
    return lines


def ended_lines(head: str) -> list[str]:
    """The same lines as lines_of, each with its own end."""
    *pieces, last = head.split("\n")
    lines: list[str] = []
    for piece in pieces:
        parts = piece.split("\r")
        ends = ["\r"] * (len(parts) - 1) + ["\n"]
        if len(parts) > 1 and not parts[-1]:
            parts.pop()
            ends = [*ends[:-2], "\r\n"]
        lines += [part + end for part, end in zip(parts, ends, strict=True)]
    return lines + [part + "\r" for part in last.split("\r")[:-1]]
