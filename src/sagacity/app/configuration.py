"""The settings in force."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.nearest import nearest
from .results import ConfigResult
from .shape import shown
from .switch import mute_views

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .tending import ConfigRequest


def configuration(app: App, request: ConfigRequest) -> ConfigResult:
    """All settings in the order of their table, or the one asked for. Raises `not_found` for an unknown key."""
    views = tuple(view for view in app.setting_views if request.key in ("", view.key, view.env))
    if request.key and not views:
        near = nearest(request.key, [view.key for view in app.setting_views])
        hint = f"did you mean {near}?" if near else "`sagacity config` lists them all"
        raise SagacityError("not_found", f"no setting is called {shown(request.key)}", hint=hint)
    return ConfigResult(views, f"{app.settings.home}/config.toml", () if request.key else mute_views(app))
