"""What the wiring hands to the MCP face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...app.context import App


class Door(Value):
    """open_app: called in the thread that will use the application, at the first call, and again after a call hung.

    cwd: where the process was started. session: from the environment, may be "". nonce_key: random, of this process.
    put_away: work for when nobody waits, after writes. report: keeps the traceback of a defect and gives the path of
    the file. tools: which set is offered.
    """

    open_app: Callable[[], App]
    put_away: Callable[[App], object]
    report: Callable[[BaseException, str], str]
    cwd: str
    session: str
    nonce_key: bytes
    deadline_s: float
    idle_s: float
    max_message_bytes: int
    tools: str
