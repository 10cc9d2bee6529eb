"""Writing notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import RememberRequest
    from .results import WriteResult


def remember(app: App, request: RememberRequest) -> WriteResult:
    raise NotImplementedError
