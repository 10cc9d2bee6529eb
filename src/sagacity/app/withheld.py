"""What an answer leaves out, and why, one line each."""

from __future__ import annotations

from .explanation import LeftOut
from .scope import here
from .search import search
from .session import is_confidential

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .answer import Answer
    from .context import App
    from .found import Found, Question
    from .records import Filters
    from .requests import RecallRequest
    from .scope import Scope

CONFIDENTIAL_MAX = 50
ELSEWHERE_MAX = 5


def withheld(app: App, request: RecallRequest, question: Question, found: Found, scope: Scope) -> tuple[str, ...]:
    """Of an answer to a question."""
    lines = []
    if found.hidden:
        lines.append(_hidden(app, request, found.hidden))
    if found.unwanted:
        excluded = ", ".join(map(repr, question.reading.without if question.reading else ()))
        lines.append(f"{found.unwanted} with {excluded}, which the question excludes")
    if found.below:
        lines.append(f"{found.below} matched too weakly")
    if found.amiss:
        lines.append(f"found {found.amiss}")
    untrusted = n_untrusted(app, question, scope) if request.no_untrusted else 0
    if untrusted:
        lines.append(f"{untrusted} untrusted match: without {option(app, 'no_untrusted')} they are shown")
    if not found.results:
        lines.extend(_elsewhere_line(app, n_elsewhere(app, request, question, found)))
    return (*lines, *kept_here(confidential_matching(app, scope, question), "match"))


def _hidden(app: App, request: RecallRequest, count: int) -> str:
    if request.as_of:
        return f"{count} not made, superseded or not valid then"
    shown = "" if "superseded" in request.with_ else f": {option(app, 'with superseded')} shows them"
    return f"{count} superseded or not valid now{shown}"


def left_out(app: App, given: Answer, over_budget: int) -> tuple[LeftOut, ...]:
    """The same in numbers, for who asks why; reasons that hold for no note are not listed."""
    request, question, found, scope = given.request, given.question, given.found, given.scope
    shown = len(found.results)
    counts = (
        ("superseded or not valid now", found.hidden),
        ("hold what the question excludes", found.unwanted),
        (f"below the floor of {question.min_score:g}", found.below),
        ("before the offset", min(question.offset, found.total)),
        ("over the limit", max(0, found.total - question.offset - shown)),
        ("over the budget", over_budget),
        ("untrusted", n_untrusted(app, question, scope) if request.no_untrusted else 0),
        ("confidential", confidential_matching(app, scope, question)),
        ("of other projects", n_elsewhere(app, request, question, found)),
    )
    return tuple(LeftOut(reason, count) for reason, count in counts if count)


def over_budget(app: App, count: int) -> tuple[str, ...]:
    """That so many found no room."""
    return (f"{count} more did not fit: a larger {option(app, 'budget_tokens')} shows them",) if count else ()


def kept_here(count: int, verb: str) -> tuple[str, ...]:
    """That so many must stay on this machine."""
    notes = "confidential note" if count == 1 else "confidential notes"
    return (f"{count} {notes} {verb}: `sagacity recall` at a terminal shows them",) if count else ()


def n_confidential(app: App, filters: Filters) -> int:
    """How many the filters keep back."""
    return 0 if filters.confidential else app.index.count(filters.replace(confidential_only=True))


def confidential_matching(app: App, scope: Scope, question: Question) -> int:
    """How many of the notes that must stay on this machine would have been found."""
    if not n_confidential(app, question.filters):
        return 0
    everything = question.replace(filters=question.filters.replace(confidential=True), offset=0, limit=CONFIDENTIAL_MAX)
    matching = search(app, everything, scope).results
    return sum(is_confidential(one.row, scope.layer_of(one.row.layer)) for one in matching)


def n_untrusted(app: App, question: Question, scope: Scope) -> int:
    """How many matching notes nobody approved."""
    filters = question.filters.replace(min_trust=0, max_trust=0)
    return search(app, question.replace(filters=filters, offset=0), scope).total


def n_elsewhere(app: App, request: RecallRequest, question: Question, found: Found) -> int:
    """How many notes of other projects would answer, ELSEWHERE_MAX for more: they are not shown, but the user should
    know.
    """
    if request.everywhere or request.layer:
        return 0
    scope = here(app, project=request.project, everywhere=True)
    filters = question.filters.replace(layers=scope.filters.layers, projects=None)
    limit = ELSEWHERE_MAX + found.total
    wider = search(app, question.replace(filters=filters, limit=limit, offset=0, prefer_tags=(), named=False), scope)
    keys = [one.row.key for one in wider.results]
    return min(ELSEWHERE_MAX, len(keys) - len(app.index.passing(keys, question.filters)))


def _elsewhere_line(app: App, count: int) -> list[str]:
    more = "+" if count == ELSEWHERE_MAX else ""
    return [f"{count}{more} in other projects: {option(app, 'everywhere')} shows them"] if count else []


def option(app: App, words: str) -> str:
    """An option as it is written at the caller's door."""
    return f"--{words.replace('_', '-')}" if app.caller.door == "cli" else f"`{words}`"
