"""HTTP in front of our standard input and output, for programs that test servers over HTTP alone.

The thinnest there can be: a body becomes one line for the server, its answer comes back as JSON. In the handshake era
each session has a server of its own; calls of the stateless era share one. Reading, refusing, the table of tools and the
writing of lines are the product's. What the protocol says of HTTP itself (Origin, headers, streams of events) is not
here, so that nothing passes which the product does not do.

Run as a program, it prints its URL and serves until its input ends. Servers are forked from a process that has loaded
everything: one that starts from nothing keeps the suite waiting for longer than its own limits on a busy machine.
"""

from __future__ import annotations

import itertools
import json
import os
import queue
import signal
import socket
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NoReturn

import sagacity.wiring.build  # noqa: F401
from sagacity.faces.mcp.pipe import Pipe
from sagacity.wiring.server import serve_mcp

ANSWER_S = 60.0
STATELESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientInfo": {"name": "bridge", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
STATUSES = {-32601: 404, -32602: 400, -32021: 400, -32022: 400}
"""Of errors of the stateless era, which other errors do not change."""


def fork_servers(orders: socket.socket) -> NoReturn:
    """A server on each pair of streams that comes, until no more can."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        word, streams, _, _ = socket.recv_fds(orders, 1, 2)
        if not word:
            os._exit(0)
        if not os.fork():
            orders.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(streams[0], 0)
            os.dup2(streams[1], 1)
            os.closerange(3, 64)
            serve_mcp(Pipe())
        for stream in streams:
            os.close(stream)


class Wire:
    """One server, and our ends of its streams. Many may call at once, with ids that are alike."""

    def __init__(self, orders: socket.socket) -> None:
        servers_input, self._to_server = os.pipe()
        self._from_server, servers_output = os.pipe()
        socket.send_fds(orders, [b"1"], [servers_input, servers_output])
        os.close(servers_input)
        os.close(servers_output)
        self._waiting: dict[int, queue.SimpleQueue[dict[str, Any]]] = {}
        self._ids = itertools.count(1)
        threading.Thread(target=self._listen, daemon=True).start()

    def tell(self, message: Any) -> None:
        """One line, no answer."""
        os.write(self._to_server, json.dumps(message).encode() + b"\n")

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer, under the caller's own id. Raises queue.Empty when none comes."""
        answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        id = next(self._ids)
        self._waiting[id] = answers
        try:
            self.tell({**message, "id": id})
            return answers.get(timeout=ANSWER_S) | {"id": message["id"]}
        finally:
            del self._waiting[id]

    def end(self) -> None:
        """As a client ends a server: by closing its input."""
        os.close(self._to_server)

    def _listen(self) -> None:
        with os.fdopen(self._from_server, "rb") as lines:
            for line in lines:
                message = json.loads(line)
                if waiting := self._waiting.get(message.get("id")):
                    waiting.put(message)


class Bridge:
    """Sessions, and what all stateless calls share."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._sessions: dict[str, Wire] = {}
        self._stateless = Wire(orders)
        # As every client of that era begins: the first line decides in which era a server on a pipe is.
        self._stateless.ask({"jsonrpc": "2.0", "id": 0, "method": "server/discover", "params": {"_meta": META}})

    def begin(self) -> str:
        """A session of the handshake era."""
        session = uuid.uuid4().hex
        self._sessions[session] = Wire(self._orders)
        return session

    def wire(self, session: str) -> Wire | None:
        """Where to speak: "" is the stateless era. None: no such session."""
        return self._sessions.get(session) if session else self._stateless

    def finish(self, session: str) -> bool:
        """Whether there was such a session."""
        wire = self._sessions.pop(session, None)
        if wire:
            wire.end()
        return wire is not None


class _Requests(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    bridge: Bridge

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        session = self.headers.get("Mcp-Session-Id") or ""
        stateless = _is_stateless(message, self.headers.get("MCP-Protocol-Version", ""))
        if message.get("method") == "initialize" and not stateless:
            session = self.bridge.begin()
        elif not session and not stateless:
            self._answer(400, {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "No session"}})
            return
        wire = self.bridge.wire(session)
        if wire is None:
            self._answer(404, {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "No such session"}})
        elif "method" in message and message.get("id") is not None:
            answer = wire.ask(message)
            self._answer(200 if session else STATUSES.get(answer.get("error", {}).get("code"), 200), answer, session)
        else:
            wire.tell(message)
            self._answer(202, None)

    def do_GET(self) -> None:
        self._answer(405, None)

    def do_DELETE(self) -> None:
        self._answer(200 if self.bridge.finish(self.headers.get("Mcp-Session-Id") or "") else 404, None)

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def _answer(self, status: int, body: dict[str, Any] | None, session: str = "") -> None:
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if data:
            self.send_header("Content-Type", "application/json")
        if session:
            self.send_header("Mcp-Session-Id", session)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _is_stateless(message: dict[str, Any], header: str) -> bool:
    """Whether the message, or the header of a message that was spoilt on purpose, is of the era without sessions."""
    meta = (message.get("params") or {}).get("_meta") or {}
    return "io.modelcontextprotocol/protocolVersion" in meta or header >= STATELESS


def main() -> None:
    """Until standard input ends."""
    ours, theirs = socket.socketpair()
    if not os.fork():
        ours.close()
        fork_servers(theirs)
    theirs.close()
    _Requests.bridge = Bridge(ours)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Requests)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
