"""Reads the scalars of frontmatter: plain, quoted and block ones, on one line or several.

Every scalar is text; a plain null form is None. Nothing becomes a number, a truth value or a date.
Source: YAML 1.2.2 chapters 5 to 8, without aliases, anchors, tags and directives.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

BLANKS = " \t"
NULLS = frozenset(("", "~", "null", "Null", "NULL"))
INDICATORS = frozenset("&*!%|>,[]{}#\"'")

_REFUSED = {
    "&": "anchors (&) are not supported, quote the value if it is text",
    "*": "aliases (*) are not supported, quote the value if it is text",
    "!": "tags (!) are not supported, quote the value if it is text",
    "%": "a value cannot start with %, quote it",
}
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}


class UnreadableError(Exception):
    """Frontmatter outside of the supported subset. row: index of the line, reason: what is wrong there."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(reason)
        self.row = row
        self.reason = reason


class Cursor:
    """A place in the lines of a frontmatter (without line ends), moved on by the readers.

    row, col: the next character. done: the row after the last one that holds a value; comments and blank lines that
    were only looked at come after it. comment: what followed the last value on its line, blanks included.
    items: rows (from, to) of the items of the block list that is the value of a top-level key.
    """

    __slots__ = ("col", "comment", "count", "done", "items", "lines", "row")

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.count = len(lines)
        self.row = 0
        self.col = 0
        self.done = 0
        self.comment = ""
        self.items: list[tuple[int, int]] = []

    def fail(self, reason: str) -> NoReturn:
        """Raises UnreadableError for the current row."""
        raise UnreadableError(min(self.row, self.count - 1), reason)

    def indent(self) -> int:
        """Goes to the next line with content; its indentation, -1 at the end."""
        lines = self.lines
        row = self.row
        while row < self.count:
            line = lines[row]
            bare = line and line.lstrip(" ")
            if bare and bare[0] != "#" and (bare[0] != "\t" or not _is_idle(bare)):
                self.row = row
                if bare[0] == "\t":
                    self.fail("a tab cannot indent, use blanks")
                return len(line) - len(bare)
            row += 1
        self.row = row
        return -1

    def finish_line(self, col: int) -> None:
        """Ends a value at col of the current row: only a comment may follow. Goes to the next row."""
        tail = self.lines[self.row][col:]
        if tail and not _is_comment(tail):
            self.fail(f"unexpected text after the value: {tail.strip(BLANKS)[:40]}")
        self.comment = tail
        self.row += 1
        self.done = self.row

    def next_row(self, what: str) -> str:
        """Goes to the next row inside of a value; its line. Raises UnreadableError when there is none."""
        start = self.row
        self.row += 1
        if self.row >= self.count:
            raise UnreadableError(start, f"{what} is never closed")
        line = self.lines[self.row]
        if line[:3] in ("---", "...") and line[3:4] in BLANKS:
            self.fail(f"{what} is not closed before {line[:3]}")
        return line


def _is_idle(tail: str) -> bool:
    tail = tail.lstrip(BLANKS)
    return not tail or tail[0] == "#"


def _is_comment(tail: str) -> bool:
    """Whether what follows a value is blank or a comment, which needs a blank before it."""
    return tail[0] in BLANKS and _is_idle(tail)


def skip_blanks(line: str, col: int) -> int:
    """The column of the next character that is no blank, at most len(line). Copies nothing: lines may be long."""
    end = len(line)
    while col < end and line[col] in BLANKS:
        col += 1
    return col


def comment_start(text: str) -> int:
    """Where the comment begins that ends a plain scalar, its blanks left out of count; len(text) if there is none."""
    mark = text.find("#")
    while mark > 0 and text[mark - 1] not in BLANKS:
        mark = text.find("#", mark + 1)
    return mark if mark > 0 else len(text)


def has_key_mark(text: str) -> bool:
    """Whether a plain text holds a colon that YAML takes for the end of a key."""
    return ":" in text and (": " in text or text[-1] == ":" or ":\t" in text)


def fold(parts: list[str]) -> str:
    """Joins the lines of a plain or single-quoted scalar: a break is a blank, n blank lines are n breaks.

    The first part keeps its leading blanks, the last its trailing ones.
    """
    folded = [parts[0].rstrip(BLANKS)]
    empty = 0
    for part in parts[1:-1]:
        text = part.strip(BLANKS)
        if text:
            folded += ("\n" * empty or " ", text)
            empty = 0
        else:
            empty += 1
    folded += ("\n" * empty or " ", parts[-1].lstrip(BLANKS))
    return "".join(folded)


