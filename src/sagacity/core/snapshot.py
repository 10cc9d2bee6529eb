"""What a session was about, out of its transcript and without a model: to be given back when its context was compacted.

Everything is quoted from the transcript; what counts as a decision is told by how the user says it.
"""

from __future__ import annotations

from .egress import without_secrets
from .transcripts import OPEN, TOOL, USER, Todo
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .transcripts import Event

MAX_GOALS = 3
MAX_DECISIONS = 6
MAX_WORKED = 8
MAX_FAILED = 6
MAX_FILES = 12
MAX_TODOS = 8
LINE_MAX_CHARS = 220
MAX_CHARS = 3600
DECIDING = (
    "always ", "never ", "don't ", "do not ", "dont ", "must ", "only use", "prefer", "instead of", "rather than",
    "let's ", "lets ", "we'll ", "we will ", "decided", "decision", "stick with", "go with", "from now on", "remember",
    " not ", "no longer", "make sure", "keep ", "avoid", "use ",
)  # fmt: skip
SENTENCE_ENDS = ".!?\n;"


class Snapshot(Value):
    """goals: what the user asked, the first and the latest. decisions: what the user said is to hold, oldest first.

    worked: commands that ended well, the latest last. failed: (command, exit code or "") whose latest run did not.
    files: that were written, the latest last. todos: still open.
    """

    goals: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    worked: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()
    todos: tuple[str, ...] = ()


def snapshot_of(events: Sequence[Event]) -> Snapshot:
    """events: in order; of a long session its beginning and its end."""
    asked = [event.text for event in events if event.role == USER]
    used = [event for event in events if event.role == TOOL]
    last = {event.command: event for event in used if event.command}
    goals = list(dict.fromkeys([*asked[:1], *asked[1 - MAX_GOALS :]]))
    return Snapshot(
        goals=tuple(map(_line, goals)),
        decisions=tuple(dict.fromkeys(_line(one) for text in asked for one in _decisions(text)))[-MAX_DECISIONS:],
        worked=_latest((_line(event.command) for event in used if event.exit_code == 0), MAX_WORKED),
        failed=tuple((_line(one.command), _code(one)) for one in last.values() if one.failed)[-MAX_FAILED:],
        files=_latest((file for event in used for file in event.files), MAX_FILES),
        todos=tuple(_line(todo.text) for todo in _todos(used) if todo.state == OPEN)[:MAX_TODOS],
    )


def lines_of(snapshot: Snapshot) -> list[str]:
    """One fact a line, without secrets, at most MAX_CHARS in all: what is to hold comes before what was done."""
    told = [
        *(f"asked: {one}" for one in snapshot.goals),
        *(f"the user said: {one}" for one in snapshot.decisions),
        *(f"still to do: {one}" for one in snapshot.todos),
        *(f"failed{f' ({code})' if code else ''}: {command}" for command, code in snapshot.failed),
        *(f"worked: {one}" for one in snapshot.worked),
        *([f"files written: {', '.join(snapshot.files)}"] if snapshot.files else []),
    ]
    lines: list[str] = []
    room = MAX_CHARS
    for line in told:
        kept = without_secrets(line)[: LINE_MAX_CHARS * 4]
        room -= len(kept) + 1
        if room < 0:
            break
        lines.append(kept)
    return lines


def _line(text: str) -> str:
    line = " ".join(without_secrets(text).split())
    return line if len(line) <= LINE_MAX_CHARS else line[: LINE_MAX_CHARS - 1].rstrip() + "…"


def _decisions(text: str) -> Iterable[str]:
    """The sentences of a short text that say what is to hold; a long one is pasted rather than said."""
    for sentence in _sentences(text) if len(text) <= 10 * LINE_MAX_CHARS else ():
        lowered = f" {sentence.lower()} "
        if len(sentence) <= LINE_MAX_CHARS and any(word in lowered for word in DECIDING):
            yield sentence


def _sentences(text: str) -> list[str]:
    """Cut at marks that end one and stand before a blank; those within names and numbers do not."""
    found, start = [], 0
    for at, char in enumerate(text):
        if char == "\n" or (char in SENTENCE_ENDS and text[at + 1 : at + 2].isspace()):
            found.append(text[start : at + 1].strip())
            start = at + 1
    return [one for one in (*found, text[start:].strip()) if one]


def _code(event: Event) -> str:
    return f"exit {event.exit_code}" if event.exit_code else ""


def _latest(texts: Iterable[str], most: int) -> tuple[str, ...]:
    """Each once, where it was last."""
    order: dict[str, None] = {}
    for text in texts:
        order.pop(text, None)
        order[text] = None
    return tuple(order)[-most:]


def _todos(used: Sequence[Event]) -> list[Todo]:
    """The agent's list as it stands at the end."""
    listed: dict[str, Todo] = {}
    for event in used:
        if event.whole:
            listed = {}
        for todo in event.todos:
            before = listed.get(todo.key)
            listed[todo.key] = todo if todo.text or before is None else before.replace(state=todo.state)
    return [todo for todo in listed.values() if todo.text]
