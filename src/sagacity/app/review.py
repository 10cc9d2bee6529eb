"""What waits for a person: notes judged wrong, notes proposed as canonical, and what nobody approved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.ids import tail
from ..core.trust import UNTRUSTED, label
from .confidence import is_canonical
from .conflicts import pairs
from .feedback import one_line, say
from .freshness import effort, refresh
from .judging import DISMISSED, PROPOSED, WRONG, by_note, open_verdict
from .projects import check_project
from .read import locate
from .relate import is_archived
from .scope import here, without_personal
from .settling import ReviewItem, ReviewResult
from .write import check_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.verdict import Verdict
    from .context import App
    from .records import Row
    from .scope import Scope
    from .settling import ReviewRequest

ALL = 1_000_000
JUDGED, CANONICAL_PROPOSED, WAITING = "judged wrong", "canonical proposed", "waiting"


def review(app: App, request: ReviewRequest) -> ReviewResult:
    """Lists, or dismisses what waits about one note: then it is as if nobody had said it.

    Raises `invalid` where action, handle and reason do not go together or nothing waits, `refused` where another than a
    person at a terminal dismisses, `not_found` and `ambiguous`.
    """
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    if (request.action == "dismiss") != bool(request.handle):
        raise SagacityError("invalid", "which note is dismissed?", hint="`sagacity review dismiss NOTE --reason WHY`")
    problems = refresh(app, scope.layers, effort(app)).problems
    check_project(app, scope, request.project)
    dismissed = _dismiss(app, request, scope) if request.handle else ""
    items = _items(app, scope)
    shown = [one for kind in (JUDGED, CANONICAL_PROPOSED, WAITING) for one in _of_kind(items, kind)[: request.limit]]
    return ReviewResult(
        items=tuple(shown),
        total=len(items),
        conflicts=len(pairs(app, scope)),
        scope=scope.names(),
        project=scope.project,
        dismissed=dismissed,
        withheld=(*problems, *without_personal(app, scope)),
    )


def _of_kind(items: Sequence[ReviewItem], kind: str) -> list[ReviewItem]:
    return [one for one in items if one.kind == kind]


def _dismiss(app: App, request: ReviewRequest, scope: Scope) -> str:
    """The id of the note."""
    _, row = locate(app, request.handle, scope)
    reason = one_line(request.reason)
    if not reason:
        raise SagacityError("invalid", "dismissed without a reason helps nobody", hint="--reason says why it stays")
    check_words("reason", reason)
    if not app.caller.interactive:
        raise SagacityError("refused", "only a person at a terminal can dismiss", hint="ask the user")
    said = app.journal.verdicts([row.id])
    if not any(open_verdict(app, said, word) for word in (WRONG, PROPOSED)):
        raise SagacityError("invalid", f"nothing waits about {row.title!r}", hint="`sagacity review` lists what does")
    say(app, row.id, DISMISSED, reason)
    return row.id


def _items(app: App, scope: Scope) -> list[ReviewItem]:
    open_to = scope.filters.replace(confidential=app.caller.interactive)
    rows = {row.id: row for row in app.index.newest(open_to, limit=ALL)}
    items = []
    for note_id, said in by_note(app.journal.verdicts(())).items():
        row = rows.get(note_id)
        if row is None or is_archived(row):
            continue
        if wrong := open_verdict(app, said, WRONG):
            items.append(_said(scope, row, wrong, JUDGED))
        if (proposed := _proposed(said)) and not is_canonical(row.confidence):
            items.append(_said(scope, row, proposed, CANONICAL_PROPOSED))
    items.sort(key=lambda one: (one.at, one.id))
    waiting = app.index.newest(open_to.replace(max_trust=UNTRUSTED), limit=ALL)
    return items + [_waiting(scope, row) for row in reversed(waiting)]


def _proposed(said: Sequence[Verdict]) -> Verdict | None:
    """A proposal stands until a person answers it: it is about the note, whatever its words."""
    last = next((one for one in said if one.word in (PROPOSED, DISMISSED)), None)
    return last if last and last.word == PROPOSED else None


def _said(scope: Scope, row: Row, verdict: Verdict, kind: str) -> ReviewItem:
    note = tail(row.id)
    ways = {
        JUDGED: (f"sagacity edit {note}", f"sagacity remember TEXT --supersedes {note}", f"sagacity forget {note}"),
        CANONICAL_PROPOSED: (f"sagacity update {note} --confidence canonical",),
    }
    who = ", ".join(part for part in (verdict.door, verdict.session) if part)
    close = f"sagacity review dismiss {note} --reason WHY"
    item = _item(scope, row, kind, (*ways[kind], close))
    return item.replace(at=from_ms(verdict.at_ms), who=who, why=verdict.reason)


def _waiting(scope: Scope, row: Row) -> ReviewItem:
    item = _item(scope, row, WAITING, (f"sagacity read {tail(row.id)}", f"sagacity forget {tail(row.id)}"))
    return item.replace(at=from_ms(row.updated_ms), who=row.origin, why="nobody approved it")


def _item(scope: Scope, row: Row, kind: str, commands: tuple[str, ...]) -> ReviewItem:
    layer = scope.layer_of(row.layer).name
    return ReviewItem(kind, row.id, row.title, layer, row.project, label(row.trust), "", "", "", commands)
