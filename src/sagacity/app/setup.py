"""Connects an agent to this memory, or takes the connection away: a plan that is shown, then applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.hashing import content_hash
from .installation import ClientSetup, FileChange, SetupResult
from .setup_checks import client_checks
from .setup_port import SetupPlan, Surroundings

if TYPE_CHECKING:
    from .context import App
    from .installation import SetupRequest
    from .setup_port import Clients, EntryEdit, FileEdit

ALL = "all"


def setup(app: App, request: SetupRequest) -> SetupResult:
    """Without `yes`, and with `print`, nothing is changed. Twice in a row, the second time has nothing to do. Where no
    agent is named, one that cannot be set up is left as it is, and the others are not held up.

    Raises as app.setup_port.Clients says; `not_found` when no agent is named and none is found; `conflict` when
    `expect` names another plan than the one that is due.
    """
    if app.clients is None:
        raise SagacityError("internal", "this door was wired without agents")
    clients = app.clients()
    plans = [_plan(clients, name, request) for name in _names(clients, request)]
    expect = _fingerprint(plans)
    if request.expect not in ("", expect):
        raise SagacityError("conflict", "the files changed after the plan was made", hint="run setup again")
    applied = request.yes and not request.print_
    if applied:
        for plan in plans:
            if not plan.problem:
                clients.apply(plan, now_ms=app.clock.now_ms())
    return SetupResult(
        clients=tuple(_outcome(app, clients, plan, applied=applied) for plan in plans),
        applied=applied,
        removed=request.remove,
        expect=expect,
        next_steps=_next_steps(plans) if applied else (),
    )


def _names(clients: Clients, request: SetupRequest) -> tuple[str, ...]:
    if request.client not in ("", ALL):
        return (request.client,)
    names = clients.installed()
    if not names:
        known = ", ".join(clients.names())
        raise SagacityError("not_found", "no agent was found on this machine", hint=f"name one: {known}")
    return names


def _plan(clients: Clients, name: str, request: SetupRequest) -> SetupPlan:
    try:
        return clients.plan(name, remove=request.remove)
    except SagacityError as error:
        if request.client == name:
            raise
        return SetupPlan(name, clients.title(name), request.remove, (), (), problem=error.message)


def _fingerprint(plans: list[SetupPlan]) -> str:
    parts = [
        repr((plan.client, plan.remove, edit.path, edit.before, edit.after)) for plan in plans for edit in plan.edits
    ]
    return content_hash("\n".join(parts).encode("utf-8", "surrogatepass"))


def _outcome(app: App, clients: Clients, plan: SetupPlan, *, applied: bool) -> ClientSetup:
    return ClientSetup(
        client=plan.client,
        title=plan.title,
        changes=tuple(_change(edit) for edit in plan.edits),
        warnings=plan.warnings,
        checks=tuple(client_checks(app, plan.client)) if applied and not plan.remove and not plan.problem else (),
        memories=() if plan.remove else tuple(clients.memories(plan.client, surroundings(app))),
        problem=plan.problem,
    )


def surroundings(app: App) -> Surroundings:
    """Where the caller is, as a client sees it."""
    place = app.workspace.place(app.caller.cwd)
    if place.project is None:
        return Surroundings(place.cwd)
    return Surroundings(place.cwd, place.project.top, place.project.name)


def _next_steps(plans: list[SetupPlan]) -> tuple[str, ...]:
    """One line for each agent that has to notice the change."""
    return tuple(f"restart {plan.title}: running sessions go on as before{_then(plan)}" for plan in plans if plan.edits)


def _then(plan: SetupPlan) -> str:
    return "" if plan.remove or not plan.step else f"; then {plan.step}"


def _change(edit: FileEdit) -> FileChange:
    verbs = {(False, True): "add", (True, False): "remove", (True, True): "update"}
    what = tuple(f"{verbs[bool(entry.before), bool(entry.after)]} {entry.name}" for entry in edit.entries)
    lines = [line for entry in edit.entries for line in _difference(entry)]
    return FileChange(edit.path, what, "\n".join(lines), edit.restores)


def _difference(entry: EntryEdit) -> list[str]:
    """The entry's place, then its lines as they were and as they will be."""
    gone = [f"-{line}" for line in entry.before.splitlines()]
    come = [f"+{line}" for line in entry.after.splitlines()]
    return [f"@@ {entry.where} @@", *gone, *come]
