"""Filters as conditions of a query."""

from __future__ import annotations

from ...core.handles import fold
from .connection import fetch
from .sqltext import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import apsw

    from ...app.records import Filters
    from .sqltext import Statements

NOTHING = "0"
MOST_TRUST = 3


class Gate:
    """Conditions on note `n`, with their values in order. sql is `0` when no note can pass.

    is_wide: most notes pass, as far as one can tell. roots: those of the layers asked for that the index knows, by key.
    n_notes: the notes they hold; n_indexed, n_passages: notes and passages of all layers.
    """

    __slots__ = ("is_wide", "n_indexed", "n_notes", "n_passages", "roots", "sql", "values")

    def __init__(self, sql: str, values: list[Any], roots: dict[int, str], wanted: list[Any], known: list[Any]) -> None:
        self.sql = sql
        self.values = values
        self.roots = roots
        self.n_notes = sum(row[4] for row in wanted)
        self.n_indexed = sum(row[4] for row in known)
        self.is_wide = self.n_notes * 2 > self.n_indexed
        self.n_passages = sum(row[5] for row in known)


def gate_of_layers(db: apsw.Connection, statements: Statements, roots: Sequence[str]) -> Gate:
    """Lets every note of these layers pass."""
    return _gate(fetch(db, statements["layers"]), statements, roots)


def gate_of(db: apsw.Connection, statements: Statements, filters: Filters) -> Gate:
    """Lets those notes pass that the filters let pass."""
    known = fetch(db, statements["layers"])
    gate = _gate(known, statements, filters.layers)
    if gate.sql == NOTHING:
        return gate
    conditions = [gate.sql]
    for name, values in _conditions(filters, [row[0] for row in known if row[3]]):
        conditions.append(statements.listed(name, len(values)))
        gate.values.extend(values)
    gate.sql = " AND ".join(conditions)
    gate.is_wide = gate.is_wide and not (filters.types or filters.tags or filters.status)
    gate.is_wide = gate.is_wide and not (filters.since_ms or filters.until_ms)
    return gate


def keys_by_due(db: apsw.Connection, statements: Statements, filters: Filters, limit: int) -> list[int]:
    """Of the notes that pass and have a due date, the first."""
    gate = gate_of(db, statements, filters)
    return [row[0] for row in fetch(db, statements["soonest"].replace("{gate}", gate.sql), (*gate.values, limit))]


def keys_by_age(db: apsw.Connection, statements: Statements, filters: Filters, limit: int) -> list[int]:
    """Of the notes that pass, so many, the newest first."""
    types = [(name,) for name in dict.fromkeys(filters.types) if "/" not in name]
    by_type = len(types) == len(set(filters.types)) > 0
    gate = gate_of(db, statements, filters.replace(types=()) if by_type else filters)
    if gate.sql == NOTHING or limit <= 0:
        return []
    sql = statements["newest_of_type" if by_type else "newest"].replace("{gate}", gate.sql)
    ranked: list[tuple[Any, ...]] = []
    for layer, root in gate.roots.items():
        for of_type in types if by_type else [()]:
            rows = fetch(db, sql, (layer, *of_type, *gate.values, limit))
            ranked += [(updated_ms, id, path, root, key) for updated_ms, id, path, key in rows]
    ranked.sort(reverse=True)
    return [row[-1] for row in ranked[:limit]]


def _gate(known: list[Any], statements: Statements, roots: Sequence[str]) -> Gate:
    wanted = [row for row in known if row[1] in roots]
    keys = {row[0]: row[1] for row in wanted}
    sql = statements["gate_layers"].replace("{}", places(len(keys))) if keys else NOTHING
    return Gate(sql, list(keys), keys, wanted, known)


def _conditions(filters: Filters, confidential_layers: list[int]) -> list[tuple[str, tuple[Any, ...]]]:
    """(name of the condition, its values); those that let all pass are left out."""
    found: list[tuple[str, tuple[Any, ...]]] = [("gate_tag", (fold(tag),)) for tag in filters.tags]
    if filters.projects is not None:
        found.append(("gate_projects", filters.projects))
    if any("/" in name for name in filters.types):
        found.append(("gate_kinds", (f"\n{chr(10).join(filters.types)}\n",)))
    elif filters.types:
        found.append(("gate_types", filters.types))
    statuses = (("gate_status", filters.status), ("gate_not_status", filters.not_status))
    found += [(name, values) for name, values in statuses if values]
    if filters.since_ms:
        found.append(("gate_since", (filters.since_ms,)))
    if filters.until_ms:
        found.append(("gate_until", (filters.until_ms,)))
    if not filters.archived:
        found.append(("gate_archived_unless_replaced" if filters.replaced else "gate_archived", ()))
    if filters.confidential_only:
        found.append(("gate_kept", tuple(confidential_layers)) if confidential_layers else ("gate_kept_as_said", ()))
    elif not filters.confidential:
        found.append(("gate_said_open", tuple(confidential_layers)) if confidential_layers else ("gate_open", ()))
    return found + _trust_conditions(filters)


def _trust_conditions(filters: Filters) -> list[tuple[str, tuple[Any, ...]]]:
    found: list[tuple[str, tuple[Any, ...]]] = []
    if filters.min_trust > 0:
        found.append(("gate_trust", (filters.min_trust,)))
    if filters.max_trust < MOST_TRUST:
        # gate_untrusted holds its figure, so that the partial index note_untrusted serves.
        found.append(("gate_untrusted", ()) if filters.max_trust == 0 else ("gate_trust_below", (filters.max_trust,)))
    return found
