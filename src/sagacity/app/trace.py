"""From what a ranking kept to how each score came about. Loaded only for who asks."""

from __future__ import annotations

from ..core.rank import TermWeights, fused, note_share, passage_share
from ..core.value import Value
from .explanation import Explanation, Factor, TermShare, VectorChannel, Walk, WordChannel
from .words import share_of, weighed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .found import Scored
    from .hops import Lift
    from .records import Match, Matches

COLUMNS = ("title", "names", "tags", "summary", "body")
DIGITS = 6


class Trace(Value):
    """What the strength of a result was made of. match: None for a note that no channel found. called: by which of its
    names the question means it. lift: None where no other note led to it.
    """

    one: Scored
    terms: tuple[str, ...]
    matches: Matches
    weights: TermWeights
    ordinary: float
    match: Match | None
    factors: tuple[tuple[str, float], ...]
    called: str
    lift: Lift | None


def explained(app: App, trace: Trace, rank: int, by_strength: int) -> Explanation:
    """One result of the list, in numbers that make up its strength. by_strength: the place that this alone gives."""
    words, vectors = _words(trace), _vectors(trace)
    base = words.share + vectors.gain
    own = base
    factors = trace.factors if trace.one.evidence == 1.0 else (*trace.factors, ("evidence", trace.one.evidence))
    for _, value in factors:
        own *= value
    named = bool(trace.called)
    return Explanation(
        rank=rank,
        by_strength=by_strength,
        score=trace.one.score,
        strength=trace.one.strength,
        base=base,
        words=words,
        vectors=vectors,
        factors=() if named else tuple(Factor(*factor) for factor in factors),
        walk=None if named else _walk(app, trace, own),
        named=trace.called,
    )


def _words(trace: Trace) -> WordChannel:
    match = trace.match
    if match is None:
        return WordChannel(0, 0.0, ())
    share = share_of(match, trace.matches, trace.weights)
    better = sum(share_of(other, trace.matches, trace.weights) > share for other in trace.matches.matches)
    terms = [
        TermShare(
            term,
            weight,
            tuple(name for name, count in zip(COLUMNS, columns, strict=True) if count),
            _share_of_term(trace, match, at),
        )
        for at, (term, weight, columns) in enumerate(zip(trace.terms, trace.weights.idf, match.hits, strict=True))
        if any(columns)
    ]
    return WordChannel(better + 1 if share else 0, share, tuple(terms))


def _share_of_term(trace: Trace, match: Match, at: int) -> float:
    """What one term brings, in the note and in the passage that is best by all of them."""
    weights, mean_passage = trace.weights, trace.matches.mean_passage
    spans = sorted(match.spans, key=lambda one: -passage_share(one.hits, one.n_tokens, weights, mean_passage))
    best = [((one.hits[at],), one.n_tokens) for one in spans[:1]]
    alone = TermWeights((weights.idf[at],), weights.ideal)
    hits, lengths = weighed(match)
    return note_share([hits[at]], lengths, trace.matches.mean_lengths, alone, best, mean_passage)


def _vectors(trace: Trace) -> VectorChannel:
    cosine = trace.match.cosine if trace.match else 0.0
    better = sum(other.cosine > cosine for other in trace.matches.matches)
    return VectorChannel(better + 1 if cosine else 0, cosine, trace.ordinary, fused(0.0, cosine, trace.ordinary))


def _walk(app: App, trace: Trace, own: float) -> Walk | None:
    lift = trace.lift
    if lift is None:
        return None
    seed = next(iter(app.index.rows([lift.seed])), None)
    title, note_id = (seed.title, seed.id) if seed else ("", "")
    return Walk(note_id, title, lift.op, trace.one.strength - own)
