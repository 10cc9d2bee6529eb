"""The SDK's own client, in both eras of the protocol."""

import asyncio
import sys

import mcp
import pytest
from mcp.client.stdio import StdioServerParameters, stdio_client

PROGRAM = "import sys; from sagacity.wiring import cli; sys.exit(cli())"


def parameters(environ, cwd):
    return StdioServerParameters(command=sys.executable, args=["-c", PROGRAM, "mcp"], env=environ, cwd=str(cwd))


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_client_of_either_era_writes_and_finds(environ, tmp_path, mode):
    async def talk():
        async with mcp.Client(stdio_client(parameters(environ, tmp_path)), mode=mode) as client:
            tools = await client.list_tools()
            assert [tool.name for tool in tools.tools][:2] == ["remember", "update"]
            written = await client.call_tool("remember", {"content": "Deploys need VPN", "type": "fact"})
            assert written.structured_content["notes"][0]["action"] == "created"
            found = await client.call_tool("recall", {"query": "deploy"})
            assert "Deploys need VPN" in found.content[0].text
            return client.protocol_version

    version = asyncio.run(talk())
    assert (version == "2026-07-28") is (mode == "auto")
