"""The whole application on real files, SQLite and git, with time and chance given."""

from __future__ import annotations

import os
import random
import subprocess
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from sagacity.adapters.files.checkout import GitCheckouts
from sagacity.adapters.files.outputs import OutputFiles
from sagacity.adapters.files.project import WorkingTrees
from sagacity.adapters.files.store import FileStore
from sagacity.adapters.files.workspace import FileWorkspace
from sagacity.adapters.git.history import GitHistory
from sagacity.adapters.git.past import GitPast
from sagacity.adapters.git.repo import GitProgram
from sagacity.adapters.sqlite.index import SqliteIndex
from sagacity.adapters.sqlite.journal import SqliteJournal
from sagacity.app.context import App, Caller, no_step
from sagacity.app.recall import recall
from sagacity.app.remember import remember
from sagacity.app.requests import RecallRequest, RememberRequest
from sagacity.core.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


LOCK_TIMEOUT_S = 60.0
"""A crowd of processes on a small and busy machine needs its time; nothing here waits for a lock to time out."""


class RunningClock:
    """The machine's clock, which can be put forward: files made before then are old."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms

    def monotonic_s(self) -> float:
        return time.monotonic() + self.ahead_ms / 1000

    def advance(self, *, seconds: float = 0, days: float = 0) -> None:
        self.ahead_ms += round(seconds * 1000 + days * 86_400_000)


@dataclass
class Machine:
    """One computer: a home, and folders to work in. app() is a fresh process's application on it."""

    home: Path
    work: Path
    clock: RunningClock
    random_bytes: Callable[[int], bytes]
    opened: list[App] = field(default_factory=list)

    def app(
        self,
        cwd: Path | None = None,
        *,
        door: str = "cli",
        origin: str = "human_cli",
        step: Callable[[str], None] = no_step,
    ) -> App:
        home = str(self.home)
        settings = Settings(home=home, user_home=str(self.work.parent), evidence_max_ms=60_000)
        busy_ms = round(LOCK_TIMEOUT_S * 1000)
        journal = SqliteJournal(
            os.path.join(home, "journal.db"), busy_timeout_ms=busy_ms, lock_timeout_s=LOCK_TIMEOUT_S
        )
        app = App(
            store=FileStore(step=step, lock_timeout_s=LOCK_TIMEOUT_S),
            index=SqliteIndex(os.path.join(home, "index"), busy_timeout_ms=busy_ms, lock_timeout_s=LOCK_TIMEOUT_S),
            journal=journal,
            workspace=FileWorkspace(
                home, str(self.work.parent), approvals=journal.approvals, lock_timeout_s=LOCK_TIMEOUT_S
            ),
            clock=self.clock,
            settings=settings,
            caller=Caller(door, origin, str(cwd or self.work), interactive=origin == "human_cli"),
            vcs=GitProgram(dict(os.environ)),
            past=lambda: GitPast(dict(os.environ)),
            random_bytes=self.random_bytes,
            step=step,
            project_files=WorkingTrees(),
            history=lambda: GitHistory(dict(os.environ)),
            outputs=OutputFiles,
            checkouts=GitCheckouts,
        )
        self.opened.append(app)
        return app

    def close(self) -> None:
        for app in self.opened:
            app.index.close()
            app.journal.close()


@pytest.fixture
def machine(tmp_path):
    """A new computer with nothing on it."""
    user = tmp_path / "user"
    (user / "work").mkdir(parents=True)
    one = Machine(user / ".sagacity", user / "work", RunningClock(), random.Random(7).randbytes)
    yield one
    one.close()


@pytest.fixture
def app(machine):
    """A person at a terminal, outside of any project."""
    return machine.app()


def put(app, content, **fields):
    """Writes one note."""
    return remember(app, RememberRequest(content=content, **fields)).notes[0]


def titles(app, query, **fields):
    """The titles recalled, best first."""
    return [hit.title for hit in recall(app, RecallRequest(query=query, **fields)).results]


def repository(top: Path) -> None:
    """An empty git repository."""
    subprocess.run(["git", "init", "--quiet", str(top)], check=True)
