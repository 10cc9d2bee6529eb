"""Notes that may say what a new one says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.preview import summary_of
from ..core.rank import bm25f, term_weights
from ..core.similar import is_near_duplicate, similarity, sketch
from ..core.tokens import plan
from .freshness import verify
from .relate import is_past, standing
from .results import Similar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import Row
    from .scope import Scope

CANDIDATES = 5
WINDOW = 12
TELLING_WORDS = 3
ASKED_WORDS = 4
ASKED_CHARS = 80
SHOWN = 3
NEAR_DUPLICATE = 0.9


def similar_notes(app: App, scope: Scope, content: str, *, title: str) -> tuple[Similar, ...]:
    """As `alike`, of the notes that `near` gives."""
    return alike(app, scope, near(app, scope, content, title=title), content, title=title)


def near(app: App, scope: Scope, content: str, *, title: str) -> list[tuple[float, Row]]:
    """Notes with the same words, the best first, each with its score."""
    # A title that says enough finds what is like it, and its longest words are the rarest more often than not; a bare
    # one needs the help of the first words.
    words = sorted(dict.fromkeys(title.split()), key=len, reverse=True)
    text = " ".join(words[:ASKED_WORDS]) if len(words) >= TELLING_WORDS else f"{title}\n{content[:ASKED_CHARS]}"
    return _candidates(app, scope, text)


def alike(
    app: App, scope: Scope, among: Sequence[tuple[float, Row]], content: str, *, title: str
) -> tuple[Similar, ...]:
    """At most three, most alike first: by title, and by text where the first lines agree."""
    new = sketch(title, summary_of("", content))
    found: dict[int, tuple[float, Row]] = {}
    for _, row in among:
        other = sketch(row.title, row.summary)
        score = similarity(new, other)
        if is_near_duplicate(new, other):
            score = max(score, NEAR_DUPLICATE)
        if score >= app.settings.similar_min and verify(app, scope.layers, [row]):
            found[row.key] = (score, row)
    stands = standing(app, [row for _, row in found.values()], scope) if found else {}
    similar = [
        Similar(row.id, row.title, scope.layer_of(row.layer).name, round(score, 2))
        for key, (score, row) in found.items()
        if not is_past(stands[key])
    ]
    return tuple(sorted(similar, key=lambda one: (-one.score, one.id))[:SHOWN])


def _candidates(app: App, scope: Scope, text: str) -> list[tuple[float, Row]]:
    """The best by words, from the index alone."""
    terms = plan(text).terms
    matches = app.index.search(terms, scope.filters, window=WINDOW)
    weights = term_weights(terms, matches.frequencies, matches.n_indexed)
    scored = [(bm25f(one.hits, one.lengths, matches.mean_lengths, weights), one.key) for one in matches.matches]
    best = sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:CANDIDATES]
    scores = {key: score for score, key in best}
    return [(scores[row.key], row) for row in app.index.rows(list(scores))]
