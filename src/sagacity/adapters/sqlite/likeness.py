"""Slugs that resemble a handle nobody bears."""

from __future__ import annotations

from ...core.handles import fold
from .connection import fetch
from .gate import gate_of_layers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from .sqltext import Statements

MIN_LIKENESS = 0.3


def most_alike(
    db: apsw.Connection, statements: Statements, key: str, layers: Sequence[str], *, limit: int
) -> list[str]:
    """Slugs of these layers, those that begin with the folded handle first, then by shared pairs of letters."""
    gate = gate_of_layers(db, statements, layers)
    sql = statements["paths_like"].replace("{gate}", gate.sql)
    paths = fetch(db, sql, (*gate.values, key[:2], key[:2]))
    slugs = {path.rpartition("/")[2].removesuffix(".md") for (path,) in paths}
    scored = sorted((-_likeness(key, fold(slug)), slug) for slug in slugs)
    return [slug for negated, slug in scored[:limit] if -negated >= MIN_LIKENESS]


def _likeness(one: str, other: str) -> float:
    """0 to 1: Dice over the pairs of letters, edges included; 1 more when the other begins with the one."""
    pairs, others = _pairs(one), _pairs(other)
    shared = 2 * len(pairs & others) / (len(pairs) + len(others))
    return shared + 1 if one and other.startswith(one) else shared


def _pairs(text: str) -> set[str]:
    framed = f" {text} "
    return {framed[idx : idx + 2] for idx in range(len(framed) - 1)}
