"""The order of candidates: words and vectors fused, bounded factors, and the rules that are not negotiable.

Superseded and archived notes are hidden, deprecated ones sink, both with their replacement named; a conflict is marked
on both sides; untrusted notes come last. Hard filters apply before anything is ranked.
"""

from __future__ import annotations

from ..core.rank import (
    TermWeights,
    confidence_factor,
    fused,
    ordinary_cosine,
    passage_scores,
    recency_factor,
    term_weights,
    valence_factor,
)
from .found import Scored
from .hops import lifts_of
from .judging import NONE, judgements
from .near_ties import newest_first
from .relate import is_archived, is_past, standing
from .words import note_frequencies, share_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..core.query_dates import Period
    from .context import App
    from .found import Asked, Question
    from .hops import Lift
    from .judging import Judgement
    from .records import Match, Matches, Row
    from .relate import Standing
    from .scope import Scope
    from .trace import Trace

DAY_MS = 86_400_000
HANDLE_MAX_CHARS = 120
OWN_PROJECT = 1.15
PREFERRED_TAG = 1.10
REFINES = 1.05
PREVENTS = 1.05
PREVENTING = ("policy", "learning", "feedback")  # rules, and mistakes with the rule that prevents them
LEAST_FACTOR = 0.9  # of a note that is neither deprecated nor hidden
MOST_FACTOR = 1.5
IN_PERIOD = 1.1
MENDED = 0.6  # of the weight of a word that the question did not say
DEPRECATED = 0.5
JUDGED_WRONG = 0.7
NAMED_EXACTLY = 1.0
NAMED_FIRST = 10.0
NAMED = 0.97  # but for case, accents and dashes


