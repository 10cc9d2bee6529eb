"""Notes whose frontmatter cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .records import Filters

if TYPE_CHECKING:
    from .context import App

ALL = 1_000_000


def unreadable(app: App) -> tuple[str, ...]:
    """One line each, with the file and the reason: they are found by their text, and no door changes them."""
    layers = {layer.root: layer.name for layer in app.workspace.all_layers()}
    everything = Filters(tuple(layers), archived=True, confidential=True)
    rows = [row for row in app.index.newest(everything, limit=ALL) if row.error]
    return tuple(sorted(f"{layers[row.layer]}/{row.path}: {row.error}" for row in rows))
