"""What to do where nothing was found: which condition excludes everything, and the nearest that would not."""

from __future__ import annotations

from ..core.dates import from_ms
from ..core.nearest import nearest
from ..core.types import STATUSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .context import App
    from .records import Filters
    from .requests import ListRequest, RecallRequest
    from .scope import Scope

LOOKED_AT = 2000
NAMED = 5


def hint_for(
    app: App, request: RecallRequest | ListRequest, scope: Scope, filters: Filters, absent: Sequence[str] = ()
) -> str:
    """One line. filters: of the request. absent: terms of the question that no note holds."""
    own = filters.replace(types=(), tags=(), status=(), since_ms=0, until_ms=0)
    n_all = app.index.count(own)
    if not n_all:
        where = f"in {', '.join(scope.names())}" if scope.layers else "here"
        return f"nothing is kept {where} yet: `remember` begins"
    if not app.index.count(filters):
        return _excluding(app, request, own, filters, n_all)
    if absent:
        return f"no note holds {', '.join(absent[:NAMED])}: ask in other words"
    return "ask in other words, or with fewer"


def _excluding(app: App, request: RecallRequest | ListRequest, own: Filters, filters: Filters, n_all: int) -> str:
    """The first condition that no note meets by itself; else the one without which most notes would be left."""
    if filters.until_ms and filters.since_ms >= filters.until_ms:
        return "since is not before until: no time lies between them"
    for name in ("types", "tags", "status", "since_ms", "until_ms"):
        alone = own.replace(**{name: getattr(filters, name)})
        if getattr(filters, name) and not app.index.count(alone):
            return _meets_nothing(app, request, own, name, n_all)
    given = [name for name in ("types", "tags", "status", "since_ms", "until_ms") if getattr(filters, name)]
    without = {name: app.index.count(filters.replace(**{name: getattr(own, name)})) for name in given}
    most = max(without, key=lambda name: without[name])
    if not without[most]:
        return "no note meets all conditions: leave out some"
    return f"no note meets all conditions; without {_key(most)}: {without[most]}"


def _meets_nothing(app: App, request: RecallRequest | ListRequest, own: Filters, name: str, n_all: int) -> str:
    rows = app.index.newest(own, limit=LOOKED_AT)
    if name == "since_ms":
        return f"none of {n_all} notes changed since {request.since}; the newest did at {from_ms(rows[0].updated_ms)}"
    if name == "until_ms":
        oldest = min(row.updated_ms for row in rows)
        return f"none of {n_all} notes changed last before then; the oldest of the newest did at {from_ms(oldest)}"
    if name == "types":
        return f"no note has the type {', '.join(request.types)}; there are {_some(row.type for row in rows)}"
    if name == "status":
        used = [row.status for row in rows if row.status]
        return _unused("status", request.status, used or STATUSES)
    return _unused("tag", request.tags, [tag for row in rows for tag in row.tags])


def _unused(what: str, asked: Sequence[str], used: Sequence[str]) -> str:
    unknown = [one for one in asked if one.lower() not in {known.lower() for known in used}]
    if not unknown:
        return f"no note has every {what} of {', '.join(asked)}"
    near = nearest(unknown[0], sorted(set(used)))
    there = f"did you mean {near}?" if near else f"there are {_some(used)}" if used else "none has any"
    return f"no note has the {what} {unknown[0]}; {there}"


def _some(words: Iterable[str]) -> str:
    """The most frequent ones."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return ", ".join(sorted(counts, key=lambda word: (-counts[word], word))[:NAMED])


def _key(name: str) -> str:
    return {"since_ms": "since", "until_ms": "until"}.get(name, name)
