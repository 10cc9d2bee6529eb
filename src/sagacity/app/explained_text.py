"""How an answer of recall came about, in lines. Every face that shows text shows these."""

from __future__ import annotations

from ..core.ids import tail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .explanation import AnswerExplanation, Explanation, TermShare


def result_lines(one: Explanation) -> Iterator[str]:
    """Of one result: each channel, then how its numbers make the strength."""
    if one.words.rank:
        terms = ", ".join(map(_term, one.words.terms))
        yield f"words: {one.words.share:.3f} of the ideal, place {one.words.rank}: {terms}"
    if one.vectors.rank:
        vectors = one.vectors
        yield (
            f"vectors: cosine {vectors.cosine:.3f}, place {vectors.rank}, ordinary is {vectors.ordinary:.3f}: "
            f"{vectors.gain:+.3f}"
        )
    if one.walk:
        came = f"{tail(one.walk.from_id)} {one.walk.from_title!r}"
        yield f"graph: by {one.walk.relation} from {came}: {one.walk.gain:+.3f}"
    if one.named:
        yield f"named: {one.named}, so it stands before all that is not"
        return
    parts = [f"{one.base:.3f}", *(f"{factor.value:.3f} {factor.name}" for factor in one.factors)]
    gained = f" {one.walk.gain:+.3f}" if one.walk else ""
    capped = ", shown as 1" if one.score < one.strength else ""
    if one.by_strength != one.rank:
        yield f"place: {one.rank}, by its score {one.by_strength}: of those nearly as good the newer comes first"
    yield f"score: {' x '.join(parts)}{gained} = {one.strength:.3f}{capped}"


def answer_lines(one: AnswerExplanation) -> Iterator[str]:
    """Of the whole answer."""
    yield "took " + ", ".join(f"{stage.name} {stage.ms:.2f} ms" for stage in one.stages)
    yield (
        f"looked at {one.candidates} of {one.searched} notes ({one.by_words} by words, {one.by_vectors} by vectors), "
        f"window {one.window}, floor {one.floor:g}"
    )
    yield f"vectors of {one.embedder}" if not one.no_vectors else f"no vectors: {one.no_vectors}"
    if one.left_out:
        yield "left out: " + ", ".join(f"{left.notes} {left.reason}" for left in one.left_out)


def _term(one: TermShare) -> str:
    return f"{one.term} {one.share:.3f} (weight {one.weight:.2f}, {' '.join(one.columns)})"
