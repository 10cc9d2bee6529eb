"""Checks by doing: write a canary, find it, read it, delete it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .context import fresh_id
from .freshness import effort, refresh
from .meaning import meaning_check
from .recall import recall
from .remember import remember
from .requests import RecallRequest, RememberRequest, UndoRequest
from .results import Check, DoctorResult
from .session import CANARY_SESSION
from .setup_checks import client_checks
from .undo import undo
from .unreadable import unreadable
from .upkeep import ensure_home
from .week import injection_checks, off_check, size_checks

if TYPE_CHECKING:
    from collections.abc import Callable

    from .context import App
    from .requests import DoctorRequest

SHOWN = 5


def doctor(app: App, _request: DoctorRequest) -> DoctorResult:
    """Every check is tried; one that fails says what to paste."""
    checks = [
        _tried("home", "check that the folder is yours and not full", lambda: _home(app)),
        _journal(app),
        _tried("index", "sagacity reindex", lambda: _sound(app.index.check())),
        meaning_check(app),
        _tried("layers", "repair the file named", lambda: _sound([*app.workspace.problems(), *_ids_twice(app)])),
        _tried("write, find, delete", "sagacity reindex", lambda: _canary(app)),
        _readable(app),
        _git(app),
        *_several("journal of hooks", lambda: injection_checks(app)),
        *_several("off", lambda: [off_check(app)]),
        *_several("size", lambda: size_checks(app)),
        *client_checks(app),
    ]
    return DoctorResult(tuple(checks), all(check.state != "fail" for check in checks))


def _tried(name: str, fix: str, work: Callable[[], str]) -> Check:
    try:
        return Check(name, "ok", work())
    except SagacityError as error:
        return Check(name, "fail", error.message, error.hint or fix)


def _journal(app: App) -> Check:
    """A damaged one that was replaced is mentioned until the user has put it away."""
    check = _tried("journal", "move journal.db away; notes are not touched", lambda: _sound(app.journal.check()))
    kept = app.journal.set_aside()
    if check.state != "ok" or not kept:
        return check
    found = (
        f"sound; one before it was damaged, so that notes approved before then count as unconfirmed; it is kept:"
        f" {', '.join(kept)}"
    )
    away = " ".join(f"{shlex.quote(path)}*" for path in kept)
    return Check("journal", "warn", found, f"no note was lost; when you do not want it any more: rm {away}")


def _readable(app: App) -> Check:
    """Notes that are found by their text alone, because their frontmatter says something nobody can read."""
    broken = unreadable(app)
    if not broken:
        return Check("notes", "ok", "all of them can be read")
    more = f" and {len(broken) - SHOWN} more" if len(broken) > SHOWN else ""
    return Check(
        "notes",
        "warn",
        "; ".join(broken[:SHOWN]) + more,
        "`sagacity lint` names the lines: repair them in an editor; until then nothing changes them",
    )


def _several(name: str, look: Callable[[], list[Check]]) -> list[Check]:
    """What cannot be looked at is one failed check."""
    try:
        return look()
    except SagacityError as error:
        return [Check(name, "fail", error.message, error.hint)]


def _home(app: App) -> str:
    layer = ensure_home(app)
    return f"{app.settings.home}, personal notes in {layer.notes_dir}"


def _ids_twice(app: App) -> list[str]:
    """Files of one layer that share an id: the first by path stands for them all."""
    layers = {layer.root: layer for layer in app.workspace.all_layers()}
    refresh(app, tuple(layers.values()), effort(app))
    return [
        f"{layers[root].name}: {', '.join(paths)} have one id, {note_id}: give all but one another, or none"
        for root, note_id, paths in app.index.ids_twice(list(layers))
    ]


def _sound(problems: list[str]) -> str:
    if problems:
        raise SagacityError("integrity", "; ".join(problems))
    return "sound"


def _canary(app: App) -> str:
    """The whole way of a note; the word is new each time, so an old canary cannot answer for it. In a session of its
    own, which `log` passes over.
    """
    app = app.called_by(app.caller.replace(session=CANARY_SESSION))
    started = app.clock.monotonic_s()
    word = f"canary{fresh_id(app).lower()}"
    written = remember(app, RememberRequest(content=f"{word} sings", title=f"Doctor {word}", project="none")).notes[0]
    try:
        found = recall(app, RecallRequest(query=word)).results
        if [hit.id for hit in found] != [written.id]:
            raise SagacityError("integrity", "a note was written but not found again")
    finally:
        undo(app, UndoRequest(operation=written.operation))  # and so the user's own next undo passes over it
    if recall(app, RecallRequest(query=word)).results:
        raise SagacityError("integrity", "a deleted note is still found")
    return f"written, found and deleted in {(app.clock.monotonic_s() - started) * 1000:.0f} ms"


def _git(app: App) -> Check:
    if app.vcs is not None and app.vcs.available():
        said = "the journal keeps every version; git keeps the personal layer as an MCP server or reindex commits it"
        return Check("git", "ok", said)
    return Check("git", "warn", "git is not here: the journal alone keeps versions", "install git")
