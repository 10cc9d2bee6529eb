"""What the table says of one operation."""

from __future__ import annotations

from ..core.settings import DEFAULT_TOOLS
from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

    from .context import App
    from .requests import Request

    Access = Literal["read", "write", "admin"]

EVERYWHERE = ("cli", "mcp", "python")
HERE = ("cli", "python")


class Operation(Value):
    """name: as users type it. faces: where it is offered (cli, mcp, python). note_text: the result holds text of notes.

    destructive and idempotent as MCP annotations mean them. example: a CLI line shown in the help. tools: the first set
    of MCP tools that has it.
    """

    name: str
    summary: str
    request: type[Request]
    result: type[Value]
    access: Access
    handler: Callable[[App, Any], Any]
    faces: tuple[str, ...]
    example: str
    note_text: bool = False
    destructive: bool = False
    idempotent: bool = False
    tools: str = DEFAULT_TOOLS


def verb(module: str, name: str) -> Callable[[App, Any], Any]:
    """A verb that is loaded when it is first called: a command pays for its own and not for all of them."""

    def call(app: App, request: Any) -> Any:
        from importlib import import_module

        return getattr(import_module(f".{module}", __package__), name)(app, request)

    return call
