"""Repairs found by lint: planned by a pure function, carried out through the one write path as one operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.lint_fix import Lore, repaired
from ..core.lint_known import HIDDEN
from ..core.lint_sheet import LayerFacts, sheet_of
from ..core.textdiff import unified
from ..core.trust import stays_here
from .context import fresh_id
from .entry import parse
from .indexing import origin_of
from .linting import LintFix
from .upkeep import ensure_home
from .write import Change, start, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.lint_sheet import Sheet
    from .context import App
    from .records import Layer, RawNote

    Files = Sequence[tuple[Layer, str]]

GROUP = 200
GIT_MAX = 200
ALL = 1_000_000


def shown(app: App, files: Files, ignored: frozenset[str]) -> tuple[LintFix, ...]:
    """What a repair would change, with the differences; confidential notes without, unless a person asks."""
    fixes = []
    for layer, path in files:
        raw = app.store.read(layer, path)
        sheet = _sheet(layer, raw)
        done = repaired(sheet, _lore(app, layer, raw, sheet), ignored)
        if done.codes:
            diff = unified(raw.data.decode("utf-8", "replace"), done.data.decode("utf-8", "replace"))
            fixes.append(_told(app, layer, sheet, done.codes, diff))
    return tuple(fixes)


def repair(app: App, files: Files, ignored: frozenset[str]) -> tuple[tuple[LintFix, ...], str]:
    """(what was repaired, the operation to undo it by, "" when nothing was)."""
    ensure_home(app)
    operation = start(app)
    fixes: list[LintFix] = []
    for layer in {layer.root: layer for layer, _ in files}.values():
        paths = [path for home, path in files if home.root == layer.root]
        for at in range(0, len(paths), GROUP):
            plan = _Plan(app, layer, paths[at : at + GROUP], ignored)
            write(app, layer, plan.changes, operation)
            fixes += plan.fixes
            app.progress(f"repairing {layer.name}", min(at + GROUP, len(paths)), len(paths))
    return tuple(fixes), operation.id if fixes else ""


class _Plan:
    """A group of one layer's files, planned when the layer's lock is held."""

    def __init__(self, app: App, layer: Layer, paths: Sequence[str], ignored: frozenset[str]) -> None:
        self._app = app
        self._layer = layer
        self._paths = paths
        self._ignored = ignored
        self.fixes: list[LintFix] = []

    def changes(self) -> list[Change]:
        """A file that is gone, or cannot be read any more, is passed over."""
        return [change for path in self._paths if (change := self._change(path)) is not None]

    def _change(self, path: str) -> Change | None:
        app, layer = self._app, self._layer
        try:
            raw = app.store.read(layer, path)
        except SagacityError:
            return None
        sheet = _sheet(layer, raw)
        done = repaired(sheet, _lore(app, layer, raw, sheet), self._ignored)
        if not done.codes:
            return None
        self.fixes.append(_told(app, layer, sheet, done.codes, ()))
        # What the text is worth stays: whoever repairs a file has not approved it.
        origin = origin_of(app, layer, parse(layer, raw))
        reason = f"lint: {', '.join(done.codes)}"
        return Change(path, done.data, raw.data, "update", "repaired", sheet.id, origin=origin, reason=reason)


def _sheet(layer: Layer, raw: RawNote) -> Sheet:
    facts = LayerFacts(layer.name, layer.kind, layer.root, layer.approval != "none", layer.sensitivity_default)
    return sheet_of(facts, raw.path, raw.data)


def _told(app: App, layer: Layer, sheet: Sheet, codes: tuple[str, ...], diff: tuple[str, ...]) -> LintFix:
    if not app.caller.interactive and stays_here(sheet.note.sensitivity or layer.sensitivity_default):
        return LintFix(layer.name, HIDDEN, codes)
    return LintFix(layer.name, f"{layer.notes_dir}/{sheet.path}", codes, diff)


def _lore(app: App, layer: Layer, raw: RawNote, sheet: Sheet) -> Lore:
    """When the note was made and changed: as git says, else the journal, else the file itself."""
    if sheet.note.created_at and sheet.note.updated_at:
        return Lore(fresh_id(app))
    written = [one.at_ms for one in app.journal.lineage(sheet.id, limit=ALL) if one.op != "observe"]
    times = _committed(app, layer, raw.path) or written or [raw.mtime_ns // 1_000_000]
    return Lore(fresh_id(app), from_ms(min(times)), from_ms(max(times)))


def _committed(app: App, layer: Layer, path: str) -> list[int]:
    if app.past is None:
        return []
    inside = f"{layer.notes_dir}/{path}".removeprefix(f"{layer.root}/")
    try:
        return [one.at_ms for one in app.past().of(layer.root, inside, limit=GIT_MAX)]
    except SagacityError:
        return []
