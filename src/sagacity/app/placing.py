"""The file that a new note gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.slug import slug, slug_key, unique_slug
from .write import Change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .compose import Fields
    from .context import App
    from .records import Layer


def plain_path(layer: Layer, fields: Fields) -> str:
    """Where a note of these fields stands when nothing else has its name."""
    return f"{_folder(layer, fields)}{slug(str(fields['title']))}.md"


def path_apart(layer: Layer, fields: Fields) -> str:
    """Where it stands otherwise."""
    return f"{_folder(layer, fields)}{unique_slug(slug(str(fields['title'])), str(fields['id']))}.md"


def occupant(app: App, layer: Layer, path: str, taken: Mapping[str, Change]) -> Change | None:
    """What is there: a note that the same group writes (taken, by `slug_key`), or the file, as it is."""
    if (key := slug_key(path)) in taken:
        return taken[key]
    if app.store.stat(layer, path) is None:
        return None
    data = app.store.read(layer, path).data
    return Change(path, data, data, "create", "unchanged")


def is_borne(app: App, layer: Layer, fields: Fields) -> bool:
    """Whether a note of another folder of the layer has the name."""
    return any(kind == "slug" for _, kind in app.index.find(slug(str(fields["title"])), [layer.root]))


def _folder(layer: Layer, fields: Fields) -> str:
    project = str(fields.get("project", ""))
    return f"{slug(project)}/" if project and layer.kind == "personal" else ""
