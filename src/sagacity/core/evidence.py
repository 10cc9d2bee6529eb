"""Evidence: lines of a project's files that a note rests on, and whether they still say what they said.

A fingerprint is `HASH.SUM`: 16 hex digits of the SHA-256 of the lines, and 8 of the sum of their CRC-32. The sum can be
taken along a file without hashing every stretch of it: so lines that moved are found in time linear in the file.
"""

from __future__ import annotations

from itertools import accumulate
from zlib import crc32

from .errors import SagacityError
from .hashing import BOM, content_hash
from .note import Reference
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HOLDS, MOVED, CHANGED, GONE, ELSEWHERE = "holds", "moved", "changed", "gone", "elsewhere"
UNPINNED, UNCHECKED = "unpinned", "unchecked"
STALE = (CHANGED, GONE, ELSEWHERE, MOVED)
"""States of evidence that no longer stands where the note says, the worst first."""
WORST_FIRST = (*STALE, UNCHECKED, UNPINNED, HOLDS)
WEIGHT = {CHANGED: 0.85, GONE: 0.85}
"""What the strength of a note is multiplied by whose evidence came to this."""

_HEX = frozenset("0123456789abcdef")
_HASH_CHARS, _SUM_CHARS = 16, 8
_TELLING_BYTES = 8  # fewer letters and digits, such as a brace alone, stand anywhere


class Finding(Value):
    """What became of a reference. path, lines: where its text stands now, "" where that is nowhere or as it was.
    why: of changed, elsewhere and unchecked, in a few words.
    """

    state: str
    path: str = ""
    lines: str = ""
    why: str = ""


def reference_of_text(text: str) -> Reference:
    """`path`, `path:7` or `path:10-20`. Raises `invalid` for what is not inside a working tree or no lines."""
    path, colon, lines = text.strip().rpartition(":")
    if not colon or not lines.replace("-", "").isdigit():
        path, lines = text.strip(), ""
    path = path.replace("\\", "/").removeprefix("./")
    if why := outside(path):
        raise SagacityError(
            "invalid", f"the reference {text!r} {why}", hint="use a path relative to the top of the working tree"
        )
    if lines and span_of(lines) is None:
        raise SagacityError("invalid", f"{lines!r} of the reference {text!r} are no lines", hint="write path:10-20")
    return Reference(path, lines)


def outside(path: str) -> str:
    """Why a path cannot be one inside a working tree; "" when it can."""
    parts = path.split("/")
    if not path or path.startswith(("/", "~")) or ".." in parts or "\0" in path or path[1:3] == ":/":
        return "is not inside the working tree"
    return "is inside git's own folder" if any(part.lower() == ".git" for part in parts) else ""


def span_of(lines: str) -> tuple[int, int] | None:
    """First and last line of "10-20" or "7", from 1; None for what is no such thing."""
    first, dash, last = lines.partition("-")
    if not _is_number(first) or (dash and not _is_number(last)):
        return None
    span = int(first), int(last or first)
    return span if 1 <= span[0] <= span[1] else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9


def said(first: int, n_lines: int) -> str:
    """So many lines from the first on, as a reference writes them."""
    return str(first) if n_lines == 1 else f"{first}-{first + n_lines - 1}"


def is_commit(text: str) -> bool:
    """Whether it can be the name of a commit and nothing else: it is given to git."""
    return 7 <= len(text) <= 64 and _HEX.issuperset(text)


def text_lines(data: bytes) -> list[bytes]:
    """The lines, without their ends: LF, CRLF and CR are the same, and so is a text with a BOM."""
    data = data.removeprefix(BOM)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def is_binary(data: bytes) -> bool:
    """Whether it has no lines to speak of."""
    return b"\0" in data


def fingerprint(lines: Sequence[bytes]) -> str:
    """Of these lines, see the module."""
    total = sum(map(crc32, lines)) & 0xFFFFFFFF
    return f"{_hash(lines)}.{total:08x}"


def _hash(lines: Sequence[bytes]) -> str:
    return content_hash(b"\n".join(lines))[:_HASH_CHARS]


def is_fingerprint(text: str) -> bool:
    """Whether a reference's hash is one of ours; another tool's says nothing to us."""
    head, dot, total = text.partition(".")
    return bool(dot) and len(head) == _HASH_CHARS and len(total) == _SUM_CHARS and _HEX.issuperset(head + total)


def judge(reference: Reference, lines: Sequence[bytes]) -> Finding:
    """What became of a reference whose file holds these lines now: never gone nor elsewhere."""
    span = span_of(reference.lines)
    if span is None and reference.lines:
        return Finding(UNCHECKED, why=f"{reference.lines!r} are no lines")
    if not is_fingerprint(reference.hash):
        if span is not None and span[1] > len(lines):
            return Finding(CHANGED, why=f"the file has only {len(lines)} lines")
        return Finding(UNPINNED)
    first, last = span or (1, len(lines))
    if _hash(lines[first - 1 : last]) == reference.hash[:_HASH_CHARS]:
        return Finding(HOLDS)
    if span is None:
        return Finding(CHANGED)
    n_lines = last - first + 1
    found = find_lines(lines, reference.hash, n_lines, near=first)
    return Finding(MOVED, lines=said(found, n_lines)) if found else Finding(CHANGED)


def find_lines(lines: Sequence[bytes], sought: str, n_lines: int, *, near: int) -> int:
    """The first of the lines with this fingerprint, from 1: of several places the nearest; 0 when they stand nowhere,
    or hold too little to be told from others.
    """
    if n_lines > len(lines):
        return 0
    total = int(sought[-_SUM_CHARS:], 16)
    sums = list(accumulate(map(crc32, lines), initial=0))
    places = [
        at
        for at, (before, after) in enumerate(zip(sums, sums[n_lines:], strict=False))
        if (after - before) & 0xFFFFFFFF == total
    ]
    places.sort(key=lambda at: abs(at + 1 - near))
    for at in places:
        stretch = lines[at : at + n_lines]
        if _hash(stretch) == sought[:_HASH_CHARS]:
            return at + 1 if _is_telling(stretch) else 0
    return 0


def _is_telling(lines: Sequence[bytes]) -> bool:
    n_telling = 0
    for line in lines:
        n_telling += _telling(line)
        if n_telling >= _TELLING_BYTES:
            return True
    return False


def _telling(line: bytes) -> int:
    return sum(byte > 127 or chr(byte).isalnum() for byte in line)


def most_telling(lines: Sequence[bytes]) -> bytes:
    """The line to look for these by; empty where all of them stand anywhere."""
    best = max(lines, key=_telling, default=b"")
    return best if _telling(best) >= _TELLING_BYTES and not is_binary(best) else b""


def merged_references(old: Sequence[Reference], new: Sequence[Reference]) -> tuple[Reference, ...]:
    """The old ones in their order, one that is repeated with another text in place of it, then the new ones."""
    merged = {(one.path, one.lines): one for one in old}
    for one in new:
        there = merged.get((one.path, one.lines))
        if there is None or there.hash != one.hash:
            merged[one.path, one.lines] = one
    return tuple(merged.values())
