"""A file as a person edited it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import EditRequest
    from .results import WriteResult


def edit(app: App, request: EditRequest) -> WriteResult:
    raise NotImplementedError
