"""Putting notes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import ForgetRequest
    from .results import WriteResult


def forget(app: App, request: ForgetRequest) -> WriteResult:
    raise NotImplementedError
