"""Vectors of notes and of questions."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.tokens import is_dense
from ..core.trust import stays_here
from .records import Probe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .entry import Parsed
    from .ports import Embedder
    from .records import Entry


def embedder_of(app: App) -> Embedder | None:
    """None also where the chosen one cannot be had: words go on alone, and doctor says why."""
    try:
        return app.embedder()
    except SagacityError:
        return None


def embedded(embedder: Embedder, parsed: Sequence[Parsed], entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with a vector for each passage, which is read under the title of its note. Confidential notes are not
    given to a service; where it fails, words go on alone until the index is made anew.
    """
    open_to_it = [not (embedder.sends and stays_here(entry.note.sensitivity)) for entry in entries]
    texts = [
        f"{note.note.title}\n{note.note.body[passage.start : passage.stop]}"
        for note, entry, is_open in zip(parsed, entries, open_to_it, strict=True)
        for passage in entry.passages
        if is_open
    ]
    try:
        vectors = iter(embedder.embed_documents(texts) if texts else ())
    except SagacityError:
        return tuple(entries)
    return tuple(
        entry.replace(passages=tuple(one.replace(vector=next(vectors)) for one in entry.passages)) if is_open else entry
        for entry, is_open in zip(entries, open_to_it, strict=True)
    )


def probe_of(app: App, question: str) -> Probe | None:
    """The question as a vector; None where only words count: without a model, or for a script that it cannot read."""
    if any(map(is_dense, question)):
        return None
    try:
        embedder = app.embedder()
        return Probe(embedder.stamp, embedder.embed_query(question)) if embedder else None
    except SagacityError:  # doctor says why
        return None
