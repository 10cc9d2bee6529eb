"""Scores: BM25F over the five columns, on one scale for every store and layer.

Source: Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted fields", CIKM 2004; k1 and b as usual.
"""

from __future__ import annotations

from math import log

from .stopwords import is_everyday
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

K1 = 1.2
B = 0.5
WEIGHTS = (4.0, 2.0, 1.5, 2.0, 1.0)  # title, synonyms, tags, summary, body
IDEAL_TERMS = 5
UNKNOWN_TERM_SHARE = 0.7
BACKGROUND_NOTES = 200
BACKGROUND_EVERYDAY = 60  # of them hold an everyday word of developers
COSINE_WEIGHT = 1.2
COSINE_UNRELATED = 0.7  # texts with nothing in common are below, as far as a young store can tell
MANY_VECTORS = 500  # from so many on, the store itself tells what is ordinary
ASIDE = 0.08  # what a word counts in a machine's turn of a transcript
ASIDE_PASSAGE = 0.66  # such a turn as a passage
BEST_PASSAGE = 0.7  # what the best passage of a long note says, beside the whole note
SURE = 0.36  # at least 94 of 100 questions that notes answer score more, of those about other things two in ten
SURE_BY_WORDS = 0.26  # likewise, where vectors can lift nothing
PASSAGE_COSINE_WEIGHT = 0.3
PASSAGE_PRIOR = 0.5  # of the note's strength
VALENCE = 0.06
IRRELEVANT_SHARE = 0.66
VERDICTS_AWAITED = 2
NEIGHBOUR_SHARE = 0.25  # of what the passages before and after it say


class TermWeights(Value):
    """idf: one weight a term. ideal: the score of a note that says the most telling terms in every column."""

    idf: tuple[float, ...]
    ideal: float


def term_weights(terms: Sequence[str], frequencies: Sequence[float], n_notes: int) -> TermWeights:
    """Inverse document frequencies in (0, ~20), smoothed by a background of BACKGROUND_NOTES notes.

    Without the background a young store would call every word it holds common, and "variable" as telling as "voucher".
    A term that no note holds still counts against the answer, at a share: a question about something unknown must be
    able to score low. So must one that says nothing telling: the ideal is never below that of one rare word.
    """
    total = n_notes + BACKGROUND_NOTES
    seen_by = [
        seen + BACKGROUND_EVERYDAY if is_everyday(term) else seen for term, seen in zip(terms, frequencies, strict=True)
    ]
    idf = tuple(log(1.0 + (total - seen + 0.5) / (seen + 0.5)) for seen in seen_by)
    expected = sorted(
        (weight if seen else weight * UNKNOWN_TERM_SHARE for weight, seen in zip(idf, frequencies, strict=True)),
        reverse=True,
    )
    rare = log(1.0 + (total - 0.5) / 1.5)
    return TermWeights(idf, max(rare, sum(expected[:IDEAL_TERMS])) * (K1 + 1.0) if expected else 0.0)


def bm25f(
    hits: Sequence[Sequence[float]], lengths: Sequence[float], mean_lengths: Sequence[float], weights: TermWeights
) -> float:
    """The share of the ideal that a note reaches; 0 without a hit, above 1 only for questions of many terms.

    hits: for each term its frequency in each column. lengths, mean_lengths: tokens in each column.
    """
    if not weights.ideal:
        return 0.0
    damping = [
        weight / (1.0 - B + B * (length / mean if mean else 1.0))
        for weight, length, mean in zip(WEIGHTS, lengths, mean_lengths, strict=True)
    ]
    score = 0.0
    for idf, columns in zip(weights.idf, hits, strict=True):
        if not any(columns):  # a note holds few of many words
            continue
        frequency = 0.0
        for count, damp in zip(columns, damping, strict=True):
            if count:
                frequency += count * damp
        score += idf * frequency * (K1 + 1.0) / (frequency + K1)
    return score / weights.ideal


