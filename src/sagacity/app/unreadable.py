"""Notes whose frontmatter cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App


def unreadable(app: App) -> tuple[str, ...]:
    """One line each, with the file and the reason: they are found by their text, and no door changes them."""
    found = [
        f"{layer.name}/{path}: {error}"
        for layer in app.workspace.all_layers()
        for path, _, error in app.index.sensitivities(layer.root)
        if error
    ]
    return tuple(sorted(found))
