"""The MCP server from spawn to its first answer, and its memory, against a bare server; the tokens of its tools."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from benchmarks.common import Row, interleave, median, prompts, quick, ratio, report, throwaway_home
from benchmarks.product import SAGACITY, fill
from sagacity.core.settings import DEFAULT_TOOLS
from sagacity.faces.mcp.tools import tools
from scripts.clients import NotInstalledError
from scripts.tokens import counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from benchmarks.common import Home

SIZE = 1000 if quick() else 10_000
ROUNDS = 5 if quick() else 15
MEMORY_MB = 90
TOKENS = 2500
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


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
}


def started(command: list[str], home: Home, cpu: list[float]) -> float:
    """Seconds from spawn to the answer of initialize; the CPU seconds of the process to its end are appended to cpu."""
    before = _children_cpu_s()
    begun = time.perf_counter()
    with subprocess.Popen(
        command, env=home.env, cwd=home.path, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        answer = server.stdout.readline()
        took = time.perf_counter() - begun
        server.stdin.close()
    cpu.append(_children_cpu_s() - before)
    if b'"protocolVersion"' not in answer:
        raise SystemExit(f"{command[0]} did not initialize: {answer!r}")
    return took


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def list_tokens() -> tuple[float, str]:
    """Tokens of the list of tools as it goes over the wire, and how they were counted."""
    offered = tools(DEFAULT_TOOLS)
    text = json.dumps([tool.model_dump(by_alias=True, exclude_unset=True) for tool in offered], separators=(",", ":"))
    try:
        return counts([text])[0], "o200k_base"
    except NotInstalledError:
        return len(text) / 4, "estimate: four characters a token"


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
        cpu: dict[str, list[float]] = {"ours": [], "bare": []}
        calls = {
            "ours": lambda: started([SAGACITY, "mcp"], home, cpu["ours"]),
            "bare": lambda: started([sys.executable, "-c", BARE_SERVER], home, cpu["bare"]),
        }
        took = interleave(calls, rounds=ROUNDS)
        memory = resident_mb(home)
    tokens, counted = list_tokens()
    rows = [
        Row("spawn to initialize, over a bare server", ratio(took["ours"], took["bare"]), "×", 1.3),
        Row("CPU of both, to the end of the process", ratio(cpu["ours"], cpu["bare"]), "×", 1.3),
        Row("spawn to initialize", median(took["ours"]) * 1000, "ms"),
        Row("bare server on the same SDK", median(took["bare"]) * 1000, "ms"),
        Row(f"memory at {SIZE:,} notes after 20 recalls", memory, "MB", MEMORY_MB),
        Row("list of tools", tokens, "tokens", TOKENS, counted),
    ]
    return report("server", rows)


if __name__ == "__main__":
    sys.exit(main())
