"""What a session starts with or a prompt brings, for clients without hooks, and for a person who asks why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.frame import Caps
from ..core.pack import protocol_of
from .freshness import effort, refresh
from .log import ALL, session_named, shown_lines
from .material import read_material
from .mute import muted_by, muted_line
from .pack import make_pack, n_left_out, previewed
from .projects import check_project
from .results import ContextResult
from .scope import here
from .session import Shown, recall_entry

if TYPE_CHECKING:
    from .context import App
    from .pack import Pack
    from .requests import ContextRequest
    from .scope import Scope

ENVELOPE_CHARS = 120  # of the JSON that a hook puts around the text
CHARS_PER_TOKEN = 3.2
LEAST_TOKENS = 250
ALL_CHARS = 200_000
BUDGETS = (
    "pack_rules_max_tokens",
    "pack_identity_max_tokens",
    "pack_work_max_tokens",
    "pack_feedback_max_tokens",
    "pack_memory_max_tokens",
)


def context(app: App, request: ContextRequest) -> ContextResult:
    """The session pack; with a prompt its block; with a session what it was shown. Raises `invalid` for two of them."""
    if request.session and (request.prompt or request.budget_tokens):
        raise SagacityError("invalid", "a session cannot be shown with a prompt or a budget", hint="give one of them")
    if request.session:
        return _replayed(app, request)
    if request.prompt:
        from .present_prompt import present_prompt  # one of two ways

        result = present_prompt(app, request)
    else:
        result = _pack(app, request)
    muted = muted_by(app.mutes, app.workspace, app.caller.session, app.caller.cwd) if app.mutes else None
    return result.replace(off=muted_line(muted) if muted else "")


def _pack(app: App, request: ContextRequest) -> ContextResult:
    """From the code of the session-start hook."""
    started_s = app.clock.monotonic_s()
    scope = here(app, project=request.project)
    problems = refresh(app, scope.layers, effort(app)).problems
    check_project(app, scope, request.project)
    app, caps = _budgeted(app, request.budget_tokens)
    material = read_material(app, scope, frozenset())
    key = app.random_bytes(16) if app.random_bytes else b""
    pack = make_pack(app, material, caps, first=[protocol_of(app.settings.protocol)], key=key)
    took_ms = round((app.clock.monotonic_s() - started_s) * 1000, 2)
    result = ContextResult(
        text=pack.rendered.text,
        project=scope.project,
        scope=scope.names(),
        tokens=pack.rendered.tokens,
        took_ms=took_ms,
        notices=problems,
    )
    if request.explain:
        from .explain import explained  # for a person who asks

        return explained(app, result, material, pack)
    _record(app, scope, pack, started_s)
    return result


def _budgeted(app: App, budget_tokens: int) -> tuple[App, Caps]:
    """Without a budget exactly what a hook would say; with a larger one each section grows by the same factor."""
    if not budget_tokens:
        return app, Caps(app.settings.hook_max_chars - ENVELOPE_CHARS)
    if budget_tokens < LEAST_TOKENS:
        message = f"budget_tokens is {budget_tokens}, too little for a frame with anything in it"
        raise SagacityError("invalid", message, hint=f"give at least {LEAST_TOKENS}")
    settings = app.settings
    factor = max(1.0, budget_tokens / max(1, sum(getattr(settings, name) for name in BUDGETS)))
    grown = {name: int(getattr(settings, name) * factor) for name in BUDGETS}
    max_chars = min(ALL_CHARS, int(budget_tokens * CHARS_PER_TOKEN))
    grown["hook_max_chars"] = max(settings.hook_max_chars, max_chars)
    return app.replace(settings=settings.replace(**grown)), Caps(max_chars, budget_tokens)


def _record(app: App, scope: Scope, pack: Pack, started_s: float) -> None:
    """What a model was shown is not shown to it again with a prompt; a person only looks."""
    if app.caller.interactive:
        return
    shown = Shown(
        kind="context",
        notes=tuple((note_id, 0.0) for note_id in pack.rendered.shown),
        project=scope.project,
        started_s=started_s,
        tokens=pack.rendered.tokens,
        left_out=n_left_out(pack),
        previewed=previewed(pack),
    )
    try:
        app.journal.record_recall(recall_entry(app, shown))
    except SagacityError:
        return  # a row lost is no reason to lose the answer


def _replayed(app: App, request: ContextRequest) -> ContextResult:
    """From the journal: what was shown in a session, oldest first. Raises `not_found` when there was nothing."""
    session = session_named(app, request.session)
    entries = app.journal.recalls(session=session, limit=ALL)[::-1]
    if not entries:
        message = f"nothing was shown in a session {session!r:.80}"
        raise SagacityError("not_found", message, hint="`sagacity log` names the sessions")
    return ContextResult(
        text="",
        project=entries[-1].project,
        scope=(),
        tokens=sum(entry.tokens for entry in entries),
        took_ms=round(sum(entry.took_ms for entry in entries), 2),
        acts=tuple(shown_lines(app, entries)),
        session=session,
    )
