"""Reading notes whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import ReadRequest
    from .results import ReadResult


def read(app: App, request: ReadRequest) -> ReadResult:
    raise NotImplementedError
