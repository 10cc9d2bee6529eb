"""Events of Codex's rollouts: one JSON object a line, `{timestamp, type, payload}`.

What the user said stands in `user_message` events, and again among the response items with what the client put in;
calls and their outputs are response items that share a `call_id`. Arguments, and some outputs, are JSON in a text.
"""

from __future__ import annotations

from .dates import to_ms
from .jsontext import read_json
from .transcripts import (
    AGENT,
    READ_MAX_CHARS,
    USER,
    Event,
    cut,
    ended,
    exit_code_in,
    inner,
    items,
    patched,
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

CALLS = ("function_call", "custom_tool_call", "local_shell_call")
OUTPUTS = ("function_call_output", "custom_tool_call_output")
EXITS = ("Process exited with code", "Exit code")
PUT_IN = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<permissions instructions>")


def events_of(records: Iterable[object]) -> list[Event]:
    """In the order of the lines; a use stands where it began."""
    known = [record for record in records if isinstance(record, dict)]
    tells = any(string(inner(record, "payload"), "type") == "user_message" for record in known)
    events: list[Event] = []
    places: dict[str, int] = {}
    for record in known:
        at_ms = to_ms(string(record, "timestamp")) or 0
        payload = inner(record, "payload")
        kind = string(payload, "type")
        if kind == "user_message":
            events += said(USER, string(payload, "message"), at_ms)
        elif kind == "message":
            events += _message(payload, at_ms, tells=tells)
        elif kind in CALLS:
            places[string(payload, "call_id")] = len(events)
            events.append(_begun(payload, at_ms))
        elif kind in OUTPUTS:
            at = places.pop(string(payload, "call_id"), -1)
            if at >= 0:
                events[at] = _ended(events[at], payload.get("output"))
    return events


def _message(payload: dict[str, Any], at_ms: int, *, tells: bool) -> list[Event]:
    """tells: what the user said stands elsewhere, too."""
    role, text = string(payload, "role"), text_of(payload.get("content"))
    if role == "assistant":
        return said(AGENT, text, at_ms)
    return said(USER, text, at_ms) if role == "user" and not tells and not text.startswith(PUT_IN) else []


def _begun(payload: dict[str, Any], at_ms: int) -> Event:
    raw = string(payload, "arguments") or string(payload, "input")
    given = _record(raw) or inner(payload, "action")
    event = used(string(payload, "name") or "shell", given, at_ms)
    patch = string(given, "input") or string(given, "patch") or event.command or ("" if given else raw)
    if "*** Begin Patch" in patch:
        event = event.replace(files=patched(patch), input=event.input or cut(patch, 4000), command="")
    if event.tool == "update_plan":
        event = event.replace(todos=todos_of(items(given, "plan"), "step"), whole=True)
    return event


def _ended(event: Event, output: object) -> Event:
    told = output if isinstance(output, dict) else _record(output) if isinstance(output, str) else {}
    text = string(told, "output") or string(told, "content") or text_of(output)
    code = inner(told, "metadata").get("exit_code")
    if not isinstance(code, int):
        found = (exit_code_in(text[:400], mark) for mark in EXITS)
        code = next((one for one in found if one is not None), None)
    failed = told.get("success") is False
    if failed or code:
        event = event.replace(files=())
    return ended(event, text, exit_code=code if event.command else None, failed=failed or bool(code))


def _record(text: str) -> dict[str, Any]:
    """The JSON object that a text is; an empty one where it is none."""
    if not text.startswith("{") or len(text) > READ_MAX_CHARS:
        return {}
    try:
        value = read_json(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