def read_plain(cur: Cursor, parent: int) -> str | None:
    """The plain scalar at the cursor; lines that are indented deeper than `parent` continue it."""
    text = _plain_part(cur, cur.lines[cur.row][cur.col :])
    row = cur.row
    if cur.comment or row >= cur.count or cur.lines[row][:1] not in " \t":
        return None if text in NULLS else text
    parts = [text]
    while not cur.comment:
        line = _continuation(cur, parent, parts)
        if not line:
            break
        parts.append(_plain_part(cur, line))
    cur.row = cur.done
    if len(parts) > 1:
        return fold(parts)
    return None if text in NULLS else text


def _plain_part(cur: Cursor, text: str) -> str:
    """The plain text before a comment. Goes to the next row."""
    cut = comment_start(text) if "#" in text else len(text)
    part = text[:cut].rstrip(BLANKS)
    if has_key_mark(part):
        cur.fail("a value with a colon and a blank in it needs quotes")
    cur.comment = text[len(part) :] if cut < len(text) else ""
    cur.row += 1
    cur.done = cur.row
    return part


def _continuation(cur: Cursor, parent: int, parts: list[str]) -> str:
    """The next line of a plain scalar, blank lines before it put to the parts; "" if the scalar ends here."""
    empty = 0
    while cur.row < cur.count:
        line = cur.lines[cur.row]
        bare = line and line.lstrip(BLANKS)
        if bare:
            depth = len(line) - len(line.lstrip(" "))
            if depth <= parent or bare[0] == "#":
                return ""
            parts += [""] * empty
            return bare
        empty += 1
        cur.row += 1
    return ""


def closing_quote(line: str, col: int, quote: str) -> int:
    """The column of the quote that ends a scalar whose text starts at col, -1 if it is not in this line."""
    mark = line.find(quote, col)
    if quote == "'":
        while mark >= 0 and line[mark + 1 : mark + 2] == "'":
            mark = line.find("'", mark + 2)
        return mark
    while mark >= 0 and _trailing_backslashes(line, col, mark) % 2:
        mark = line.find('"', mark + 1)
    return mark


def _trailing_backslashes(line: str, start: int, end: int) -> int:
    """How many backslashes stand directly before `end`."""
    at = end
    while at > start and line[at - 1] == "\\":
        at -= 1
    return end - at


def read_quoted(cur: Cursor) -> str:
    """The quoted scalar at the cursor; goes behind its closing quote, maybe rows further down."""
    line = cur.lines[cur.row]
    quote = line[cur.col]
    row, start = cur.row, cur.col + 1
    end = closing_quote(line, start, quote)
    if end >= 0:
        raw = line[start:end]
    else:
        parts = [line[start:]]
        while end < 0:
            line = cur.next_row("a quoted value")
            end = closing_quote(line, 0, quote)
            parts.append(line if end < 0 else line[:end])
        raw = fold(parts) if quote == "'" else _fold_escaped(parts)
    cur.col = end + 1
    if quote == "'":
        return raw.replace("''", "'") if "'" in raw else raw
    return _unescape(raw, row) if "\\" in raw else raw


def _fold_escaped(parts: list[str]) -> str:
    """As fold, for double quotes: a backslash at the end joins the next line without a blank, or keeps one blank."""
    folded: list[str] = []
    joint = ""
    empty = 0
    last = len(parts) - 1
    for at, part in enumerate(parts):
        text = part.lstrip(BLANKS) if at else part
        if 0 < at < last and not text:
            empty += 1
            continue
        if at:
            folded.append("\n" * empty or joint)
            empty = 0
        joint = " "
        if at < last:
            text, joint = _end_of_escaped(text)
        folded.append(text)
    return "".join(folded)


def _end_of_escaped(text: str) -> tuple[str, str]:
    """A line of a double-quoted scalar without what its break swallows, and what the break stands for."""
    bare = text.rstrip(BLANKS)
    if _trailing_backslashes(bare, 0, len(bare)) % 2 == 0:
        return bare, " "
    if len(bare) < len(text):
        return text[: len(bare) + 1], " "
    return bare[:-1], ""


def _unescape(raw: str, row: int) -> str:
    out: list[str] = []
    at = 0
    mark = raw.find("\\")
    while mark >= 0:
        out.append(raw[at:mark])
        code = raw[mark + 1 : mark + 2]
        if code in _HEX_DIGITS:
            char, at = _unescape_hex(raw, mark, row)
            out.append(char)
        elif code in _ESCAPES:
            out.append(_ESCAPES[code])
            at = mark + 2
        else:
            raise UnreadableError(row, f"unknown escape \\{code} in a double-quoted value")
        mark = raw.find("\\", at)
    out.append(raw[at:])
    return "".join(out)


