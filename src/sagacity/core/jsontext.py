"""JSON in and out without the json module, which costs a hook as much as the interpreter's own start.

The scanner and the encoder are the compiled halves of that module: the same results, its errors included.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BLANKS = " \t\r\n"


class _Reading:
    """What the scanner wants to know, with the module's own defaults; strict off takes raw control characters."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float

    def __init__(self) -> None:
        self.memo: dict[str, str] = {}


def read_json(text: str) -> Any:
    """The value of a JSON text. Raises ValueError for anything else, RecursionError for one nested too deeply."""
    try:
        from _json import make_scanner
    except ImportError:
        return _read_slowly(text)
    reading: Any = _Reading()
    start = len(text) - len(text.lstrip(BLANKS))
    try:
        value, end = make_scanner(reading)(text, start)
    except (StopIteration, SystemError):
        # Up to 3.11 the scanner raises the module's own error only where that module is loaded, else nothing at all.
        raise ValueError("no JSON") from None
    if text[end:].strip(BLANKS):
        raise ValueError("more than one JSON value")
    return value


def write_json_text(text: str) -> str:
    """The text as a JSON string of ASCII characters; lone surrogates are written as such."""
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        return _write_slowly(text)
    encoded: str = encode_basestring_ascii(text)
    return encoded


def _read_slowly(text: str) -> Any:
    import json

    return json.loads(text, strict=False)


def _write_slowly(text: str) -> str:
    import json

    return json.dumps(text)
