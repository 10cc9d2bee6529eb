"""Where a call is, and whose."""

import asyncio
import sys
from pathlib import Path

import mcp
import mcp_types
import pytest
from mcp.client.stdio import StdioServerParameters

from sagacity.faces.mcp.session import folder_of, session_of

PROGRAM = "import sys; from sagacity.wiring import cli; sys.exit(cli())"

CARRIERS = [
    ({"_meta": {"threadId": "t"}}, "t"),
    ({"_meta": {"ai.opencode/sessionID": "o"}}, "o"),
    ({"_meta": {"threadId": 3}}, "env"),
    ({"_meta": {"threadId": ""}}, "env"),
    ({"_meta": []}, "env"),
    ({}, "env"),
    (None, "env"),
    ({"_meta": {"threadId": "x" * 1000}}, "x" * 200),
]


@pytest.mark.parametrize(("params", "session"), CARRIERS)
def test_the_session_is_the_calls_else_the_processs(params, session):
    assert session_of(params, "env") == session


def test_a_root_counts_when_it_is_a_folder_that_is_there(tmp_path):
    inside = tmp_path / "code with blank" / "src"
    inside.mkdir(parents=True)
    other = tmp_path / "other"
    other.mkdir()
    root = inside.parent.as_uri()
    assert folder_of([root], str(inside)) == str(inside)
    assert folder_of([root], str(other)) == str(inside.parent)
    assert folder_of(["https://example.org/", "file:///no/such", "file://host/x", "nonsense"], str(other)) == str(other)
    assert folder_of([], str(other)) == str(other)


@pytest.mark.needs("git")
def test_the_clients_root_is_the_project_of_a_call(environ, tmp_path, sg):
    code = tmp_path / "code"
    (code / ".git").mkdir(parents=True)
    (code / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    asked = []

    async def roots(_context):
        asked.append(1)
        return mcp_types.ListRootsResult(roots=[mcp_types.Root(uri=code.as_uri())])

    async def talk():
        server = StdioServerParameters(
            command=sys.executable, args=["-c", PROGRAM, "mcp"], env=environ, cwd=str(tmp_path)
        )
        async with mcp.Client(server, mode="legacy", list_roots_callback=roots) as client:
            written = await client.call_tool("remember", {"content": "Builds use pnpm", "type": "convention"})
            await client.call_tool("recall", {"query": "builds"})
            return written.structured_content["notes"][0]["project"]

    assert asyncio.run(talk()) == Path(code).name
    assert asked == [1]
