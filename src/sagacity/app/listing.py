"""All folders of a layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .context import App
    from .records import DirList, Layer


def listings(app: App, layer: Layer) -> Iterator[DirList]:
    """Every folder of the layer as it is on disk, the notes folder first."""
    queue = [""]
    while queue:
        listing = app.store.list_dir(layer, queue.pop())
        if listing is not None:
            yield listing
            queue += listing.dirs
