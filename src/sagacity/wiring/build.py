"""The application on files, SQLite and git: the one place that chooses adapters."""

from __future__ import annotations

import os

from ..adapters.files.store import FileStore
from ..adapters.files.workspace import FileWorkspace
from ..adapters.git.vcs import GitVcs
from ..adapters.sqlite.index import SqliteIndex
from ..adapters.sqlite.journal import SqliteJournal
from ..adapters.system.clock import SystemClock
from ..app.context import App, no_progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..app.context import Caller
    from ..app.ports import Progress
    from ..config import Loaded


def build_app(loaded: Loaded, caller: Caller, *, progress: Progress = no_progress) -> App:
    """Opening the adapters creates what is missing, on first use."""
    settings = loaded.settings
    journal = SqliteJournal(os.path.join(settings.home, "journal.db"), busy_timeout_ms=settings.busy_timeout_ms)
    return App(
        store=FileStore(lock_timeout_s=settings.lock_timeout_s, read_max_bytes=settings.read_max_bytes),
        index=SqliteIndex(os.path.join(settings.home, "index"), busy_timeout_ms=settings.busy_timeout_ms),
        journal=journal,
        workspace=FileWorkspace(
            settings.home, settings.user_home, approvals=journal.approvals, lock_timeout_s=settings.lock_timeout_s
        ),
        clock=SystemClock(),
        settings=settings,
        caller=caller,
        vcs=GitVcs(),
        random_bytes=os.urandom,
        progress=progress,
        setting_views=loaded.views,
    )


def close_app(app: App) -> None:
    """Lets the databases go."""
    app.index.close()
    app.journal.close()
