"""The texts in which a secret may hide: as written, unescaped, with wrapped lines joined, and decoded.

Each view knows the line of the original text that its characters came from. All of it is linear in the text.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from bisect import bisect_right
from dataclasses import dataclass
from unicodedata import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SOFT_BREAK = "\x0b"  # stands where an escaped line break was: no line of its own, yet an end of a line
_UNESCAPE_PASSES = 2  # a JSON string within a JSON string
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_ESCAPE = re.compile(
    r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|%([0-9a-fA-F]{2})|&#x([0-9a-fA-F]{1,6});|&#([0-9]{1,7});"
    r"|\\([nr])|\\t|\\([^A-Za-z0-9\s])|&(quot|amp|lt|gt);"
)
_HEX_GROUPS = 4
_NAMED = {"quot": '"', "amp": "&", "lt": "<", "gt": ">"}
_SAME_LINE = re.compile(r"[\"'][ \t]{0,3}\+[ \t]{0,3}[\"']")
_CONTINUED = re.compile(r"[ \t]*+(?:(?:[>#*|+]|//)[ \t]*+)?[\"'`]?([A-Za-z0-9+/=_-]+)")
_VALUE_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-.")
_OPERATORS = ("+", ".", "&", "|")  # what joins two strings at the end of a line
_MAX_PROSE_CHARS = 16
_RUN = re.compile(r"[A-Za-z0-9+/_-]{20,}+={0,2}")
_HEX_RUN = re.compile(r"(?:[0-9a-fA-F]{2}){20,}")


@dataclass(frozen=True, slots=True)
class View:
    """A text to be searched.

    first: the 1-based line of the original text that it begins on. starts, lines: for a view joined from pieces, where
    each of them begins and the line it came from; only unmistakable shapes count in such a view.
    """

    text: str
    first: int = 1
    starts: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()

    def line_at(self, offset: int) -> int:
        """The 1-based line of the original text."""
        if self.starts:
            return self.lines[bisect_right(self.starts, offset) - 1]
        return self.first + self.text.count("\n", 0, offset)


def written_views(text: str) -> list[View]:
    """The text with look-alikes and invisible characters resolved, and the same with its escapes resolved and strings
    that a line puts together put together.
    """
    text = _visible(text)
    resolved = text
    if "\\" in text or "%" in text or "&" in text:
        for _ in range(_UNESCAPE_PASSES):
            resolved = _ESCAPE.sub(_unescaped, resolved)
    if "+" in resolved:
        resolved = _SAME_LINE.sub("", resolved)
    return [View(text)] if resolved == text else [View(text), View(resolved)]


def joined_views(view: View) -> list[View]:
    """The groups of lines that may hold one wrapped value, put together; breaks between words of a sentence stay."""
    found: list[View] = []
    group: list[tuple[str, int]] = []
    start = 0
    lines = _numbered_lines(view.text)
    for (line, number), (following, _) in zip(lines, [*lines[1:], ("", 0)], strict=True):
        joint = _joint(line, following)
        group.append((line[start : joint[0] if joint else None], number))
        start = joint[1] if joint else 0
        if not joint:
            if len(group) > 1:
                found.append(_joined(group))
            group = []
    return found


def decoded_views(view: View, words: Sequence[str]) -> list[View]:
    """What runs of base 64 and of hex digits in these words say, where that is text."""
    found: list[View] = []
    for word in words:
        for run in _RUN.findall(word):
            decoded = _text_of(_from_hex(run)) or _text_of(_from_base64(run))
            if decoded:
                found.append(View(decoded, view.line_at(view.text.find(run))))
    return found


def _visible(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else _INVISIBLE.sub("", normalize("NFKC", text))


def _unescaped(found: re.Match[str]) -> str:
    for group in range(1, _HEX_GROUPS + 2):
        digits = found.group(group)
        if digits:
            return _char(int(digits, 10 if group > _HEX_GROUPS else 16))
    if found.group(6):
        return _SOFT_BREAK
    return found.group(7) or _NAMED.get(found.group(8) or "", " ")


def _char(code: int) -> str:
    """The character, a soft break for line breaks, a blank for what is none."""
    if code in (10, 13):
        return _SOFT_BREAK
    return chr(code) if 32 <= code < 0xD800 or 0xDFFF < code <= 0x10FFFF else " "


def _numbered_lines(text: str) -> list[tuple[str, int]]:
    """The lines with their numbers; a soft break ends a line without counting as one."""
    hard = [(line, number) for number, line in enumerate(text.split("\n"), 1)]
    if _SOFT_BREAK not in text:
        return hard
    return [(part, number) for line, number in hard for part in line.split(_SOFT_BREAK)]


def _joint(line: str, following: str) -> tuple[int, int] | None:
    """Where a value breaks off in a line, and where it goes on in the next; None where it does not."""
    value = _without_operator(line.rstrip(" \t")).rstrip("\"'`") if following else ""
    if not value or value[-1] not in _VALUE_CHARS or _is_prose(value.rsplit(None, 1)[-1].rstrip(".")):
        return None
    onward = _CONTINUED.match(following)
    if not onward or _is_prose(onward[1]) or _is_key_or_dash(onward[1], following[onward.end() : onward.end() + 2]):
        return None
    return len(value), onward.start(1)


def _is_key_or_dash(word: str, after: str) -> bool:
    """Whether a line begins with a key of a mapping, the dash of a list or a fence: it goes on with no value."""
    return (after[:1] == ":" and not after[1:].strip()) or not word.strip("-")


def _without_operator(line: str) -> str:
    """The line without the sign that continues it on the next."""
    if line[-1:] == "\\" or (line[-1:] in _OPERATORS and line[-2:-1] in (" ", "\t", '"', "'", "`")):
        return line[:-1].rstrip(" \t")
    return line


def _is_prose(word: str) -> bool:
    return word.isalpha() and len(word) <= _MAX_PROSE_CHARS and word[1:] == word[1:].lower()


def _joined(group: Sequence[tuple[str, int]]) -> View:
    starts = [0]
    for piece, _ in group[:-1]:
        starts.append(starts[-1] + len(piece))
    return View("".join(piece for piece, _ in group), group[0][1], tuple(starts), tuple(line for _, line in group))


def _from_base64(run: str) -> bytes:
    run = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return b64decode(run + "=" * (-len(run) % 4))
    except (Error, ValueError):
        return b""


def _from_hex(run: str) -> bytes:
    return bytes.fromhex(run) if _HEX_RUN.fullmatch(run) else b""


def _text_of(data: bytes) -> str:
    """The ASCII text of the bytes on one line (UTF-16 too), "" when they are something else."""
    data = data.replace(b"\0", b"").replace(b"\n", b" ").replace(b"\r", b" ").replace(b"\t", b" ")
    return data.decode("ascii") if data.isascii() and data.decode("ascii").isprintable() else ""
