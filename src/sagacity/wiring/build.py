"""The application on files, SQLite and git: the one place that chooses adapters."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from ..adapters.files.checkout import GitCheckouts
from ..adapters.files.mutes import FileMutes
from ..adapters.files.project import WorkingTrees
from ..adapters.files.store import FileStore
from ..adapters.files.workspace import FileWorkspace
from ..adapters.sqlite.index import SqliteIndex
from ..adapters.sqlite.journal import SqliteJournal
from ..adapters.system.clock import SystemClock
from ..app.context import App, no_progress
from ..config import FILE_NAME, load, process_environment
from ..lean import StaticModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..app.bench import Bench
    from ..app.context import Caller
    from ..app.evidence_port import History
    from ..app.export_port import Outputs
    from ..app.past_port import FilePast
    from ..app.ports import Embedder, Progress, Vcs
    from ..app.setup_port import Clients
    from ..app.shelf_port import Shelf
    from ..config import Loaded
    from ..core.settings import Settings
    from .choices import Choices


class EmbedderOnDemand:
    """The embedder of the settings, made when it is first asked for, and again when the user's file names another: a
    server goes on for days. Raises SagacityError where it cannot be had.
    """

    def __init__(self, settings: Settings, cwd: str) -> None:
        self._settings = settings
        self._cwd = cwd
        self._path = os.path.join(settings.home, FILE_NAME)
        self._stamp = _stamp(self._path)
        self._made: Embedder | None = None
        self._static = StaticModel()

    def __call__(self) -> Embedder | None:
        self._follow()
        if self._made is None:
            from .embedders import build_embedder

            self._made = build_embedder(self._settings, process_environment())
        return self._made

    def fallback(self) -> Embedder | None:
        """The model in the package, where it is not the chosen one."""
        self._follow()
        if self._settings.embedder in ("static", "none"):
            return None
        return self._static()

    def _follow(self) -> None:
        stamp = _stamp(self._path)
        if stamp == self._stamp:
            return
        settings = load(process_environment(), self._cwd).settings
        if settings != self._settings:
            self._settings, self._made = settings, None
        self._stamp = stamp


def _stamp(path: str) -> tuple[int, int, int]:
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0, 0
    return found.st_mtime_ns, found.st_size, found.st_ino


class ChoicesOnDemand:
    """Implements `app.ports.Embedders`; loads what tries and chooses when it is asked for."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded

    def _choices(self) -> Choices:
        from .choices import Choices

        return Choices(self._loaded)

    def named(self, name: str) -> Embedder | None:
        return self._choices().named(name)

    def check(self, name: str) -> None:
        self._choices().check(name)

    def choose(self, name: str) -> str:
        return self._choices().choose(name)


class GitOnDemand:
    """Implements `app.ports.Vcs`; loads what starts processes when it is asked for."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def _git(self) -> Vcs:
        from ..adapters.git.repo import GitProgram

        return GitProgram(self._environ)

    def available(self) -> bool:
        return self._git().available()

    def init(self, root: str) -> None:
        self._git().init(root)

    def commit(self, root: str, message: str, *, exclude: Sequence[str] = ()) -> bool:
        return self._git().commit(root, message, exclude=exclude)


def build_app(loaded: Loaded, caller: Caller, *, progress: Progress = no_progress) -> App:
    """Opening the adapters creates what is missing, on first use."""
    settings = loaded.settings
    busy_ms, lock_s = settings.busy_timeout_ms, settings.lock_timeout_s
    embedder = EmbedderOnDemand(settings, caller.cwd)
    journal = SqliteJournal(os.path.join(settings.home, "journal.db"), busy_timeout_ms=busy_ms, lock_timeout_s=lock_s)
    return App(
        store=FileStore(lock_timeout_s=lock_s, read_max_bytes=settings.read_max_bytes),
        index=SqliteIndex(os.path.join(settings.home, "index"), busy_timeout_ms=busy_ms, lock_timeout_s=lock_s),
        journal=journal,
        workspace=FileWorkspace(settings.home, settings.user_home, approvals=journal.approvals, lock_timeout_s=lock_s),
        clock=SystemClock(),
        settings=settings,
        caller=caller,
        vcs=GitOnDemand(process_environment()),
        random_bytes=os.urandom,
        progress=progress,
        setting_views=loaded.views,
        clients=lambda: client_files(loaded),
        shelf=lambda: skill_shelf(loaded),
        mutes=FileMutes(settings.home, lock_timeout_s=lock_s),
        bench=lambda: machine_bench(loaded),
        embedder=embedder,
        fallback=embedder.fallback,
        embedders=ChoicesOnDemand(loaded),
        project_files=WorkingTrees(),
        checkouts=GitCheckouts,
        history=git_history,
        past=git_past,
        outputs=output_files,
    )


def output_files() -> Outputs:
    """Loads what makes files outside of layers, for exports."""
    from ..adapters.files.outputs import OutputFiles

    return OutputFiles()


def git_past() -> FilePast:
    """Loads what starts processes, for who asks for a note's past."""
    from ..adapters.git.past import GitPast

    return GitPast(process_environment())


def git_history() -> History:
    """Loads what starts processes, for evidence that does not stand where its note says."""
    from ..adapters.git.history import GitHistory

    return GitHistory(process_environment())


def machine_bench(loaded: Loaded) -> Bench:
    """What `eval` needs, loaded for it alone."""
    from .bench import MachineBench

    return MachineBench(loaded, opened)


@contextmanager
def opened(loaded: Loaded, caller: Caller) -> Iterator[App]:
    """An application that is closed on leaving."""
    app = build_app(loaded, caller)
    try:
        yield app
    finally:
        close_app(app)


def client_files(loaded: Loaded) -> Clients:
    """The configuration of agents on this machine, started with the interpreter and the package in use."""
    from .. import __file__ as package_file
    from ..adapters.clients.configuration import FileClients
    from ..adapters.clients.launch import Launch

    settings = loaded.settings
    moved = settings.home != os.path.join(settings.user_home, ".sagacity")
    launch = Launch(
        python=sys.executable,
        package=os.path.dirname(os.path.abspath(package_file)),
        home=settings.home if moved else "",
    )
    return FileClients(
        launch,
        home=settings.home,
        user_home=settings.user_home,
        folders={"claude-code": settings.claude_config_dir},
        environ=process_environment(),
    )


def skill_shelf(loaded: Loaded) -> Shelf:
    """The skills of this package, and the folders of agents on this machine."""
    from .. import __file__ as package_file
    from ..adapters.clients.shelf import FileShelf

    settings = loaded.settings
    return FileShelf(
        os.path.join(os.path.dirname(os.path.abspath(package_file)), "skills"),
        home=settings.home,
        user_home=settings.user_home,
        moved={"claude-code": settings.claude_config_dir},
    )


def close_app(app: App) -> None:
    """Lets the databases go."""
    app.index.close()
    app.journal.close()
