"""What the wiring hands to the command line."""

from __future__ import annotations

from ...core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ...app.context import App
    from ...app.ports import Progress
    from ...core.settings import Settings
    from .screen import Screen


class Door(Value):
    """settings: read on the first call, `invalid` for a bad file or variable. warn: what configuration ignored.

    opened: the application, closed on leaving. seconds: a monotonic clock. report: keeps the traceback of a defect and
    gives the path of the file, "" for none.
    """

    screen: Screen
    settings: Callable[[], Settings]
    warnings: Callable[[], tuple[str, ...]]
    opened: Callable[[Progress], AbstractContextManager[App]]
    seconds: Callable[[], float]
    report: Callable[[BaseException, str], str]
