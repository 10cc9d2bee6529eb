"""The tags in use, and those that fit a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.handles import fold
from ..core.notefile import parse_note
from ..core.tags import Evidence, coin, suggest, usages, variants, words_of
from ..core.value import Value
from .found import Question
from .freshness import effort, refresh
from .projects import check_project
from .read import locate
from .resolve import may_name
from .scope import here
from .search import search
from .tagging import TagsResult, TagSuggestion, TagUse

if TYPE_CHECKING:
    from ..core.tags import Usage
    from .context import App
    from .records import Filters
    from .scope import Scope
    from .tagging import TagsRequest

LISTED = 100
SUGGESTED = 8
NEIGHBOURS = 30
ASKED_CHARS = 1000
ENOUGH = 3
"""Where fewer tags in use fit, words of the text are proposed, too."""
LIKE_MIN = 0.2
"""What scores less is merely the nearest."""


class Place(Value):
    """Where tags are looked for, and those of the notes there."""

    scope: Scope
    filters: Filters
    tag_lists: list[tuple[str, ...]]


def tags(app: App, request: TagsRequest) -> TagsResult:
    """Raises `invalid` where two questions are asked at once, and as `resolve` does for the note."""
    asked = [name for name in ("text", "note", "prefix", "variants") if getattr(request, name)]
    if len(asked) > 1:
        raise SagacityError("invalid", f"{' and '.join(asked)} do not go together", hint="give one of them")
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    problems = refresh(app, scope.layers, effort(app)).problems
    check_project(app, scope, request.project)
    filters = scope.filters.replace(confidential=app.caller.interactive, archived=app.caller.interactive)
    tag_lists = app.index.tag_lists(filters)
    result = TagsResult((), (), len(tag_lists), scope.names(), scope.project, problems=problems)
    if request.text or request.note:
        return _suggested(app, request, Place(scope, filters, tag_lists), result)
    return _listed(request, tag_lists, result)


def _listed(request: TagsRequest, tag_lists: list[tuple[str, ...]], result: TagsResult) -> TagsResult:
    used = usages(tag_lists)
    limit = request.limit or LISTED
    if request.variants:
        found = [_use(usage) for group in variants(used) for usage in group]
    else:
        kept = [usage for key, usage in used.items() if key.startswith(fold(request.prefix))]
        found = [_use(usage) for usage in sorted(kept, key=lambda one: (-one.notes, one.key))]
    return result.replace(tags=tuple(found[:limit]), more=max(0, len(found) - limit))


def _use(usage: Usage) -> TagUse:
    return TagUse(usage.tag, usage.notes, tuple(spelling for spelling, _ in usage.spellings[1:]))


def _suggested(app: App, request: TagsRequest, place: Place, result: TagsResult) -> TagsResult:
    scope = place.scope
    text, drafted, own = _asked(app, request, scope)
    question = Question(
        text[:ASKED_CHARS], place.filters, NEIGHBOURS, named=False, kin=False, min_score=LIKE_MIN, without=own
    )
    near = [(one.row.tags, one.score) for one in search(app, question, scope).results if one.row.tags]
    evidence = Evidence(near, place.tag_lists, words_of(text), drafted)
    found = suggest(evidence, limit=request.limit or SUGGESTED)
    if len(found) < ENOUGH:
        found += coin(text, (*drafted, *(one.tag for one in found)))
    hint = "" if found else "no tag in use fits: take one or two words that name the subject, not the occasion"
    return result.replace(
        suggested=tuple(TagSuggestion(one.tag, one.score, one.why, one.notes) for one in found), hint=hint
    )


def _asked(app: App, request: TagsRequest, scope: Scope) -> tuple[str, tuple[str, ...], str]:
    """(the text to be tagged, tags it has, the id of the note)."""
    if not request.note:
        return request.text, request.tags, ""
    layer, row = locate(app, request.note, scope)
    if not may_name(app, row):
        raise SagacityError("refused", f"{request.note!r} is confidential and is not looked at for an agent")
    note = parse_note(app.store.read(layer, row.path).data)
    return f"{row.title}\n{note.body}", (*note.tags, *request.tags), row.id
