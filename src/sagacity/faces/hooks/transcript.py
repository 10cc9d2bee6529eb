"""The client's transcript of a session: its beginning and its end, whatever its size."""

from __future__ import annotations

import os

from ...core.jsontext import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD_BYTES = 65_536
TAIL_BYTES = 524_288


def read_part(path: str, size: int, *, from_end: bool = False) -> bytes:
    """So many bytes of a regular file at most. Raises OSError; a link is none."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW)
    try:
        if from_end:
            os.lseek(descriptor, max(0, os.fstat(descriptor).st_size - size), os.SEEK_SET)
        return os.read(descriptor, size)
    finally:
        os.close(descriptor)


def records_of(path: str) -> list[object]:
    """The JSON lines of both ends; what is no JSON, or cut, is left out. Raises OSError."""
    tail = read_part(path, TAIL_BYTES, from_end=True)
    n_before = max(0, os.stat(path).st_size - len(tail))
    head = read_part(path, min(HEAD_BYTES, n_before)) if n_before else b""
    return [*_records(head.split(b"\n")[:-1]), *_records(tail.split(b"\n"))]


def _records(lines: list[bytes]) -> Iterator[object]:
    for line in lines:
        try:
            yield read_json(line.decode("utf-8"))
        except (ValueError, RecursionError):
            continue
