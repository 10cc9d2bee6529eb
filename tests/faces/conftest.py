"""Faces as they are used: a command line in this process or its own, an MCP server as a process."""

import io
import json
import os
import select
import subprocess
import sys
import time

import pytest

import sagacity
from sagacity.core.value import Value
from sagacity.faces.cli.main import run
from sagacity.faces.cli.screen import Screen
from sagacity.wiring.command_line import make_door

SOURCE = os.path.dirname(os.path.dirname(sagacity.__file__))
PROGRAM = (sys.executable, "-c", "import sys; from sagacity.wiring import cli; sys.exit(cli())")


class Done(Value):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def environ(home):
    """The environment of a process of this test: an empty home, git without settings, nothing of an agent."""
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": SOURCE,
        "GIT_CONFIG_NOSYSTEM": "1",
        "EDITOR": "true",
    }


@pytest.fixture
def sg(environ, tmp_path):
    """One command line in this process: sg("recall", "x", stdin="…", terminal=True, width=80, cwd=…, ENV="…")."""

    def command(*argv, stdin="", terminal=False, width=0, cwd=tmp_path, **more):
        screen = Screen(
            stdin=io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin),
            out=io.StringIO(),
            err=io.StringIO(),
            stdin_terminal=terminal,
            err_terminal=terminal,
            width=width or (100 if terminal else 0),
        )
        status = run(argv, make_door({**environ, **more}, str(cwd), screen))
        return Done(status, screen.out.getvalue(), screen.err.getvalue())

    return command


@pytest.fixture
def process(environ, tmp_path):
    """One command line as a process of its own, without a terminal."""

    def command(*argv, stdin="", **more):
        done = subprocess.run(
            [*PROGRAM, *argv],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env={**environ, **more},
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return command


class Client:
    """The other side of an MCP server: raw lines, nothing assumed."""

    def __init__(self, environ, cwd, arguments=("mcp",)):
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ,
            cwd=cwd,
            bufsize=0,
        )
        self._buffer = b""
        self._next_id = 100

    def send(self, line):
        """A line as it is, or an object as JSON."""
        data = line if isinstance(line, bytes) else json.dumps(line).encode()
        self.process.stdin.write(data + b"\n")

    def receive(self, timeout_s=20.0):
        """The next message; fails when none comes."""
        limit = time.monotonic() + timeout_s
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([self.process.stdout.fileno()], [], [], max(0.0, limit - time.monotonic()))
            assert ready, "the server said nothing"
            data = os.read(self.process.stdout.fileno(), 65_536)
            assert data, "the server has ended"
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line)

    def ask(self, method, **params):
        """A request and its answer."""
        self._next_id += 1
        self.send({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params})
        answer = self.receive()
        assert answer["id"] == self._next_id
        return answer

    def start(self, version="2025-06-18"):
        """The handshake; gives the server's part of it."""
        client = {"name": "test", "version": "1"}
        answer = self.ask("initialize", protocolVersion=version, capabilities={}, clientInfo=client)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer["result"]

    def call(self, tool, /, **arguments):
        """The result of a tool."""
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def close(self):
        """Closes our side; seconds until the server has ended."""
        started = time.monotonic()
        self.process.stdin.close()
        self.process.wait(10)
        return time.monotonic() - started


@pytest.fixture
def mcp(environ, tmp_path):
    """Starts servers: mcp(cwd=…, ENV="…"). Whatever is left of them is ended."""
    clients = []

    def start(cwd=tmp_path, **more):
        clients.append(Client({**environ, **more}, cwd))
        return clients[-1]

    yield start
    for client in clients:
        client.process.kill()
        for stream in (client.process.stdin, client.process.stdout, client.process.stderr):
            stream.close()
        client.process.wait(10)
