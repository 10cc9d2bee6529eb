"""Making a project layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import InitRequest
    from .results import InitResult


def init(app: App, request: InitRequest) -> InitResult:
    raise NotImplementedError
