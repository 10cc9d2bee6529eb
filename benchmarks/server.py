"""The MCP server from spawn to its first answer, and its memory, against a bare server on the same SDK."""

from __future__ import annotations

import os
import sys
import time

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from benchmarks.common import Row, interleave, median, prompts, quick, ratio, report, throwaway_home
from benchmarks.product import SAGACITY, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from benchmarks.common import Home

SIZE = 1000 if quick() else 10_000
ROUNDS = 5 if quick() else 15
MEMORY_MB = 90
BARE_SERVER = """
import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

async def main():
    server = Server("bare")
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

anyio.run(main)
"""


def started(command: list[str], home: Home) -> float:
    """Seconds from spawn to the answer of initialize."""

    async def talk() -> float:
        server = StdioServerParameters(command=command[0], args=command[1:], env=home.env, cwd=home.path)
        begun = time.perf_counter()
        async with Client(server, mode="legacy"):
            return time.perf_counter() - begun

    return anyio.run(talk)


def resident_mb(home: Home) -> float:
    """Resident memory of our server after twenty recalls; -1 where the system does not tell."""

    async def talk() -> float:
        server = StdioServerParameters(command=SAGACITY, args=["mcp"], env=home.env, cwd=home.path)
        async with Client(server, mode="legacy") as client:
            for prompt in prompts(20):
                await client.call_tool("recall", {"query": prompt})
            return max((_rss_mb(child) for child in _children()), default=-1)

    return anyio.run(talk)


def _children() -> list[str]:
    folder = f"/proc/{os.getpid()}/task"
    if not os.path.isdir(folder):
        return []
    found = []
    for task in os.listdir(folder):
        with open(f"{folder}/{task}/children") as file:
            found += file.read().split()
    return found


def _rss_mb(pid: str) -> float:
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1000
    return -1


def main() -> int:
    """Prints the report."""
    with throwaway_home() as home:
        fill(home, SIZE)
        calls = {
            "ours": lambda: started([SAGACITY, "mcp"], home),
            "bare": lambda: started([sys.executable, "-c", BARE_SERVER], home),
        }
        took = interleave(calls, rounds=ROUNDS)
        memory = resident_mb(home)
    rows = [
        Row("spawn to initialize, over a bare server", ratio(took["ours"], took["bare"]), "×", 1.3),
        Row("spawn to initialize", median(took["ours"]) * 1000, "ms"),
        Row("bare server on the same SDK", median(took["bare"]) * 1000, "ms"),
        Row(f"memory at {SIZE:,} notes after 20 recalls", memory, "MB", MEMORY_MB),
    ]
    return report("server", rows)


if __name__ == "__main__":
    sys.exit(main())
