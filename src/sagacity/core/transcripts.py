"""What happened in a session, out of what its client wrote down: the same events whatever the client.

The parsers stand beside this module, one a client. They take records as JSON gives them, whole or not, in any state:
what they do not know they pass over. Blocks that a client or this memory put into a text are taken out of it, and so
are lines with secrets, before anything is cut.
"""

from __future__ import annotations

from .egress import without_secrets
from .prompt_text import own_words
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

USER, AGENT, TOOL = "user", "agent", "tool"
SAID_MAX_CHARS = 20_000
OUTPUT_MAX_CHARS = 4000
READ_MAX_CHARS = 200_000
SHELLS = ("bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/bash")
OPEN, DONE = "open", "done"
TODO_STATES = {"completed": DONE, "done": DONE, "cancelled": DONE, "canceled": DONE, "deleted": DONE}
PATCHED = ("*** Update File: ", "*** Add File: ")


class Todo(Value):
    """An item of the agent's list. key: what later changes call it by; text: "" where only the state changes.

    state: OPEN or DONE.
    """

    key: str
    text: str
    state: str = OPEN


class Event(Value):
    """Something said, or one use of a tool with what came of it.

    role: USER, AGENT or TOOL. text: what was said; of a tool what it gave back, of long texts the beginning and the
    end. tool: its name as the client has it. input: what it was called with, in lines. command: of a shell, else "".
    files: that it wrote, as it was told them. todos: items that it set; whole: they are the list from now on.
    exit_code: None where there is none, or none is known. failed: the client says so, or the exit code. at_ms: 0 where
    unknown.
    """

    role: str
    text: str
    at_ms: int = 0
    tool: str = ""
    input: str = ""
    command: str = ""
    files: tuple[str, ...] = ()
    todos: tuple[Todo, ...] = ()
    whole: bool = False
    exit_code: int | None = None
    failed: bool = False


def said(role: str, text: str, at_ms: int) -> list[Event]:
    """One event; none for a text that holds nothing of the speaker's own."""
    own = cut(without_secrets(own_words(text[:READ_MAX_CHARS])), SAID_MAX_CHARS)
    return [Event(role, own, at_ms)] if own else []


def used(tool: str, given: dict[str, Any], at_ms: int) -> Event:
    """A tool's use whose end is not known yet."""
    command = without_secrets(command_of(given)[:READ_MAX_CHARS])
    return Event(
        TOOL,
        "",
        at_ms,
        tool=cut(tool, 200),
        input=cut(command or without_secrets(lines_of(given)[:READ_MAX_CHARS]), OUTPUT_MAX_CHARS),
        command=cut(command, OUTPUT_MAX_CHARS),
    )


def ended(event: Event, output: str, *, exit_code: int | None, failed: bool) -> Event:
    """The use with what came of it."""
    text = cut(without_secrets(own_words(output[:READ_MAX_CHARS])), OUTPUT_MAX_CHARS)
    return event.replace(text=text, exit_code=exit_code, failed=failed or bool(exit_code))


def cut(text: str, max_chars: int) -> str:
    """The text, or its beginning and its end."""
    if len(text) <= max_chars:
        return text
    half = (max_chars - 3) // 2
    return f"{text[:half]}\n…\n{text[len(text) - half :]}"


def command_of(given: dict[str, Any]) -> str:
    """What a shell is to run, however the client writes it; "" where nothing is run."""
    value = given.get("command", given.get("cmd"))
    if isinstance(value, str):
        return value.strip()
    words = [word for word in value if isinstance(word, str)] if isinstance(value, list) else []
    if len(words) > 2 and words[0] in SHELLS and words[1].startswith("-"):
        return words[2].strip()
    return " ".join(words)


def lines_of(given: dict[str, Any]) -> str:
    """The plain fields of a call, one a line."""
    return "\n".join(f"{name}: {value}" for name, value in given.items() if isinstance(value, (str, int, float)))


def text_of(value: object) -> str:
    """A text, or the texts of a list of parts that have one."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        return ""
    return "\n".join(part if isinstance(part, str) else string(part, "text") for part in value)


def string(record: object, key: str) -> str:
    """The field where it is a text of a record, else ""."""
    value = record.get(key) if isinstance(record, dict) else None
    return value if isinstance(value, str) else ""


def inner(record: object, key: str) -> dict[str, Any]:
    """The field where it is a record within one, else an empty one."""
    value = record.get(key) if isinstance(record, dict) else None
    return value if isinstance(value, dict) else {}


def items(record: object, key: str) -> list[Any]:
    """The field where it is a list of a record, else none."""
    value = record.get(key) if isinstance(record, dict) else None
    return value if isinstance(value, list) else []


def todos_of(listed: Sequence[object], text_key: str) -> tuple[Todo, ...]:
    """A list as most clients write one: items with a text and a status."""
    named = ((string(one, text_key).strip(), string(one, "status")) for one in listed)
    return tuple(Todo(text, cut(text, 300), TODO_STATES.get(status, OPEN)) for text, status in named if text)


def exit_code_in(text: str, mark: str) -> int | None:
    """The number behind a mark, near the beginning or the end of an output."""
    for part in (text[:400], text[-400:]):
        found = part.rpartition(mark)[2].lstrip(": ") if mark in part else ""
        digits = found[: len(found) - len(found.lstrip("-0123456789"))]
        if digits.lstrip("-").isdigit() and digits.isascii() and len(digits) < 8:
            return int(digits)
    return None


def patched(patch: str) -> tuple[str, ...]:
    """The files of a patch in the form `*** Update File: PATH`."""
    lines = (line for line in patch[:READ_MAX_CHARS].split("\n") if line.startswith(PATCHED))
    return tuple(dict.fromkeys(line.partition(": ")[2].strip() for line in lines))[:100]
