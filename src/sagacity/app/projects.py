"""Which projects there are."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.nearest import nearest
from .records import Filters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .scope import Scope


def check_project(app: App, scope: Scope, asked: str) -> None:
    """Raises `not_found`, with the nearest ones, for a project that nothing on this machine and no note speaks of."""
    known = {project.name for project in app.workspace.projects()}
    known |= {layer.project for layer in app.workspace.all_layers()}
    place = app.workspace.place(app.caller.cwd)
    if not asked or asked in known or (place.project is not None and place.project.name == asked):
        return
    everything = Filters(scope.filters.layers, (asked,), archived=True, confidential=True)
    if app.index.count(everything) > app.index.count(everything.replace(projects=())):
        return
    known.discard("")
    near = nearest(asked, sorted(known))
    hint = f"did you mean {near}?" if near else "leave the project out for the one at hand"
    raise SagacityError("not_found", f"there is no project {asked!r:.80}", hint=hint, candidates=tuple(sorted(known)))