class Ranking:
    """One question's candidates in order. n_hidden: replaced and lapsed ones left out. n_unwanted: left out since they
    hold what the question excludes. cut: candidates were left out that no factor could lift among those wanted.
    """

    def __init__(self, app: App, question: Question, scope: Scope, matches: Matches, asked: Asked) -> None:
        self._app, self._question, self._scope, self._asked = app, question, scope, asked
        self._periods = question.reading.periods if question.reading else ()
        self.matches = matches
        self._weights = _weights(asked, matches)
        self._ordinary = ordinary_cosine(matches.ordinary, matches.n_vectors)
        self._matched: dict[int, tuple[float, Match]] = {}
        self._stands: dict[int, Standing] = {}
        self._judged: dict[str, Judgement] = {}
        self._led: dict[str, Lift] = {}
        self._called: dict[int, tuple[float, str]] = {}
        self._now_ms = app.clock.now_ms()
        self.n_hidden = 0
        self.n_unwanted = 0
        self.cut = False

    def first(self, n_wanted: int) -> list[Scored]:
        """At least so many where there are, best first; `told` says of those to show what they hold."""
        based = [(self._base(one), one) for one in self.matches.matches]
        bases = [pair for pair in based if pair[0] > 0]  # the nearest of a young store need not be near
        bases.sort(key=lambda pair: (-pair[0], pair[1].key))
        kept = _promising(bases, n_wanted, MOST_FACTOR * IN_PERIOD if self._periods else MOST_FACTOR)
        self.cut = len(kept) < len(bases)
        self._matched = {one.key: (base, one) for base, one in kept}
        self._called = _named(self._app, self._question)
        rows = self._app.index.rows(list({**self._matched, **self._called}))
        self._stands = standing(self._app, rows, self._scope)
        self._judged = judgements(self._app, [row.id for row in rows])
        there = [row for row in rows if row.id != self._question.without and self._is_open(row)]
        self.n_hidden = len(rows) - len(there) if self._scope.as_of_ms else 0
        rows = there
        shown: list[Row] = []
        hidden: list[Row] = []
        for row in rows:
            (shown if self._question.superseded or not is_past(self._stands[row.key]) else hidden).append(row)
        self.n_hidden += len(hidden)
        ranked: dict[str, Scored] = {}
        for row in shown:
            _keep_better(ranked, self._scored(row))
        past = [(row, self._strength(row)) for row in hidden if row.key in self._matched]
        self._app.lap("ranking")
        self._lift(ranked, past)
        found = self._with_kin(newest_first(sorted(self._wanted(ranked), key=by_strength)))
        self._app.lap("graph")
        return found

    def _is_open(self, row: Row) -> bool:
        """An archived note is there only where those are asked for, or for what replaced it; of another day, what was
        there then.
        """
        if self._scope.as_of_ms:
            from .moment import was_there  # reads the past, which few ask for

            return was_there(self._app, row, self._scope.as_of_ms)
        wants_all = self._question.filters.archived or not is_archived(row)
        return wants_all or self._stands[row.key].superseded_by is not None

    def _wanted(self, ranked: dict[str, Scored]) -> Iterable[Scored]:
        """Those without what the question excludes."""
        reading = self._question.reading
        if reading is None or not reading.without:
            return ranked.values()
        unwanted = self._app.index.holding([one.row.key for one in ranked.values()], reading.without)
        self.n_unwanted += len(unwanted)
        return [one for one in ranked.values() if one.row.key not in unwanted]

    def told(self, chosen: Sequence[Scored]) -> tuple[Scored, ...]:
        """The same, with the words they hold, and the passages of long notes."""
        return tuple([self._told(one) for one in chosen])

    def _told(self, one: Scored) -> Scored:
        _, match = self._matched.get(one.row.key, (0.0, None))
        if match is None:
            return one
        why = one.why if one.row.key in self._called else "; ".join(filter(None, (self._why(one.row, match), one.why)))
        return one.replace(why=why, passages=self._passages(match, one.strength) if match.spans else ())

    def _base(self, one: Match) -> float:
        return fused(share_of(one, self.matches, self._weights), one.cosine, self._ordinary)

    def _scored(self, row: Row) -> Scored:
        stand, called = self._stands[row.key], self._called.get(row.key)
        if called is not None:
            score, why = called
            return Scored(row, score, why, stand, NAMED_FIRST + score * (DEPRECATED if stand.deprecated else 1.0))
        strength = self._strength(row)
        return Scored(row, min(1.0, strength), "", stand, strength)

    def _why(self, row: Row, match: Match) -> str:
        said = [_why(self._asked.terms, match)]
        said += [one.said for one in self._periods if _dated(row, one)][:1]
        held = {term for term, columns in zip(self._asked.terms, match.hits, strict=True) if any(columns)}
        said += [f'"{typed}" read as "{meant}"' for meant, typed in self._asked.mended if meant in held]
        return "; ".join(said)

    def _strength(self, row: Row) -> float:
        strength = self._matched[row.key][0]
        for _, factor in self._factors(row, self._stands[row.key]):
            strength *= factor
        return strength

    def _factors(self, row: Row, stand: Standing) -> list[tuple[str, float]]:
        """What the base is multiplied by, each with its name."""
        factors = [
            ("confidence", confidence_factor(row.confidence)),
            ("recency", recency_factor((self._now_ms - row.updated_ms) / DAY_MS, row.lifecycle)),
        ]
        if self._scope.project and row.project == self._scope.project:
            factors.append(("own project", OWN_PROJECT))
        if self._question.prefer_tags and set(self._question.prefer_tags) & set(row.tags):
            factors.append(("preferred tag", PREFERRED_TAG))
        if row.type in PREVENTING:
            factors.append(("prevents a mistake", PREVENTS))
        if any(_dated(row, one) for one in self._periods):
            factors.append(("time asked for", IN_PERIOD))
        judgement = self._judged.get(row.id, NONE)
        if judgement.useful or judgement.irrelevant:
            factors.append(("verdicts", valence_factor(judgement.useful, judgement.irrelevant)))
        if judgement.wrong:
            factors.append(("judged wrong", JUDGED_WRONG))
        if stand.refines:
            factors.append(("refines", REFINES))
        if stand.deprecated or is_past(stand):
            factors.append(("deprecated" if stand.deprecated else "replaced", DEPRECATED))
        return factors

    def absent(self) -> tuple[str, ...]:
        """The words of the question that no note holds."""
        words = self._asked.terms[: self._asked.n_words]
        return tuple(term for term, seen in zip(words, self.matches.frequencies, strict=False) if not seen)

    def trace(self, one: Scored) -> Trace:
        """What the strength of a result was made of."""
        from .trace import Trace  # only for who asks why

        row = one.row
        _, match = self._matched.get(row.key, (0.0, None))
        return Trace(
            one=one,
            terms=self._asked.terms,
            matches=self.matches,
            weights=self._weights,
            ordinary=self._ordinary,
            match=match,
            factors=tuple(self._factors(row, self._stands[row.key])) if match else (),
            called=self._called.get(row.key, (0.0, ""))[1],
            lift=self._led.get(row.id),
        )

    def _lift(self, ranked: dict[str, Scored], past: Sequence[tuple[Row, float]]) -> None:
        """Replacements of hidden notes that match take their place; neighbours of the best come up behind them."""
        hidden = [(row, strength, self._stands[row.key]) for row, strength in past]
        best = sorted(ranked.values(), key=by_strength)
        self._raise(ranked, lifts_of(self._app, self._question.filters, self._scope, best, hidden))

    def _with_kin(self, ordered: list[Scored]) -> list[Scored]:
        """What the best call by name fills the places behind those that are held."""
        if not self._question.kin:
            return ordered
        from .kin import held, kin_of  # reads notes, for which a prompt has no time

        head = held(ordered)
        ranked = {one.row.id: one for one in ordered}
        self._raise(ranked, kin_of(self._app, self._question, self._scope, ordered))
        for one in head:
            del ranked[one.row.id]
        return [*head, *newest_first(sorted(self._wanted(ranked), key=by_strength))]

    def _raise(self, ranked: dict[str, Scored], lifts: Sequence[Lift]) -> None:
        for lift in lifts:
            if lift.row.id == self._question.without:
                continue
            there = ranked.get(lift.row.id)
            if there is None:
                one = Scored(lift.row, min(1.0, lift.strength), lift.why, lift.standing, lift.strength)
            elif lift.strength > there.strength:
                why = f"{there.why}; {lift.why}" if there.why else lift.why
                one = there.replace(score=min(1.0, lift.strength), strength=lift.strength, why=why)
            else:
                continue
            ranked[lift.row.id] = one
            self._led[lift.row.id] = lift

    def _passages(self, match: Match, strength: float) -> tuple[tuple[int, int, float], ...]:
        scores = passage_scores(
            [(span.hits, span.n_tokens, span.cosine, span.aside) for span in match.spans],
            self._weights,
            self.matches.mean_passage,
            strength,
            self._ordinary,
        )
        found = [(span.start, span.stop, score) for span, score in zip(match.spans, scores, strict=True)]
        return tuple(sorted(found, key=lambda one: (-one[2], one[0])))


