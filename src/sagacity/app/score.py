"""From answers to scores: measures with their intervals, by category, the curve, abstentions, the cost."""

from __future__ import annotations

from math import ceil

from ..core.metrics import (
    abstention,
    bootstrap,
    frac,
    in_order,
    mean,
    ndcg,
    paired_gain,
    recall_all,
    recall_any,
    reciprocal_rank,
)
from ..core.value import Value
from .evaluation import CategoryScores, Depth, Gain, Score, SetScores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..core.testset import Asked, Draft

    Measure = Callable[["Judged"], float]

DEPTHS = (1, 2, 3, 5, 10)
NOTES = "notes"
PASSAGES = "passages"


class Given(Value):
    """A note that was given. passages: (start, end, score) of those shown of it, in characters of its body."""

    draft: Draft
    score: float
    passages: tuple[tuple[int, int, float], ...] = ()


class Answer(Value):
    """A question and the notes it was given, best first. cpu_ms: what asking cost. by_bm25: names of notes.
    sure: whether it was said to be an answer.
    """

    asked: Asked
    given: tuple[Given, ...]
    cpu_ms: float
    by_bm25: tuple[str, ...]
    sure: bool = True


class Judged(Value):
    """A ranking beside what should have been found, on one level. baseline: None where it has nothing to say."""

    ranking: tuple[str, ...]
    gold: frozenset[str]
    category: str
    baseline: tuple[str, ...] | None = None

    def by_baseline(self) -> Judged:
        return self.replace(ranking=self.baseline or ())


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
    silence = abstention([bool(one.asked.gold) for one in answers], [not (one.sure and one.given) for one in answers])
    costs = sorted(one.cpu_ms for one in answers)
    ordered = _ordered(answers)
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
                abstained_rightly=round(silence.right, 4),
                abstained_falsely=round(silence.false, 4),
                ordered=round(mean(ordered), 4),
                n_ordered=len(ordered),
                cpu_ms_mean=round(mean(costs), 3),
                cpu_ms_p95=round(costs[ceil(len(costs) * 0.95) - 1], 3) if costs else 0.0,
                build_s=build_s,
            )
        )
    return found


def _levels(answers: Sequence[Answer]) -> dict[str, list[Judged]]:
    """Notes; and passages where those of a note were told apart."""
    with_gold = [one for one in answers if one.asked.gold]
    levels = {NOTES: [_by_note(one) for one in with_gold]}
    of_pieces = [one for one in with_gold if one.asked.pieces]
    if any(given.passages for one in of_pieces for given in one.given):
        levels[PASSAGES] = [_by_passage(one) for one in of_pieces]
    return levels


def _by_note(one: Answer) -> Judged:
    ranking = tuple(given.draft.name for given in one.given)
    return Judged(ranking, frozenset(one.asked.gold), one.asked.category, one.by_bm25)


def _by_passage(one: Answer) -> Judged:
    places = [place for given in one.given for place in _places(given)]
    places.sort(key=lambda place: -place[0])
    ranking = tuple(dict.fromkeys(name for _, name in places))
    return Judged(ranking, frozenset(one.asked.pieces), one.asked.category)


def _places(given: Given) -> list[tuple[float, str]]:
    """(score, name) of the pieces that what was shown of the note touches; all of a note that is one piece."""
    pieces = given.draft.pieces
    if len(pieces) == 1:
        return [(given.score, pieces[0].name)]
    return [
        (score, piece.name)
        for start, end, score in given.passages
        for piece in pieces
        if piece.start < end and start < piece.end
    ]


def _scores(judged: Sequence[Judged]) -> tuple[Score, ...]:
    return tuple(_score(name, measure, judged) for name, measure in MEASURES)


def _score(name: str, measure: Measure, judged: Sequence[Judged]) -> Score:
    values = [measure(one) for one in judged]
    found = score(name, values)
    if any(one.baseline is None for one in judged):
        return found
    gain = paired_gain(values, [measure(one.by_baseline()) for one in judged])
    return found.replace(over_bm25=Gain(round(gain.mean, 4), round(gain.low, 4), round(gain.high, 4)))


def score(name: str, values: Sequence[float]) -> Score:
    """The mean of one value a question, with its interval."""
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
    shares = [mean([measure(one.ranking, one.gold, k) for one in judged]) for measure in (recall_any, recall_all, frac)]
    return Depth(k, *(round(share, 4) for share in shares))


def _ordered(answers: Sequence[Answer]) -> list[float]:
    """Of the questions that name what was replaced."""
    return [
        in_order([given.draft.name for given in one.given], one.asked.gold, one.asked.below)
        for one in answers
        if one.asked.below
    ]
