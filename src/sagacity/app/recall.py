"""Finding notes: by a question, or the newest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .answer import answer, filters_of, scope_problems
from .found import Scored
from .freshness import effort, refresh, verify
from .hits import hit_of
from .projects import check_project
from .relate import is_past, standing
from .results import RecallResult
from .scope import here
from .withheld import kept_here, n_confidential

if TYPE_CHECKING:
    from .context import App
    from .requests import ListRequest, RecallRequest


def recall(app: App, request: RecallRequest) -> RecallResult:
    """The notes that answer best, previews first; without a query the newest. Abstains when nothing is good enough."""
    request = request.replace(limit=request.limit or app.settings.recall_limit)
    if not request.query.strip():
        return _newest(app, request, no_untrusted=request.no_untrusted)
    if request.explain:
        from .explain_recall import explained_recall  # only for who asks why

        return explained_recall(app, request)
    return answer(app, request).result


def list_notes(app: App, request: ListRequest) -> RecallResult:
    """The newest notes that pass the filters."""
    return _newest(app, request, no_untrusted=False)


def _newest(app: App, request: RecallRequest | ListRequest, *, no_untrusted: bool) -> RecallResult:
    started = app.clock.monotonic_s()
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    problems = refresh(app, scope.layers, effort(app)).problems + scope_problems(app, request, scope)
    check_project(app, scope, request.project)
    filters = filters_of(app, request, scope).replace(min_trust=1 if no_untrusted else 0)
    rows = app.index.newest(filters, limit=request.limit + 1, offset=request.offset)
    if not verify(app, scope.layers, rows):
        rows = app.index.newest(filters, limit=request.limit + 1, offset=request.offset)
    stands = standing(app, rows, scope)
    hits = [
        hit_of(app, scope, Scored(row, 0.0, "newest", stands[row.key]))
        for row in rows[: request.limit]
        if "superseded" in request.with_ or not is_past(stands[row.key])
    ]
    took_ms = (app.clock.monotonic_s() - started) * 1000
    return RecallResult(
        results=tuple(hits),
        searched=app.index.count(filters),
        abstained=False,
        scope=scope.names(),
        project=scope.project,
        took_ms=round(took_ms, 2),
        withheld=(*kept_here(n_confidential(app, filters), "are there, too"), *problems),
        more=len(rows) > request.limit,
    )
