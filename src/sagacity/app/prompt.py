"""What a prompt brings to mind: at most a few notes that answer it, and mostly nothing."""

from __future__ import annotations

from ..core.egress import terms_to_keep
from ..core.errors import SagacityError
from .found import Question
from .freshness import hook_effort
from .scope import here
from .search import search
from .session import DEGRADED, Injection, Shown, is_confidential, recall_entry, session_of, what_went_wrong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .found import Found, Scored
    from .scope import Scope

EXTRA = 2
WINDOW = 20  # candidates; recall ranks more, but a prompt has room for three notes and no time
HIDDEN_TYPES = ("entity", "unsorted")
NOTHING = Injection()


def prompt_block(app: App, question: str, *, max_chars: int, astral: bool = True, problem: str = "") -> Injection:
    """The block for a prompt, empty where nothing answers well enough.

    question: of core.prompt_text.question_of, not empty. problem: what the door found broken; told once in a session.
    """
    started_s = app.clock.monotonic_s()
    try:
        scope = here(app)
    except SagacityError:
        return NOTHING
    problem = problem or what_went_wrong(app, scope, hook_effort(app))
    found = _found(app, question, scope, 0)
    if not (found.results or problem):
        return NOTHING
    session = session_of(app)
    tell = bool(problem) and session.sound and not session.told and _on_record(app, scope, problem)
    if any(one.row.id in session.whole for one in found.results):
        found = _found(app, question, scope, len(session.whole))
    chosen, n_confidential = _chosen(app, found, scope, session.whole)
    if not (chosen or n_confidential or tell):
        return NOTHING
    # Most prompts end here, and what renders is a third of what a hook would load.
    from .prompt_notes import View, notices_of

    view = View(app, scope, found.terms, max_chars, astral)
    rendered = view.render(chosen, notices_of(n_confidential, degraded=tell))
    scores = {one.row.id: round(one.score, 4) for one in chosen}
    shown = Shown(
        kind="prompt",
        notes=tuple((note_id, scores[note_id]) for note_id in rendered.shown),
        project=scope.project,
        started_s=started_s,
        terms=terms_to_keep(question, found.terms),
        tokens=rendered.tokens,
        left_out=len(rendered.left_out),
    )
    return Injection(rendered.text, recall_entry(app, shown), rendered.sizes)


def _on_record(app: App, scope: Scope, problem: str) -> bool:
    """Whether the journal took it that the session is told; else every prompt would say so again."""
    told = Shown("prompt", (), scope.project, app.clock.monotonic_s(), detail=f"{DEGRADED}: {problem}")
    try:
        app.journal.record_recall(recall_entry(app, told))
    except SagacityError:
        return False
    return True


def _found(app: App, text: str, scope: Scope, n_seen: int) -> Found:
    """Confidential notes are searched too, to be counted; those already shown take places of their own."""
    settings = app.settings
    limit = settings.prompt_max_notes + EXTRA + min(n_seen, WINDOW // 2)
    filters = scope.filters.replace(min_trust=1, confidential=True)
    window = min(WINDOW, settings.recall_window)
    question = Question(
        text, filters, limit, named=False, kin=False, min_score=settings.prompt_min_score, window=window
    )
    found = search(app, question, scope)
    return found if found.sure else found.replace(results=())


def _chosen(app: App, found: Found, scope: Scope, seen: frozenset[str]) -> tuple[list[Scored], int]:
    """(notes to show, best first; how many confidential ones matched)."""
    open_to_all: list[Scored] = []
    n_confidential = 0
    for one in found.results:
        if is_confidential(one.row, scope.layer_of(one.row.layer)):
            n_confidential += 1
        elif one.row.trust > 0 and one.row.id not in seen and one.row.type not in HIDDEN_TYPES:
            open_to_all.append(one)
    return open_to_all[: app.settings.prompt_max_notes], n_confidential
