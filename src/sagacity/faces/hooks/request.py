"""What a client tells a hook."""

from __future__ import annotations

import os

from ...core.value import Value
from .text import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CHUNK_BYTES = 65_536
FIELD_MAX_CHARS = 4096
NUMBER_MAX = 1e12
BYTE_ORDER_MARK = "\ufeff"


class Request(Value):
    """The fields hooks use; "" for what is missing or no text. cwd: as sent.

    transcript: the session's file. silence_s: since the last answer of a session that goes on, negative for unknown.
    """

    session: str = ""
    cwd: str = ""
    prompt: str = ""
    source: str = ""
    transcript: str = ""
    silence_s: float = -1.0


def read_request(descriptor: int, *, max_bytes: int) -> Request | None:
    """Reads up to a whole JSON value, the end, or max_bytes. None for what is no JSON object.

    Blocks while nothing comes: the deadline of the process is the limit.
    """
    data = bytearray()
    while len(data) <= max_bytes:
        chunk = os.read(descriptor, CHUNK_BYTES)
        data += chunk
        if not chunk:
            return parse_request(bytes(data))
        if len(chunk) < CHUNK_BYTES and data.rstrip().endswith(b"}"):
            # A client that keeps its end open has said all there is once the object is whole.
            request = parse_request(bytes(data))
            if request is not None:
                return request
    return None


def parse_request(data: bytes) -> Request | None:
    """Tolerant of a byte order mark, of invalid UTF-8 and of fields of other types; None for what is no object."""
    try:
        value = read_json(data.decode("utf-8", "replace").removeprefix(BYTE_ORDER_MARK))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    return Request(
        session=_text(value, "session_id")[:FIELD_MAX_CHARS],
        cwd=_text(value, "cwd")[:FIELD_MAX_CHARS],
        prompt=_text(value, "prompt"),
        source=_text(value, "source")[:FIELD_MAX_CHARS],
        transcript=_text(value, "transcript_path")[:FIELD_MAX_CHARS],
        silence_s=_number(value, "seconds_since_last_response"),
    )


def _number(value: dict[str, Any], field: str) -> float:
    found = value.get(field)
    return float(found) if isinstance(found, (int, float)) and abs(found) < NUMBER_MAX else -1.0


def _text(value: dict[str, Any], field: str) -> str:
    """The field without lone surrogates, which no file name, database or terminal takes."""
    found = value.get(field)
    if not isinstance(found, str):
        return ""
    return found if found.isascii() else found.encode("utf-8", "replace").decode("utf-8", "replace")
