"""Turning what hooks say off and on: in a project, for a session, for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .mute import FOR_GOOD, HERE, SESSION, applies, spot
from .records import Mute
from .results import MuteResult, MuteView
from .upkeep import ensure_home

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .ports import Mutes
    from .tending import MuteRequest

SESSIONS_KEPT = 200
THIS = "this"


def off(app: App, request: MuteRequest) -> MuteResult:
    """Mutes the hooks. Without a word: the session that asks, else the project here."""
    ensure_home(app)
    if request.here or not (request.session or request.for_good or app.caller.session):
        app.workspace.ensure_project(app.caller.cwd)
    wanted = _asked(app, request) or [
        _session(app, THIS) if app.caller.session else spot(app.workspace, app.caller.cwd)
    ]

    def turn(before: tuple[Mute, ...]) -> list[Mute]:
        kept = [mute for mute in before if mute not in wanted] + wanted
        old = [mute for mute in kept if mute.scope == SESSION][:-SESSIONS_KEPT]
        return [mute for mute in kept if mute not in old]

    return _outcome(app, wanted, _mutes(app).change(turn))


def on(app: App, request: MuteRequest) -> MuteResult:
    """Takes mutes away. Without a word: whatever mutes this session or this place."""
    here = spot(app.workspace, app.caller.cwd)
    asked = _asked(app, request)
    gone: list[Mute] = []

    def goes(mute: Mute) -> bool:
        if not asked:
            return applies(mute, app.caller.session, here)
        return mute in asked or (mute.scope == HERE and request.here and applies(mute, "", here))

    def turn(before: tuple[Mute, ...]) -> list[Mute]:
        gone[:] = [mute for mute in before if goes(mute)]
        return [mute for mute in before if mute not in gone]

    if not _mutes(app).read():
        return _outcome(app, [], ())
    return _outcome(app, gone, _mutes(app).change(turn))


def mute_views(app: App) -> tuple[MuteView, ...]:
    """What is muted now, anywhere; nothing when that cannot be read, as for the hooks."""
    try:
        return _outcome(app, [], app.mutes.read()).muted if app.mutes else ()
    except SagacityError:
        return ()


def _asked(app: App, request: MuteRequest) -> list[Mute]:
    wanted = [spot(app.workspace, app.caller.cwd)] if request.here else []
    wanted += [Mute(FOR_GOOD)] if request.for_good else []
    return wanted + ([_session(app, request.session)] if request.session else [])


def _session(app: App, named: str) -> Mute:
    session = app.caller.session if named == THIS else named.strip()
    if not session:
        raise SagacityError("invalid", "no agent's session is known here", hint="give its id: `sagacity log` shows it")
    if "\n" in session or "\r" in session:
        raise SagacityError("invalid", f"{session!r:.60} is no session id", hint="`sagacity log` shows them")
    return Mute(SESSION, session)


def _mutes(app: App) -> Mutes:
    if app.mutes is None:
        raise SagacityError("internal", "this door was wired without its switch")
    return app.mutes


def _outcome(app: App, changed: Sequence[Mute], now: Sequence[Mute]) -> MuteResult:
    here = spot(app.workspace, app.caller.cwd) if any(mute.scope == HERE for mute in (*changed, *now)) else Mute(HERE)
    views = {mute: _view(mute, applying=applies(mute, app.caller.session, here)) for mute in (*changed, *now)}
    return MuteResult(
        muted=tuple(views[mute] for mute in now),
        changed=tuple(views[mute] for mute in changed),
        off_here=any(views[mute].applies for mute in now),
    )


def _view(mute: Mute, *, applying: bool) -> MuteView:
    return MuteView(
        scope="for good" if mute.scope == FOR_GOOD else mute.scope, what=mute.folder or mute.id, applies=applying
    )
