"""What the words of candidates tell."""

from __future__ import annotations

from ..core.rank import ASIDE, note_share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.rank import TermWeights
    from .records import Match, Matches


def share_of(one: Match, matches: Matches, weights: TermWeights) -> float:
    """What the words of the note say, of the ideal."""
    passages = [(span.hits, span.n_tokens) for span in one.spans]
    hits, lengths = weighed(one)
    return note_share(hits, lengths, matches.mean_lengths, weights, passages, matches.mean_passage)


def weighed(one: Match) -> tuple[Sequence[Sequence[float]], Sequence[float]]:
    """Hits and lengths of the note's columns; in a transcript a machine's words count less than those of the others."""
    if not any(span.aside for span in one.spans):
        return one.hits, one.lengths
    counted = [(span, ASIDE if span.aside else 1.0) for span in one.spans]
    hits = [
        (*columns[:-1], sum([share * span.hits[at] for span, share in counted])) if any(columns) else columns
        for at, columns in enumerate(one.hits)
    ]
    return hits, (*one.lengths[:-1], sum([share * span.n_tokens for span, share in counted]))


def note_frequencies(matches: Matches) -> Sequence[float]:
    """About how many notes hold each term, as far as the candidates tell: a word that the passages of a few notes
    repeat and repeat tells those notes from others.
    """
    if matches.n_stored == matches.n_indexed:
        return matches.frequencies
    found: list[float] = []
    for at, frequency in enumerate(matches.frequencies):
        holding = [one for one in matches.matches if any(one.hits[at])]
        n_passages = sum([max(1, sum([span.hits[at] > 0 for span in one.spans])) for one in holding])
        found.append(frequency * len(holding) / n_passages if holding else frequency)
    return found
