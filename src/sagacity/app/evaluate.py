"""Measuring recall: every note of a set a file, every store built as any other, every question asked as any other."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..core.baseline import bm25, inverse_frequencies
from ..core.errors import SagacityError
from ..core.question import read_question
from ..core.testset_notes import filed, moment_ms
from ..core.tokens import plan
from ..core.value import Value
from .evaluate_own import own_scores
from .evaluate_sets import sets_in, spaces_of
from .evaluation import EvalResult
from .found import Question
from .reindex import rebuild
from .scope import here
from .score import Answer, Given, scores_of
from .search import search

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.testset import Asked, Draft, Space
    from .bench import Bench
    from .context import App
    from .evaluate_sets import Chosen
    from .evaluation import EvalRequest, SetScores
    from .ports import Clock
    from .scope import Scope

DEPTH = 10
"""Results asked for: what recall gives by default."""
BASELINE_WINDOW = 500
BODY = 4
"""The column whose length the index tells of every candidate."""
SETTINGS = ("recall_min_score", "recall_window", "embedder")


def evaluate(app: App, request: EvalRequest) -> EvalResult:
    """Scores of every set at the path, or of the user's own notes. Writes nothing but what `cache` asks for.

    Raises `not_found` for a path or a set that is not there, `invalid` naming file and line for what is no test set.
    """
    if app.bench is None:
        raise SagacityError("internal", "this door was wired without a bench")
    bench = app.bench()
    started = app.clock.monotonic_s()
    own = None if request.path else own_scores(app, bench, request.questions)
    chosen = sets_in(bench, request) if request.path else ()
    scored = [one for each in chosen for one in _measured(app, bench, request, each)]
    return EvalResult(
        sets=tuple(scored),
        settings=tuple((name, str(getattr(app.settings, name))) for name in SETTINGS),
        machine=bench.machine(),
        command=_command(request),
        took_s=round(app.clock.monotonic_s() - started, 1),
        own=own,
    )


def _command(request: EvalRequest) -> str:
    if not request.path:
        return f"sagacity eval --questions {request.questions}"
    words = ["sagacity eval", os.path.basename(os.path.normpath(request.path))]
    words += ["--sets", *request.sets] if request.sets else []
    words += ["--half", request.half] if request.half else []
    return " ".join([*words, *(["--pooled"] if request.pooled else [])])


class _Built(Value):
    """What building and asking one space gave."""

    notes: int
    build_s: float
    answers: list[Answer]


def _measured(app: App, bench: Bench, request: EvalRequest, one: Chosen) -> Iterable[SetScores]:
    built = []
    for at, space in enumerate(spaces_of(one, request)):
        app.progress(f"{one.name}: stores built", at, at)
        built.append(_space(app, bench, request, space))
    return scores_of(
        one.name,
        [answer for each in built for answer in each.answers],
        pooled=request.pooled,
        spaces=len(built),
        notes=sum(each.notes for each in built),
        build_s=round(sum(each.build_s for each in built), 1),
    )


def _space(app: App, bench: Bench, request: EvalRequest, space: Space) -> _Built:
    files = filed(space)
    with bench.store(files, request.cache) as (store, is_new):
        started = app.clock.monotonic_s()
        if is_new:
            rebuild(store, store.workspace.all_layers())
        build_s = app.clock.monotonic_s() - started if is_new else 0.0
        scope = here(store, everywhere=True)
        drafts = {file.id: draft for file, draft in zip(files, space.notes, strict=True)}
        answers = []
        for at, asked in enumerate(space.questions):
            app.progress(f"{space.id}: questions", at, len(space.questions))
            answers.append(_answer(store, bench, scope, drafts, asked))
    return _Built(len(files), build_s, answers)


def _answer(store: App, bench: Bench, scope: Scope, drafts: dict[str, Draft], asked: Asked) -> Answer:
    """As recall answers at the time of the question."""
    at_ms = moment_ms(asked.date)
    asking = store if at_ms is None else store.replace(clock=Stopped(at_ms, store.clock))
    reading = read_question(asked.text, asking.clock.now_ms())
    floor = store.settings.recall_min_score
    question = Question(asked.text, scope.filters, limit=DEPTH, min_score=floor, reading=reading)
    began = bench.cpu_s()
    found = search(asking, question, scope)
    cpu_ms = (bench.cpu_s() - began) * 1000
    given = tuple(Given(drafts[hit.row.id], hit.score, hit.passages) for hit in found.results)
    return Answer(asked, given, cpu_ms, tuple(drafts[id].name for id in _by_bm25(store, question)), found.sure)


def _by_bm25(store: App, question: Question) -> list[str]:
    """Ids by plain BM25 over the same terms, best first."""
    terms = plan(question.text).terms
    matches = store.index.search(terms, question.filters, window=BASELINE_WINDOW)
    idf = inverse_frequencies(matches.frequencies, matches.n_indexed)
    mean_length = matches.mean_lengths[BODY]
    ranked = sorted(matches.matches, key=lambda one: (-bm25(one.hits, one.lengths[BODY], mean_length, idf), one.key))
    return [row.id for row in store.index.rows([one.key for one in ranked[: question.limit]])]


class Stopped:
    """A clock that stands at one moment of the calendar."""

    def __init__(self, at_ms: int, clock: Clock) -> None:
        self._at_ms = at_ms
        self._clock = clock

    def now_ms(self) -> int:
        return self._at_ms

    def monotonic_s(self) -> float:
        return self._clock.monotonic_s()
