"""Notes whole: as they are, or as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import read as now

if TYPE_CHECKING:
    from .context import App
    from .requests import ReadRequest
    from .results import ReadResult


def read(app: App, request: ReadRequest) -> ReadResult:
    """See `read.read`, and `as_of.read_as_of` where a day is named."""
    if not request.as_of:
        return now.read(app, request)
    now.check_handles(request)
    from .as_of import read_as_of  # the past, which few ask for

    return read_as_of(app, request)