def _keep_better(ranked: dict[str, Scored], one: Scored) -> None:
    """Two files may bear one id: a trusted one stands for both, then the better match, then the first by path."""
    there = ranked.get(one.row.id)
    if there is None or _claim(one) < _claim(there):
        ranked[one.row.id] = one


def _claim(one: Scored) -> tuple[bool, float, str]:
    return one.row.trust == 0, -one.strength, one.row.path


def _dated(row: Row, period: Period) -> bool:
    return any(period.from_ms <= at_ms < period.to_ms for at_ms in (row.updated_ms, row.created_ms))


def _weights(asked: Asked, matches: Matches) -> TermWeights:
    """What stands together adds to a note that has it, and takes nothing from one that has not."""
    frequencies = note_frequencies(matches)
    weights = term_weights(asked.terms, frequencies, matches.n_stored)
    if asked.n_words < len(asked.terms):
        words = term_weights(asked.terms[: asked.n_words], frequencies[: asked.n_words], matches.n_stored)
        weights = TermWeights(weights.idf, words.ideal or weights.ideal)
    if asked.mended:
        meant = dict(asked.mended)
        shares = [MENDED if term in meant else 1.0 for term in asked.terms]
        idf = tuple(weight * share for weight, share in zip(weights.idf, shares, strict=True))
        weights = TermWeights(idf, weights.ideal)
    return weights


def _promising(bases: list[tuple[float, Match]], n_wanted: int, most: float) -> list[tuple[float, Match]]:
    """Those that the factors could still bring among the first, and as many again in case some are hidden."""
    if len(bases) <= 2 * n_wanted:
        return bases
    reach = bases[n_wanted - 1][0] * LEAST_FACTOR / most
    n_reaching = sum(1 for base, _ in bases if base >= reach)
    return bases[: max(2 * n_wanted, n_reaching)]


def by_strength(scored: Scored) -> tuple[bool, float, int, str]:
    """Sorts the best first, what nobody approved last; before the newer of near ties is preferred."""
    return scored.row.trust == 0, -scored.strength, -scored.row.updated_ms, scored.row.id


def _named(app: App, question: Question) -> dict[int, tuple[float, str]]:
    """key → (score, why) of the notes that bear the whole question as a handle, and pass the filters."""
    text = question.text.strip()
    if not question.named or not text or len(text) > HANDLE_MAX_CHARS:
        return {}
    found = app.index.find(text, question.filters.layers)
    passing = app.index.passing([row.key for row, _ in found], question.filters)
    return {
        row.key: (NAMED_EXACTLY if text in (row.title, row.slug, row.id) else NAMED, f"its {kind} is {text!r}")
        for row, kind in found
        if row.key in passing
    }


def _why(terms: Sequence[str], match: Match) -> str:
    """Which terms the note holds, those of the title first; that its meaning is near when it holds none."""
    pairs = list(zip(terms, match.hits, strict=True))
    in_title = [term for term, columns in pairs if columns[0]]
    elsewhere = [term for term, columns in pairs if not columns[0] and any(columns)]
    parts = []
    if in_title:
        parts.append("title: " + ", ".join(in_title[:6]))
    if elsewhere:
        parts.append("text: " + ", ".join(elsewhere[:8]))
    return "; ".join(parts) or "near in meaning"
