"""Which files the words of a `lint` mean."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.value import Value
from .read import locate
from .scope import here

if TYPE_CHECKING:
    from .context import App
    from .linting import LintRequest
    from .records import Layer
    from .scope import Scope

CODE_SUFFIX = ".md"


class Choice(Value):
    """layers: all that are read, so that relations between them can be followed. prefixes: absolute paths of files and
    folders of which is told; empty for all.
    """

    layers: tuple[Layer, ...]
    prefixes: tuple[str, ...] = ()

    def holds(self, path: str) -> bool:
        """Whether is told of this file or folder (absolute)."""
        return not self.prefixes or any(path == one or path.startswith(one + "/") for one in self.prefixes)


def choice_of(app: App, request: LintRequest) -> Choice:
    """Raises `invalid` for a path in no layer, `not_found` and `ambiguous` for what names no layer and no note."""
    scope = here(app, everywhere=request.everywhere)
    layers = {layer.root: layer for layer in scope.layers}
    prefixes: list[str] = []
    for word in request.what:
        found, prefix = _meant(app, word, scope)
        layers.update({layer.root: layer for layer in found})
        prefixes += prefix
    return Choice(tuple(layers.values()), tuple(dict.fromkeys(prefixes)))


def _meant(app: App, word: str, scope: Scope) -> tuple[tuple[Layer, ...], list[str]]:
    """(the layers a word lies in, the paths it means)."""
    path = os.path.realpath(os.path.join(app.caller.cwd, word))
    if "/" in word or word.endswith(CODE_SUFFIX) or os.path.exists(path):
        return _of_path(app, word, path, scope)
    named = tuple(layer for layer in scope.layers if word in (layer.name, layer.kind))
    if named:
        return named, [layer.root for layer in named]
    layer, row = locate(app, word, scope)
    return (layer,), [f"{layer.notes_dir}/{row.path}"]


def _of_path(app: App, word: str, path: str, scope: Scope) -> tuple[tuple[Layer, ...], list[str]]:
    if not os.path.exists(path):
        raise SagacityError("invalid", f"there is no file {word!r}", hint="give a path, a layer or a note")
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    near = {layer.root: layer for layer in (*scope.layers, *app.workspace.place(folder).layers)}
    around = tuple(layer for layer in near.values() if f"{path}/".startswith(f"{layer.root}/"))
    if around:
        return around, [path]
    below = tuple(layer for layer in near.values() if layer.root.startswith(f"{path}/"))
    if below:
        return below, [layer.root for layer in below]
    raise SagacityError(
        "invalid",
        f"{word!r} lies in no layer of notes",
        hint="a layer is a folder with a meta.yml: `sagacity init` makes one",
    )
