"""From answers to scores: measures with their intervals, by category, the curve, abstentions, the cost."""

from __future__ import annotations

from math import ceil

from ..core.metrics import abstention, bootstrap, frac, mean, ndcg, recall_all, recall_any, reciprocal_rank
from ..core.value import Value
from .evaluation import CategoryScores, Depth, Score, SetScores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..core.testset import Asked, Draft

    Measure = Callable[["Judged"], float]

DEPTHS = (1, 2, 3, 5, 10)
NOTES = "notes"
PASSAGES = "passages"


class Answer(Value):
    """A question and the notes it was given, best first. cpu_ms: what asking cost."""

    asked: Asked
    given: tuple[Draft, ...]
    cpu_ms: float


class Judged(Value):
    """A ranking beside what should have been found, on one level."""

    ranking: tuple[str, ...]
    gold: frozenset[str]
    below: frozenset[str]
    category: str


MEASURES: tuple[tuple[str, Measure], ...] = (
    ("recall_any@1", lambda one: recall_any(one.ranking, one.gold, 1)),
    ("recall_any@5", lambda one: recall_any(one.ranking, one.gold, 5)),
    ("recall_any@10", lambda one: recall_any(one.ranking, one.gold, 10)),
    ("recall_all@5", lambda one: recall_all(one.ranking, one.gold, 5)),
    ("recall_all@10", lambda one: recall_all(one.ranking, one.gold, 10)),
    ("frac@10", lambda one: frac(one.ranking, one.gold, 10)),
    ("nDCG@10", lambda one: ndcg(one.ranking, one.gold, 10)),
    ("MRR@10", lambda one: reciprocal_rank(one.ranking[:10], one.gold)),
)


def scores_of(
    name: str, answers: Sequence[Answer], *, pooled: bool, spaces: int, notes: int, build_s: float
) -> list[SetScores]:
    """One entry a level that can be judged."""
    silence = abstention([bool(one.asked.gold) for one in answers], [not one.given for one in answers])
    costs = sorted(one.cpu_ms for one in answers)
    found = []
    for level, judged in _levels(answers).items():
        found.append(
            SetScores(
                name=name,
                level=level,
                pooled=pooled,
                spaces=spaces,
                notes=notes,
                questions=len(judged),
                absent=silence.n_absent,
                scores=_scores(judged),
                categories=_categories(judged),
                curve=tuple(_depth(judged, k) for k in DEPTHS),
                abstained_rightly=silence.right,
                abstained_falsely=silence.false,
                cpu_ms_mean=round(mean(costs), 3),
                cpu_ms_p95=round(costs[ceil(len(costs) * 0.95) - 1], 3) if costs else 0.0,
                build_s=build_s,
            )
        )
    return found


def _levels(answers: Sequence[Answer]) -> dict[str, list[Judged]]:
    with_gold = [one for one in answers if one.asked.gold]
    return {NOTES: [_by_note(one) for one in with_gold]}


def _by_note(one: Answer) -> Judged:
    ranking = tuple(draft.name for draft in one.given)
    return Judged(ranking, frozenset(one.asked.gold), frozenset(one.asked.below), one.asked.category)


def _scores(judged: Sequence[Judged]) -> tuple[Score, ...]:
    return tuple(_score(name, [measure(one) for one in judged]) for name, measure in MEASURES)


def _score(name: str, values: list[float]) -> Score:
    found = bootstrap(values)
    return Score(name, round(found.mean, 4), round(found.low, 4), round(found.high, 4))


def _categories(judged: Sequence[Judged]) -> tuple[CategoryScores, ...]:
    by_name: dict[str, list[Judged]] = {}
    for one in judged:
        by_name.setdefault(one.category, []).append(one)
    if len(by_name) < 2:
        return ()
    return tuple(CategoryScores(name, len(some), _scores(some)) for name, some in sorted(by_name.items()))


def _depth(judged: Sequence[Judged], k: int) -> Depth:
    return Depth(
        k,
        *(
            round(mean([measure(one.ranking, one.gold, k) for one in judged]), 4)
            for measure in (recall_any, recall_all, frac)
        ),
    )
