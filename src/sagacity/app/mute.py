"""Whether hooks are to say nothing here, in this session, or at all. A mute that cannot be read is none: doctor tells.

Read by hooks, where anything is muted at all.
"""

from __future__ import annotations

import os

from ..core.errors import SagacityError
from .records import Mute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .ports import Mutes, Workspace

FOR_GOOD, HERE, SESSION = "always", "here", "session"
SAID = {FOR_GOOD: "for good", HERE: "in this project", SESSION: "in this session"}


def spot(workspace: Workspace, cwd: str) -> Mute:
    """What muting "here" means in a folder: its project, or the folder alone where there is none."""
    project = workspace.place(cwd).project
    return Mute(HERE, project.id, project.top) if project else Mute(HERE, "", os.path.realpath(cwd))


def applies(mute: Mute, session: str, here: Mute) -> bool:
    """Whether it holds for a session in a place."""
    if mute.scope == HERE:
        return mute.folder == here.folder or bool(mute.id and mute.id == here.id)
    return mute.scope == FOR_GOOD or mute.id == session


def muted_by(mutes: Mutes, workspace: Workspace, session: str, cwd: str) -> Mute | None:
    """The scope by which a session in a folder is muted, None when it is not."""
    try:
        said = mutes.read()
        here = spot(workspace, cwd) if any(mute.scope == HERE for mute in said) else Mute(HERE)
    except (SagacityError, OSError, ValueError):
        return None
    return _first(said, session, here)


def _first(said: Sequence[Mute], session: str, here: Mute) -> Mute | None:
    return next((mute for mute in said if applies(mute, session, here)), None)


def muted_line(mute: Mute) -> str:
    """One line for the user and the model."""
    how = {FOR_GOOD: "sagacity on", HERE: "sagacity on --here", SESSION: f"sagacity on --session {mute.id}"}[mute.scope]
    return (
        f"Sagacity memory is off {SAID[mute.scope]}: sessions and prompts bring no notes of their own;"
        f" its tools still answer. `{how}` turns it on."
    )
