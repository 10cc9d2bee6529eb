"""Children that share nothing with the test but the files: forked, so that a thousand of them cost little."""

from __future__ import annotations

import os
import signal
import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

KILLED = "killed"


def run_forked(work: Callable[[], bytes]) -> tuple[str, bytes]:
    """(how it ended: "ok", "killed" or the traceback; what it returned). The child opens its own files and databases."""
    children = [start(work)]
    return finish(children[0])


def start(work: Callable[[], bytes]) -> tuple[int, int]:
    """Begins a child; (process id, the pipe its answer comes through)."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return child, reader
    os.close(reader)
    status = 1
    try:
        os.write(writer, b"+" + work())
        status = 0
    except BaseException:
        os.write(writer, b"-" + traceback.format_exc().encode())
    finally:
        os._exit(status)


def finish(child: tuple[int, int]) -> tuple[str, bytes]:
    """Waits for a child."""
    process, reader = child
    with os.fdopen(reader, "rb") as file:
        said = file.read()
    _, status = os.waitpid(process, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return KILLED, said[1:]
    if said[:1] == b"+":
        return "ok", said[1:]
    return said[1:].decode() or f"status {status}", b""


def die() -> None:
    """As hard as it gets: no clean-up, no flush."""
    os.kill(os.getpid(), signal.SIGKILL)
