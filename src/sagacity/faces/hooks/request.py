"""What a client tells a hook."""

from __future__ import annotations

import os

from ...core.jsontext import read_json
from ...core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from ...app.context import App
    from .shapes import Shape

    class Deadline(Protocol):
        """Ends the process when its time is up."""

        started_s: float
        last_words: bytes

        def move(self, limit_s: float) -> None: ...

    OpenApp = Callable[[str, str], "tuple[App, str] | None"]
    Listed = Callable[[], "tuple[bool, list[tuple[str, str]], str]"]

CHUNK_BYTES = 65_536
FIELD_MAX_CHARS = 4096
RESPONSE_MAX_CHARS = 4000
RESPONSE_MAX_ITEMS = 64
RESPONSE_MAX_DEPTH = 6
CUT = "\n[\u2026]\n"
NUMBER_MAX = 1e12
BYTE_ORDER_MARK = "\ufeff"


class Request(Value):
    """The fields hooks use; "" for what is missing or no text. cwd: as sent.

    transcript: the session's file. silence_s: since the last answer of a session that goes on, negative for unknown.
    agent: of a sub-agent, its name. tool_input: as the model wrote it, of any size. response: what the tool gave, its
    texts cut in the middle; error: what a tool that failed said. trigger: of a compaction. reason: of an end.
    last_message: the agent's, when it stops.
    """

    session: str = ""
    cwd: str = ""
    prompt: str = ""
    source: str = ""
    transcript: str = ""
    silence_s: float = -1.0
    agent: str = ""
    tool: str = ""
    tool_input: Any = None
    response: Any = None
    error: str = ""
    trigger: str = ""
    reason: str = ""
    last_message: str = ""


class Event(Value):
    """What a handler is given. open_app(session, cwd): the application and what is broken about it, None where there is
    no memory yet; it costs more than all else, so it is called only by who needs it. listed(): whether that
    still is what the index and the files say; (enforcement, trigger) of every rule; the files that evidence lies in.
    """

    shape: Shape
    request: Request
    deadline: Deadline
    open_app: OpenApp
    listed: Listed


def read_request(descriptor: int, *, max_bytes: int, shape: Shape) -> Request | None:
    """Reads up to a whole JSON value, the end, or max_bytes. None for what is no JSON object.

    Blocks while nothing comes: the deadline of the process is the limit.
    """
    data = bytearray()
    while len(data) <= max_bytes:
        chunk = os.read(descriptor, CHUNK_BYTES)
        data += chunk
        if not chunk:
            return parse_request(bytes(data), shape)
        if len(chunk) < CHUNK_BYTES and data.rstrip().endswith(b"}"):
            # A client that keeps its end open has said all there is once the object is whole.
            request = parse_request(bytes(data), shape)
            if request is not None:
                return request
    return None


def parse_request(data: bytes, shape: Shape) -> Request | None:
    """Tolerant of a byte order mark, of invalid UTF-8 and of fields of other types; None for what is no object."""
    try:
        value = read_json(data.decode("utf-8", "replace").removeprefix(BYTE_ORDER_MARK))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    for field, path in shape.facts.words:
        value[field] = value.get(field) or _at(value, path)
    return Request(
        session=_text(value, "session_id")[:FIELD_MAX_CHARS],
        cwd=_text(value, "cwd")[:FIELD_MAX_CHARS],
        prompt=_text(value, "prompt"),
        source=_source(_text(value, "source")[:FIELD_MAX_CHARS], shape),
        transcript=_text(value, "transcript_path")[:FIELD_MAX_CHARS],
        silence_s=_number(value, "seconds_since_last_response"),
        agent=_text(value, "agent_id")[:FIELD_MAX_CHARS],
        tool=_text(value, "tool_name")[:FIELD_MAX_CHARS],
        tool_input=value.get("tool_input"),
        response=bounded(value.get("tool_response")),
        error=bounded(_text(value, "error")),
        trigger=_text(value, "trigger")[:FIELD_MAX_CHARS],
        reason=_text(value, "reason")[:FIELD_MAX_CHARS],
        last_message=bounded(_text(value, "last_assistant_message")),
    )


def bounded(value: Any, depth: int = 0) -> Any:
    """A JSON value with its long texts cut in the middle, its long lists and mappings short, and nothing too deep."""
    if isinstance(value, str):
        half = RESPONSE_MAX_CHARS // 2
        return value if len(value) <= RESPONSE_MAX_CHARS else value[:half] + CUT + value[-half:]
    if not isinstance(value, (dict, list)):
        return value
    if depth == RESPONSE_MAX_DEPTH:
        return None
    if isinstance(value, dict):
        kept = list(value.items())[:RESPONSE_MAX_ITEMS]
        return {name: bounded(one, depth + 1) for name, one in kept}
    return [bounded(one, depth + 1) for one in value[:RESPONSE_MAX_ITEMS]]


def _at(value: Any, path: str) -> Any:
    """What stands at the end of a path, None where it breaks off."""
    for step in path.split("."):
        if isinstance(value, dict):
            value = value.get(step)
        else:
            value = value[int(step)] if isinstance(value, list) and step.isdigit() and int(step) < len(value) else None
    return value


def _source(said: str, shape: Shape) -> str:
    """How the session starts, in our words."""
    facts = shape.facts
    return dict(facts.fixed).get(shape.name) or dict(facts.sources).get(said, said)


def _number(value: dict[str, Any], field: str) -> float:
    found = value.get(field)
    return float(found) if isinstance(found, (int, float)) and abs(found) < NUMBER_MAX else -1.0


def _text(value: dict[str, Any], field: str) -> str:
    """The field without lone surrogates, which no file name, database or terminal takes."""
    found = value.get(field)
    if not isinstance(found, str):
        return ""
    return found if found.isascii() else found.encode("utf-8", "replace").decode("utf-8", "replace")
