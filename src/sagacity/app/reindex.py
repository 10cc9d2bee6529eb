"""Rebuilding the index from the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .freshness import UNBOUNDED, refresh
from .results import LayerCount, ReindexResult
from .unreadable import unreadable
from .upkeep import ensure_home, tidy

if TYPE_CHECKING:
    from .context import App
    from .ports import Index
    from .records import Layer
    from .requests import ReindexRequest

COMPLETE = "complete"


def reindex(app: App, request: ReindexRequest) -> ReindexResult:
    """Builds a new index beside the serving one and switches to it; notes and journal are only read. With `check` only
    compares. Raises `busy` when another rebuild runs.
    """
    started = app.clock.monotonic_s()
    ensure_home(app)
    layers = app.workspace.all_layers()
    if request.check:
        found = (*app.index.check(), *refresh(app, layers, UNBOUNDED).problems)
    else:
        found = (*rebuild(app, layers), *_tidied(app))
    problems = (*found, *app.workspace.problems(), *unreadable(app))
    counts = tuple(_count(app, layer) for layer in layers)
    return ReindexResult(
        counts, sum(count.notes for count in counts), round(app.clock.monotonic_s() - started, 3), problems
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

    def fill(index: Index) -> None:
        problems.update(dict.fromkeys(refresh(app.replace(index=index), layers, UNBOUNDED).problems))

    with app.index.rebuild(fill) as index:
        # Writers went on in the old generation; what they changed is caught up with the write lock held.
        problems.update(dict.fromkeys(refresh(app.replace(index=index), layers, UNBOUNDED).problems))
        index.set_meta(COMPLETE, str(app.clock.now_ms()))
    return tuple(problems)


def _count(app: App, layer: Layer) -> LayerCount:
    counts = app.index.counts_by_type([layer.root])
    return LayerCount(layer.name, layer.root, sum(counts.values()))
