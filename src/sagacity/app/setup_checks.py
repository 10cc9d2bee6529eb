"""Doctor's look at the agents: whether they really reach us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .results import Check

if TYPE_CHECKING:
    from .context import App
    from .setup_port import Clients


def client_checks(app: App, client: str = "") -> list[Check]:
    """One check a thing that can be wrong with an agent; for one that is here and was never set up, how to do it.

    Runs the commands that the agent would run. client: that one only.
    """
    if app.clients is None:
        return []
    clients = app.clients()
    names = (client,) if client else clients.names()
    return [check for name in names for check in _checks(clients, name)]


def _checks(clients: Clients, name: str) -> list[Check]:
    checks = [Check(state.name, state.state, state.found, state.fix) for state in clients.checks(name)]
    if checks or name not in clients.installed():
        return checks
    return [Check(name, "warn", f"{name} is on this machine and not connected", f"sagacity setup {name}")]
