"""What a finished plan becomes: the text of a note about what was built."""

from __future__ import annotations

from .preview import shorten
from .summary_text import cut
from .types import BODY_CAP
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEAD_MAX_CHARS = 2_000
LINE_MAX_CHARS = 240
ROOM_CHARS = BODY_CAP - 400
SUFFIX = " (feature)"


class Strand(Value):
    """One of the notes that a plan leaves: its title, and in a line what it says."""

    title: str
    said: str = ""


class Finished(Value):
    """A plan that is complete. lead: what it says itself. built, left, decisions, lessons: in their order."""

    lead: str
    built: tuple[Strand, ...] = ()
    left: tuple[Strand, ...] = ()
    decisions: tuple[Strand, ...] = ()
    lessons: tuple[Strand, ...] = ()
    prs: tuple[str, ...] = ()


def feature_body(plan: Finished) -> str:
    """Markdown within the cap of a feature's body; what found no room is counted."""
    parts = [cut(plan.lead, LEAD_MAX_CHARS)] if plan.lead else []
    sections = (
        ("Built", [_line(one) for one in plan.built]),
        ("Decisions", [_line(one) for one in plan.decisions]),
        ("Lessons", [_line(one) for one in plan.lessons]),
        ("Pull requests", [f"- {url}" for url in plan.prs]),
        ("Not done", [_line(one) for one in plan.left]),
    )
    room = ROOM_CHARS - sum(map(len, parts))
    for heading, lines in sections:
        text = _section(heading, lines, room)
        room -= len(text)
        parts += [text] if text else []
    return "\n\n".join(parts)


def _section(heading: str, lines: Sequence[str], room: int) -> str:
    """The heading and as many of the lines as there is room for; "" without any."""
    kept: list[str] = []
    size = len(heading) + 4
    for line in lines:
        size += len(line) + 1
        if size > room:
            break
        kept.append(line)
    rest = len(lines) - len(kept)
    kept += [f"- and {rest} more"] if rest else []
    return "\n".join((f"## {heading}", "", *kept)) if kept else ""


def _line(one: Strand) -> str:
    said = " ".join(one.said.split())
    text = said if said.startswith(one.title) else f"{one.title}: {said}" if said else one.title
    return f"- {shorten(text, LINE_MAX_CHARS)}"


def feature_title(plan: str, max_chars: int) -> str:
    """The plan's title without that word, marked so that the two are not called the same."""
    words = plan.split()
    if len(words) > 1 and words[0].lower().rstrip(":") == "plan":
        words = words[1:]
    return shorten(" ".join(words), max_chars - len(SUFFIX)) + SUFFIX
