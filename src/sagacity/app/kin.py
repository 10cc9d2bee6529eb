"""Notes that the best ones call by name, and those that call the same by name: they fill the places behind."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.mentions import names_in
from .block import body_of
from .hops import BEHIND, LATER, Lift, allowed, offer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .context import App
    from .found import Question, Scored
    from .hops import Offer
    from .scope import Scope

OCCASION = "observation"
"""A record of an occasion names much in passing, and leads nowhere."""
HELD = 5
"""So many keep their places, whatever they name."""
SEEDS = 3
"""So many are read."""
SHARE = 0.4
"""What of a seed's strength a note gains that holds a rare name of it."""
MOST = 10
"""A name that more notes hold leads nowhere."""


def held(ranked: Sequence[Scored]) -> list[Scored]:
    """Those that nothing found here comes before."""
    return [one for one in ranked[:HELD] if one.row.trust > 0]


def kin_of(app: App, question: Question, scope: Scope, ranked: Sequence[Scored]) -> list[Lift]:
    """ranked: best first, relations already followed. None that would not be among those asked for."""
    n_asked = question.limit + question.offset
    head = held(ranked)
    if not head or n_asked <= HELD:
        return []
    most = min(one.strength for one in head) * BEHIND
    least = ranked[n_asked - 1].strength if n_asked <= len(ranked) else 0.0
    standings = {one.row.key: one for one in ranked}
    wanted: dict[int, Offer] = {}
    seeds = [one for one in head[:SEEDS] if one.row.type != OCCASION]
    for key, gain, why, seed in _gains(app, question, scope, seeds):
        own = standings[key].strength if key in standings else 0.0
        if min(most, own + gain) > max(own, least):
            offer(wanted, key, (min(most, own + gain), why, seed, "names"))
    raised = [Lift(one.row, *wanted[key], one.standing) for key, one in standings.items() if key in wanted]
    best = sorted(wanted.keys() - standings.keys(), key=lambda key: -wanted[key][0])[: 2 * n_asked]
    return raised + allowed(app, question.filters, scope, {key: wanted[key] for key in best})


def _gains(
    app: App, question: Question, scope: Scope, seeds: Sequence[Scored]
) -> Iterator[tuple[int, float, str, int]]:
    """(note, what it gains, why, the seed it gains it from)."""
    named: dict[str, tuple[Scored, float]] = {}
    for place, seed in enumerate(seeds):
        for name in _names(app, question, scope, seed):
            named.setdefault(name, (seed, SHARE * seed.strength * LATER**place))
    for found in app.index.holders(list(named), question.filters, held=(2, MOST)):
        seed, gain = named[found.name]
        for key in found.keys:
            if key != seed.row.key:
                yield key, gain, f"names {found.name!r}, as {seed.row.title!r} does", seed.row.key


def _names(app: App, question: Question, scope: Scope, seed: Scored) -> Iterator[str]:
    """What the seed is called, its tags, and what it calls others, but for what the question says itself."""
    asked = f" {' '.join(question.text.lower().split())} "
    try:
        body = body_of(app, seed.row, scope)
    except SagacityError:
        return  # gone since it was found
    for name in (seed.row.title.partition(" (")[0], *seed.row.tags, *names_in(body)):
        if f" {name.lower()} " not in asked:
            yield name
