"""Partial changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import UpdateRequest
    from .results import WriteResult


def update(app: App, request: UpdateRequest) -> WriteResult:
    raise NotImplementedError
