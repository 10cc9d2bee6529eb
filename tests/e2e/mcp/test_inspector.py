"""The official Inspector, without its window, on the real `sagacity mcp`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sagacity
from sagacity.core.settings import DEFAULT_TOOLS
from sagacity.faces.mcp.tools import tools
from scripts import clients

pytestmark = [pytest.mark.needs("npm", "client:node", "client:mcp-inspector"), pytest.mark.slow]

IS_ERROR = 5


@pytest.fixture
def inspect(tmp_path):
    """One call: inspect(method, *more) gives its exit status, what it prints as JSON, and its last words."""
    environ = {
        "HOME": str(tmp_path),
        "PATH": f"{clients.install('node').parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(sagacity.__file__).parent.parent),
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    server = [sys.executable, "-m", "sagacity", "mcp"]

    def call(method, *more):
        done = subprocess.run(
            [*clients.command("mcp-inspector"), "--cli", *server, "--method", method, *more],
            cwd=tmp_path,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, json.loads(done.stdout or "null"), done.stderr

    return call


@pytest.fixture
def call(inspect):
    """One call of a tool."""
    return lambda tool, **arguments: inspect(
        "tools/call", "--tool-name", tool, "--tool-arg", *(f"{name}={value}" for name, value in arguments.items())
    )


def test_the_tools_are_listed_and_their_schemas_suit_every_client(inspect):
    status, listed, said = inspect("tools/list", "--strict")
    assert status == 0, said
    assert [tool["name"] for tool in listed["tools"]] == [tool.name for tool in tools(DEFAULT_TOOLS)]


def test_a_note_goes_in_and_comes_out(call):
    status, written, said = call("remember", content="Deploys need the VPN; without it step 3 hangs", tags="deploy")
    assert status == 0, said
    note = written["structuredContent"]["notes"][0]
    assert note["action"] == "created"
    _, found, _ = call("recall", query="how do we deploy", limit=3)
    assert note["id"][-7:] in found["content"][0]["text"]
    status, read, said = call("read", handles=note["slug"])
    assert status == 0, said
    assert "without it step 3 hangs" in read["content"][0]["text"]


def test_an_error_is_told_as_one(call):
    status, result, _ = call("read", handles="nothing-like-it")
    assert status == IS_ERROR
    assert result["isError"]
    assert result["content"][0]["text"].startswith("not_found: ")
