"""Files of test sets, and the plain writing of their notes: nothing durable, since it can be made again."""

from __future__ import annotations

import json
import lzma
import os
import shutil
from contextlib import contextmanager
from tempfile import mkdtemp

from ...core.errors import SagacityError
from ...core.hashing import content_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ...core.testset_notes import Filed

SETTLED_NS = 3_600_000_000_000
"""How old the notes are made: an index need not doubt the time of a file that was not just written."""
BUILT = "built"


def files_of(path: str) -> list[str]:
    """See `app.bench.Bench.files`."""
    if os.path.isfile(path):
        return [path]
    if not os.path.isdir(path):
        raise SagacityError("not_found", f"there is no file or folder {path!r}", hint="give the test sets' place")
    found = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
    return sorted(found)


def lines_of(path: str) -> Iterator[tuple[str, Any]]:
    """See `app.bench.Bench.lines`."""
    name = os.path.basename(path)
    try:
        with lzma.open(path) if path.endswith(".xz") else open(path, "rb") as file:
            if name.removesuffix(".xz").endswith(".json"):
                yield from _items(name, file.read())
                return
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield f"{name}:{number}", _decoded(f"{name}:{number}", line)
    except (lzma.LZMAError, EOFError) as error:
        raise SagacityError("invalid", f"{name} is no whole xz file", hint="fetch it again") from error
    except FileNotFoundError as error:
        raise SagacityError(
            "not_found", f"{name} is missing beside the other files", hint=f"{path} was looked for"
        ) from error
    except OSError as error:
        raise SagacityError("degraded", f"cannot read {path}: {error.strerror}", hint="check its owner") from error


def _items(name: str, data: bytes) -> Iterator[tuple[str, Any]]:
    found = _decoded(name, data)
    if not isinstance(found, list):
        raise SagacityError("invalid", f"{name} is no JSON array")
    for number, item in enumerate(found, 1):
        yield f"{name}, item {number}", item


def _decoded(where: str, data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise SagacityError("invalid", f"{where}: this is no JSON: {reason}", hint="correct that line") from error


@contextmanager
def home_for(files: Sequence[Filed], cache: str, version: str) -> Iterator[tuple[str, bool]]:
    """A folder for a home, and whether it is new. version: what else a kept one must have been made by."""
    if not cache:
        folder = os.path.realpath(mkdtemp(prefix="sagacity-eval-"))
        try:
            yield folder, True
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return
    key = content_hash(
        b"\0".join([version.encode(), *(part for one in files for part in (one.path.encode(), one.data))])
    )
    folder = os.path.join(os.path.realpath(cache), key)
    mark = os.path.join(folder, BUILT)
    is_new = not os.path.exists(mark)
    if is_new:
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    yield folder, is_new
    if is_new:
        with open(mark, "wb"):
            pass


def write_plainly(folder: str, files: Sequence[Filed], now_ns: int) -> None:
    """Writes the notes below a notes folder."""
    then = now_ns - SETTLED_NS
    for one in files:
        path = os.path.join(folder, one.path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(one.data)
        os.utime(path, ns=(then, then))
