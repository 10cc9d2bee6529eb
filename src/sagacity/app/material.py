"""The notes that a session's pack is made of, by group."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.value import Value
from .freshness import verify
from .memories import memories
from .relate import standing
from .session import is_confidential

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .memories import Memories
    from .records import Filters, Row
    from .relate import Standing
    from .scope import Scope

MEMORY_TYPES = (
    "convention", "fact", "topic", "memory", "note", "reference", "feature", "workflow", "runbook", "decision",
    "incident", "investigation", "observation", "hypothesis", "idea", "learning", "lesson",
)  # fmt: skip
SKILLS = ("skill",)
RULES = ("policy", "rule")
IDENTITY = ("profile", "preference")
WORK = ("plan", "task", "todo")
FEEDBACK = ("feedback",)
CLOSED = ("complete", "completed", "done", "cancelled", "canceled")
MOST = {SKILLS: 60, RULES: 60, IDENTITY: 24, WORK: 40, FEEDBACK: 12, MEMORY_TYPES: 40}
TOLD = {
    SKILLS: "skill",
    RULES: "policy",
    IDENTITY: "profile, preference",
    WORK: "plan, task",
    FEEDBACK: "feedback",
}
"""Groups of which each note counts: where some are not shown, the pack says how many, and by which types to ask."""
LATEST = 64
ENOUGH = 20
CONFIDENTIAL = "confidential: it stays on this machine"
UNTRUSTED = "untrusted: nobody has approved it"
SEEN = "this session has it already"
SUPERSEDED = "superseded"
LAPSED = "does not hold now"


class Material(Value):
    """The notes a pack is made of, those that stand, by group. hidden: those kept back, each with the reason.

    beyond: how many there are of a group besides those that were looked at; where there are any.
    walked: what led to memories besides their date.
    """

    scope: Scope
    rows: dict[tuple[str, ...], list[Row]]
    standings: dict[int, Standing]
    hidden: tuple[tuple[Row, str], ...]
    beyond: dict[tuple[str, ...], int]
    walked: Memories


def read_material(app: App, scope: Scope, seen: frozenset[str]) -> Material:
    """Reads the newest of each group; once more when a file turned out to have changed. Where others hold the index,
    what has changed is left out.
    """
    material = _read(app, scope, seen)
    rows = [row for group in material.rows.values() for row in group]
    try:
        return material if verify(app, scope.layers, rows) else _read(app, scope, seen)
    except SagacityError as error:
        if error.code != "busy":
            raise
    kept = {types: [row for row in group if _is_as_indexed(app, scope, row)] for types, group in material.rows.items()}
    return material.replace(rows=kept)


def _is_as_indexed(app: App, scope: Scope, row: Row) -> bool:
    stat = app.store.stat(scope.layer_of(row.layer), row.path)
    return stat is not None and (stat.size, stat.mtime_ns) == (row.size, row.mtime_ns)


def _read(app: App, scope: Scope, seen: frozenset[str]) -> Material:
    filters = scope.filters.replace(min_trust=1, confidential=True)
    groups = {types: _newest(app, filters, types, most) for types, most in MOST.items()}
    beyond = _beyond(app, filters, groups)
    walked = memories(app, scope, filters.replace(types=MEMORY_TYPES))
    known = {row.key for row in groups[MEMORY_TYPES]}
    groups[MEMORY_TYPES] += [row for row in walked.rows if row.key not in known]
    stands = standing(app, [row for rows in groups.values() for row in rows], scope)
    kept: dict[tuple[str, ...], list[Row]] = {}
    hidden: list[tuple[Row, str]] = []
    for types, rows in groups.items():
        kept[types] = []
        for row in rows:
            reason = hidden_because(row, scope, stands[row.key], seen)
            if reason:
                hidden.append((row, reason))
            else:
                kept[types].append(row)
    return Material(scope, kept, stands, tuple(hidden), beyond, walked)


def _beyond(app: App, filters: Filters, groups: dict[tuple[str, ...], list[Row]]) -> dict[tuple[str, ...], int]:
    counts = {}
    for types in TOLD:
        if len(groups[types]) == MOST[types]:
            of_group = _of_group(filters, types)
            counts[types] = app.index.count(of_group) - len(groups[types])
    return {types: count for types, count in counts.items() if count > 0}


def _of_group(filters: Filters, types: tuple[str, ...]) -> Filters:
    return filters.replace(types=types, not_status=CLOSED if types == WORK else ())


def _newest(app: App, filters: Filters, types: tuple[str, ...], most: int) -> list[Row]:
    """By date; of the many types of MEMORY_TYPES among the newest of all, which costs the same in every store. Of work
    what is open, that which is due first before the newest.
    """
    if types == MEMORY_TYPES:
        rows = [row for row in app.index.newest(filters, limit=LATEST) if row.type in types]
        if len(rows) >= ENOUGH:
            return rows[:most]
    filters = _of_group(filters, types)
    if types != WORK:
        return app.index.newest(filters, limit=most)
    found = app.index.soonest(filters, limit=most // 2) + app.index.newest(filters, limit=most)
    return list({row.key: row for row in found}.values())[:most]


def hidden_because(row: Row, scope: Scope, stand: Standing, seen: frozenset[str]) -> str:
    """Why a note is kept back, "" when it is not."""
    if is_confidential(row, scope.layer_of(row.layer)):
        return CONFIDENTIAL
    if row.trust < 1:
        return UNTRUSTED
    if row.id in seen:
        return SEEN
    if stand.superseded_by is not None:
        return SUPERSEDED
    return LAPSED if stand.lapsed else ""
