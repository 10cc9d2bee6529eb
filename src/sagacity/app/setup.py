"""Connects an agent to this memory, or takes the connection away: a plan that is shown, then applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.hashing import content_hash
from .results import ClientSetup, FileChange, SetupResult
from .setup_checks import client_checks

if TYPE_CHECKING:
    from .context import App
    from .requests import SetupRequest
    from .setup_port import Clients, FileEdit, SetupPlan

LINE_MAX_CHARS = 400


def setup(app: App, request: SetupRequest) -> SetupResult:
    """Without `yes`, and with `print`, nothing is changed. Twice in a row, the second time has nothing to do.

    Raises as app.setup_port.Clients says; `not_found` when no agent is named and none is found; `conflict` when
    `expect` names another plan than the one that is due.
    """
    if app.clients is None:
        raise SagacityError("internal", "this door was wired without agents")
    clients = app.clients()
    plans = [clients.plan(name, remove=request.remove) for name in _names(clients, request)]
    expect = _fingerprint(plans)
    if request.expect not in ("", expect):
        raise SagacityError("conflict", "the files changed after the plan was made", hint="run setup again")
    applied = request.yes and not request.print_
    if applied:
        for plan in plans:
            clients.apply(plan, now_ms=app.clock.now_ms())
    return SetupResult(
        clients=tuple(_outcome(app, clients, plan, applied=applied) for plan in plans),
        applied=applied,
        removed=request.remove,
        expect=expect,
        next_steps=_next_steps(plans) if applied else (),
    )


def _names(clients: Clients, request: SetupRequest) -> tuple[str, ...]:
    if request.client:
        return (request.client,)
    names = clients.installed()
    if not names:
        known = ", ".join(clients.names())
        raise SagacityError("not_found", "no agent was found on this machine", hint=f"name one: {known}")
    return names


def _fingerprint(plans: list[SetupPlan]) -> str:
    parts = [
        repr((plan.client, plan.remove, edit.path, edit.before, edit.after)) for plan in plans for edit in plan.edits
    ]
    return content_hash("\n".join(parts).encode("utf-8", "surrogatepass"))


def _outcome(app: App, clients: Clients, plan: SetupPlan, *, applied: bool) -> ClientSetup:
    return ClientSetup(
        client=plan.client,
        title=plan.title,
        changes=tuple(FileChange(edit.path, edit.what, difference(edit), edit.restores) for edit in plan.edits),
        warnings=plan.warnings,
        checks=tuple(client_checks(app, plan.client)) if applied and not plan.remove else (),
        memories=() if plan.remove else tuple(clients.memories(plan.client)),
    )


def _next_steps(plans: list[SetupPlan]) -> tuple[str, ...]:
    """One line for each agent that has to notice the change."""
    return tuple(f"restart {plan.title}: running sessions go on as before" for plan in plans if plan.edits)


def difference(edit: FileEdit) -> str:
    """A unified diff without context, which would show other people's secrets; "" for a file on one long line."""
    from difflib import unified_diff

    before, after = (_lines(data) for data in (edit.before, edit.after))
    lines = list(unified_diff(before, after, edit.path, edit.path, lineterm="", n=0))
    if any(len(line) > LINE_MAX_CHARS for line in lines if _is_foreign(line, before)):
        return ""
    return "\n".join(lines)


def _is_foreign(line: str, before: list[str]) -> bool:
    return line[:1] == "-" and line[1:] in before


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines()
