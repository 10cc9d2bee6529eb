"""How an answer of `recall` came about, for who asks why."""

from __future__ import annotations

from ..core.value import Value


class TermShare(Value):
    """A term of the question in a note. weight: its inverse document frequency. columns: where the note holds it.

    share: what it brings of the share of the ideal.
    """

    term: str
    weight: float
    columns: tuple[str, ...]
    share: float


class WordChannel(Value):
    """rank: among the candidates by words, from 1; 0 where the note holds no term. share: of the ideal; the sum of its
    terms' shares.
    """

    rank: int
    share: float
    terms: tuple[TermShare, ...]


class VectorChannel(Value):
    """rank: among the candidates by cosine, from 1; 0 where the note is not among the nearest. ordinary: the cosine
    from which on it says something. gain: what the cosine beyond brings to the base.
    """

    rank: int
    cosine: float
    ordinary: float
    gain: float


class Factor(Value):
    """What the base is multiplied by."""

    name: str
    value: float


class Walk(Value):
    """From which note one was reached, by which relation, and what that brought beyond its own strength."""

    from_id: str
    from_title: str
    relation: str
    gain: float


class Explanation(Value):
    """One result: base = words.share + vectors.gain; strength = base x all factors + walk.gain, by which the notes are
    in order; the score is the strength, at most 1. Not so where the question is a name of the note (`named`): then the
    strength is above any other. by_strength: the place among the results shown that the strength alone gives; another
    than the rank where of notes about the same thing, nearly as good, the newer comes first.
    """

    rank: int
    by_strength: int
    score: float
    strength: float
    base: float
    words: WordChannel
    vectors: VectorChannel
    factors: tuple[Factor, ...] = ()
    walk: Walk | None = None
    named: str = ""


class Stage(Value):
    """A part of the work, and the milliseconds it took."""

    name: str
    ms: float


class LeftOut(Value):
    """How many notes were not shown for this reason."""

    reason: str
    notes: int


class AnswerExplanation(Value):
    """The whole answer. candidates: notes scored, by_words and by_vectors of them found by that channel; window: notes
    asked for. embedder: the stamp of the model whose vectors were compared; no_vectors: why none were.
    """

    stages: tuple[Stage, ...]
    searched: int
    candidates: int
    by_words: int
    by_vectors: int
    window: int
    floor: float
    embedder: str
    no_vectors: str
    left_out: tuple[LeftOut, ...]
