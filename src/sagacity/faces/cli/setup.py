"""`sagacity setup`: shows the plan, asks, applies exactly what was shown."""

from __future__ import annotations

from ...app.installation import ImportRequest
from ...app.operations import operation
from ...core.errors import SagacityError
from .importing import agreed, run_import, show_import
from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.context import App
    from ...app.installation import ClientSetup, SetupRequest, SetupResult
    from ...app.results import Check
    from .screen import Screen

STYLES = {"+": "green", "-": "red"}
MARKS = {"ok": "green", "warn": "yellow", "fail": "red"}


def run_setup(app: App, request: SetupRequest, screen: Screen, *, wants_json: bool) -> SetupResult:
    """The result to show. Raises `invalid` when there is something to do, nobody to ask and no `--yes`."""
    work = operation("setup").handler
    plan: SetupResult = work(app, request)
    if request.yes or request.print_ or wants_json:
        return plan
    if not any(client.changes for client in plan.clients):
        return plan
    show_setup(screen, plan)
    if not (screen.stdin_terminal and screen.width):
        raise SagacityError("invalid", "nothing was changed: there is no terminal to ask on", hint="add --yes")
    if not agreed(screen, "Apply?"):
        raise SagacityError("invalid", "nothing was changed", hint="`--print` only shows")
    done: SetupResult = work(app, request.replace(yes=True, expect=plan.expect))
    if not any(map(_is_first, done.clients)):
        return done
    show_setup(screen, done.replace(next_steps=()))
    for client in done.clients:
        if _is_first(client) and agreed(screen, "Look at them now, to make notes of them?"):
            show_import(screen, run_import(app, ImportRequest(client=client.client), screen, wants_json=False))
    return done.replace(clients=())


def _is_first(client: ClientSetup) -> bool:
    """Whether it was connected for the first time and has memory of its own."""
    return bool(client.memories) and any(what.startswith("add ") for one in client.changes for what in one.what)


def show_setup(screen: Screen, result: SetupResult) -> None:
    """Plan or outcome; what was agreed to is not shown twice."""
    for client in result.clients:
        _show_client(screen, client, result)
    for step in result.next_steps:
        screen.say(screen.paint(f"next: {line(step)}", "bold"))


def _show_client(screen: Screen, client: ClientSetup, result: SetupResult) -> None:
    title = screen.paint(line(client.title), "bold")
    if client.problem:
        screen.say(f"{title}: left as it is: {line(client.problem)}")
    elif not client.changes:
        screen.say(f"{title}: nothing to do, {'nothing of ours is there' if result.removed else 'all is set up'}")
    for change in client.changes:
        done = "changed" if result.applied else "to change"
        back = ", back to the bytes it had" if change.restores else ""
        screen.say(f"{title}: {done} {safe(change.path)}: {'; '.join(change.what)}{back}")
        for text in change.diff.splitlines() if not result.applied else ():
            screen.say(screen.paint(f"  {safe(text)}", STYLES.get(text[:1], "dim")))
    for warning in client.warnings:
        screen.say(screen.paint(f"  {line(warning)}", "yellow"))
    for check in client.checks:
        _show_check(screen, check)
    if client.memories and (not result.applied or _is_first(client)):
        size_kb = sum(size for _, size in client.memories) / 1024
        count = len(client.memories)
        found = (
            f"{count} memory file{'s' * (count != 1)} that it loads here, {size_kb:.0f} KB: nothing of it is changed"
        )
        hint = f"; `sagacity import {client.client}` makes notes of them" if result.applied else ""
        screen.say(screen.paint(f"  {found}{hint}", "dim"))


def _show_check(screen: Screen, check: Check) -> None:
    screen.say(f"  {screen.paint(check.state, MARKS[check.state])} {line(check.name)}: {line(check.found)}")
    if check.fix and check.state != "ok":
        screen.say(f"    {line(check.fix)}")
