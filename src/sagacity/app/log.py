"""What was shown and what was changed, newest first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.query_dates import bound_ms
from .resolve import may_name, resolve, title_for
from .results import LogLine, LogNote, LogResult
from .scope import here
from .session import CANARY_SESSION

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol, TypeVar

    from .context import App
    from .records import RecallEntry, Row, VersionEntry
    from .requests import LogRequest

    Entry = TypeVar("Entry", RecallEntry, VersionEntry)

    class Fetch(Protocol[Entry]):
        """The newest first."""

        def __call__(self, *, limit: int) -> list[Entry]: ...


GONE = "(deleted)"
WRITE = "write"
ALL = 1_000_000
LAST, THIS = "last", "this"
LOOK_BACK = 1000


def log(app: App, request: LogRequest) -> LogResult:
    """Shown and written together, unless one kind is asked for. What doctor tried out is left out, unless its session
    is asked for.
    """
    since = bound_ms(request.since, app.clock.now_ms(), field="since", last=False)
    note_id = resolve(app, request.note, here(app)).id if request.note else ""
    session = session_named(app, request.session)
    shown: list[RecallEntry] = []
    if request.kind != WRITE:
        narrowed = partial(
            app.journal.recalls,
            since_ms=since,
            kind=request.kind,
            note_id=note_id,
            session=session,
            project=request.project,
        )
        shown = _real(narrowed, session, request.limit)
    lines = [(entry.at_ms, line) for entry, line in zip(shown, shown_lines(app, shown), strict=True)]
    if request.kind in ("", WRITE):
        # The journal does not know what project a version is about: the note does.
        limit = ALL if request.project else request.limit
        writes = partial(app.journal.writes, since_ms=since, note_id=note_id, session=session)
        lines += _written(app, _real(writes, session, limit))
    wanted = [line for line in lines if request.project in ("", line[1].project)]
    wanted.sort(key=lambda line: line[0], reverse=True)
    return LogResult(tuple(line for _, line in wanted[: request.limit]))


def _real(entries: Fetch[Entry], session: str, limit: int) -> list[Entry]:
    """The newest, without those of doctor's own session."""
    wanted = limit
    while True:
        found = entries(limit=wanted)
        kept = [one for one in found if session or one.session != CANARY_SESSION]
        if len(kept) >= limit or len(found) < wanted:
            return kept[:limit]
        wanted *= 2


def session_named(app: App, name: str) -> str:
    """The session's id; `last` is the newest that a hook spoke to, `this` the caller's. Raises `not_found`."""
    if name == THIS and app.caller.session:
        return app.caller.session
    if name not in (LAST, THIS):
        return name
    entries = app.journal.recalls(limit=LOOK_BACK) if name == LAST else []
    found = next(
        (entry.session for entry in entries if entry.door == "hook" and entry.session not in ("", CANARY_SESSION)), ""
    )
    if not found:
        message = "no agent's session is known here" if name == THIS else "hooks have spoken to no session yet"
        raise SagacityError("not_found", message, hint="give its id: `sagacity log` shows it")
    return found


def shown_lines(app: App, entries: list[RecallEntry]) -> list[LogLine]:
    """In the order given, with the notes' titles of now."""
    titles = _titles(app, (note for entry in entries for note, _ in entry.shown))
    return [_shown(entry, titles) for entry in entries]


def _titles(app: App, note_ids: Iterable[str]) -> dict[str, str]:
    return {note_id: _title(app, row) for note_id, row in _rows(app, note_ids).items()}


def _title(app: App, row: Row | None) -> str:
    if row is None:
        return GONE
    return title_for(app, row)


def _rows(app: App, note_ids: Iterable[str]) -> dict[str, Row | None]:
    roots = [layer.root for layer in app.workspace.all_layers()]
    found = {note_id: app.index.find(note_id, roots) for note_id in dict.fromkeys(note_ids)}
    return {note_id: rows[0][0] if rows else None for note_id, rows in found.items()}


def _shown(entry: RecallEntry, titles: dict[str, str]) -> LogLine:
    return LogLine(
        at=from_ms(entry.at_ms),
        kind=entry.kind,
        door=entry.door,
        session=entry.session,
        project=entry.project,
        notes=tuple(LogNote(note_id, titles[note_id], score) for note_id, score in entry.shown),
        detail=entry.detail,
        terms=entry.terms,
        tokens=entry.tokens,
        took_ms=entry.took_ms,
        left_out=entry.left_out,
    )


def _written(app: App, entries: list[VersionEntry]) -> list[tuple[int, LogLine]]:
    rows = _rows(app, (entry.note_id for entry in entries))
    projects = {layer.root: layer.project for layer in app.workspace.all_layers()}
    lines = []
    for entry in entries:
        row = rows[entry.note_id]
        line = LogLine(
            at=from_ms(entry.at_ms),
            kind=WRITE,
            door=entry.door,
            session=entry.session,
            project=projects.get(entry.layer) or (row.project if row else ""),
            notes=(LogNote(entry.note_id, _title(app, row)),),
            detail=(entry.op if row and not may_name(app, row) else f"{entry.op} {entry.path}")
            + (f" ({entry.reason})" if entry.reason else ""),
            operation=entry.operation,
        )
        lines.append((entry.at_ms, line))
    return lines
