"""An answer to a question."""

from __future__ import annotations

from ..core.egress import terms_to_keep
from ..core.notefile import parse_note
from ..core.query_dates import bound_ms
from ..core.question import read_question
from ..core.types import split_type
from ..core.value import Value
from .evidence import shown_evidence
from .found import Question
from .freshness import effort, refresh
from .hits import hit_of, marked, with_verdicts, within_budget
from .nothing import hint_for
from .projects import check_project
from .requests import ListRequest
from .results import RecallResult
from .scope import as_of, here, without_personal
from .search import search
from .showing import record_shown
from .snippets import with_passages
from .weighing import weighed
from .withheld import over_budget, withheld

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .example import Example
    from .found import Found
    from .records import Filters, Row
    from .requests import RecallRequest
    from .results import Hit
    from .scope import Scope


EDGES_MAX = 8
"""Relations shown at a hit."""


class Answer(Value):
    """An answer, with what it was made of."""

    result: RecallResult
    request: RecallRequest
    question: Question
    found: Found
    scope: Scope


def answer(app: App, request: RecallRequest) -> Answer:
    """To a question."""
    started = app.clock.monotonic_s()
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    scope = as_of(app, scope, request.as_of)
    problems = refresh(app, scope.layers, effort(app)).problems + scope_problems(app, request, scope)
    app.lap("freshness")
    check_project(app, scope, request.project)
    filters = filters_of(app, request, scope).replace(min_trust=1 if request.no_untrusted else 0)
    like = _example(app, request.like, scope) if request.like else None
    question = Question(
        text=like.text if like else request.query,
        filters=filters,
        limit=request.limit,
        offset=request.offset,
        prefer_tags=request.prefer_tags,
        superseded="superseded" in request.with_,
        min_score=app.settings.recall_min_score,
        named=like is None,
        without=like.id if like else "",
        reading=None if like else read_question(request.query, app.clock.now_ms()),
    )
    app.lap("scope")
    found, hits = _found(app, question, scope, edges="edges" in request.with_)
    expanded = min(request.expand, len(hits))
    hits[:expanded] = [
        hit.replace(body=_body(app, scope, one.row)) for hit, one in zip(hits[:expanded], found.results, strict=False)
    ]
    if like:
        hits = like.marked(hits)
    hits = with_passages(app, scope, hits, found.results, found.terms, request.detail)
    hits = within_budget(hits, request.budget_tokens)
    over = len(found.results) - len(hits)
    app.lap("reading")
    took_ms = (app.clock.monotonic_s() - started) * 1000
    scores = [(hit.id, hit.score) for hit in hits]
    terms = terms_to_keep(question.text, found.terms)
    record_shown(app, "recall", scores, terms=terms, project=scope.project, took_ms=took_ms)
    result = RecallResult(
        results=tuple(hits),
        searched=app.index.count(filters) if _is_narrow(filters) else found.searched,
        abstained=not found.sure and not request.offset,
        scope=scope.names(),
        project=scope.project,
        terms=found.terms,
        took_ms=round(took_ms, 2),
        withheld=(*over_budget(app, over), *withheld(app, request, question, found, scope), *problems),
        more=found.total > request.offset + len(hits),
        hint="" if found.results or request.offset else hint_for(app, request, scope, filters, found.ranking.absent()),
    )
    return Answer(result, request, question, found, scope)


def _example(app: App, handle: str, scope: Scope) -> Example:
    """Loads what compares notes, for who asks for what is like one."""
    from .example import example

    return example(app, handle, scope)


def _found(app: App, question: Question, scope: Scope, *, edges: bool) -> tuple[Found, list[Hit]]:
    """What is found, in its order once the evidence was looked at, and the same as previews."""
    found = search(app, question, scope)
    layers = {layer.root: layer for layer in scope.layers}
    evidence = shown_evidence(app, [one.row for one in found.results], layers)
    found = weighed(found, evidence)
    app.lap("evidence")
    hits = [hit_of(app, scope, one).replace(evidence=evidence.get(one.row.key, ())) for one in found.results]
    if edges:
        hits = _with_relations(app, scope, hits, [one.row for one in found.results])
    hits = marked(hits, scope.as_of_ms) if scope.as_of_ms else hits
    return found, with_verdicts(app, hits)


def _with_relations(app: App, scope: Scope, hits: list[Hit], rows: list[Row]) -> list[Hit]:
    """Loads what goes from note to note, for who asks for it."""
    from .relating import shown_relations

    found = shown_relations(app, scope, rows, most=EDGES_MAX)
    return [hit.replace(relations=found.get(row.key, ())) for hit, row in zip(hits, rows, strict=False)]


def _is_narrow(filters: Filters) -> bool:
    """Whether there is a condition besides those of the place, so that counting is worth its time."""
    return bool(filters.types or filters.tags or filters.status or filters.since_ms or filters.until_ms)


def scope_problems(app: App, request: RecallRequest | ListRequest, scope: Scope) -> tuple[str, ...]:
    """A layer that should be there and is not."""
    return () if request.layer else without_personal(app, scope)


def filters_of(app: App, request: RecallRequest | ListRequest, scope: Scope) -> Filters:
    """The conditions that the request names, within the scope."""
    now_ms = app.clock.now_ms()
    types = [split_type(one) for one in request.types]
    until = "" if isinstance(request, ListRequest) else request.until
    return scope.filters.replace(
        types=tuple(f"{name}/{kind}" if kind else name for name, kind in types),
        tags=request.tags,
        status=request.status,
        since_ms=bound_ms(request.since, now_ms, field="since", last=False) if request.since else 0,
        until_ms=bound_ms(until, now_ms, field="until", last=True) if until else 0,
        archived="archived" in request.with_,
        replaced="superseded" in request.with_,
        confidential=app.caller.interactive,
    )


def _body(app: App, scope: Scope, row: Row) -> str:
    return parse_note(app.store.read(scope.layer_of(row.layer), row.path).data).body
