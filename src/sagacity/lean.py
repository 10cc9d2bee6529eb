"""The hooks' application on the real machine: files and SQLite, and nothing that is not needed to show notes.

It reads HOME and the SAGACITY variables itself, beside config.py: that module is loaded only where a file or a
variable says something that is not built in, and its result is kept in the index.
"""

from __future__ import annotations

import os

from .adapters.files.store import FileStore
from .adapters.files.workspace import FileWorkspace
from .adapters.sqlite.index import SqliteIndex
from .adapters.sqlite.journal import SqliteJournal
from .adapters.system.clock import SystemClock
from .app.context import App, Caller, no_embedder
from .core.errors import SagacityError
from .core.settings import Settings
from .core.value import defaults_of, fields_of
from .place import FOLDER, HOME_NAME, home_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .adapters.embed.static import StaticEmbedder
    from .adapters.files.checkout import GitCheckouts
    from .adapters.files.project import WorkingTrees
    from .app.index_port import Index
    from .app.ports import Journal
    from .app.records import Mute

CONFIG = "config.toml"
OFF = "off"
COPY_KEY = "settings"
EMBEDDER = "embedder"
TEXTS = (EMBEDDER, "protocol")  # settings of hooks that are no numbers


def open_app(session: str, cwd: str) -> tuple[App, str] | None:
    """The application for one event and what is broken about it, "" for nothing; None where there is no home yet.

    cwd: "" for that of the process.
    """
    home = home_named(os.environ)
    if not home or not os.path.isdir(home):
        return None
    built_in = Settings()
    busy_ms, wait_s = built_in.hook_busy_ms, built_in.hook_busy_ms / 1000
    cwd = cwd or _working_folder()
    index = SqliteIndex(f"{home}/index", busy_timeout_ms=busy_ms, lock_timeout_s=wait_s)
    journal = SqliteJournal(f"{home}/journal.db", busy_timeout_ms=busy_ms, lock_timeout_s=wait_s)
    muted = _muted(home, session, cwd)
    settings, problem = (built_in, "") if muted else hook_settings(index, os.environ, home, cwd)
    app = App(
        store=FileStore(lock_timeout_s=wait_s, read_max_bytes=settings.read_max_bytes),
        index=index,
        journal=journal,
        workspace=FileWorkspace(home, settings.user_home, approvals=_approvals(journal), lock_timeout_s=wait_s),
        clock=SystemClock(),
        settings=settings,
        caller=Caller(door="hook", origin="agent_inferred", cwd=cwd, session=session),
        random_bytes=os.urandom,
        muted=muted,
        checkouts=_checkouts,
        project_files=HookTrees(),
        embedder=no_embedder if settings.embedder == "none" else StaticModel(),
    )
    return app, problem


class HookTrees:
    """Files of working trees, for hooks that show evidence."""

    def read(self, top: str, path: str) -> bytes:
        return self._trees().read(top, path)

    def head(self, top: str) -> str:
        return self._trees().head(top)

    def _trees(self) -> WorkingTrees:
        from .adapters.files.project import WorkingTrees  # most hooks show none

        return WorkingTrees()


class StaticModel:
    """The model that comes with the package, opened when it is asked for."""

    def __init__(self) -> None:
        self._model: StaticEmbedder | None = None

    def __call__(self) -> StaticEmbedder:
        if self._model is None:
            from .adapters.embed.static import StaticEmbedder, shipped_model  # most starts ask for nothing

            self._model = StaticEmbedder(shipped_model())
        return self._model


def _checkouts() -> GitCheckouts:
    from .adapters.files.checkout import GitCheckouts  # a prompt asks nothing of the work tree

    return GitCheckouts()


def _muted(home: str, session: str, cwd: str) -> Mute | None:
    if not os.path.lexists(f"{home}/{OFF}"):
        return None
    # Nothing is muted for most users.
    from .adapters.files.mutes import FileMutes
    from .app.mute import muted_by

    return muted_by(FileMutes(home), FileWorkspace(home, os.environ.get("HOME", "")), session, cwd)


def _approvals(journal: Journal) -> Callable[[], Mapping[tuple[str, str], str]]:
    """Without a journal nothing counts as approved."""

    def approvals() -> Mapping[tuple[str, str], str]:
        try:
            return journal.approvals()
        except SagacityError:
            return {}

    return approvals


def hook_settings(index: Index, environ: Mapping[str, str], home: str, cwd: str) -> tuple[Settings, str]:
    """The settings in force, and why they are only the built-in ones, "" when they are not.

    Files and variables are read once; the result is kept in the index under a stamp of all of them.
    """
    built_in = Settings(home=home, user_home=environ.get("HOME", ""))
    project = _project_file(cwd, home, built_in.user_home)
    stamp = _stamp(environ, (f"{home}/{CONFIG}", project))
    if not stamp:
        return built_in, ""
    key = f"{COPY_KEY}:{project}"
    try:
        before, _, copy = index.get_meta(key).partition("\n")
        if before == stamp:
            return _from_copy(built_in, copy), ""
        from .config import load

        settings = load(environ, cwd).settings
        index.set_meta(key, f"{stamp}\n{_to_copy(settings)}")
    except SagacityError as error:
        return built_in, error.message
    return settings, ""


def _stamp(environ: Mapping[str, str], files: tuple[str, ...]) -> str:
    """One line that changes with every file and variable that says something; "" when none does."""
    said = [f"{name}={environ[name]}" for name in sorted(environ) if name.startswith("SAGACITY_") and name != HOME_NAME]
    for file in files:
        try:
            found = os.stat(file)
        except (OSError, ValueError):
            continue
        said.append(f"{file} {found.st_mtime_ns} {found.st_size}")
    return " ".join(said).replace("\n", " ")


def _project_file(cwd: str, home: str, user_home: str) -> str:
    """As `config.project_file`."""
    folder = cwd
    while folder.startswith("/") and folder not in ("/", user_home):
        path = f"{folder}/{FOLDER}/{CONFIG}"
        if f"{folder}/{FOLDER}" != home and os.path.isfile(path):
            return path
        if os.path.lexists(f"{folder}/.git"):
            break
        folder = os.path.dirname(folder)
    return ""


def _to_copy(settings: Settings) -> str:
    """The numbers, and TEXTS, each on a line; hooks use no other setting."""
    values = ((field, getattr(settings, field)) for field in fields_of(Settings))
    kept = ((name, value) for name, value in values if isinstance(value, (int, float)) or name in TEXTS)
    return "\n".join(f"{name}={' '.join(str(value).split())}" for name, value in kept)


def _from_copy(settings: Settings, copy: str) -> Settings:
    """Fields that this version does not know are left out."""
    built_in = defaults_of(Settings)
    pairs = (line.partition("=") for line in copy.split("\n"))
    return settings.replace(**{name: type(built_in[name])(value) for name, _, value in pairs if name in built_in})


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "/"
