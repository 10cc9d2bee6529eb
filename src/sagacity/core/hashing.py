"""Names for contents: 32 hex digits of SHA-256."""

from __future__ import annotations

BOM = b"\xef\xbb\xbf"


def content_hash(data: bytes) -> str:
    """The hash over exactly these bytes: what compare-and-swap compares."""
    from hashlib import sha256  # loads OpenSSL, and most reading compares nothing

    return sha256(data).hexdigest()[:32]


def text_hash(data: bytes) -> str:
    """The hash over the text alone: one leading BOM is left out, CRLF and CR count as LF.

    A checkout with other line endings keeps it, so what is recorded for a text (its origin) stays with it.
    """
    return content_hash(data.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
