"""What the words of candidates tell."""

from __future__ import annotations

from ..core.rank import note_share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.rank import TermWeights
    from .records import Match, Matches


def share_of(one: Match, matches: Matches, weights: TermWeights) -> float:
    """What the words of the note say, of the ideal."""
    passages = [(span.hits, span.n_tokens) for span in one.spans]
    return note_share(one.hits, one.lengths, matches.mean_lengths, weights, passages, matches.mean_passage)


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
