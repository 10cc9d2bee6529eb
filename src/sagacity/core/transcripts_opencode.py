"""Events of OpenCode's sessions: messages `{info, parts}`, as `opencode export` has them in a list of one object."""

from __future__ import annotations

from .transcripts import AGENT, USER, Event, ended, inner, items, said, string, todos_of, used

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

SHELL = "bash"
WRITING = ("write", "edit", "multiedit")
ROLES = {"user": USER, "assistant": AGENT}


def events_of(records: Iterable[object]) -> list[Event]:
    """In the order of the messages and their parts."""
    events: list[Event] = []
    for record in records:
        for message in items(record, "messages") or [record]:
            info = inner(message, "info")
            role, at_ms = ROLES.get(string(info, "role"), ""), _ms(inner(info, "time"), "created")
            for part in items(message, "parts") if role else ():
                events += _part(part, role, at_ms)
    return events


def _part(part: object, role: str, at_ms: int) -> list[Event]:
    kind = string(part, "type")
    if kind == "tool":
        return [_use(string(part, "tool"), inner(part, "state"), at_ms)]
    if kind != "text" or not isinstance(part, dict) or part.get("synthetic") or part.get("ignored"):
        return []
    return said(role, string(part, "text"), _ms(inner(part, "time"), "start") or at_ms)


def _use(tool: str, state: dict[str, Any], at_ms: int) -> Event:
    given, status = inner(state, "input"), string(state, "status")
    event = used(tool, given, _ms(inner(state, "time"), "start") or at_ms)
    if status not in ("completed", "error"):
        return event
    failed = status == "error"
    if tool in WRITING and not failed:
        path = string(given, "filePath")
        event = event.replace(files=(path,) if path else ())
    if tool == "todowrite":
        event = event.replace(todos=todos_of(items(given, "todos"), "content"), whole=True)
    code = inner(state, "metadata").get("exit") if tool == SHELL else None
    exit_code = code if isinstance(code, int) else None
    return ended(event, string(state, "output") or string(state, "error"), exit_code=exit_code, failed=failed)


def _ms(times: dict[str, Any], key: str) -> int:
    value = times.get(key)
    return int(value) if isinstance(value, (int, float)) and 0 < value < 1e15 else 0
