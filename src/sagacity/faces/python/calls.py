"""What the methods of the Python face have in common: one lock, one way into the table."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, TypeVar

from ...app.operations import operation
from ...app.shape import build

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.context import App

R = TypeVar("R")
FACE = "python"


class Calls:
    """One application, one call at a time: safe to share between threads."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._lock = threading.Lock()

    def _call(self, result: type[R], name: str, given: Mapping[str, Any]) -> R:
        """Raises SagacityError with the code the other faces give for the same input."""
        op = operation(name)
        request = build(op.request, {key.rstrip("_"): value for key, value in given.items()}, face=FACE)
        with self._lock:
            found = op.handler(self._app, request)
        assert isinstance(found, result)
        return found
