"""The product under measurement: the application as its doors build it, on a throw-away home."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path

from benchmarks.common import drafts, write_notes
from sagacity import config
from sagacity.app.context import Caller
from sagacity.app.operations import operation
from sagacity.app.requests import NoteInput, ReindexRequest, RememberRequest
from sagacity.wiring.build import build_app, close_app

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from benchmarks.common import Draft, Home
    from sagacity.app.context import App

SAGACITY = str(Path(sys.executable).parent / "sagacity")


@contextmanager
def opened(home: Home, *, door: str = "python") -> Iterator[App]:
    """The application of one process in that home, standing in the home's folder."""
    app = build_app(config.load(home.env, home.path), Caller(door=door, origin="agent_inferred", cwd=home.path))
    try:
        yield app
    finally:
        close_app(app)


def call(app: App, name: str, request: object) -> Any:
    """One operation, as a door calls it."""
    return operation(name).handler(app, request)


def fill(home: Home, n: int, *, seed: int = 1) -> list[str]:
    """n notes in the personal layer, indexed; their paths."""
    with opened(home) as app:
        layer = app.workspace.ensure_personal()
        paths = write_notes(layer.notes_dir, n, seed=seed)
        call(app, "reindex", ReindexRequest())
    return paths


def as_request(draft: Draft) -> RememberRequest:
    """The draft as a call of remember."""
    return RememberRequest(content=draft.body, title=draft.title, type=_type(draft), tags=draft.tags)


def as_input(draft: Draft) -> NoteInput:
    """The draft as one of several notes of a call."""
    return NoteInput(content=draft.body, title=draft.title, type=_type(draft), tags=draft.tags)


def _type(draft: Draft) -> str:
    return f"{draft.type}/{draft.kind}" if draft.kind else draft.type


def fresh_drafts(n: int, *, seed: int = 99) -> Iterator[Draft]:
    """Drafts that no filled home holds."""
    return drafts(n, seed=seed)


def text_bytes(paths: list[str]) -> int:
    """What the notes themselves take."""
    return sum(os.path.getsize(path) for path in paths)
