"""The search behind recall and the prompt block: candidates of the index, ranked, and verified against the files."""

from __future__ import annotations

from ..core.rank import sure_from
from ..core.tokens import plan
from .embedding import probe_of
from .found import Asked, Found
from .freshness import verify
from .ranking import DEPRECATED, Ranking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .found import Question, Scored
    from .scope import Scope

UNWANTED_WINDOW = 1000
"""So many candidates are looked at for some without an excluded word."""


def search(app: App, question: Question, scope: Scope) -> Found:
    """Ranks, then makes sure that what it gives is what the files say now; deterministic for a given store and time."""
    found = look_up(app, question, scope)
    for _again in range(2):
        sound = verify(app, scope.layers, [scored.row for scored in found.results])
        app.lap("verify")
        if sound:
            return found
        found = look_up(app, question, scope)
    return found


def look_up(app: App, question: Question, scope: Scope) -> Found:
    """As `search`, from the index alone: whoever shows a note must verify it."""
    asked = _asked(app, question)
    app.lap("plan")
    probe, amiss = probe_of(app, question.reading.text if question.reading else question.text)
    app.lap("embed")
    n_page = question.limit + question.offset
    window = max(question.window or app.settings.recall_window, 2 * n_page)
    filters = question.filters.replace(replaced=True)  # what was put away for another note leads to that
    if scope.as_of_ms:
        filters = filters.replace(archived=True)  # it may have been put away since
    n_wanted = n_page
    while True:
        matches = app.index.search(asked.terms, filters, window=window, probe=probe, lap=app.lap)
        ranking = Ranking(app, question, scope, matches, asked)
        scored = ranking.first(n_wanted)
        good = [one for one in scored if one.score >= _floor(question, one)]
        # Replaced notes may fill the window; the ones behind them must still be seen.
        left_out = ranking.n_hidden or (ranking.n_unwanted and window < UNWANTED_WINDOW)
        if not (matches.full or ranking.cut) or not left_out or len(good) >= n_page:
            break
        window, n_wanted = 4 * window, 4 * n_wanted
    page = ranking.told(good[question.offset : question.offset + question.limit])
    app.lap("ranking")
    return Found(
        results=page,
        searched=matches.n_notes,
        total=len(good),
        below=len(scored) - len(good),
        hidden=ranking.n_hidden,
        unwanted=ranking.n_unwanted,
        terms=_told(asked, page),
        chatter=asked.chatter,
        ranking=ranking,
        window=window,
        sure=any(one.score >= sure_from(matches.n_vectors) for one in good),
        amiss=amiss,
    )


def _floor(question: Question, one: Scored) -> float:
    """What sinks because it is deprecated is not left out for that."""
    return question.min_score * (DEPRECATED if one.standing.deprecated else 1.0)


def _asked(app: App, question: Question) -> Asked:
    """The words of the question; where it was read more closely, also what stands together in it, and for a word that
    no note holds the one that it was meant to be.
    """
    reading = question.reading
    if reading is None:
        words = plan(question.text)
        return Asked(words.terms, len(words.terms), words.chatter)
    words = plan(reading.words)
    instead = app.index.nearest_words(words.terms)
    terms = tuple(dict.fromkeys(instead.get(term, term) for term in words.terms))
    mended = tuple((meant, typed) for typed, meant in instead.items() if meant not in words.terms)
    phrases = tuple(phrase for phrase in reading.phrases if phrase not in terms)
    return Asked((*terms, *phrases), len(terms), words.chatter, mended)


def _told(asked: Asked, page: Sequence[Scored]) -> tuple[str, ...]:
    """The terms to speak of. A word that only notes hold which are not shown here, such as confidential ones, is not
    told to who mistyped it.
    """
    untold = {meant: typed for meant, typed in asked.mended if not any(f'read as "{meant}"' in one.why for one in page)}
    return tuple(untold.get(term, term) for term in asked.terms)
