"""Where the frontmatter of a note ends and its body begins: all that a hook wants of a file it found by the index.

Never raises for any bytes; linear in the size of the file.
"""

from __future__ import annotations

MAX_BYTES = 65_536
FENCE = "---"
BOM = "\ufeff"


def readable_body(data: bytes) -> str:
    """The body as note_read.parse_note gives it, of a note of which that is known to find no error."""
    text = data.decode("utf-8", "replace")
    top = len(BOM) if text.startswith(BOM) else 0
    start = after_fence(text, top) if text.startswith(FENCE, top) else -1
    rest = closing_fence(text, start)[1] if start >= 0 else -1
    return body_text(text[rest if rest >= 0 else top :])


def after_fence(text: str, at: int) -> int:
    """Where the line after the fence at `at` begins, the end of the text included; -1 if the line is no fence."""
    end = at + len(FENCE)
    after = text[end : end + 2]
    if after == "\r\n":
        return end + 2
    if not after or after[0] in "\r\n":
        return end + len(after[:1])
    return -1


def closing_fence(text: str, start: int) -> tuple[int, int]:
    """Where the closing fence begins and where the text after its line does; -1, -1 if there is none in reach."""
    end = start + MAX_BYTES + len(FENCE) + 2
    at = start
    carriage = "\r" in text[start - 1 : end]
    while at >= 0:
        if text.startswith(FENCE, at):
            rest = after_fence(text, at)
            if rest >= 0:
                return at, rest
        at = _next_fence(text, at, end, carriage=carriage)
    return -1, -1


def _next_fence(text: str, at: int, end: int, *, carriage: bool) -> int:
    """Where the next line that begins like a fence does, -1 for none before `end`. carriage: a CR may end lines."""
    if not carriage:
        feed = text.find("\n---", at, end)
        return feed + 1 if feed >= 0 else -1
    at = text.find(FENCE, at + 1, end)
    while at >= 0 and text[at - 1] not in "\r\n":
        at = text.find(FENCE, at + 1, end)
    return at


def body_text(raw: str) -> str:
    """LF line ends, no blank lines at either end; the indentation of the first line with text is kept."""
    text = line_feeds(raw)
    end = len(text.rstrip(" \t\n"))
    if not end:
        return ""
    first = len(text) - len(text.lstrip(" \t\n"))
    cut = text.find("\n", end)
    return text[text.rfind("\n", 0, first) + 1 : cut if cut >= 0 else len(text)]


def line_feeds(text: str) -> str:
    """The text with CRLF and CR as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
