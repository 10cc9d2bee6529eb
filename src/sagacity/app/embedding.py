"""Vectors of notes and of questions."""

from __future__ import annotations

from ..core.egress import without_secrets
from ..core.errors import SagacityError
from ..core.tokens import is_dense
from ..core.trust import stays_here
from .records import IndexedPassage, Probe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..core.note import Note
    from .context import App
    from .ports import Embedder
    from .records import Entry

FEW = 16
"""So many passages are given to a slow embedder while somebody waits; more are left to `filling`."""
QUESTION_MAX_CHARS = 8000
ALONE = "by words alone: "


def embedders_of(app: App) -> list[Embedder]:
    """The chosen one, then the one kept beside it for hooks and for when that fails; only those that can be had."""
    return [embedder for embedder in map(_had, (app.embedder, app.fallback)) if embedder is not None]


def _had(choice: Callable[[], Embedder | None]) -> Embedder | None:
    try:
        return choice()
    except SagacityError:  # doctor says why
        return None


def embedded(embedders: Sequence[Embedder], notes: Sequence[Note], entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with a vector by each of the embedders for each passage. Where one fails, or would take long, its
    vectors are left to be made.
    """
    texts = {
        sends: [
            text_of(note, passage.start, passage.stop, is_open=not sends or may_leave(entry.note))
            for note, entry in zip(notes, entries, strict=True)
            for passage in entry.passages
        ]
        for sends in {embedder.sends for embedder in embedders}
    }
    vectors = zip(*(_made_now(embedder, texts[embedder.sends]) for embedder in embedders), strict=True)
    return tuple(
        entry.replace(
            passages=tuple(
                [IndexedPassage(one.start, one.stop, one.text, next(vectors, ()), one.aside) for one in entry.passages]
            )
        )
        for entry in entries
    )


def text_of(note: Note, start: int, stop: int, *, is_open: bool) -> str:
    """What an embedder is given of a passage, which is read under the title of its note; "" for nothing."""
    return f"{note.title}\n{note.body[start:stop]}" if is_open else ""


def may_leave(note: Note) -> bool:
    """Whether a service may be given the note. One that cannot be read might be confidential."""
    return not (stays_here(note.sensitivity) or note.error)


def vectors_by(embedder: Embedder, texts: Sequence[str]) -> list[bytes]:
    """One for each text, b"" for "". A service is given no line with a secret. Raises what the embedder raises, and
    `degraded` for what is no vector of its.
    """
    places = [place for place, text in enumerate(texts) if text]
    given = [without_secrets(texts[place]) if embedder.sends else texts[place] for place in places]
    made = embedder.embed_documents(given) if given else []
    if len(made) != len(places):
        raise _unusable(embedder, f"{len(made)} vectors for {len(places)} texts")
    if len(made) > 1 and not any(made):
        raise _unusable(embedder, "nothing but zeros")
    found = [b""] * len(texts)
    for place, vector in zip(places, made, strict=True):
        found[place] = _checked(embedder, vector)
    return found


def probe_of(app: App, question: str) -> tuple[Probe | None, str]:
    """The question as a vector, None where only words count; and why it is not one by the chosen embedder, "" where
    nothing is amiss. A script that the models cannot read is asked for by words.
    """
    if any(map(is_dense, question)):
        return None, ""
    why = ""
    for choice in (app.embedder, app.fallback):
        try:
            embedder = choice()
            probe = _probe_by(app, embedder, question[:QUESTION_MAX_CHARS]) if embedder else None
        except SagacityError as error:
            why = why or error.message
            continue
        if probe:
            return probe, why and f"by words and the model in the package: {why}"
    return None, why and f"{ALONE}{why}"


def _probe_by(app: App, embedder: Embedder, question: str) -> Probe | None:
    """None where there is nothing to compare with. Raises the reason where the embedder or its set is to blame."""
    held = app.index.vector_set(embedder.stamp)
    if not held.n_passages:
        return None
    if not held.serves:
        said = f"{embedder.stamp} has vectors of {held.n_vectors} of {held.n_passages} passages"
        raise SagacityError("degraded", said)
    if embedder.sends and without_secrets(question) != question:
        raise SagacityError("refused", "the question holds a secret, which is sent to nobody")
    vector = _checked(embedder, embedder.embed_query(question))
    if not (vector or embedder.is_quick):
        raise _unusable(embedder, "nothing but zeros")
    return Probe(embedder.stamp, vector)


def _made_now(embedder: Embedder, texts: Sequence[str]) -> Sequence[bytes | None]:
    if not embedder.is_quick and len(texts) > FEW:
        return [None] * len(texts)
    try:
        return vectors_by(embedder, texts)
    except SagacityError:  # doctor says why
        return [None] * len(texts)


def _checked(embedder: Embedder, vector: bytes) -> bytes:
    if vector and len(vector) != embedder.n_dims:
        raise _unusable(embedder, f"a vector of {len(vector)} components")
    return vector


def _unusable(embedder: Embedder, what: str) -> SagacityError:
    return SagacityError("degraded", f"the embedder {embedder.stamp} gave {what}", hint="see docs/embedders.md")
