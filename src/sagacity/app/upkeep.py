"""What need not happen while somebody waits: making the personal layer a repository, and committing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import DAY_MS
from ..core.errors import SagacityError
from ..core.trust import stays_here
from .embedding import FEW, embedders_of
from .filling import fill
from .freshness import UNBOUNDED, refresh
from .listing import listings

if TYPE_CHECKING:
    from .context import App
    from .records import Layer

ALL = 1_000_000
FILL_S = 0.5


def ensure_home(app: App) -> Layer:
    """The personal layer, made on first use, a git repository where git is. Idempotent, safe against others doing it.

    A repository that cannot be made is no reason to lose a note: doctor tells.
    """
    layer = app.workspace.ensure_personal()
    if app.vcs is not None:
        try:
            app.vcs.init(layer.root)
        except SagacityError:
            return layer
    return layer


def tidy(app: App, message: str) -> bool:
    """What is due when nobody waits: old recalls and old texts leave the journal as configured, then a commit, then
    vectors that are still to be made, as far as FILL_S reaches.

    Whether anything was committed.
    """
    now_ms = app.clock.now_ms()
    recalls, contents = app.settings.journal_recall_days, app.settings.journal_content_days
    app.journal.prune(
        recalls_before_ms=now_ms - recalls * DAY_MS if recalls else 0,
        contents_before_ms=now_ms - contents * DAY_MS if contents else 0,
    )
    committed = commit_personal(app, message)
    for embedder in embedders_of(app):
        try:
            fill(app, embedder, until_s=app.clock.monotonic_s() + FILL_S, at_once=FEW)
        except SagacityError:  # doctor says why
            continue
    return committed


def commit_personal(app: App, message: str) -> bool:
    """Commits what changed in the personal layer; False when nothing had, or git is not here.

    Confidential notes are left out, and so is one that cannot be read, or whose frontmatter cannot: it might be.
    """
    layers = [layer for layer in app.workspace.place(app.caller.cwd).layers if layer.kind == "personal"]
    if app.vcs is None or not layers or not app.vcs.available():
        return False
    layer = layers[0]
    refresh(app, layers, UNBOUNDED)
    open_to_all = {
        path
        for path, sensitivity, error in app.index.sensitivities(layer.root)
        if not (error or stays_here(sensitivity.strip() or layer.sensitivity_default))
    }
    kept_back = [path for path in _files(app, layer) if path not in open_to_all]
    notes = layer.notes_dir.removeprefix(layer.root).strip("/")
    return app.vcs.commit(layer.root, message, exclude=[f"{notes}/{path}".lstrip("/") for path in kept_back])


def _files(app: App, layer: Layer) -> list[str]:
    """The paths of all note files, those included that cannot be read."""
    return [stat.path for listing in listings(app, layer) for stat in listing.notes]
