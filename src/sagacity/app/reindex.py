"""Rebuilding the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import ReindexRequest
    from .results import ReindexResult


def reindex(app: App, request: ReindexRequest) -> ReindexResult:
    raise NotImplementedError
