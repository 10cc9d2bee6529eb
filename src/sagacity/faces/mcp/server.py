"""The MCP server: the SDK's low-level server on the table of operations."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from ... import __version__
from ...app.context import Caller
from ...app.shape import build, shown
from ...core.errors import SagacityError
from ...core.frame import make_nonce
from ...core.nearest import nearest
from .answers import answer, refusal
from .session import Place, session_of
from .stdio import serve_stdio
from .tools import FACE, INSTRUCTIONS, operations, tools
from .worker import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.context import ServerRequestContext

    from ...app.context import App
    from ...app.operation import Operation
    from .door import Door
    from .pipe import Pipe

    Context = ServerRequestContext[Any, Any]

NAME = "sagacity"
ORIGIN = "agent_inferred"


async def serve(door: Door, pipe: Pipe, end: Callable[[], None]) -> Workers:
    """Serves standard input and output until the client closes its side; gives the workers, for what is still to do."""
    # The SDK's log would fill a standard error that nobody reads, and then block.
    logging.disable(logging.CRITICAL)
    workers = Workers(door.open_app, door.deadline_s)
    idle = asyncio.create_task(_put_away_when_idle(door, workers))
    await serve_stdio(make_server(door, workers), pipe, max_message_bytes=door.max_message_bytes, end=end)
    idle.cancel()
    return workers


async def _put_away_when_idle(door: Door, workers: Workers) -> None:
    """For ever. What fails is reported and tried again after the next write."""
    while True:
        await asyncio.sleep(door.idle_s / 2)
        if workers.wrote and workers.idle_s() >= door.idle_s:
            workers.wrote = False
            try:
                await workers.run("put away", door.put_away)
            except Exception as error:
                door.report(error, "put away")


def make_server(door: Door, workers: Workers) -> Server[Any]:
    """A server for one client."""
    listed = types.ListToolsResult(tools=tools(door.tools))
    offered = operations(door.tools)
    place = Place(door.cwd)

    async def list_tools(_context: Context, _params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listed

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        op = offered.get(params.name)
        if op is None:
            near = nearest(params.name, list(offered))
            raise MCPError(
                code=types.INVALID_PARAMS,
                message=f"Unknown tool {shown(params.name)}; {f'did you mean {near}?' if near else 'list the tools'}",
            )
        caller = Caller(
            door=FACE, origin=ORIGIN, cwd=await place.of(context), session=session_of(context.params, door.session)
        )
        return await _call(door, workers, caller, op, params.arguments or {})

    async def roots_changed(_context: Context, _params: types.NotificationParams) -> None:
        place.forget()

    server: Server[Any] = Server(
        NAME,
        version=__version__,
        title="Sagacity",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    server.middleware.clear()
    server.add_notification_handler("notifications/roots/list_changed", types.NotificationParams, roots_changed)
    return server


async def _call(
    door: Door, workers: Workers, caller: Caller, op: Operation, arguments: dict[str, Any]
) -> types.CallToolResult:
    """One operation. Every error is an answer, a defect too."""
    nonce = make_nonce(caller.session, door.nonce_key)

    def job(app: App) -> types.CallToolResult:
        return answer(op.handler(app.called_by(caller), request), nonce)

    try:
        request = build(op.request, arguments, face=FACE)
        workers.wrote = workers.wrote or op.access != "read"
        result: types.CallToolResult = await workers.run(op.name, job)
    except SagacityError as error:
        return refusal(error)
    except Exception as error:
        report = door.report(error, op.name)
        hint = f"the report is in {report}" if report else ""
        message = f"{op.name} failed: a defect of ours ({type(error).__name__})"
        return refusal(SagacityError("internal", message, hint=hint))
    return result
