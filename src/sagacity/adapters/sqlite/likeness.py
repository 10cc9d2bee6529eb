"""Slugs that resemble a handle nobody bears."""

from __future__ import annotations

from .connection import fetch, scalar
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
    sql = statements["slugs_like"].replace("{gate}", gate.sql)
    # First those with the same beginning: of a large store only 5,000 are looked at in each round.
    near = fetch(db, sql, (key[:2], key[:2] + "\U0010ffff", *gate.values))
    rest = fetch(db, sql, ("", "\U0010ffff", *gate.values))
    scored = {note: (-_likeness(key, slug), slug) for slug, note in [*near, *rest]}
    best = sorted((score, note) for note, score in scored.items() if -score[0] >= MIN_LIKENESS)[:limit]
    slugs = [_slug(db, statements, note) for _, note in best]
    return list(dict.fromkeys(slugs))


def _slug(db: apsw.Connection, statements: Statements, note: int) -> str:
    return str(scalar(db, statements["slug"], (note,)))


def _likeness(one: str, other: str) -> float:
    """0 to 1: Dice over the pairs of letters, edges included; 1 more when the other begins with the one."""
    pairs, others = _pairs(one), _pairs(other)
    shared = 2 * len(pairs & others) / (len(pairs) + len(others))
    return shared + 1 if one and other.startswith(one) else shared


def _pairs(text: str) -> set[str]:
    framed = f" {text} "
    return {framed[idx : idx + 2] for idx in range(len(framed) - 1)}
