"""Choosing another embedder: its vectors first, all of them, while searches go on as before; then the setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .filling import fill
from .freshness import EVERYTHING, UNBOUNDED, refresh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .ports import Embedder
    from .records import Layer

PASSES = 5
"""Notes are written meanwhile; each pass has only those of the one before."""
STATIC = "static"
NONE = "none"


def use_embedder(app: App, layers: Sequence[Layer], name: str) -> tuple[str, tuple[str, ...]]:
    """Makes the vectors of this embedder that are not there yet, chooses it once they are whole, and drops the others
    but those of the static one, which hooks need. (the file that names it now, the problems met)

    What is made stays, so that the next attempt goes on there. Raises what the embedder raises.
    """
    if app.embedders is None:
        raise SagacityError("internal", "this door was wired without embedders")
    app.embedders.check(name)
    chosen = app.embedders.named(name)
    beside = app.embedders.named(STATIC) if name not in (STATIC, NONE) else None
    wanted = [embedder for embedder in (chosen, beside) if embedder is not None]
    problems: tuple[str, ...] = ()
    for embedder in wanted:
        embedder.check()
        problems = _made_whole(app, layers, embedder)
    path = app.embedders.choose(name)
    app.index.keep_vectors([embedder.stamp for embedder in wanted])
    return path, problems


def _made_whole(app: App, layers: Sequence[Layer], embedder: Embedder) -> tuple[str, ...]:
    problems: tuple[str, ...] = ()
    n_lacking = 0
    for _pass in range(PASSES):
        problems = refresh(app, layers, UNBOUNDED).problems
        fill(app, embedder, until_s=app.clock.monotonic_s() + EVERYTHING)
        held = app.index.vector_set(embedder.stamp)
        n_lacking = held.n_passages - held.n_vectors
        if not n_lacking:
            return problems
    raise SagacityError(
        "busy",
        f"{n_lacking} passages still have no vector by {embedder.stamp}",
        hint="the embedder before it stays; do it again, what was made is kept",
    )
