"""Notes that others lead to: from a replaced note to what replaced it, and from the best ones to their neighbours."""

from __future__ import annotations

from ..core.value import Value
from .relate import is_past, standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .context import App
    from .found import Scored
    from .records import Filters, Row
    from .relate import Standing
    from .scope import Scope

    Offer = tuple[float, str, int, str]
    """Strength, why, seed, relation."""

SEEDS = 4
"""So many of the best lead on."""
HOP = 0.65
"""What of a seed's strength a neighbour gains."""
LATER = 0.75
"""The second and the third lead less far."""
CROWD = 24
"""A seed with more neighbours than this leads to each of them less."""
BEHIND = 0.999
"""No neighbour comes before the first."""
STATUS_OPS = frozenset(("supersedes", "superseded_by", "deprecated"))


class Lift(Value):
    """A note, the strength it should have at least, and what led to it. seed: key of the note that did, op: by which
    relation.
    """

    row: Row
    strength: float
    why: str
    seed: int
    op: str
    standing: Standing


def lifts_of(
    app: App,
    filters: Filters,
    scope: Scope,
    ranked: Sequence[Scored],
    hidden: Sequence[tuple[Row, float, Standing]],
) -> list[Lift]:
    """ranked: best first; untrusted ones lead nowhere. hidden: those replaced or lapsed that match, with the strength
    they would have had.
    """
    strengths: dict[int, float] = {one.row.key: one.strength for one in ranked}
    titles = {one.row.key: one.row.title for one in ranked if one.row.trust > 0}
    wanted: dict[int, Offer] = {}
    for row, strength, stand in hidden:
        if stand.superseded_by is not None and stand.superseded_by.trust > 0:
            titles[stand.superseded_by.key] = stand.superseded_by.title
            offer(wanted, stand.superseded_by.key, (strength, f"replaces {row.title!r}", row.key, "supersedes"))
    for key, made in wanted.items():
        strengths[key] = max(strengths.get(key, 0.0), made[0])
    trusted = [(key, strength) for key, strength in strengths.items() if key in titles]
    seeds = sorted(trusted, key=lambda pair: (-pair[1], pair[0]))[:SEEDS]
    if seeds:
        most = seeds[0][1] * BEHIND
        for key, gain, seed, op in _gains(app, dict(seeds)):
            strength = min(most, strengths.get(key, 0.0) + gain)
            offer(wanted, key, (strength, f"linked with {titles[seed]!r}", seed, op))
    return allowed(app, filters, scope, wanted)


def offer(wanted: dict[int, Offer], key: int, made: Offer) -> None:
    """Keeps the best offer for a note."""
    if key not in wanted or wanted[key][0] < made[0]:
        wanted[key] = made


def _gains(app: App, seeds: dict[int, float]) -> Iterator[tuple[int, float, int, str]]:
    """(neighbour, what it gains, the seed it gains it from, by which relation)."""
    neighbours: dict[int, dict[int, str]] = {key: {} for key in seeds}
    for edge in [*app.index.edges_from(list(seeds)), *app.index.edges_to(list(seeds), ())]:
        if edge.op in STATUS_OPS or edge.target < 0:
            continue
        if edge.source in neighbours:
            neighbours[edge.source].setdefault(edge.target, edge.op)
        if edge.target in neighbours:
            neighbours[edge.target].setdefault(edge.source, edge.op)
    for place, (seed, near) in enumerate(neighbours.items()):
        damping = min(1.0, CROWD / max(len(near), 1)) ** 0.5 * LATER**place
        for key in sorted(near.keys() - seeds.keys()):
            yield key, HOP * damping * seeds[seed], seed, near[key]


def allowed(app: App, filters: Filters, scope: Scope, wanted: dict[int, Offer]) -> list[Lift]:
    """Those that pass the filters, are trusted and stand."""
    keys: Iterable[int] = app.index.passing(list(wanted), filters) if wanted else ()
    rows = [row for row in app.index.rows(sorted(keys)) if row.trust > 0]
    rows = [row for row in rows if not scope.as_of_ms or row.created_ms <= scope.as_of_ms]
    stands = standing(app, rows, scope) if rows else {}
    return [Lift(row, *wanted[row.key], stands[row.key]) for row in rows if not is_past(stands[row.key])]
