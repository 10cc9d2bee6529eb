"""Checking by doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import App
    from .requests import DoctorRequest
    from .results import DoctorResult


def doctor(app: App, request: DoctorRequest) -> DoctorResult:
    raise NotImplementedError
