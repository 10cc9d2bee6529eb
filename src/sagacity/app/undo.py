"""Taking a change back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import UndoRequest
    from .results import WriteResult


def undo(app: App, request: UndoRequest) -> WriteResult:
    raise NotImplementedError
