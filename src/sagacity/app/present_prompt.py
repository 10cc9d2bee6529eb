"""What a prompt would bring, from the code of the prompt hook; and what nearly came, and why it did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.prompt_text import question_of
from ..core.trust import label
from .explain import HIDDEN, LEFT_OUT, SHOWN
from .found import Question
from .freshness import effort, refresh
from .material import CONFIDENTIAL, SEEN, SUPERSEDED, UNTRUSTED
from .prompt import HIDDEN_TYPES, prompt_block
from .resolve import title_for
from .results import ContextEntry, ContextResult
from .scope import here
from .search import search
from .session import is_confidential, session_of

if TYPE_CHECKING:
    from .context import App
    from .found import Scored
    from .requests import ContextRequest
    from .scope import Scope
    from .session import Injection

NEAR = 12
ENVELOPE_CHARS = 120


def present_prompt(app: App, request: ContextRequest) -> ContextResult:
    """The block, empty for small talk and where nothing answers well enough. Nothing is journalled."""
    started_s = app.clock.monotonic_s()
    scope = here(app)
    refresh(app, scope.layers, effort(app))
    settings = app.settings
    if request.budget_tokens:
        settings = settings.replace(prompt_max_tokens=min(request.budget_tokens, 10_000))
    app = app.replace(settings=settings)
    question = question_of(request.prompt)
    if not question:
        return ContextResult("", scope.project, scope.names(), notices=("small talk: nothing is looked for",))
    injection = prompt_block(app, question, max_chars=settings.hook_max_chars - ENVELOPE_CHARS)
    result = ContextResult(
        text=injection.text,
        project=scope.project,
        scope=scope.names(),
        tokens=injection.entry.tokens if injection.entry else 0,
        took_ms=round((app.clock.monotonic_s() - started_s) * 1000, 2),
        terms=injection.entry.terms if injection.entry else (),
    )
    return _explained(app, question, result, scope, injection) if request.explain else result


def _explained(app: App, question: str, result: ContextResult, scope: Scope, injection: Injection) -> ContextResult:
    filters = scope.filters.replace(confidential=True)
    found = search(app, Question(question, filters, NEAR, superseded=True, named=False), scope)
    seen = session_of(app).whole
    sizes = (
        dict(zip([note for note, _ in injection.entry.shown], injection.sizes, strict=True)) if injection.entry else {}
    )
    entries = []
    for one in found.results:
        if one.row.id in sizes:
            entries.append(_entry(app, one, SHOWN, one.why).replace(tokens=sizes[one.row.id]))
            continue
        reason = _hidden_because(app, scope, one, seen)
        if reason:
            entries.append(_entry(app, one, HIDDEN, reason))
        else:
            entries.append(_entry(app, one, LEFT_OUT, _left_out_because(app, one)))
    return result.replace(terms=found.terms, entries=tuple(entries), notices=_notices(app, found.searched))


def _notices(app: App, searched: int) -> tuple[str, ...]:
    settings = app.settings
    most = f"at most {settings.prompt_max_notes} notes and {settings.prompt_max_tokens} tokens"
    return (f"{searched} notes searched; {most}, none below {settings.prompt_min_score:.2f}",)


def _hidden_because(app: App, scope: Scope, one: Scored, seen: frozenset[str]) -> str:
    row = one.row
    if is_confidential(row, scope.layer_of(row.layer)):
        return CONFIDENTIAL
    if row.trust < 1:
        return UNTRUSTED
    if one.standing.superseded_by is not None:
        newer = one.standing.superseded_by
        return f"{SUPERSEDED} by {title_for(app, newer)} ({newer.id[-7:]})"
    if one.standing.lapsed:
        return one.standing.lapsed
    if row.type in HIDDEN_TYPES:
        return f"notes of type {row.type} do not come with a prompt"
    return SEEN if row.id in seen else ""


def _left_out_because(app: App, one: Scored) -> str:
    floor = app.settings.prompt_min_score
    if one.score < floor:
        return f"score {one.score:.2f} is below the floor of {floor:.2f}; {one.why}"
    return (
        f"{app.settings.prompt_max_notes} better ones, or no room in {app.settings.prompt_max_tokens} tokens; {one.why}"
    )


def _entry(app: App, one: Scored, state: str, why: str) -> ContextEntry:
    row = one.row
    return ContextEntry(
        id=row.id,
        title=title_for(app, row),
        type=f"{row.type}/{row.kind}" if row.kind else row.type,
        section="",
        state=state,
        why=why,
        score=round(one.score, 4),
        trust=label(row.trust),
    )
