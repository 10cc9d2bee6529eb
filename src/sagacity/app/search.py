"""The lexical search behind recall and the prompt block: candidates, BM25F, and the rules that are not negotiable.

Superseded and archived notes are hidden, deprecated ones sink, both with their replacement named; a conflict is marked
on both sides; untrusted notes come last. Hard filters apply before anything is ranked.
"""

from __future__ import annotations

from ..core.rank import bm25f, confidence_factor, recency_factor, term_weights
from ..core.tokens import plan
from ..core.value import Value
from .freshness import verify
from .relate import Standing, is_past, standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import Filters, Match, Matches, Row
    from .scope import Scope

DAY_MS = 86_400_000
HANDLE_MAX_CHARS = 120
OWN_PROJECT = 1.15
PREFERRED_TAG = 1.10
REFINES = 1.05
LEAST_FACTOR = 0.9  # of a note that is neither deprecated nor hidden
MOST_FACTOR = 1.5
DEPRECATED = 0.5
NAMED_EXACTLY = 1.0
NAMED_FIRST = 10.0
NAMED = 0.97  # but for case, accents and dashes


class Question(Value):
    """What to look for. limit, offset: of the ranked list. superseded: show what was replaced, too.

    named: a text that is a note's handle finds that note first. min_score: what scores lower is left out, 0..1.
    window: candidates to rank; 0 for the configured number.
    """

    text: str
    filters: Filters
    limit: int
    offset: int = 0
    prefer_tags: tuple[str, ...] = ()
    superseded: bool = False
    named: bool = True
    min_score: float = 0.0
    window: int = 0


class Scored(Value):
    """A note with its score (0..1), why it is there, and how it stands to others.

    strength: what it is ranked by, which a score of 1 would hide.
    """

    row: Row
    score: float
    why: str
    standing: Standing
    strength: float = 0.0


class Found(Value):
    """results: best first, within limit and offset. searched: notes that passed the filters. total: above the floor.

    below: matched, but under the floor. hidden: superseded or archived ones left out. terms: what was searched for.
    """

    results: tuple[Scored, ...]
    searched: int
    total: int
    below: int
    hidden: int
    terms: tuple[str, ...]
    chatter: bool


def search(app: App, question: Question, scope: Scope) -> Found:
    """Ranks, then makes sure that what it gives is what the files say now; deterministic for a given store and time."""
    found = look_up(app, question, scope)
    for _again in range(2):
        if verify(app, scope.layers, [scored.row for scored in found.results]):
            return found
        found = look_up(app, question, scope)
    return found


def look_up(app: App, question: Question, scope: Scope) -> Found:
    """As `search`, from the index alone: whoever shows a note must verify it."""
    asked = plan(question.text)
    n_page = question.limit + question.offset
    window = max(question.window or app.settings.recall_window, 2 * n_page)
    n_wanted = n_page
    while True:
        matches = app.index.search(asked.terms, question.filters, window=window)
        scored, hidden, cut = _rank(app, question, scope, matches, asked.terms, n_wanted)
        good = [one for one in scored if one.score >= question.min_score]
        # Replaced notes may fill the window; the ones behind them must still be seen.
        if not (matches.full or cut) or not hidden or len(good) >= n_page:
            break
        window, n_wanted = 4 * window, 4 * n_wanted
    page = tuple(good[question.offset : question.offset + question.limit])
    return Found(page, matches.n_notes, len(good), len(scored) - len(good), hidden, asked.terms, asked.chatter)


