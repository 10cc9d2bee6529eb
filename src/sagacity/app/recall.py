"""Finding notes: by a question, or the newest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms, since_ms
from ..core.egress import terms_to_keep
from ..core.ids import tail
from ..core.notefile import parse_note
from ..core.preview import shorten
from ..core.trust import label
from ..core.types import split_type
from .found import Found, Question, Scored
from .freshness import call_effort, command_effort, refresh, verify
from .projects import check_project
from .ranking import DAY_MS
from .relate import is_past, standing
from .requests import ListRequest
from .resolve import title_for
from .results import Hit, RecallResult
from .scope import here, without_personal
from .search import search
from .session import is_confidential
from .showing import record_shown

if TYPE_CHECKING:
    from .context import App
    from .freshness import Effort
    from .records import Filters, Row
    from .requests import RecallRequest
    from .scope import Scope

CHARS_PER_TOKEN = 4
CONFIDENTIAL_MAX = 50


def recall(app: App, request: RecallRequest) -> RecallResult:
    """The notes that answer best, previews first; without a query the newest. Abstains when nothing is good enough."""
    request = request.replace(limit=request.limit or app.settings.recall_limit)
    if not request.query.strip():
        return _newest(app, request, no_untrusted=request.no_untrusted)
    started = app.clock.monotonic_s()
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    problems = refresh(app, scope.layers, effort(app)).problems + _without_personal(app, request, scope)
    check_project(app, scope, request.project)
    question = Question(
        text=request.query,
        filters=_filters(app, request, scope).replace(min_trust=1 if request.no_untrusted else 0),
        limit=request.limit,
        offset=request.offset,
        prefer_tags=request.prefer_tags,
        superseded="superseded" in request.with_,
        min_score=app.settings.recall_min_score,
    )
    found = search(app, question, scope)
    hits = _within_budget([_hit(app, scope, one) for one in found.results], request.budget_tokens)
    hits = [_expanded(app, scope, hit, found) if at < request.expand else hit for at, hit in enumerate(hits)]
    took_ms = (app.clock.monotonic_s() - started) * 1000
    scores = [(hit.id, hit.score) for hit in hits]
    terms = terms_to_keep(request.query, found.terms)
    record_shown(app, "recall", scores, terms=terms, project=scope.project, took_ms=took_ms)
    return RecallResult(
        results=tuple(hits),
        searched=found.searched,
        abstained=not found.results and not request.offset,
        scope=scope.names(),
        project=scope.project,
        terms=found.terms,
        took_ms=round(took_ms, 2),
        withheld=(*_withheld(app, request, found), *_confidential(app, scope, question), *problems),
        more=found.total > request.offset + len(hits),
    )


def list_notes(app: App, request: ListRequest) -> RecallResult:
    """The newest notes that pass the filters."""
    return _newest(app, request, no_untrusted=False)


def effort(app: App) -> Effort:
    """A command looks at every file it has time for; a process that stays has looked before."""
    return command_effort(app) if app.caller.door == "cli" else call_effort(app)


def _newest(app: App, request: RecallRequest | ListRequest, *, no_untrusted: bool) -> RecallResult:
    started = app.clock.monotonic_s()
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    problems = refresh(app, scope.layers, effort(app)).problems + _without_personal(app, request, scope)
    check_project(app, scope, request.project)
    filters = _filters(app, request, scope).replace(min_trust=1 if no_untrusted else 0)
    rows = app.index.newest(filters, limit=request.limit + 1, offset=request.offset)
    if not verify(app, scope.layers, rows):
        rows = app.index.newest(filters, limit=request.limit + 1, offset=request.offset)
    stands = standing(app, rows, scope)
    hits = [
        _hit(app, scope, Scored(row, 0.0, "newest", stands[row.key]))
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
        withheld=(*_kept_here(_n_confidential(app, filters), "are there, too"), *problems),
        more=len(rows) > request.limit,
    )


def _without_personal(app: App, request: RecallRequest | ListRequest, scope: Scope) -> tuple[str, ...]:
    return () if request.layer else without_personal(app, scope)


def _filters(app: App, request: RecallRequest | ListRequest, scope: Scope) -> Filters:
    now_ms = app.clock.now_ms()
    types = [split_type(one) for one in request.types]
    until = "" if isinstance(request, ListRequest) else request.until
    return scope.filters.replace(
        types=tuple(f"{name}/{kind}" if kind else name for name, kind in types),
        tags=request.tags,
        status=request.status,
        since_ms=since_ms(request.since, now_ms) if request.since else 0,
        until_ms=since_ms(until, now_ms) if until else 0,
        archived="archived" in request.with_,
        confidential=app.caller.interactive,
    )


def _hit(app: App, scope: Scope, one: Scored) -> Hit:
    row = one.row
    age_ms = app.clock.now_ms() - row.updated_ms
    return Hit(
        id=row.id,
        slug=row.slug,
        title=row.title,
        type=f"{row.type}/{row.kind}" if row.kind else row.type,
        layer=scope.layer_of(row.layer).name,
        project=row.project,
        score=round(one.score, 4),
        trust=label(row.trust),
        summary=row.summary,
        why=one.why,
        age_days=max(0, int(age_ms // DAY_MS)),
        updated_at=from_ms(row.updated_ms),
        status=row.status,
        due=row.due,
        tags=row.tags,
        conflicts=tuple(named(app, other) for other in one.standing.conflicts),
        superseded_by=named(app, one.standing.superseded_by) if one.standing.superseded_by else "",
        deprecated_by=_deprecated(app, one),
        lapsed=one.standing.lapsed,
        path=row.path,
    )


def _deprecated(app: App, one: Scored) -> str:
    if one.standing.deprecated_by:
        return named(app, one.standing.deprecated_by)
    return "deprecated, its replacement is not known here" if one.standing.deprecated else ""


def named(app: App, row: Row) -> str:
    """How one note is mentioned at another."""
    return f"{shorten(title_for(app, row), 80)} ({tail(row.id)})"


def _within_budget(hits: list[Hit], budget_tokens: int) -> list[Hit]:
    """Whole previews only, at least one."""
    if not budget_tokens:
        return hits
    kept: list[Hit] = []
    spent = 0
    for hit in hits:
        spent += (len(hit.title) + len(hit.summary)) // CHARS_PER_TOKEN + 12
        if kept and spent > budget_tokens:
            break
        kept.append(hit)
    return kept


def _expanded(app: App, scope: Scope, hit: Hit, found: Found) -> Hit:
    row = next(one.row for one in found.results if one.row.id == hit.id)
    return hit.replace(body=parse_note(app.store.read(scope.layer_of(row.layer), row.path).data).body)


def _withheld(app: App, request: RecallRequest, found: Found) -> tuple[str, ...]:
    lines = []
    if found.hidden:
        lines.append(f"{found.hidden} superseded or not valid now: {_option(app, 'with superseded')} shows them")
    if found.below:
        lines.append(f"{found.below} matched too weakly")
    if not found.results and not request.everywhere and not request.layer:
        lines.extend(_elsewhere(app, request))
    return tuple(lines)


def _confidential(app: App, scope: Scope, question: Question) -> tuple[str, ...]:
    """How many of the notes that must stay on this machine would have been found."""
    if not _n_confidential(app, question.filters):
        return ()
    everything = question.replace(filters=question.filters.replace(confidential=True), offset=0, limit=CONFIDENTIAL_MAX)
    matching = search(app, everything, scope).results
    return _kept_here(sum(is_confidential(one.row, scope.layer_of(one.row.layer)) for one in matching), "match")


def _n_confidential(app: App, filters: Filters) -> int:
    """How many the filters keep back."""
    return 0 if filters.confidential else app.index.count(filters.replace(confidential_only=True))


def _kept_here(count: int, verb: str) -> tuple[str, ...]:
    notes = "confidential note" if count == 1 else "confidential notes"
    return (f"{count} {notes} {verb}: `sagacity recall` at a terminal shows them",) if count else ()


def _elsewhere(app: App, request: RecallRequest) -> list[str]:
    """Whether another project would have the answer: its notes are not shown, but the user should know."""
    scope = here(app, project=request.project, everywhere=True)
    question = Question(
        request.query,
        _filters(app, request, scope).replace(min_trust=1 if request.no_untrusted else 0),
        limit=5,
        named=False,
        min_score=app.settings.recall_min_score,
    )
    n_elsewhere = len(search(app, question, scope).results)
    more = "+" if n_elsewhere == question.limit else ""
    return [f"{n_elsewhere}{more} in other projects: {_option(app, 'everywhere')} shows them"] if n_elsewhere else []


def _option(app: App, words: str) -> str:
    """An option as it is written at the caller's door."""
    return f"--{words}" if app.caller.door == "cli" else f"`{words}`"
