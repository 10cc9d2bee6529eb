"""Notes that may say what a new one says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.preview import summary_of
from ..core.similar import is_near_duplicate, similarity
from .results import Similar
from .search import Question, search

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
    question = Question(text, scope.filters, limit=CANDIDATES, named=False, window=WINDOW)
    summary = summary_of("", content)
    found = []
    for one in search(app, question, scope).results:
        if one.row.id == note_id:
            continue
        score = similarity(title, one.row.title)
        if is_near_duplicate(title, summary, one.row.title, one.row.summary):
            score = max(score, NEAR_DUPLICATE)
        if score >= app.settings.similar_min:
            found.append(Similar(one.row.id, one.row.title, scope.layer_of(one.row.layer).name, round(score, 2)))
    return tuple(sorted(found, key=lambda one: (-one.score, one.id))[:SHOWN])