def passage_share(counts: Sequence[int], n_tokens: int, weights: TermWeights, mean_tokens: float) -> float:
    """As `bm25f`, of one passage of a body. counts: the frequency of every term. n_tokens: its length."""
    if not weights.ideal:
        return 0.0
    damping = 1.0 - B + B * (n_tokens / mean_tokens if mean_tokens else 1.0)
    score = 0.0
    for idf, count in zip(weights.idf, counts, strict=True):
        if count:
            score += idf * count * (K1 + 1.0) / (count + K1 * damping)
    return score / weights.ideal


def note_share(
    hits: Sequence[Sequence[float]],
    lengths: Sequence[float],
    mean_lengths: Sequence[float],
    weights: TermWeights,
    passages: Sequence[tuple[Sequence[int], int]],
    mean_tokens: float,
) -> float:
    """As `bm25f`; of a long note also what its best passage says. passages: as `passage_share` takes them, none for a
    note that is one.
    """
    share = bm25f(hits, lengths, mean_lengths, weights)
    if not passages:
        return share
    best = max([passage_share(counts, n_tokens, weights, mean_tokens) for counts, n_tokens in passages])
    return (share + BEST_PASSAGE * best) / (1.0 + BEST_PASSAGE)


def fused(share: float, cosine: float, ordinary: float) -> float:
    """Words and vectors as one score; a vector only lifts. share: of the ideal (bm25f). cosine: 0 where there is none.
    ordinary: the cosine from which on it says something.
    """
    return share + COSINE_WEIGHT * max(0.0, cosine - ordinary)


def ordinary_cosine(farthest: float, n_vectors: int) -> float:
    """What no longer says that two texts have something in common. farthest: the cosine of the last of the nearest.

    In a large store nearly all others are behind it; a young one may hold nothing that is near.
    """
    return farthest if n_vectors >= MANY_VECTORS else max(farthest, COSINE_UNRELATED)


def sure_from(n_vectors: int) -> float:
    """The score from which on a note is likely to answer; less is merely the nearest. n_vectors: of the store."""
    return SURE if n_vectors >= MANY_VECTORS else SURE_BY_WORDS


def passage_scores(
    passages: Sequence[tuple[Sequence[int], int, float, bool]],
    weights: TermWeights,
    mean_tokens: float,
    strength: float,
    ordinary: float,
) -> list[float]:
    """How much each passage of a note says about the question: by its own words and vector, those of its neighbours,
    and the whole note.

    passages: in order; for each the frequency of every term, its tokens, its cosine, whether a machine says it
    in a transcript. strength: of the note.
    """
    own = [
        passage_share(counts, n_tokens, weights, mean_tokens) + PASSAGE_COSINE_WEIGHT * max(0.0, cosine - ordinary)
        for counts, n_tokens, cosine, _ in passages
    ]
    around = [0.0, *own, 0.0]
    return [
        (score + PASSAGE_PRIOR * strength + NEIGHBOUR_SHARE * (around[at] + around[at + 2]))
        * (ASIDE_PASSAGE if passages[at][3] else 1.0)
        for at, score in enumerate(own)
    ]


def confidence_factor(confidence: str) -> float:
    """How sure the author was, as a bounded factor."""
    return {"canonical": 1.08, "proposed": 0.92}.get(confidence, 1.0)


def valence_factor(useful: int, irrelevant: int) -> float:
    """What readers called a note, 0.96 to 1.06: never more than the author's own word, and one verdict a third of it.

    Somebody who was shown a note that did not bear on the question says less about the note than one whom it helped.
    """
    return 1.0 + VALENCE * (useful - irrelevant * IRRELEVANT_SHARE) / (useful + irrelevant + VERDICTS_AWAITED)


def recency_factor(age_days: float, lifecycle: str) -> float:
    """1.00 to 1.06: decides between notes that say nearly the same; volatile ones lose it sooner."""
    half_life_days = 30.0 if lifecycle == "volatile" else 180.0
    return 1.0 + 0.06 * float(0.5 ** (max(age_days, 0.0) / half_life_days))
