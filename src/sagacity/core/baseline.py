"""BM25 as the textbooks have it, for comparison: a note is one text, every column counts alike, nothing else counts.

It ranks the candidates that the index finds for the same terms: stop words, stems and pairs are the product's, and a
term is as rare as the passages that hold it.

Source: Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, 3.4; idf as in Lucene.
"""

from __future__ import annotations

from math import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

K1 = 1.2
B = 0.75


def bm25(hits: Sequence[Sequence[int]], length: int, mean_length: float, idf: Sequence[float]) -> float:
    """hits: for each term its frequency in each column. length: tokens of the body."""
    damping = K1 * (1 - B + B * length / mean_length) if mean_length else K1
    return sum(
        weight * count * (K1 + 1) / (count + damping)
        for weight, columns in zip(idf, hits, strict=True)
        if (count := sum(columns))
    )


def inverse_frequencies(frequencies: Sequence[int], n_notes: int) -> list[float]:
    """One weight a term."""
    return [log(1 + (n_notes - seen + 0.5) / (seen + 0.5)) for seen in frequencies]
