"""Which session a fork carries on, from the transcripts of Claude Code: its hooks are not told.

A branch within a running session begins as a copy whose lines name their source. A fork made by `--fork-session` has no
file yet when it starts; there the client says how long ago the last answer was that it carries on, and the transcript
beside it which ends with an answer of that moment is the one. Seen with 2.1.332.
"""

from __future__ import annotations

import os

from ...core.dates import to_ms
from .transcript import read_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ENDING = ".jsonl"
HEAD_BYTES = 262_144
TAIL_BYTES = 131_072
LISTED_MAX = 4000
READ_MAX = 8
EARLY_MS, LATE_MS = 600, 5000
"""How far the moment may be off: the client rounds to seconds, and we start later than it counted."""


def parent_of(transcript: str, silence_s: float, now_ms: int) -> str:
    """The session's id; "" where it cannot be told for sure. transcript: of the fork, may not be there yet.

    silence_s: since the last answer, negative for unknown. Reads the ends of a few files, whatever their size.
    """
    try:
        source = _source(transcript)
        if source or silence_s < 0:
            return source
        found = [path for path in _candidates(transcript, now_ms - silence_s * 1000) if _ended(path, silence_s, now_ms)]
    except (OSError, ValueError):
        return ""
    return os.path.basename(found[0]).removesuffix(ENDING) if len(found) == 1 else ""


def _source(transcript: str) -> str:
    """What a branch says itself. Quotes within texts are escaped, so that no text can say it."""
    try:
        head = read_part(transcript, HEAD_BYTES)
    except FileNotFoundError:
        return ""
    _, found, rest = head.partition(b'"forkedFrom":{"sessionId":"')
    source, end, _ = rest.partition(b'"')
    return source.decode("ascii", "replace")[:100] if found and end else ""


def _candidates(transcript: str, since_ms: float) -> Iterator[str]:
    """Transcripts beside it that were written to after that moment, the first ones first."""
    written = []
    with os.scandir(os.path.dirname(transcript)) as entries:
        for at, entry in enumerate(entries):
            if at >= LISTED_MAX:
                break
            if entry.name.endswith(ENDING) and entry.path != transcript and entry.is_file(follow_symlinks=False):
                written.append((entry.stat().st_mtime * 1000, entry.path))
    late = sorted(one for one in written if one[0] >= since_ms - LATE_MS)
    return (path for _, path in late[:READ_MAX])


def _ended(path: str, silence_s: float, now_ms: int) -> bool:
    """Whether the last answer in a transcript is that long ago."""
    lines = read_part(path, TAIL_BYTES, from_end=True).split(b"\n")
    for line in reversed(lines):
        if b'"type":"assistant"' in line and b'"isSidechain":true' not in line:
            text = line.rpartition(b'"timestamp":"')[2].partition(b'"')[0]
            answered_ms = to_ms(text.decode("ascii", "replace"))
            return answered_ms is not None and -EARLY_MS <= now_ms - answered_ms - silence_s * 1000 <= LATE_MS
    return False
