"""Entry points. Each loads its face and its adapters and nothing else."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

COLLECT_AFTER = 50_000
"""Objects made before garbage is looked for: loading a command makes fewer, none of which is garbage."""


def cli() -> int:
    """The commands `sagacity` and `sg`. Returns the exit status, or ends with it."""
    argv = sys.argv[1:]
    if argv[:1] == ["hook"]:
        from ..event import main

        return main(argv[1:])
    if argv[:1] == ["mcp"] and (tools := _tool_set(argv[1:])) is not None:
        return mcp(tools)
    gc.set_threshold(COLLECT_AFTER)
    keep = _bundled()
    from .command_line import command_line

    status = command_line(argv)
    keep()
    return _leave(status)


def _leave(status: int) -> NoReturn:
    """Ends the process at once: taking all modules apart costs a command as much as loading half of them."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(status)


def _tool_set(words: list[str]) -> str | None:
    """The set of tools that is named, "" for none; None where the command line has to say something."""
    from ..core.settings import TOOL_SETS

    named = "=".join(words).removeprefix("--tools=")
    return named if not words or (named in TOOL_SETS and words[0].startswith("--tools")) else None


def _bundled() -> Callable[[], None]:
    """From here on modules come out of one file, as those of the hooks do; gives what puts into it those that did not.

    A file of its own, so that what the hooks load stays short.
    """
    from _frozen_importlib_external import MAGIC_NUMBER

    from ..bundle import __file__ as source
    from ..bundle import install, stamp_of

    package = os.path.dirname(os.path.abspath(source))
    before = frozenset(sys.modules)
    path = f"{package}/__pycache__/command.{sys.implementation.cache_tag}.pyc"
    bundle = install(package, path, b"sagacity bundle 3 %b %b\n" % (MAGIC_NUMBER, repr(stamp_of(source)).encode()))

    def keep() -> None:
        fresh = {name: found for name, found in bundle.fresh().items() if name not in before}
        if fresh and not sys.dont_write_bytecode:
            from ..bundle_write import write_bundle

            try:
                write_bundle(bundle, fresh)
            except OSError:
                return  # a cache, which others may have to fill

    return keep


def mcp(tools: str) -> int:
    """The MCP server on standard input and output, with a set of tools. Never returns.

    The streams are claimed first: whatever the rest prints while it is loaded is not part of the protocol.
    """
    from ..faces.mcp.pipe import Pipe

    pipe = Pipe()
    from .server import serve_mcp

    serve_mcp(pipe, tools)
