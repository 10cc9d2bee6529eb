"""Standard input and output around the SDK's server: nothing but the protocol comes out, every line gets its answer.

One thread reads and blocks until what it read has been taken, so that a flood waits in the pipe and not in memory.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.shared._context_streams import create_context_streams
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from .inbound import CANCELLED, INVALID_REQUEST, PARSE_ERROR, LineSplitter, Refused, TooLong, read_message

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.lowlevel import Server

    from .pipe import Pipe

CHUNK_BYTES = 65_536
ANSWERS_S = 0.8
END_S = 1.8


class Ledger:
    """Requests that have no answer yet."""

    def __init__(self) -> None:
        self._open: set[str | int] = set()
        self._changed = threading.Condition()

    def begin(self, id: str | int) -> bool:
        """False when a request of that id is still without an answer."""
        with self._changed:
            if id in self._open:
                return False
            self._open.add(id)
            return True

    def end(self, id: object) -> None:
        """Answered, or cancelled, which is never answered."""
        with self._changed:
            self._open.discard(id)
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Until every request has its answer, at most so long."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open, seconds)


async def serve_stdio(server: Server[Any], pipe: Pipe, *, max_message_bytes: int, end: Callable[[], None]) -> None:
    """Serves one client until it closes its side. `end` is called from the reading thread when time is up."""
    ledger = Ledger()
    from_client, requests = create_context_streams[SessionMessage | Exception](0)
    answers, to_client = create_context_streams[SessionMessage](0)
    loop = asyncio.get_running_loop()

    def take(message: SessionMessage | None) -> None:
        step = from_client.send(message) if message is not None else from_client.aclose()
        asyncio.run_coroutine_threadsafe(step, loop).result()

    async def write_answers() -> None:
        async for answer in to_client:
            line = answer.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
            try:
                await anyio.to_thread.run_sync(pipe.write, line, abandon_on_cancel=True)
            except OSError:
                stop()
                return
            ledger.end(getattr(answer.message, "id", None))

    def stop() -> None:
        """The client has gone, or wants us to: the end, as if it had closed its side."""
        threading.Timer(END_S, end).start()
        tasks.cancel_scope.cancel()

    def read_all() -> None:
        try:
            began = _read(pipe, ledger, take, max_message_bytes)
            time.sleep(max(0.0, END_S - (time.monotonic() - began)))
        finally:
            # Whatever happened: a server that does not read any more is of no use to anybody.
            end()

    threading.Thread(target=read_all, name="client", daemon=True).start()
    async with anyio.create_task_group() as tasks:
        for wish in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(wish, stop)
        tasks.start_soon(write_answers)
        await server.run(requests, answers, server.create_initialization_options())
        tasks.cancel_scope.cancel()


def _read(pipe: Pipe, ledger: Ledger, take: Callable[[SessionMessage | None], None], max_bytes: int) -> float:
    """Reads to the end, waits for answers under way, closes. Gives the moment of the end."""
    splitter = LineSplitter(max_bytes)
    try:
        while data := os.read(pipe.input, CHUNK_BYTES):
            for line in splitter.feed(data):
                _take_line(line, pipe, ledger, take, max_bytes)
        _take_line(splitter.rest(), pipe, ledger, take, max_bytes)
        began = time.monotonic()
        ledger.wait(ANSWERS_S)
        take(None)
    except (OSError, RuntimeError, anyio.BrokenResourceError, anyio.ClosedResourceError, CancelledError):
        # The client has gone, or the server has: both mean the end.
        return time.monotonic()
    return began


def _take_line(
    line: bytes | TooLong, pipe: Pipe, ledger: Ledger, take: Callable[[SessionMessage | None], None], max_bytes: int
) -> None:
    if isinstance(line, TooLong):
        found: Any = Refused(PARSE_ERROR, f"Parse error: the message is larger than {max_bytes} bytes")
    else:
        found = read_message(line)
    if isinstance(found, dict):
        found = _admitted(found, ledger)
    if isinstance(found, Refused):
        pipe.write(_error_line(found))
    elif found is not None:
        take(SessionMessage(found))


def _admitted(message: dict[str, Any], ledger: Ledger) -> Any:
    """The SDK's message, or why it is refused."""
    if message.get("method") == CANCELLED and "id" not in message:
        ledger.end(message["params"]["requestId"])
    try:
        found = types.jsonrpc_message_adapter.validate_python(message, by_name=False)
    except ValidationError:
        return Refused(INVALID_REQUEST, "Invalid request", message.get("id"))
    if isinstance(found, types.JSONRPCRequest) and not ledger.begin(found.id):
        return Refused(INVALID_REQUEST, "Invalid request: a request of this id is under way", found.id)
    return found


def _error_line(refused: Refused) -> bytes:
    error = {"code": refused.code, "message": refused.message}
    return json.dumps({"jsonrpc": "2.0", "id": refused.id, "error": error}, ensure_ascii=True).encode() + b"\n"
