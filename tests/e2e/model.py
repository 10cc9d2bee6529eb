"""A stand-in for the model: answers on loopback with what a test scripts, in each API's own way, and keeps requests."""

from __future__ import annotations

import http.server
import json
import threading
from typing import Any, Self

from tests.e2e.dialects import chat, gemini, messages, responses

DIALECTS = (messages, responses, chat, gemini)


def say(text: str) -> dict[str, Any]:
    """A block of an answer."""
    return {"type": "text", "text": text}


def use(tool: str, /, **arguments: Any) -> dict[str, Any]:
    """A block of an answer that calls a tool."""
    return {"type": "tool_use", "id": f"toolu_{tool}", "name": tool, "input": arguments}


class Model:
    """Answers the main conversation from `script`, one answer (a list of blocks) a request, then with plain text.

    thinking: cleared, answers wait. requests: the bodies that arrived, in order. strays: everything else that the client
    tried to reach, also by way of a proxy.
    """

    def __init__(self) -> None:
        self.script: list[list[dict[str, Any]]] = []
        self.requests: list[dict[str, Any]] = []
        self.strays: list[str] = []
        self.thinking = threading.Event()
        self.thinking.set()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Exchange)
        self._server.model = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.thinking.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """The next answer; a request without tools is one of the client's own errands and takes none."""
        with self._lock:
            self.requests.append(request)
        self.thinking.wait()
        with self._lock:
            return self.script.pop(0) if request.get("tools") and self.script else [say("Done.")]

    def conversation(self) -> list[dict[str, Any]]:
        """The requests of the main conversation."""
        return [request for request in self.requests if request.get("tools")]

    def tools(self) -> list[str]:
        """Names of the tools the model was offered last."""
        return _names(self.conversation()[-1]["tools"])

    def seen(self) -> str:
        """All text that the main conversation has shown the model so far, fields for the system prompt left out."""
        return "\n".join(shown(request) for request in self.conversation())

    def seen_last(self) -> str:
        """The whole of the main conversation, as its last request repeats it."""
        return shown(self.conversation()[-1])


def shown(request: dict[str, Any]) -> str:
    """The text of a request's turns."""
    turns = next(request[field] for field in ("messages", "input", "contents") if field in request)
    return "\n".join(_texts(turns))


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    if isinstance(value, dict):
        return [text for field in TEXTUAL if field in value for text in _texts(value[field])]
    return []


TEXTUAL = ("content", "text", "output", "parts", "functionResponse", "response", "error")


def _names(tools: list[dict[str, Any]]) -> list[str]:
    """Of tools as any of the APIs writes them."""
    names = []
    for tool in tools:
        inner = tool.get("functionDeclarations") or tool.get("tools")
        names += _names(inner) if inner else [(tool.get("function") or tool).get("name", tool.get("type", ""))]
    return names


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    model: Model

    def handle_error(self, *_about: object) -> None:
        """A client that hangs up is no failure of the test."""


class _Exchange(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_about: object) -> None:
        """Says nothing."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        path, _, query = self.path.partition("?")
        for dialect in DIALECTS:
            if dialect.counts(path):
                self._reply("application/json", json.dumps(dialect.count(len(body) // 4)).encode())
                return
            if dialect.speaks(path):
                request = json.loads(body)
                blocks = self.server.model.answer(request)
                streamed = bool(request.get("stream")) or "alt=sse" in query
                self._reply(*dialect.write(blocks, request.get("model", "model"), streamed=streamed))
                return
        self._stray()

    def _stray(self) -> None:
        self.server.model.strays.append(f"{self.command} {self.path}")
        self._reply("application/json", b"{}", status=404)

    do_GET = do_HEAD = do_CONNECT = do_PUT = _stray  # noqa: N815 – http.server calls them so

    def _reply(self, kind: str, body: bytes, *, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else body)
