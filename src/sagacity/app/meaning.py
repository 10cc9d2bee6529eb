"""Whether meaning can be found, looked at by doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from .embedding import probe_of, vectors_by
from .results import Check

if TYPE_CHECKING:
    from .context import App

NAME = "meaning"
WORDS = ("meaning", "word")


def meaning_check(app: App) -> Check:
    """Has the chosen embedder look itself over and make one vector, and asks how far its set has got."""
    try:
        embedder = app.embedder()
        if embedder is None:
            return Check(NAME, "ok", "words alone, as the settings say")
        embedder.check()
        vectors_by(embedder, WORDS)
        held = app.index.vector_set(embedder.stamp)
    except SagacityError as error:
        return Check(NAME, "fail", f"{error.message}; {_meanwhile(app)}", error.hint or "see docs/embedders.md")
    n_lacking = held.n_passages - held.n_vectors
    if not n_lacking:
        return Check(NAME, "ok", f"vectors by {embedder.stamp}")
    lacking = f"{n_lacking} of {held.n_passages} passages have no vector by {embedder.stamp}"
    said = f"{lacking}; words find them" if held.serves else f"{lacking}; {_meanwhile(app)}"
    return Check(NAME, "warn", said, f"sagacity reindex --embedder {app.settings.embedder}")


def _meanwhile(app: App) -> str:
    probe, _why = probe_of(app, WORDS[0])
    return f"until then by words and {probe.stamp}" if probe else "until then words alone find notes"
