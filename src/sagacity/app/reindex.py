"""Rebuilding the index from the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .choosing import use_embedder
from .context import no_embedder
from .embedding import embedders_of
from .filling import fill
from .freshness import EVERYTHING, UNBOUNDED, refresh
from .results import LayerCount, ReindexResult
from .unreadable import unreadable
from .upkeep import ensure_home, tidy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .context import App
    from .index_port import Index
    from .ports import Embedder
    from .records import Layer
    from .requests import ReindexRequest

COMPLETE = "complete"


def reindex(app: App, request: ReindexRequest) -> ReindexResult:
    """Builds a new index beside the serving one and switches to it; notes and journal are only read. With `check` only
    compares; with `embedder` only makes its vectors, and then chooses it. Raises `busy` when another rebuild runs.
    """
    started = app.clock.monotonic_s()
    ensure_home(app)
    layers = app.workspace.all_layers()
    if request.check and request.embedder:
        raise SagacityError("invalid", "`check` changes nothing, `embedder` does", hint="ask for one of them")
    chosen = ""
    if request.embedder:
        chosen, found = use_embedder(app, layers, request.embedder)
    elif request.check:
        found = (*app.index.check(), *refresh(app, layers, UNBOUNDED).problems)
    else:
        found = (*rebuild(app, layers), *_tidied(app))
    problems = (*found, *app.workspace.problems(), *unreadable(app))
    counts = tuple(_count(app, layer) for layer in layers)
    return ReindexResult(
        counts, sum(count.notes for count in counts), round(app.clock.monotonic_s() - started, 3), problems, chosen
    )


def _tidied(app: App) -> tuple[str, ...]:
    """Commits what waits; git's trouble is a problem to tell, not a reason to fail: the index is whole."""
    try:
        tidy(app, "Notes")
    except SagacityError as error:
        return (f"git: {error}",)
    return ()


def rebuild(app: App, layers: list[Layer]) -> tuple[str, ...]:
    """The problems met, one line each."""
    problems: dict[str, None] = {}

    def build(index: Index) -> None:
        new = app.replace(index=index)
        quick = new.replace(embedder=lambda: _quick(app), fallback=no_embedder)
        problems.update(dict.fromkeys((*refresh(quick, layers, UNBOUNDED).problems, *_vectors(new, app.index))))

    with app.index.rebuild(build) as index:
        # Writers went on in the old generation; what they changed is caught up with the write lock held.
        problems.update(dict.fromkeys(refresh(app.replace(index=index), layers, UNBOUNDED).problems))
        index.set_meta(COMPLETE, str(app.clock.now_ms()))
    return tuple(problems)


def _quick(app: App) -> Embedder | None:
    """What the others make can be had from the index before."""
    return next((embedder for embedder in embedders_of(app) if embedder.is_quick), None)


def _vectors(app: App, before: Index) -> Iterator[str]:
    """Makes those that are not there yet, or takes them from the index before; yields why some cannot be had."""
    for embedder in embedders_of(app):
        try:
            embedder.check()
            fill(app, embedder, until_s=app.clock.monotonic_s() + EVERYTHING, kept=before)
        except SagacityError as error:
            yield f"vectors: {error}"


def _count(app: App, layer: Layer) -> LayerCount:
    return LayerCount(layer.name, layer.root, sum(found[3] for found in app.index.census([layer.root])))
