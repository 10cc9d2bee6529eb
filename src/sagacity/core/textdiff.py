"""What differs between two states of a text: as unified lines, as words within them, and in a few words."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from .note_read import parse_note
from .value import fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .note import Note

    Group = Sequence[tuple[str, int, int, int, int]]

CONTEXT_LINES = 3
NO_LINE_END = "\\ no line end at the end of the file"
UNNAMED = ("body", "error", "updated_at")
"""Fields of a note that are not named as changed: the body is counted in lines, and the time always changes."""
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


def unified(old: str, new: str) -> tuple[str, ...]:
    """Hunks of lines with three lines around them: `@@ … @@`, then lines that begin with a blank, `-` or `+`."""
    return _hunks(old, new, _as_lines)


def in_words(old: str, new: str) -> tuple[str, ...]:
    """The same hunks; what was taken out of a line stands as `[-so-]`, what came into it as `{+so+}`."""
    return _hunks(old, new, _as_words)


def summary(old: bytes | None, new: bytes | None) -> str:
    """Which fields changed, and how many lines of the body came and went: `title, tags; +3 -1 lines`.

    None is a note that is not there. "" where both say the same.
    """
    if new is None or old is None:
        there = new if new is not None else old
        n_lines = len(_body_lines(parse_note(there))) if there is not None else 0
        return f"{'+' if new is not None else '-'}{n_lines} {_lines_word(n_lines)}"
    if old == new:
        return ""
    before, after = parse_note(old), parse_note(new)
    said = [", ".join(_changed_fields(before, after)), _count(_body_lines(before), _body_lines(after))]
    return "; ".join(part for part in said if part) or "spelling of the file"


def _changed_fields(before: Note, after: Note) -> list[str]:
    names = [name for name in fields_of(before) if name not in UNNAMED]
    return [name for name in names if getattr(before, name) != getattr(after, name)]


def _body_lines(note: Note) -> list[str]:
    return note.body.split("\n") if note.body else []


def _count(before: Sequence[str], after: Sequence[str]) -> str:
    came = went = 0
    for kind, first, last, start, stop in SequenceMatcher(None, before, after).get_opcodes():
        if kind != "equal":
            went += last - first
            came += stop - start
    return f"+{came} -{went} {_lines_word(came + went)}" if came or went else ""


def _lines_word(count: int) -> str:
    return "line" if count == 1 else "lines"


def _lines(text: str) -> list[str]:
    """The lines; a text that does not end one says so in a line of its own."""
    if not text:
        return []
    lines = text.split("\n")
    return [*lines, NO_LINE_END] if lines[-1] else lines[:-1]


def _hunks(old: str, new: str, told: Callable[[Sequence[str], Sequence[str]], list[str]]) -> tuple[str, ...]:
    before, after = _lines(old), _lines(new)
    said: list[str] = []
    for group in SequenceMatcher(None, before, after).get_grouped_opcodes(CONTEXT_LINES):
        said.append(_place(group))
        for kind, first, last, start, stop in group:
            if kind == "equal":
                said += [f" {one}" for one in before[first:last]]
            else:
                said += told(before[first:last], after[start:stop])
    return tuple(said)


def _place(group: Group) -> str:
    first, last = group[0], group[-1]
    return f"@@ -{_span(first[1], last[2])} +{_span(first[3], last[4])} @@"


def _span(start: int, stop: int) -> str:
    """Lines count from 1; an empty stretch stands after the line it names."""
    return f"{start + 1 if stop > start else start},{stop - start}"


def _as_lines(old: Sequence[str], new: Sequence[str]) -> list[str]:
    return [*(f"-{one}" for one in old), *(f"+{one}" for one in new)]


def _as_words(old: Sequence[str], new: Sequence[str]) -> list[str]:
    before, after = _WORDS.findall("\n".join(old)), _WORDS.findall("\n".join(new))
    text = "".join(_marked(before, after))
    return [f" {one}" for one in text.split("\n")]


def _marked(before: list[str], after: list[str]) -> Iterator[str]:
    for kind, first, last, start, stop in SequenceMatcher(None, before, after).get_opcodes():
        if kind == "equal":
            yield "".join(before[first:last])
            continue
        if first < last:
            yield f"[-{''.join(before[first:last])}-]"
        if start < stop:
            yield f"{{+{''.join(after[start:stop])}+}}"
