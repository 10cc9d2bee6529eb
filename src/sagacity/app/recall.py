"""Finding notes: by a question, or the newest."""

from __future__ import annotations

from ..core.errors import SagacityError
from .answer import answer, filters_of, scope_problems
from .evidence import shown_evidence
from .found import Scored
from .freshness import effort, refresh, verify
from .hits import hit_of, marked, with_verdicts
from .nothing import hint_for
from .projects import check_project
from .relate import is_archived, is_past, standing
from .requests import ListRequest, RecallRequest
from .results import RecallResult
from .scope import as_of, here
from .withheld import kept_here, n_confidential

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .browsing import RecentRequest, SimilarRequest
    from .context import App
    from .records import Filters, Row
    from .relate import Standing
    from .scope import Scope


MANY = 10_000
SAME_CALL_MS = 1000


def recall(app: App, request: RecallRequest) -> RecallResult:
    """The notes that answer best, or are most like one, previews first; without either the newest. Abstains when
    nothing is good enough. Raises `invalid` for a query and a note to be like.
    """
    request = request.replace(limit=request.limit or app.settings.recall_limit)
    if request.query.strip() and request.like:
        raise SagacityError("invalid", "a query and like were given", hint="give one of them")
    if not (request.query.strip() or request.like):
        return _newest(app, request, no_untrusted=request.no_untrusted)
    if request.explain:
        from .explain_recall import explained_recall  # only for who asks why

        return explained_recall(app, request)
    return answer(app, request).result


def similar(app: App, request: SimilarRequest) -> RecallResult:
    """The notes that are most like one, without itself."""
    return recall(
        app,
        RecallRequest(
            like=request.handle,
            types=request.types,
            tags=request.tags,
            project=request.project,
            layer=request.layer,
            everywhere=request.everywhere,
            limit=request.limit,
            explain=request.explain,
        ),
    )


def recent(app: App, request: RecentRequest) -> RecallResult:
    """What changed lately, the newest change first."""
    asked = ListRequest(
        types=request.types,
        tags=request.tags,
        project=request.project,
        layer=request.layer,
        everywhere=request.everywhere,
        since=request.since,
        limit=request.limit,
        offset=request.offset,
    )
    return _newest(app, asked, no_untrusted=False, change=request.change)


def list_notes(app: App, request: ListRequest) -> RecallResult:
    """The newest notes that pass the filters."""
    return _newest(app, request, no_untrusted=False)


def _newest(app: App, request: RecallRequest | ListRequest, *, no_untrusted: bool, change: str = "") -> RecallResult:
    started = app.clock.monotonic_s()
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    scope = as_of(app, scope, request.as_of)
    problems = refresh(app, scope.layers, effort(app)).problems + scope_problems(app, request, scope)
    check_project(app, scope, request.project)
    filters = filters_of(app, request, scope).replace(min_trust=1 if no_untrusted else 0)
    rows = _rows(app, request, scope, filters, change)
    if not verify(app, scope.layers, rows):
        rows = _rows(app, request, scope, filters, change)
    stands = standing(app, rows, scope)
    shown = [row for row in rows[: request.limit] if _is_wanted(row, stands[row.key], request)]
    evidence = shown_evidence(app, shown, {layer.root: layer for layer in scope.layers})
    hits = [
        hit_of(app, scope, Scored(row, 0.0, change_of(row, filters.since_ms), stands[row.key])).replace(
            evidence=evidence.get(row.key, ())
        )
        for row in shown
    ]
    hits = marked(hits, scope.as_of_ms) if scope.as_of_ms else hits
    took_ms = (app.clock.monotonic_s() - started) * 1000
    return RecallResult(
        results=tuple(with_verdicts(app, hits)),
        searched=app.index.count(filters),
        abstained=False,
        scope=scope.names(),
        project=scope.project,
        took_ms=round(took_ms, 2),
        withheld=(*kept_here(n_confidential(app, filters), "are there, too"), *problems),
        more=len(rows) > request.limit,
        hint="" if rows or request.offset else hint_for(app, request, scope, filters),
    )


def _is_wanted(row: Row, stand: Standing, request: RecallRequest | ListRequest) -> bool:
    """Whether replaced and archived notes are asked for, where this is one."""
    if request.as_of:
        return True  # chosen already
    if "superseded" not in request.with_:
        return not is_past(stand)
    return "archived" in request.with_ or stand.superseded_by is not None or not is_archived(row)


def _rows(app: App, request: RecallRequest | ListRequest, scope: Scope, filters: Filters, change: str) -> list[Row]:
    """One more than wanted where there are more."""
    if scope.as_of_ms:
        return _of_then(app, request, scope, filters)
    if not change:
        return app.index.newest(filters, limit=request.limit + 1, offset=request.offset)
    rows = [row for row in app.index.newest(filters, limit=MANY) if change_of(row, filters.since_ms) == change]
    return rows[request.offset : request.offset + request.limit + 1]


def _of_then(app: App, request: RecallRequest | ListRequest, scope: Scope, filters: Filters) -> list[Row]:
    """Those that were there, and stood or are wanted all the same."""
    from .moment import was_there  # reads the past, which few ask for

    everything = app.index.newest(filters.replace(archived=True), limit=MANY)
    there = [row for row in everything if was_there(app, row, scope.as_of_ms)]
    stands = standing(app, there, scope)
    rows = [row for row in there if "superseded" in request.with_ or not is_past(stands[row.key])]
    return rows[request.offset : request.offset + request.limit + 1]


def change_of(row: Row, since_ms: int) -> str:
    """created or updated: which of the two happened to a note since then; in all of its time, which came last."""
    made_ms = since_ms or row.updated_ms - SAME_CALL_MS
    return "created" if row.created_ms >= made_ms else "updated"
