"""Cutting the body of a note into passages: what is found, embedded and shown of a long note.

A short note is one passage. A long one is cut before headings and between paragraphs, never within a code fence that
fits; what is too long by itself is cut at the end of a line, a sentence or a word. A transcript is cut by turns.
"""

from __future__ import annotations

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WHOLE_MAX_CHARS = 2000  # a body no longer than this is not cut
GOOD_CHARS = 1200  # a passage of so many may end at the next heading or paragraph
MAX_CHARS = 2400
MIN_TURNS = 4
SPEAKER_MAX_CHARS = 40
MACHINES = frozenset(("assistant", "ai", "bot", "model", "system", "tool"))
_FENCES = ("```", "~~~")
_ENDS = ("\n", ". ", "。", " ")


class Passage(Value):
    """A stretch of a body. start, stop: characters, so that body[start:stop] is its text. speaker: who says it in a
    transcript, as written, "" elsewhere.
    """

    start: int
    stop: int
    speaker: str = ""


def passages(body: str) -> tuple[Passage, ...]:
    """At least one; in order, without gaps or overlaps, and together the whole body."""
    blocks = list(_blocks(body)) if "\n" in body else [Passage(0, len(body))]
    if _is_transcript(blocks):
        merged = _turns(blocks)
    elif len(body) <= WHOLE_MAX_CHARS:
        return (Passage(0, len(body)),)
    else:
        merged = _packed(body, blocks)
    return tuple(piece for one in merged for piece in _pieces(body, one))


def speaker_of(line: str) -> str:
    """Who speaks in a line that begins like `**Ann:** …`; "" for any other."""
    if not line.startswith("**"):
        return ""
    name, colon, _ = line[2 : SPEAKER_MAX_CHARS + 5].partition(":**")
    return name.strip() if colon and len(name) <= SPEAKER_MAX_CHARS else ""


def is_aside(passage: Passage) -> bool:
    """Whether a machine says it: long answers, of which a person's few words tell what they were about."""
    return passage.speaker.lower() in MACHINES


def _blocks(body: str) -> Iterator[Passage]:
    """Paragraphs, headings and code fences, each with the blank lines that follow it."""
    start = at = 0
    fence = speaker = ""
    blank = False
    for line in body.splitlines(keepends=True):
        text = line.strip()
        opens = text[:3] in _FENCES and not fence
        if not fence and at > start and text and (blank or text.startswith("#")):
            yield Passage(start, at, speaker)
            start, speaker = at, ""
        if at == start:
            speaker = speaker_of(line)
        blank = not text and not fence
        if opens:
            fence = text[:3]
        elif fence and text.startswith(fence):
            fence = ""
        at += len(line)
    if at > start or not body:
        yield Passage(start, at, speaker)


def _is_transcript(blocks: list[Passage]) -> bool:
    """Few speakers take many turns. Labels of an ordinary note ("**Cause:**") come once each."""
    speakers = [block.speaker for block in blocks if block.speaker]
    return len(speakers) >= MIN_TURNS and len(set(speakers)) * 2 <= len(speakers)


def _turns(blocks: list[Passage]) -> list[Passage]:
    """A block for each turn; what has no speaker goes on with the turn before it."""
    turns: list[Passage] = []
    for block in blocks:
        if turns and not block.speaker:
            turns[-1] = turns[-1].replace(stop=block.stop)
        else:
            turns.append(block)
    return turns


def _packed(body: str, blocks: list[Passage]) -> list[Passage]:
    """Neighbours together while they fit; a heading begins a passage as soon as the one before is long enough."""
    packed: list[Passage] = []
    for block in blocks:
        if packed:
            last = packed[-1]
            enough = GOOD_CHARS // 2 if body.startswith("#", block.start) else GOOD_CHARS
            if last.stop - last.start < enough and block.stop - last.start <= MAX_CHARS:
                packed[-1] = last.replace(stop=block.stop)
                continue
        packed.append(Passage(block.start, block.stop))
    return packed


def _pieces(body: str, one: Passage) -> Iterator[Passage]:
    """The passage, in pieces of at most MAX_CHARS."""
    start = one.start
    while one.stop - start > MAX_CHARS:
        stop = _end_of_piece(body, start)
        yield Passage(start, stop, one.speaker)
        start = stop
    if one.stop > start or one.stop == one.start:
        yield Passage(start, one.stop, one.speaker)


def _end_of_piece(body: str, start: int) -> int:
    for end in _ENDS:
        at = body.rfind(end, start + GOOD_CHARS // 2, start + MAX_CHARS)
        if at >= 0:
            return at + len(end)
    return start + MAX_CHARS
