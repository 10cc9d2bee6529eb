"""Making the vectors that a set lacks, passage by passage, while everything else goes on."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .embedding import may_leave, text_of, vectors_by
from .entry import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .context import App
    from .index_port import Index
    from .ports import Embedder
    from .records import Layer, Unembedded

AT_ONCE = 64


def fill(app: App, embedder: Embedder, *, until_s: float, kept: Index | None = None, at_once: int = AT_ONCE) -> None:
    """Gives the passages that have none a vector by this embedder, until the clock's monotonic_s says so. What is made
    stays made. Notes whose files are no longer what the index knows are passed over: they are indexed anew anyway.

    kept: where vectors of the same texts may be had. at_once: passages given to the embedder, which may raise.
    """
    layers = {layer.root: layer for layer in app.workspace.all_layers()}
    after = 0
    while app.clock.monotonic_s() < until_s:
        lacking = app.index.without_vector(embedder.stamp, after=after, limit=at_once)
        if not lacking:
            return
        after = lacking[-1].key
        made = _copied(embedder, lacking, kept) if kept else {}
        asked = [one for one in lacking if one.key not in made]
        texts = dict(_texts(app, embedder, layers, asked))
        made.update(zip(texts, vectors_by(embedder, list(texts.values())), strict=True))
        app.index.put_vectors(embedder.stamp, list(made.items()))
        held = app.index.vector_set(embedder.stamp)
        app.progress(f"vectors by {embedder.stamp}", held.n_vectors, held.n_passages)


def _copied(embedder: Embedder, lacking: Sequence[Unembedded], kept: Index) -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    for (layer, path, hash), passages in groupby(lacking, lambda one: (one.layer, one.path, one.hash)):
        vectors = kept.vectors_of(embedder.stamp, layer, path, hash)
        found.update((one.key, vectors[one.start, one.stop]) for one in passages if (one.start, one.stop) in vectors)
    return found


def _texts(
    app: App, embedder: Embedder, layers: dict[str, Layer], lacking: Sequence[Unembedded]
) -> Iterable[tuple[int, str]]:
    """(key of the passage, what the embedder is given of it)."""
    for (root, path, hash), passages in groupby(lacking, lambda one: (one.layer, one.path, one.hash)):
        if root not in layers:
            continue
        try:
            parsed = parse(layers[root], app.store.read(layers[root], path))
        except SagacityError:
            continue
        if parsed.hash != hash:
            continue
        note = parsed.note.replace(sensitivity=parsed.note.sensitivity or layers[root].sensitivity_default)
        is_open = not embedder.sends or may_leave(note)
        for one in passages:
            yield one.key, text_of(note, one.start, one.stop, is_open=is_open)
