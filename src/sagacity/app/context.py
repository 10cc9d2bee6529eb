"""What every verb works with: the adapters behind their ports, the settings, and who is calling."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.ids import new_id
from ..core.value import Value
from .records import no_lap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..core.settings import Settings
    from .bench import Bench
    from .checkout_port import Checkouts
    from .evidence_port import History, ProjectFiles
    from .export_port import Outputs
    from .index_port import Index
    from .past_port import FilePast
    from .ports import Clock, Embedder, Embedders, Journal, Mutes, NoteStore, Progress, Vcs, Workspace
    from .records import Mute
    from .results import SettingView
    from .setup_port import Clients
    from .shelf_port import Shelf


def no_step(_name: str) -> None:
    """The fail point of ordinary life."""


def no_embedder() -> None:
    """Only words count."""


def no_progress(what: str, done: int, total: int) -> None:
    """Nobody watches."""


class Caller(Value):
    """Which door the call came through. The door sets origin and session; the request cannot.

    door: cli, mcp, hook, python. origin: what a text written through it gets (core.trust). session: the client's, may
    be "". cwd: absolute; decides project and layers.
    """

    door: str
    origin: str
    cwd: str
    session: str = ""
    interactive: bool = False


class App(Value):
    """One process's application. random_bytes(n) and clock are injected so that tests repeat.

    lap(stage) is called when a stage of a search is done, to measure it; step(name) between every two durable steps of
    a write, for fault injection. setting_views: the settings with the source of each. clients, shelf, bench: the
    agents' configuration, their folders of skills, and what measuring needs, made when asked for.
    embedder: the model that makes vectors, opened when asked for; None where only words count, and SagacityError where
    the one chosen cannot be had. fallback: the one whose vectors are kept beside those, for hooks and for when the
    chosen one fails. embedders: how another one is tried and chosen.
    project_files, history: where evidence lies; not at doors that check none. past: what git has of notes.
    outputs: how files are made for the user; not at doors that make none.
    checkouts: what work trees say of themselves; not at doors that start no session.
    mutes: where hooks are to say nothing; muted: that this hook is, by which of them.
    """

    store: NoteStore
    index: Index
    journal: Journal
    workspace: Workspace
    clock: Clock
    settings: Settings
    caller: Caller
    vcs: Vcs | None = None
    random_bytes: Callable[[int], bytes] | None = None
    progress: Progress = no_progress
    step: Callable[[str], None] = no_step
    lap: Callable[[str], None] = no_lap
    setting_views: tuple[SettingView, ...] = ()
    clients: Callable[[], Clients] | None = None
    shelf: Callable[[], Shelf] | None = None
    mutes: Mutes | None = None
    muted: Mute | None = None
    bench: Callable[[], Bench] | None = None
    embedder: Callable[[], Embedder | None] = no_embedder
    fallback: Callable[[], Embedder | None] = no_embedder
    embedders: Embedders | None = None
    project_files: ProjectFiles | None = None
    checkouts: Callable[[], Checkouts] | None = None
    history: Callable[[], History] | None = None
    past: Callable[[], FilePast] | None = None
    outputs: Callable[[], Outputs] | None = None

    def called_by(self, caller: Caller) -> App:
        """The same application for another call."""
        return self.replace(caller=caller)


def fresh_id(app: App) -> str:
    """A new ULID from the injected clock and randomness."""
    if app.random_bytes is None:
        raise SagacityError("internal", "this door was wired for reading only")
    return new_id(app.clock.now_ms(), app.random_bytes(10))
