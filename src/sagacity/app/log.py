"""What was shown and changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import LogRequest
    from .results import LogResult


def log(app: App, request: LogRequest) -> LogResult:
    raise NotImplementedError
