"""What a prompt brings to mind: at most a few notes that answer it, and mostly nothing."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.frame import Caps, Listing, make_nonce, render
from ..core.prompt_text import own_words
from ..core.summary_text import best_passage
from ..core.tokens import plan
from .freshness import hook_effort, refresh
from .scope import here
from .search import Question, search
from .session import DEGRADED, Injection, Shown, block_of, body_of, is_confidential, recall_entry, session_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.frame import Block, Rendered
    from .context import App
    from .scope import Scope
    from .search import Found, Scored

EXTRA = 5
HIDDEN_TYPES = ("entity", "unsorted")
PASSAGE_SHARES = (1.0, 0.6, 0.35, 0.2)
PASSAGE_MIN_CHARS = 160
NOTHING = Injection()


def prompt_block(app: App, prompt: str, *, max_chars: int, astral: bool = True, problem: str = "") -> Injection:
    """The block for a prompt, empty for small talk and where nothing answers well enough.

    problem: what the door found broken; told once in a session.
    """
    started_s = app.clock.monotonic_s()
    text = own_words(prompt)
    asked = plan(text)
    if asked.chatter or not asked.terms:
        return NOTHING
    try:
        scope = here(app)
    except SagacityError:
        return NOTHING
    fresh = refresh(app, scope.layers, hook_effort(app))
    session = session_of(app)
    problem = problem or "; ".join(fresh.problems[:1])
    tell = bool(problem) and session.sound and not session.told
    found = _found(app, text, scope, len(session.seen))
    chosen, n_confidential = _chosen(app, found, scope, session.seen)
    notices = _notices(n_confidential, degraded=tell)
    if not chosen and not notices:
        return NOTHING
    caps = Caps(max_chars, app.settings.prompt_max_tokens, astral=astral)
    rendered = _rendered(app, chosen, scope, found.terms, caps, notices)
    scores = {one.row.id: round(one.score, 4) for one in chosen}
    shown = Shown(
        kind="prompt",
        notes=tuple((note_id, scores[note_id]) for note_id in rendered.shown),
        project=scope.project,
        started_s=started_s,
        terms=found.terms,
        tokens=rendered.tokens,
        detail=f"{DEGRADED}: {problem}" if tell else "",
        left_out=len(rendered.left_out),
    )
    return Injection(rendered.text, recall_entry(app, shown), rendered.sizes)


def _found(app: App, text: str, scope: Scope, n_seen: int) -> Found:
    """Confidential notes are searched too, to be counted; those already shown take places of their own."""
    limit = app.settings.prompt_max_notes + EXTRA + min(n_seen, app.settings.recall_window // 4)
    filters = scope.filters.replace(min_trust=1, confidential=True)
    return search(app, Question(text, filters, limit, named=False, min_score=app.settings.prompt_min_score), scope)


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


def _notices(n_confidential: int, *, degraded: bool) -> list[Listing]:
    notices = []
    if n_confidential:
        plural = "notes match" if n_confidential > 1 else "note matches"
        notices.append(Listing(f"{n_confidential} confidential {plural}: `sagacity recall`"))
    if degraded:
        notices.append(Listing("This memory is degraded: `sagacity doctor` says why."))
    return notices


def _rendered(
    app: App, chosen: Sequence[Scored], scope: Scope, terms: Sequence[str], caps: Caps, notices: Sequence[Listing]
) -> Rendered:
    """Passages are shortened together until all notes fit."""
    bodies = _bodies(app, chosen, scope)
    nonce = make_nonce(app.caller.session)
    rendered = render("prompt", [], nonce, caps=caps, notices=notices)
    for share in PASSAGE_SHARES:
        max_chars = max(PASSAGE_MIN_CHARS, int(app.settings.prompt_note_max_chars * share))
        blocks = _blocks(app, bodies, scope, terms, max_chars)
        rendered = render("prompt", blocks, nonce, caps=caps, notices=notices)
        if not rendered.left_out:
            break
    return rendered


def _bodies(app: App, chosen: Sequence[Scored], scope: Scope) -> list[tuple[Scored, str]]:
    bodies = []
    for one in chosen:
        try:
            bodies.append((one, body_of(app, one.row, scope)))
        except SagacityError:
            continue  # gone since it was found
    return bodies


def _blocks(
    app: App, bodies: Sequence[tuple[Scored, str]], scope: Scope, terms: Sequence[str], max_chars: int
) -> list[Block]:
    blocks = []
    for one, body in bodies:
        text = best_passage(body, terms, max_chars=max_chars)
        blocks.append(block_of(app, one.row, scope, one.standing, text, cut=text != body))
    return blocks