def _unescape_hex(raw: str, mark: int, row: int) -> tuple[str, int]:
    """The character of the x, u or U escape at mark, and where the text goes on."""
    end = mark + 2 + _HEX_DIGITS[raw[mark + 1]]
    point = _hex(raw[mark + 2 : end], row)
    if 0xD800 <= point < 0xDC00 and raw[end : end + 2] == "\\u":
        # JSON writes a character beyond the basic plane as two halves.
        low = _hex(raw[end + 2 : end + 6], row)
        if 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((point - 0xD800) << 10) + low - 0xDC00), end + 6
    if point > 0x10FFFF or 0xD800 <= point < 0xE000:
        raise UnreadableError(row, f"the escape {raw[mark:end]} is no character")
    return chr(point), end


def _hex(digits: str, row: int) -> int:
    if len(digits) in (2, 4, 8) and all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return int(digits, 16)
    raise UnreadableError(row, "a \\x, \\u or \\U escape needs 2, 4 or 8 hex digits")


def read_block_scalar(cur: Cursor, parent: int) -> str:
    """The literal (|) or folded (>) scalar whose header is at the cursor. Source: YAML 1.2.2 §8.1."""
    header = cur.lines[cur.row][cur.col :]
    cut = comment_start(header)
    marks = header[:cut].rstrip(BLANKS)
    comment = header[len(marks) :]
    chomp, explicit = _header_marks(cur, marks[1:])
    cur.row += 1
    cur.done = cur.row
    indent = parent + explicit if explicit else _detect_indent(cur, parent)
    lines = _block_lines(cur, indent)
    cur.comment = comment
    count = len(lines)
    while lines and not lines[-1]:
        lines.pop()
    cur.done = cur.row if chomp == "+" else cur.row - count + len(lines)
    if not lines:
        return "\n" * count if chomp == "+" else ""
    text = "\n".join(lines) if marks[0] == "|" else _fold_block(lines)
    return text + {"": "\n", "-": "", "+": "\n" * (1 + count - len(lines))}[chomp]


def _header_marks(cur: Cursor, marks: str) -> tuple[str, int]:
    """What follows | or >: the chomping mark ("", "-" or "+") and the explicit indentation (0 for none)."""
    chomp, explicit = "", 0
    for mark in marks:
        if mark in "+-" and not chomp:
            chomp = mark
        elif mark in "123456789" and not explicit:
            explicit = int(mark)
        else:
            cur.fail(f"after | or > only an indentation and + or - may stand, not {marks[:20]}")
    return chomp, explicit


def _detect_indent(cur: Cursor, parent: int) -> int:
    """The indentation of the first line with text; deeper blank lines before it are an error in YAML."""
    widest = 0
    for row in range(cur.row, cur.count):
        line = cur.lines[row]
        bare = line.lstrip(" ")
        if bare:
            indent = len(line) - len(bare)
            if indent <= parent:
                break
            if widest > indent:
                raise UnreadableError(row, "blank lines before a block of text are indented deeper than it")
            return indent
        widest = max(widest, len(line))
    return max(parent + 1, widest)


def _block_lines(cur: Cursor, indent: int) -> list[str]:
    """The lines of a block scalar without their indentation; goes to the row behind them."""
    pad = " " * indent
    lines: list[str] = []
    for row in range(cur.row, cur.count):
        line = cur.lines[row]
        if line.startswith(pad):
            lines.append(line[indent:])
        elif not line.strip(" "):
            lines.append("")
        else:
            break
    cur.row += len(lines)
    return lines


def _fold_block(lines: list[str]) -> str:
    """Joins lines of a folded scalar: only breaks between two lines that are not indented further become blanks."""
    out: list[str] = []
    previous = ""
    empty = 0
    for line in lines:
        if not line:
            empty += 1
            continue
        if not previous:
            out.append("\n" * empty)
        elif previous[0] in BLANKS or line[0] in BLANKS:
            out.append("\n" * (empty + 1))
        else:
            out.append("\n" * empty or " ")
        out.append(line)
        previous = line
        empty = 0
    return "".join(out)


def refuse_indicator(cur: Cursor, first: str) -> NoReturn:
    """Raises UnreadableError for a value that starts with what YAML reserves."""
    cur.fail(_REFUSED.get(first, f"a value cannot start with {first}, quote it"))
