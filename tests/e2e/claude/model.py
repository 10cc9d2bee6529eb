"""A stand-in for the model: answers /v1/messages on loopback with what a test scripts, and keeps every request."""

from __future__ import annotations

import http.server
import json
import threading
from typing import Any, Self


def say(text: str) -> dict[str, Any]:
    """A block of an answer."""
    return {"type": "text", "text": text}


def use(tool: str, /, **arguments: Any) -> dict[str, Any]:
    """A block of an answer that calls a tool."""
    return {"type": "tool_use", "id": f"toolu_{tool}", "name": tool, "input": arguments}


class Model:
    """Answers the main conversation from `script`, one answer (a list of blocks) a request, then with plain text.

    thinking: cleared, answers wait. requests: the bodies that arrived, in order. strays: everything else that the client tried to reach, also by way of
    a proxy.
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
        return [tool["name"] for tool in self.conversation()[-1]["tools"]]

    def seen(self) -> str:
        """All text that the main conversation has shown the model so far, system prompt left out."""
        return "\n".join(text for request in self.conversation() for text in _texts(request["messages"]))


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value if isinstance(value, list) else [value.get("content", value.get("text", ""))]
    return [text for part in parts for text in _texts(part)]


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
        path = self.path.partition("?")[0]
        if path == "/v1/messages/count_tokens":
            self._reply("application/json", json.dumps({"input_tokens": len(body) // 4}).encode())
        elif path == "/v1/messages":
            self._message(json.loads(body))
        else:
            self._stray()

    def _message(self, request: dict[str, Any]) -> None:
        blocks = self.server.model.answer(request)
        used = any(block["type"] == "tool_use" for block in blocks)
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request["model"],
            "content": blocks,
            "stop_reason": "tool_use" if used else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        if not request.get("stream"):
            self._reply("application/json", json.dumps(message).encode())
            return
        events = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(message))
        self._reply("text/event-stream", events.encode())

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


def _events(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The message as the stream tells it."""
    start = message | {"content": [], "stop_reason": None}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = say(""), {"type": "text_delta", "text": block["text"]}
        else:
            empty, delta = (
                block | {"input": {}},
                {"type": "input_json_delta", "partial_json": json.dumps(block["input"])},
            )
        events.append({"type": "content_block_start", "index": index, "content_block": empty})
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": ending, "usage": {"output_tokens": 1}})
    events.append({"type": "message_stop"})
    return events
