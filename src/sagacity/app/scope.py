"""Which notes a call may see: the layers of its place and the projects that personal notes may be about."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.value import Value
from .records import Filters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .records import Layer


class Scope(Value):
    """layers: own first. filters: their roots and the projects. project: name, "" outside of any. as_of_ms: the moment
    at which notes are to have held, 0 for now.
    """

    layers: tuple[Layer, ...]
    filters: Filters
    project: str
    as_of_ms: int = 0

    def names(self) -> tuple[str, ...]:
        """How answers call the layers."""
        return tuple(layer.name for layer in self.layers)

    def layer_of(self, root: str) -> Layer:
        """The layer of a row. Raises KeyError."""
        return {layer.root: layer for layer in self.layers}[root]


def here(app: App, *, project: str = "", layer: str = "", everywhere: bool = False) -> Scope:
    """The scope of a call: its place, or another project by name, or all; then narrowed to one layer.

    Raises SagacityError `not_found` for an unknown layer, with the ones there are. A project may be unknown: that is
    for `projects.check_project`, once the index is up to date.
    """
    place = app.workspace.place(app.caller.cwd)
    current = place.project.name if place.project else ""
    if everywhere:
        mine = {one.root for one in place.layers}
        others = (one for one in app.workspace.all_layers() if one.root not in mine and one.isolation != "private")
        return _narrowed(app, Scope((*place.layers, *others), Filters(()), current), layer, None)
    if project and project != current:
        named = _of_project(app, project, place.layers)
        return _narrowed(app, Scope(named, Filters(()), project), layer, (project,))
    return _narrowed(app, Scope(place.layers, Filters(()), current), layer, (current,) if current else ())


def as_of(app: App, scope: Scope, text: str) -> Scope:
    """The same at another time; now where the text is empty. Raises `invalid` for what is no time."""
    if not text:
        return scope
    from .moment import moment_of  # reads the past, which few ask for

    return scope.replace(as_of_ms=moment_of(app, text))


def without_personal(app: App, scope: Scope) -> tuple[str, ...]:
    """A line where the personal layer is there and cannot be used: that must not look like having no notes."""
    if any(layer.kind == "personal" for layer in scope.layers):
        return ()
    if not any("/personal: " in problem for problem in app.workspace.problems()):
        return ()
    return ("the personal layer cannot be read: `sagacity doctor` says why",)


def _of_project(app: App, project: str, own: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """The layers of another project; one that only personal notes speak of has none of its own."""
    general = tuple(layer for layer in own if layer.kind != "project")
    theirs = tuple(layer for layer in app.workspace.all_layers() if layer.project == project)
    return (*theirs, *general)


def _narrowed(app: App, scope: Scope, layer: str, projects: tuple[str, ...] | None) -> Scope:
    layers = scope.layers
    if layer:
        layers = tuple(one for one in layers if layer in (one.name, one.kind))
        layers = layers or tuple(one for one in app.workspace.all_layers() if one.name == layer)
    if layer and not layers:
        known = tuple(dict.fromkeys(one.name for one in app.workspace.all_layers()))
        hint = "a project layer is made by `sagacity init`" if layer == "project" else ""
        raise SagacityError("not_found", f"there is no layer {layer!r} here", hint=hint, candidates=known)
    return Scope(layers, Filters(tuple(one.root for one in layers), projects), scope.project)
