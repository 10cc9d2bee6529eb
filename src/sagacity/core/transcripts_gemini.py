"""Events of Gemini CLI's chat logs: one JSON object with `messages`, or since 2026 a message a line.

A `gemini` message holds its calls with their results. A message that is written again under the same id replaces
the one before; `$rewindTo` takes back what came after a message.
"""

from __future__ import annotations

from .dates import to_ms
from .transcripts import (
    AGENT,
    USER,
    Event,
    ended,
    exit_code_in,
    inner,
    items,
    said,
    string,
    text_of,
    todos_of,
    used,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

SHELL = "run_shell_command"
WRITING = ("write_file", "replace", "edit")
TODOS = ("write_todos", "write_todos_list")
EXIT = "Exit Code"
STOPPED = ("cancelled", "executing", "scheduled", "validating", "awaiting_approval")


def events_of(records: Iterable[object]) -> list[Event]:
    """In the order of the messages."""
    messages: dict[str, dict[str, Any]] = {}
    for record in records:
        if not isinstance(record, dict):
            continue
        if "$rewindTo" in record:
            _rewind(messages, string(record, "$rewindTo"))
        listed = items(record, "messages") or items(inner(record, "$set"), "messages") or [record]
        for message in listed:
            if isinstance(message, dict) and string(message, "type"):
                messages[string(message, "id") or str(len(messages))] = message
    return [event for message in messages.values() for event in _events(message)]


def _rewind(messages: dict[str, dict[str, Any]], to: str) -> None:
    if to in messages:
        keys = list(messages)
        for key in keys[keys.index(to) :]:
            del messages[key]


def _events(message: dict[str, Any]) -> list[Event]:
    at_ms = to_ms(string(message, "timestamp")) or 0
    kind, text = string(message, "type"), text_of(message.get("content"))
    if kind == "user":
        return said(USER, text, at_ms)
    if kind != "gemini":
        return []
    return [*said(AGENT, text, at_ms), *(_use(call, at_ms) for call in items(message, "toolCalls"))]


def _use(call: object, at_ms: int) -> Event:
    tool, given, status = string(call, "name"), inner(call, "args"), string(call, "status")
    event = used(tool, given, to_ms(string(call, "timestamp")) or at_ms)
    if status in STOPPED:
        return event
    failed = status == "error"
    if tool in WRITING and not failed:
        path = string(given, "file_path")
        event = event.replace(files=(path,) if path else ())
    if tool in TODOS:
        event = event.replace(todos=todos_of(items(given, "todos"), "description"), whole=True)
    output = _output(call)
    exit_code = None
    if tool == SHELL:
        exit_code = exit_code_in(output, EXIT)
        exit_code = exit_code if exit_code is not None or failed else 0
    return ended(event, output, exit_code=exit_code, failed=failed)


def _output(call: object) -> str:
    """What the model was given back."""
    texts = []
    for part in items(call, "result"):
        answer = inner(inner(part, "functionResponse"), "response")
        texts.append(string(answer, "output") or string(answer, "error") or string(part, "text"))
    return "\n".join(texts) or string(call, "resultDisplay")
