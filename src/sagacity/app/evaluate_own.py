"""Measuring recall in the user's own notes: asking for known notes, and counting those that nobody was ever shown."""

from __future__ import annotations

from hashlib import sha256
from math import ceil
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.known_item import question_for
from ..core.metrics import mean
from ..core.notefile import parse_note
from ..core.summary_text import stem
from .evaluation import OwnScores
from .found import Question
from .freshness import command_effort, refresh
from .hits import hit_of
from .relate import is_past, standing
from .results import PREVIEW_CHARS
from .scope import here
from .score import score
from .search import search
from .snippets import with_passages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .bench import Bench
    from .context import App
    from .found import Found
    from .records import Filters, Row
    from .scope import Scope

DEPTH = 10
NEAR = 5
ALL = 10_000_000
PART = 200


def own_scores(app: App, bench: Bench, n_questions: int) -> OwnScores:
    """Asks for notes that recall may show from here. What is asked is not recorded.

    Raises `not_found` where there is no note to ask for.
    """
    scope = here(app, everywhere=True)
    refresh(app, scope.layers, command_effort(app))
    rows = app.index.newest(_open(app, scope), limit=ALL)
    ranks: list[int] = []
    costs: list[float] = []
    told: list[float] = []
    for row, text in _questions(app, scope, rows, n_questions):
        app.progress("known notes asked for", len(ranks), min(n_questions, len(rows)))
        began = bench.cpu_s()
        found = search(app, _question(app, scope, text), scope)
        costs.append((bench.cpu_s() - began) * 1000)
        rank = next((at for at, hit in enumerate(found.results, 1) if hit.row.id == row.id), 0)
        ranks.append(rank)
        told.append(float(0 < rank <= NEAR and _preview_tells(app, scope, found, rank)))
    if not ranks:
        raise SagacityError("not_found", "no note here says more than its title", hint="give the path of a test set")
    costs.sort()
    shown, useful, since_ms = _seen(app)
    return OwnScores(
        notes=len(rows),
        questions=len(ranks),
        scores=(
            score("hit@1", [float(rank == 1) for rank in ranks]),
            score("hit@5", [float(0 < rank <= 5) for rank in ranks]),
            score("MRR@10", [1 / rank if rank else 0.0 for rank in ranks]),
            score("preview@5", told),
        ),
        cpu_ms_mean=round(mean(costs), 3),
        cpu_ms_p95=round(costs[ceil(len(costs) * 0.95) - 1], 3),
        never_shown=sum(row.id not in shown for row in rows),
        never_useful=sum(row.id not in useful for row in rows),
        junk_rate=round(mean([float(row.id not in shown and row.id not in useful) for row in rows]), 4),
        journal_days=round(max(0, app.clock.now_ms() - since_ms) / 86_400_000, 1) if since_ms else 0.0,
    )


def _open(app: App, scope: Scope) -> Filters:
    return scope.filters.replace(confidential=app.caller.interactive)


def _question(app: App, scope: Scope, text: str) -> Question:
    return Question(text, _open(app, scope), limit=DEPTH, min_score=app.settings.recall_min_score)


def _questions(app: App, scope: Scope, rows: Sequence[Row], n_questions: int) -> Iterator[tuple[Row, str]]:
    """Notes chosen by a hash of their ids, so that a growing store goes on asking for mostly the same ones; not those
    that recall hides, since others replaced them.
    """
    given = 0
    chosen = sorted(rows, key=lambda row: sha256(row.id.encode()).digest())
    for start in range(0, len(chosen), PART):
        part = chosen[start : start + PART]
        stands = standing(app, part, scope)
        for row in (row for row in part if not is_past(stands[row.key])):
            if text := _question_for(app, scope, row):
                given += 1
                yield row, text
            if given == n_questions:
                return


def _question_for(app: App, scope: Scope, row: Row) -> str:
    def frequencies(terms: Sequence[str]) -> Sequence[int]:
        return app.index.search(terms, scope.filters, window=1).frequencies

    try:
        body = parse_note(app.store.read(scope.layer_of(row.layer), row.path).data).body
    except SagacityError:
        return ""
    return question_for(row.id, row.title, body, frequencies)


def _preview_tells(app: App, scope: Scope, found: Found, rank: int) -> bool:
    """Whether all words asked for stand in what recall shows of the note before it is opened."""
    hits = [hit_of(app, scope, one) for one in found.results]
    hit = with_passages(app, scope, hits, found.results, found.terms, "")[rank - 1]
    passage = hit.passage.text if hit.passage else ""
    shown = f"{hit.title}\n{hit.summary[:PREVIEW_CHARS]}\n{passage}".lower()
    return all(stem(term) in shown for term in found.terms)


def _seen(app: App) -> tuple[set[str], set[str], int]:
    """(notes ever shown, notes ever found useful, since when), as far back as the journal remembers."""
    shown: set[str] = set()
    useful: set[str] = set()
    entries = app.journal.recalls(limit=ALL)
    for entry in entries:
        if entry.kind == "feedback":
            useful.update(note_id for note_id, worth in entry.shown if worth > 0)
        else:
            shown.update(note_id for note_id, _ in entry.shown)
    return shown, useful, min((entry.at_ms for entry in entries), default=0)
