"""What vendors offer over HTTP, on this machine: each speaks one protocol and is strict about it."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from sagacity.adapters.embed.static import StaticEmbedder, shipped_model

STATIC = StaticEmbedder(shipped_model())
N_DIMS = STATIC.n_dims
KEY = "sk-not-to-be-seen"
TEXT = "the-text-not-to-be-seen"


def vector_of(text):
    return [byte / 127 for byte in memoryview(STATIC.embed_query(text)).cast("b")] or [0.0] * N_DIMS


def numbered(body, allowed):
    assert set(body) <= allowed | {"model", "input"}
    vectors = [{"index": at, "embedding": vector_of(text)} for at, text in enumerate(body["input"])]
    return {"object": "list", "model": body["model"], "data": vectors[::-1]}


def openai(body):
    return numbered(body, {"dimensions"})


def voyage(body):
    assert body["input_type"] in {"query", "document"}
    assert body["truncation"] is True
    return numbered(body, {"input_type", "truncation", "output_dimension"})


def cohere(body):
    assert set(body) <= {"model", "texts", "input_type", "embedding_types", "truncate", "output_dimension"}
    assert body["input_type"] in {"search_query", "search_document"}
    assert body["embedding_types"] == ["float"]
    assert 1 <= len(body["texts"]) <= 96
    return {"id": "1", "embeddings": {"float": [vector_of(text) for text in body["texts"]]}, "texts": body["texts"]}


def ollama(body):
    assert set(body) <= {"model", "input", "truncate", "dimensions"}
    return {"model": body["model"], "embeddings": [vector_of(text) for text in body["input"]]}


PROTOCOLS = {
    "openai": ("/v1", "/v1/embeddings", openai),
    "voyage": ("/v1", "/v1/embeddings", voyage),
    "cohere": ("/v2", "/v2/embed", cohere),
    "ollama": ("", "/api/embed", ollama),
}


class Vendor(ThreadingHTTPServer):
    """asked: (path, headers, body) of each request. script: what to do, in turn, before the protocol is followed;
    each is called with the request's handler. ended: set when the test is over.
    """

    daemon_threads = True

    def __init__(self, name):
        self.prefix, self.path, self.answer = PROTOCOLS[name]
        self.asked = []
        self.script = []
        self.ended = threading.Event()
        super().__init__(("127.0.0.1", 0), Conversation)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}{self.prefix}"

    @property
    def bodies(self):
        return [body for _, _, body in self.asked]


class Conversation(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, dict(self.headers), body))
        if self.server.script:
            self.server.script.pop(0)(self)
            return
        try:
            assert self.path == self.server.path
            assert self.headers["Content-Type"] == "application/json"
            answer = self.server.answer(body)
        except (AssertionError, LookupError) as error:
            self.give(400, repr(error).encode())
            return
        self.give(200, json.dumps(answer).encode())

    def do_GET(self):
        self.server.asked.append((self.path, dict(self.headers), None))
        self.give(200, b"{}")

    def give(self, status, content=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args):
        """Tests read what was asked."""


@contextmanager
def serving(name):
    with Vendor(name) as vendor:
        thread = threading.Thread(target=vendor.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield vendor
        finally:
            vendor.ended.set()
            vendor.shutdown()
            thread.join()


def status(number, **headers):
    return lambda handler: handler.give(number, f"{KEY} {TEXT}".encode(), **headers)


def says(answer):
    return lambda handler: handler.give(200, answer if isinstance(answer, bytes) else json.dumps(answer).encode())


def one(vector):
    return says({"data": [{"index": 0, "embedding": vector}]})


def says_nothing(handler):
    handler.server.ended.wait()
