"""What was shown and what was changed, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms, since_ms
from .resolve import resolve
from .results import LogLine, LogResult
from .scope import here

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .context import App
    from .records import RecallEntry, VersionEntry
    from .requests import LogRequest

GONE = "(deleted)"


def log(app: App, request: LogRequest) -> LogResult:
    """Shown and written together, unless one kind is asked for."""
    since = since_ms(request.since, app.clock.now_ms())
    scope = here(app)
    note_id = resolve(app, request.note, scope).id if request.note else ""
    shown: list[RecallEntry] = []
    if request.kind != "write":
        shown = app.journal.recalls(
            since_ms=since, kind=request.kind, note_id=note_id, session=request.session, limit=request.limit
        )
    written: list[VersionEntry] = []
    if request.kind in ("", "write"):
        written = app.journal.writes(since_ms=since, note_id=note_id, session=request.session, limit=request.limit)
    titles = _titles(app, {note for one in shown for note, _ in one.shown} | {one.note_id for one in written})
    lines = [(one.at_ms, _shown(one, titles)) for one in shown] + [
        (one.at_ms, _written(one, titles)) for one in written
    ]
    lines.sort(key=lambda line: line[0], reverse=True)
    return LogResult(tuple(line for _, line in lines[: request.limit]))


def _titles(app: App, note_ids: Iterable[str]) -> dict[str, str]:
    roots = [layer.root for layer in app.workspace.all_layers()]
    found = {note_id: app.index.find(note_id, roots) for note_id in note_ids}
    return {note_id: rows[0][0].title if rows else GONE for note_id, rows in found.items()}


def _shown(one: RecallEntry, titles: dict[str, str]) -> LogLine:
    return LogLine(
        at=from_ms(one.at_ms),
        kind=one.kind,
        door=one.door,
        session=one.session,
        project=one.project,
        notes=tuple((note_id, titles[note_id]) for note_id, _ in one.shown),
        detail=" ".join(one.terms) or one.detail,
        tokens=one.tokens,
        took_ms=one.took_ms,
    )


def _written(one: VersionEntry, titles: dict[str, str]) -> LogLine:
    return LogLine(
        at=from_ms(one.at_ms),
        kind="write",
        door=one.door,
        session=one.session,
        project="",
        notes=((one.note_id, titles[one.note_id]),),
        detail=f"{one.op} {one.path}" + (f" ({one.reason})" if one.reason else ""),
        operation=one.operation,
    )
