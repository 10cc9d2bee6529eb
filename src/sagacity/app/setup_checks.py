"""Doctor's look at the agents: whether they really reach us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .results import Check

if TYPE_CHECKING:
    from .context import App


def client_checks(app: App, client: str = "") -> list[Check]:
    """One check a thing that can be wrong with an agent; none for agents that were never set up.

    Runs the commands that the agent would run. client: that one only.
    """
    if app.clients is None:
        return []
    clients = app.clients()
    names = (client,) if client else clients.names()
    states = [state for name in names for state in clients.checks(name)]
    return [Check(state.name, state.state, state.found, state.fix) for state in states]
