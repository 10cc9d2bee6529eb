"""Which notes rest on evidence that no longer stands where they say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..core.evidence import STALE, UNCHECKED
from .browsing import StaleNote, StaleResult, StateCount
from .evidence import references_of, views_of
from .freshness import effort, refresh
from .projects import check_project
from .scope import here, without_personal

if TYPE_CHECKING:
    from ..core.note import Reference
    from .browsing import StaleRequest
    from .context import App
    from .records import Layer, Row
    from .scope import Scope

BATCH = 500
BOX_S = 60.0
"""For a repository whose git never answers."""


def stale(app: App, request: StaleRequest) -> StaleResult:
    """The notes whose evidence changed, is gone, moved, or stands on another branch only: the worst first, then newest.

    Raises `not_found` for an unknown project or layer.
    """
    started_s = app.clock.monotonic_s()
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    problems = refresh(app, scope.layers, effort(app)).problems
    check_project(app, scope, request.project)
    noted = _noted(app, scope)
    found = list(zip(noted, views_of(app, noted, started_s + BOX_S), strict=True))
    counts = Counter(view.state for _, views in found for view in views)
    listed = [
        StaleNote(row.id, row.title or row.slug, layer.name, row.project, tuple(v for v in views if v.state in STALE))
        for (layer, row, _), views in found
        if any(view.state in STALE for view in views)
    ]
    listed.sort(key=lambda note: min(STALE.index(view.state) for view in note.evidence))
    why = dict.fromkeys(view.why for _, views in found for view in views if view.state == UNCHECKED)
    return StaleResult(
        notes=tuple(listed[: request.limit]),
        checked=len(noted),
        states=tuple(StateCount(state, n) for state, n in sorted(counts.items())),
        scope=scope.names(),
        project=scope.project,
        more=max(0, len(listed) - request.limit),
        unchecked=tuple(why)[:5],
        problems=(*problems, *without_personal(app, scope)),
        took_ms=round((app.clock.monotonic_s() - started_s) * 1000, 2),
    )


def _noted(app: App, scope: Scope) -> list[tuple[Layer, Row, tuple[Reference, ...]]]:
    """All notes in scope that have references, the newest first."""
    filters = scope.filters.replace(confidential=app.caller.interactive)
    noted = []
    offset = 0
    while rows := app.index.newest(filters, limit=BATCH, offset=offset):
        for row in rows:
            layer = scope.layer_of(row.layer)
            references = references_of(app, layer, row)
            if references:
                noted.append((layer, row, references))
        offset += len(rows)
        app.progress("notes read", offset, 0)
    return noted
