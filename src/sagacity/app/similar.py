"""Notes that may say what a new one says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.preview import summary_of
from ..core.similar import is_near_duplicate, similarity, sketch
from .found import Question
from .freshness import verify
from .results import Similar
from .search import look_up

if TYPE_CHECKING:
    from .context import App
    from .scope import Scope

CANDIDATES = 5
WINDOW = 12
TELLING_WORDS = 3
ASKED_CHARS = 80
SHOWN = 3
NEAR_DUPLICATE = 0.9


def similar_notes(app: App, scope: Scope, content: str, *, title: str, note_id: str = "") -> tuple[Similar, ...]:
    """At most three, most alike first: by title, and by text where the first lines agree. Never the note itself."""
    # A title that says enough finds what is like it; only a bare one needs the help of the first words.
    text = title if len(title.split()) >= TELLING_WORDS else f"{title}\n{content[:ASKED_CHARS]}"
    question = Question(text, scope.filters, limit=CANDIDATES, named=False, window=WINDOW, words_only=True)
    new = sketch(title, summary_of("", content))
    found = []
    for row in [one.row for one in look_up(app, question, scope).results if one.row.id != note_id]:
        other = sketch(row.title, row.summary)
        score = similarity(new, other)
        if is_near_duplicate(new, other):
            score = max(score, NEAR_DUPLICATE)
        if score >= app.settings.similar_min and verify(app, scope.layers, [row]):
            found.append(Similar(row.id, row.title, scope.layer_of(row.layer).name, round(score, 2)))
    return tuple(sorted(found, key=lambda one: (-one.score, one.id))[:SHOWN])
