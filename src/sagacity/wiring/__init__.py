"""Entry points. Each loads its face and its adapters and nothing else."""

from __future__ import annotations

import sys


def cli() -> int:
    """The commands `sagacity` and `sg`. Returns the exit status."""
    argv = sys.argv[1:]
    if argv[:1] == ["hook"]:
        from ..event import main

        return main(argv[1:])
    if argv == ["mcp"]:
        return mcp()
    from .command_line import command_line

    return command_line(argv)


def mcp() -> int:
    """The MCP server on standard input and output. Never returns.

    The streams are claimed first: whatever the rest prints while it is loaded is not part of the protocol.
    """
    from ..faces.mcp.pipe import Pipe

    pipe = Pipe()
    from .server import serve_mcp

    serve_mcp(pipe)
