"""Finding notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import ListRequest, RecallRequest
    from .results import RecallResult


def recall(app: App, request: RecallRequest) -> RecallResult:
    raise NotImplementedError


def list_notes(app: App, request: ListRequest) -> RecallResult:
    raise NotImplementedError