def _rank(
    app: App, question: Question, scope: Scope, matches: Matches, terms: Sequence[str], n_wanted: int
) -> tuple[list[Scored], int, bool]:
    """(ranked, number hidden, whether candidates were left out that no factor could lift into the page)."""
    weights = term_weights(terms, matches.frequencies, matches.n_indexed)
    bases = [(bm25f(one.hits, one.lengths, matches.mean_lengths, weights), one) for one in matches.matches]
    bases.sort(key=lambda pair: (-pair[0], pair[1].key))
    kept = _promising(bases, n_wanted)
    matched = {one.key: (base, one) for base, one in kept}
    called = _named(app, question)
    rows = app.index.rows(list({**matched, **called}))
    stands = standing(app, rows, scope)
    shown = [row for row in rows if question.superseded or not is_past(stands[row.key])]
    now_ms = app.clock.now_ms()
    ranked: dict[str, Scored] = {}
    for row in shown:
        stand = stands[row.key]
        if row.key in called:
            score, why = called[row.key]
            strength = NAMED_FIRST + score * (DEPRECATED if stand.deprecated else 1.0)
        else:
            base, match = matched[row.key]
            strength, why = base * _factors(question, scope, row, stand, now_ms), _why(terms, match.hits)
            score = min(1.0, strength)
        _keep_better(ranked, Scored(row, score, why, stand, strength))
    return sorted(ranked.values(), key=_order), len(rows) - len(shown), len(kept) < len(bases)


def _keep_better(ranked: dict[str, Scored], one: Scored) -> None:
    """Two files may bear one id: a trusted one stands for both, then the better match, then the first by path."""
    there = ranked.get(one.row.id)
    if there is None or _claim(one) < _claim(there):
        ranked[one.row.id] = one


def _claim(one: Scored) -> tuple[bool, float, str]:
    return one.row.trust == 0, -one.strength, one.row.path


def _promising(bases: list[tuple[float, Match]], n_wanted: int) -> list[tuple[float, Match]]:
    """Those that the factors could still bring among the first, and as many again in case some are hidden."""
    if len(bases) <= 2 * n_wanted:
        return bases
    reach = bases[n_wanted - 1][0] * LEAST_FACTOR / MOST_FACTOR
    n_reaching = sum(1 for base, _ in bases if base >= reach)
    return bases[: max(2 * n_wanted, n_reaching)]


def _order(scored: Scored) -> tuple[bool, float, int, str]:
    return scored.row.trust == 0, -scored.strength, -scored.row.updated_ms, scored.row.id


def _factors(question: Question, scope: Scope, row: Row, stand: Standing, now_ms: int) -> float:
    factor = confidence_factor(row.confidence)
    factor *= recency_factor((now_ms - row.updated_ms) / DAY_MS, row.lifecycle)
    if scope.project and row.project == scope.project:
        factor *= OWN_PROJECT
    if question.prefer_tags and set(question.prefer_tags) & set(row.tags):
        factor *= PREFERRED_TAG
    if stand.refines:
        factor *= REFINES
    if stand.deprecated or is_past(stand):
        factor *= DEPRECATED
    return factor


def _named(app: App, question: Question) -> dict[int, tuple[float, str]]:
    """key → (score, why) of the notes that bear the whole question as a handle, and pass the filters."""
    text = question.text.strip()
    if not question.named or not text or len(text) > HANDLE_MAX_CHARS:
        return {}
    found = app.index.find(text, question.filters.layers)
    passing = app.index.passing([row.key for row, _ in found], question.filters)
    return {
        row.key: (NAMED_EXACTLY if text in (row.title, row.slug, row.id) else NAMED, f"its {kind} is {text!r}")
        for row, kind in found
        if row.key in passing
    }


def _why(terms: Sequence[str], hits: Sequence[Sequence[int]]) -> str:
    """Which terms the note holds, those of the title first."""
    in_title = [term for term, columns in zip(terms, hits, strict=True) if columns[0]]
    elsewhere = [term for term, columns in zip(terms, hits, strict=True) if not columns[0] and any(columns)]
    parts = []
    if in_title:
        parts.append("title: " + ", ".join(in_title[:6]))
    if elsewhere:
        parts.append("text: " + ", ".join(elsewhere[:8]))
    return "; ".join(parts)
