"""Text that does not come from the command line: standard input and files of many notes."""

from __future__ import annotations

from ...app.requests import NoteInput, RememberRequest
from ...app.shape import build, fields_for, shown
from ...core.errors import SagacityError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .screen import Screen

STDIN = "-"


def read_stdin(screen: Screen, what: str, max_bytes: int) -> str:
    """All of standard input. On a terminal it says first what it waits for.

    Raises SagacityError `invalid` when it is larger than the cap or no UTF-8.
    """
    if screen.stdin_terminal:
        screen.note(f"sagacity: waiting for {what}; end with Ctrl-D, leave with Ctrl-C")
    return decode(screen.stdin.read(max_bytes + 1), "standard input", max_bytes)


def decode(data: bytes, source: str, max_bytes: int) -> str:
    if len(data) > max_bytes:
        raise SagacityError("invalid", f"{source} holds more than {max_bytes} bytes", hint="split it")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{source} is not UTF-8: byte 0x{data[error.start]:02x} at {error.start}"
        raise SagacityError("invalid", message, hint="convert it first, for example with iconv") from error


def batch(screen: Screen, source: str, common: Mapping[str, Any], max_bytes: int) -> RememberRequest:
    """Many notes from JSON lines, `common` for what a line does not say.

    Raises SagacityError `invalid` naming the line.
    """
    given = {key: value for key, value in common.items() if key != "allow_secret"}
    known = {shape.key for shape in fields_for(NoteInput)} - {"content"}
    if extra := next((key for key in given if key not in known), ""):
        raise SagacityError("invalid", f"--batch and {extra} exclude each other", hint="put each text in its own line")
    text = read_stdin(screen, "JSON lines", max_bytes) if source == STDIN else _read_file(source, max_bytes)
    notes = tuple(_note(number, line, given) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    if not notes:
        raise SagacityError("invalid", f"{shown(source)} holds no notes", hint='a line is {"content": "…"}')
    return RememberRequest(notes=notes, allow_secret=bool(common.get("allow_secret")))


def _note(number: int, line: str, common: Mapping[str, Any]) -> NoteInput:
    import json  # only who writes many notes at once pays for it

    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise SagacityError("invalid", f"line {number} is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise SagacityError("invalid", f"line {number} is no JSON object", hint='a line is {"content": "…"}')
    try:
        return build(NoteInput, {**common, **data}, face="cli")
    except SagacityError as error:
        raise SagacityError(error.code, f"line {number}: {error.message}", hint=error.hint) from error


def _read_file(path: str, max_bytes: int) -> str:
    try:
        with open(path, "rb") as file:
            return decode(file.read(max_bytes + 1), path, max_bytes)
    except OSError as error:
        raise SagacityError("invalid", f"cannot read {path}: {error.strerror}", hint="give a file, or -") from error
