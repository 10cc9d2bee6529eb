"""Events of Claude Code's transcripts: one JSON object a line.

Seen with 2.1.332: `user` and `assistant` lines hold messages, whose results name the use they belong to; all other
lines are the client's own. What a subagent did, what the client put in, and the summary after a compaction are no words
of the user's.
"""

from __future__ import annotations

from .dates import to_ms
from .transcripts import (
    AGENT,
    TODO_STATES,
    USER,
    Event,
    Todo,
    cut,
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

EXIT = "Exit code"
SHELL = "Bash"
WRITING = ("Write", "Edit", "MultiEdit", "NotebookEdit")
NOT_SAID = ("[Request interrupted by user", "<bash-input>", "<bash-stdout>", "Caveat: ")
MARKS = ("<command-args>", "</command-args>")
NEW_TODO = "Task #"


def events_of(records: Iterable[object]) -> list[Event]:
    """In the order of the lines; a use stands where it began."""
    events: list[Event] = []
    places: dict[str, int] = {}
    for record in records:
        kind = string(record, "type")
        if not isinstance(record, dict) or any(
            record.get(key) for key in ("isSidechain", "isMeta", "isCompactSummary")
        ):
            continue
        at_ms = to_ms(string(record, "timestamp")) or 0
        message = inner(record, "message")
        if kind == "assistant":
            for part in items(message, "content"):
                _begin(part, at_ms, events, places)
        elif kind == "user":
            events += said(USER, _own(message.get("content")), at_ms)
            for part in items(message, "content"):
                _end(part, record.get("toolUseResult"), events, places)
    return events


def _own(content: object) -> str:
    text = text_of(content)
    if text.startswith(NOT_SAID):
        return ""
    for mark in MARKS:
        text = text.replace(mark, "")
    return text


def _begin(part: object, at_ms: int, events: list[Event], places: dict[str, int]) -> None:
    kind = string(part, "type")
    if kind == "text":
        events += said(AGENT, string(part, "text"), at_ms)
    elif kind == "tool_use":
        places[string(part, "id")] = len(events)
        tool, given = string(part, "name"), inner(part, "input")
        event = used(tool, given, at_ms)
        if tool in WRITING:
            path = string(given, "file_path") or string(given, "notebook_path")
            event = event.replace(files=(path,) if path else ())
        events.append(_with_todos(event, given))


def _with_todos(event: Event, given: dict[str, Any]) -> Event:
    if event.tool == "TodoWrite":
        return event.replace(todos=todos_of(items(given, "todos"), "content"), whole=True)
    if event.tool == "TaskCreate":
        return event.replace(todos=(Todo("", cut(string(given, "subject"), 300)),))
    if event.tool == "TaskUpdate":
        state = TODO_STATES.get(string(given, "status"), "open")
        return event.replace(todos=(Todo(string(given, "taskId"), cut(string(given, "subject"), 300), state),))
    return event


def _end(part: object, result: object, events: list[Event], places: dict[str, int]) -> None:
    at = places.pop(string(part, "tool_use_id"), -1)
    if string(part, "type") != "tool_result" or at < 0 or not isinstance(part, dict):
        return
    event, output = events[at], text_of(part.get("content"))
    failed = part.get("is_error") is True
    exit_code = None
    if event.tool == SHELL:
        stopped = isinstance(result, dict) and (result.get("interrupted") or result.get("backgroundTaskId"))
        exit_code = exit_code_in(output[:40], EXIT) if failed else None if stopped else 0
    if event.tool == "TaskCreate":
        key = output.partition(NEW_TODO)[2].partition(" ")[0]
        event = event.replace(todos=tuple(todo.replace(key=key) for todo in event.todos) if key else ())
    if failed:
        event = event.replace(files=(), todos=())
    events[at] = ended(event, output, exit_code=exit_code, failed=failed)
