"""An answer with how it came about: what each stage took, and of every result the numbers that make its score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.tokens import is_dense
from .answer import answer
from .embedding import ALONE, embedders_of, probe_of
from .explanation import AnswerExplanation, Stage
from .ranking import by_strength
from .trace import explained
from .withheld import left_out

if TYPE_CHECKING:
    from .answer import Answer
    from .context import App
    from .ports import Clock
    from .requests import RecallRequest
    from .results import RecallResult

LAST = "reading"


class Laps:
    """Milliseconds by stage; nothing after the last one counts."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since_s = clock.monotonic_s()
        self._open = True
        self.ms: dict[str, float] = {}

    def __call__(self, stage: str) -> None:
        if self._open:
            now_s = self._clock.monotonic_s()
            self.ms[stage] = self.ms.get(stage, 0.0) + (now_s - self._since_s) * 1000
            self._since_s = now_s
            self._open = stage != LAST


def explained_recall(app: App, request: RecallRequest) -> RecallResult:
    """As `recall` for a question."""
    laps = Laps(app.clock)
    given = answer(app.replace(lap=laps), request)
    ranking, first = given.found.ranking, given.question.offset + 1
    in_order = [one.row.id for one in sorted(given.found.results, key=by_strength)]
    results = [
        hit.replace(explanation=explained(app, ranking.trace(one), rank, in_order.index(one.row.id) + first))
        for rank, (hit, one) in enumerate(zip(given.result.results, given.found.results, strict=False), first)
    ]
    return given.result.replace(results=tuple(results), explanation=_of_answer(app, given, laps))


def _of_answer(app: App, given: Answer, laps: Laps) -> AnswerExplanation:
    found, matches = given.found, given.found.ranking.matches
    embedder, no_vectors = _embedder(app, given.question.text)
    over_budget = len(found.results) - len(given.result.results)
    return AnswerExplanation(
        stages=tuple(Stage(name, round(ms, 3)) for name, ms in laps.ms.items()),
        searched=given.result.searched,
        candidates=len(matches.matches),
        by_words=sum(any(map(any, one.hits)) for one in matches.matches),
        by_vectors=sum(one.cosine > 0 for one in matches.matches),
        window=found.window,
        floor=given.question.min_score,
        embedder=embedder,
        no_vectors=no_vectors,
        left_out=left_out(app, given, over_budget),
    )


def _embedder(app: App, question: str) -> tuple[str, str]:
    """(the stamp of the model, why no vectors were compared)."""
    probe, amiss = probe_of(app, question)
    if probe is not None:
        return probe.stamp, "" if probe.vector else "the model makes no vector of the question"
    if any(map(is_dense, question)):
        return "", "the question is in a script that the model cannot read"
    if amiss:
        return "", amiss.removeprefix(ALONE)
    return "", "there are no notes" if embedders_of(app) else "the setting embedder is none"
