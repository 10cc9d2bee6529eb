"""How good rankings are: the measures of retrieval, by their exact definitions, and how far chance could move them.

A ranking lists distinct names, best first, as long as it was asked for; gold names what should have been found, at
least one. Where products publish "R@k" they mean recall_any; the retrieval of LongMemEval prints both recalls.
"""

from __future__ import annotations

from math import log2

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

NDCG_DEPTH = 10
RESAMPLES = 1000
CONFIDENCE = 0.95
SEED = 20_260_101


class Interval(Value):
    """A mean with the bounds that resampling gives it."""

    mean: float
    low: float
    high: float


class Abstention(Value):
    """right: share of the questions without an answer that were given nothing. false: share of those with an answer
    that were given nothing. Shares of no questions are 0.
    """

    n_absent: int
    right: float
    n_present: int
    false: float


def recall_any(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """1 if at least one of the gold is among the first k, else 0; at k = 1 also called hit@1.

    Source: Wu et al., "LongMemEval", ICLR 2025, `recall_any` of its retrieval evaluation; elsewhere success@k.
    """
    return float(any(name in gold for name in ranking[:k]))


def recall_all(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """1 if every one of the gold is among the first k, else 0. More gold than k cannot be reached.

    Source: as recall_any, `recall_all`.
    """
    return float(set(gold) <= set(ranking[:k]))


def frac(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """Share of the gold among the first k, 0 to 1: the recall of the textbooks.

    Source: Manning, Raghavan, Schütze, "Introduction to Information Retrieval", 2008, 8.3.
    """
    wanted = set(gold)
    return len(wanted.intersection(ranking[:k])) / len(wanted)


def ndcg(ranking: Sequence[str], gold: Collection[str], k: int = NDCG_DEPTH) -> float:
    """Discounted cumulative gain at k with gains of 0 and 1, over that of an ideal ranking of all the gold, 0 to 1.

    The gain at rank r is divided by log2(r + 1). The ideal puts min(k, number of gold) first, found or not.
    Source: Järvelin, Kekäläinen, "Cumulated gain-based evaluation of IR techniques", TOIS 20, 2002, with the discount
    of trec_eval's ndcg_cut.
    """
    gained = sum(1 / log2(rank + 1) for rank, name in enumerate(ranking[:k], 1) if name in gold)
    return gained / sum(1 / log2(rank + 1) for rank in range(1, min(k, len(set(gold))) + 1))


def reciprocal_rank(ranking: Sequence[str], gold: Collection[str]) -> float:
    """1 / rank of the first of the gold, 0 when none is there; its mean over questions is MRR.

    Source: Voorhees, "The TREC-8 Question Answering Track Report", 1999.
    """
    return next((1 / rank for rank, name in enumerate(ranking, 1) if name in gold), 0.0)


def in_order(ranking: Sequence[str], gold: Collection[str], below: Collection[str]) -> float:
    """1 if some of the gold is there and nothing of `below` stands before the first of it, else 0: whether what holds
    now is met before what it replaced.
    """
    return float(next((name in gold for name in ranking if name in gold or name in below), False))


def mean(values: Sequence[float]) -> float:
    """0 of none."""
    return sum(values) / len(values) if values else 0.0


def bootstrap(values: Sequence[float], *, seed: int = SEED, resamples: int = RESAMPLES) -> Interval:
    """The mean of one value a question, with the 95 % percentile interval of the mean over resampled questions.

    The same values give the same interval. One question or none has no spread to show.
    Source: Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, 13.3.
    """
    found = mean(values)
    if len(set(values)) < 2:
        return Interval(found, found, found)
    means = sorted(_resampled_means(values, seed, resamples))
    cut = round(resamples * (1 - CONFIDENCE) / 2)
    return Interval(found, means[cut], means[-1 - cut])


def _resampled_means(values: Sequence[float], seed: int, resamples: int) -> list[float]:
    """Draws with Knuth's linear congruential generator (TAOCP 3.3.4), of whose 64 bits the high ones choose."""
    n, state, means = len(values), seed, []
    for _ in range(resamples):
        total = 0.0
        for _ in range(n):
            state = (state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) & 0xFFFF_FFFF_FFFF_FFFF
            total += values[state * n >> 64]
        means.append(total / n)
    return means


def paired_gain(
    values: Sequence[float], baseline: Sequence[float], *, seed: int = SEED, resamples: int = RESAMPLES
) -> Interval:
    """How much better values are than the baseline on the same questions, in the same order; 0 within the bounds means
    that chance may be all there is. Raises ValueError for lists of two lengths.

    Source: Koehn, "Statistical Significance Tests for Machine Translation Evaluation", EMNLP 2004, 3.
    """
    return bootstrap([one - other for one, other in zip(values, baseline, strict=True)], seed=seed, resamples=resamples)


def abstention(answerable: Sequence[bool], abstained: Sequence[bool]) -> Abstention:
    """One item a question, in the same order: whether the store has an answer, and whether nothing was given.

    Raises ValueError for lists of two lengths.
    """
    absent = [silent for known, silent in zip(answerable, abstained, strict=True) if not known]
    present = [silent for known, silent in zip(answerable, abstained, strict=True) if known]
    return Abstention(len(absent), mean(absent), len(present), mean(present))
