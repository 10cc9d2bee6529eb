"""Making a project layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .results import InitResult
from .upkeep import ensure_home

if TYPE_CHECKING:
    from .context import App
    from .requests import InitRequest


def init(app: App, request: InitRequest) -> InitResult:
    """Makes the layer at the top of the work tree; whoever makes it follows it. Raises `invalid` when there is one."""
    ensure_home(app)
    layer = app.workspace.create_layer(app.caller.cwd, name=request.name, display_name=request.display_name)
    app.journal.set_approval(layer.project_id, layer.root, "follow", app.clock.now_ms())
    return InitResult(
        layer=layer.name,
        root=layer.root,
        project=layer.project,
        project_id=layer.project_id,
        next_steps=(
            f"commit {layer.root.rpartition('/')[2]}/ so that others have it",
            "sagacity remember … --layer project writes there; without it notes stay personal",
        ),
    )
