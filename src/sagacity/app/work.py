"""Plans and tasks: the agenda, or an action on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.value import defaults_of
from .advance import act
from .agenda import agenda
from .graduate import graduate
from .working import WorkRequest

if TYPE_CHECKING:
    from .context import App
    from .working import WorkResult

TAKES = {
    "": ("due", "status", "plan", "project", "everywhere", "limit"),
    "start": ("due", "expect"),
    "complete": ("prs", "lessons", "force", "expect"),
    "block": ("reason", "due", "expect"),
    "cancel": ("reason", "expect"),
    "reopen": ("due", "expect"),
    "graduate": ("title", "archive"),
}
"""What each action is given; the first line is that of the agenda."""


def work(app: App, request: WorkRequest) -> WorkResult:
    """Lists what is to be done, or carries out one action and what follows from it as one operation.

    Raises `invalid` for what does not go together and for a note that is no work, `not_found`, `ambiguous`, `conflict`,
    and `refused` for an action that its status does not allow; then nothing was written.
    """
    _check(request)
    if not request.action:
        return agenda(app, request)
    return graduate(app, request) if request.action == "graduate" else act(app, request)


def _check(request: WorkRequest) -> None:
    """Raises `invalid`."""
    if bool(request.action) != bool(request.handle):
        what = (
            f"{request.action} which plan or task?"
            if request.action
            else f"what is to be done with {request.handle!r}?"
        )
        raise SagacityError("invalid", what, hint="as in `sagacity work complete HANDLE`; without both: the agenda")
    unused = {name for name, value in defaults_of(WorkRequest).items() if getattr(request, name) != value}
    extra = sorted(unused - {"action", "handle", *TAKES[request.action]})
    if extra:
        raise SagacityError(
            "invalid",
            f"{request.action or 'the agenda'} has no use for {extra[0]}",
            hint=f"it takes {', '.join(TAKES[request.action])}",
        )
