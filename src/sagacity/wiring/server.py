"""The MCP server on the real machine."""

from __future__ import annotations

import asyncio
import os
import threading

from .. import config
from ..app.context import Caller
from ..app.upkeep import tidy
from ..core.errors import SagacityError
from ..core.settings import Settings
from ..faces.mcp.door import Door
from ..faces.mcp.server import ORIGIN, serve
from .report import report_crash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from ..app.context import App
    from ..faces.mcp.pipe import Pipe
    from ..faces.mcp.worker import Workers

DEFECT = 70
DEFERRED_S = 0.9
"""Longest that work put off may hold up the end; a client waits two seconds at most."""


def serve_mcp(pipe: Pipe, tools: str = "") -> NoReturn:
    """Serves a set of tools, that of the settings where none is named, until the client closes its side. Never returns:
    a call that hangs must not keep the process.
    """
    door = _door(tools)
    try:
        _finish(asyncio.run(serve(door, pipe, _end)))
    except Exception as error:
        door.report(error, "mcp")
        _end(DEFECT)
    _end()


def _end(status: int = 0) -> NoReturn:
    """Without waiting for threads."""
    os._exit(status)


def _finish(workers: Workers) -> None:
    """Work that was put off, in the thread that owns the application, as long as there is time."""
    if not workers.wrote:
        return
    done = threading.Event()
    workers.current.submit(_commit).add_done_callback(lambda _future: done.set())
    done.wait(DEFERRED_S)


def _commit(app: App) -> bool:
    return tidy(app, "Notes of a session")


def _door(tools: str) -> Door:
    environ = config.process_environment()
    cwd = config.working_folder()
    try:
        settings = config.load(environ, cwd).settings
    except SagacityError:
        # Said again, with the reason, by every call: a server that does not start explains nothing to anybody.
        settings = Settings()

    def open_app() -> App:
        from .build import build_app

        loaded = config.load(environ, cwd)
        return build_app(loaded, Caller(door="mcp", origin=ORIGIN, cwd=cwd, session=config.session_of(environ)))

    return Door(
        open_app=open_app,
        put_away=_commit,
        report=lambda error, what: report_crash(error, what, settings.home),
        cwd=cwd,
        session=config.session_of(environ),
        nonce_key=os.urandom(16),
        deadline_s=settings.mcp_deadline_s,
        idle_s=settings.mcp_idle_s,
        max_message_bytes=settings.mcp_max_message_bytes,
        tools=tools or settings.mcp_tools,
    )
