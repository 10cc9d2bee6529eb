"""Bytes from a client to one JSON-RPC message, or the one error that answers it. Pure.

Stricter than the SDK, which drops what it cannot parse: here every broken line gets an answer and nothing that is not
valid Unicode goes any further.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...core.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
MAX_DEPTH = 64
CANCELLED = "notifications/cancelled"
NOTIFICATIONS = (
    "notifications/initialized",
    CANCELLED,
    "notifications/progress",
    "notifications/roots/list_changed",
)
"""All others are dropped at once, so that a flood of them costs nothing."""


class Refused(Value):
    """The error to answer with. id None: the message had none that could be read."""

    code: int
    message: str
    id: str | int | None = None


class TooLong(Value):
    """A line over the cap; what it held is not kept."""


class LineSplitter:
    """Cuts a stream of bytes into lines and never holds more than the cap."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._held = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> Iterator[bytes | TooLong]:
        """The lines that end in the data; TooLong as soon as a line is over the cap, once for it."""
        for piece in data.splitlines(keepends=True) if b"\r" not in data else _split(data):
            ended = piece.endswith(b"\n")
            if not self._skipping:
                self._held += piece
                if len(self._held) > self._max_bytes:
                    self._skipping = True
                    self._held.clear()
                    yield TooLong()
            if ended:
                if not self._skipping:
                    yield bytes(self._held)
                self._skipping = False
                self._held.clear()

    def rest(self) -> bytes:
        """What came after the last line feed."""
        return bytes(self._held)


def _split(data: bytes) -> list[bytes]:
    """By line feeds alone: `splitlines` takes a carriage return for an end too."""
    pieces = [piece + b"\n" for piece in data.split(b"\n")]
    pieces[-1] = pieces[-1][:-1]
    return [piece for piece in pieces if piece]


def read_message(line: bytes) -> dict[str, Any] | Refused | None:
    """The message with nothing in it but what JSON-RPC knows; None for what needs no answer."""
    text = line.strip(b" \t\r\n").removeprefix(b"\xef\xbb\xbf")
    if not text:
        return None
    try:
        found = json.loads(text.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_unique)
    except UnicodeDecodeError as error:
        return Refused(PARSE_ERROR, f"Parse error: not UTF-8 at byte {error.start}")
    except RecursionError:
        return Refused(PARSE_ERROR, "Parse error: nested too deeply")
    except ValueError as error:
        return Refused(PARSE_ERROR, f"Parse error: {str(error)[:100]}")
    if isinstance(found, list):
        return Refused(INVALID_REQUEST, "Invalid request: batches are not part of the protocol")
    if not isinstance(found, dict):
        return Refused(INVALID_REQUEST, "Invalid request: not an object")
    return _checked(found, escaped=b"\\u" in text)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _checked(message: dict[str, Any], *, escaped: bool) -> dict[str, Any] | Refused | None:
    id = message.get("id")
    known_id = id if isinstance(id, str | int) and not isinstance(id, bool) and _is_text(id) else None
    if problem := _problem_inside(message, escaped=escaped):
        return Refused(INVALID_PARAMS, f"Invalid params: {problem}", known_id)
    method = message.get("method")
    if method is None:
        return _response(message, known_id)
    if "id" not in message:
        return _notification(message) if method in NOTIFICATIONS else None
    if known_id is None:
        return Refused(INVALID_REQUEST, "Invalid request: the id is neither a text nor a whole number")
    if message.get("jsonrpc") != "2.0":
        return Refused(INVALID_REQUEST, 'Invalid request: jsonrpc is not "2.0"', known_id)
    if not isinstance(method, str):
        return Refused(INVALID_REQUEST, "Invalid request: the method is no text", known_id)
    params = message.get("params")
    if params is not None and not isinstance(params, dict):
        return Refused(INVALID_PARAMS, "Invalid params: not an object", known_id)
    return {"jsonrpc": "2.0", "id": known_id, "method": method} | ({"params": params} if params is not None else {})


def _is_text(id: str | int) -> bool:
    return isinstance(id, int) or id.isprintable()


def _response(message: dict[str, Any], id: str | int | None) -> dict[str, Any] | Refused:
    """An answer to something we asked."""
    if id is not None and isinstance(message.get("result"), dict):
        return {"jsonrpc": "2.0", "id": id, "result": message["result"]}
    if id is not None and isinstance(message.get("error"), dict):
        return {"jsonrpc": "2.0", "id": id, "error": message["error"]}
    return Refused(INVALID_REQUEST, "Invalid request: there is no method", id)


def _notification(message: dict[str, Any]) -> dict[str, Any] | None:
    params = message.get("params")
    if message.get("jsonrpc") != "2.0" or (params is not None and not isinstance(params, dict)):
        return None
    if message["method"] == CANCELLED and not isinstance((params or {}).get("requestId"), str | int):
        return None
    return {"jsonrpc": "2.0", "method": message["method"]} | ({"params": params} if params is not None else {})


def _problem_inside(message: dict[str, Any], *, escaped: bool) -> str:
    """Why values or keys cannot be used; "" when they can. Lone surrogates and NUL come as escapes only."""
    level: list[Any] = [message]
    for _depth in range(MAX_DEPTH):
        inside = [part for one in level for part in _parts(one)]
        texts = [part for part in inside if isinstance(part, str)] if escaped else []
        if problem := next(filter(None, map(_text_problem, texts)), ""):
            return problem
        level = [part for part in inside if isinstance(part, dict | list)]
        if not level:
            return ""
    return f"nested more than {MAX_DEPTH} deep"


def _parts(one: dict[str, Any] | list[Any]) -> list[Any]:
    return [*one.keys(), *one.values()] if isinstance(one, dict) else one


def _text_problem(text: str) -> str:
    if "\0" in text:
        return "a text holds NUL"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "a text is not valid Unicode"
    return ""
