"""The lexical channel: candidates by the engine's BM25 over the rarer terms, then the hits of all terms in them.

Ranking every note that holds a common word would cost time in proportion to the store. So the rarest terms find
candidates, as many as promise a bounded number of rows; the others count in the notes so found.
"""

from __future__ import annotations

import apsw

from ...app.records import Match, Matches, Span
from .common import N_COLUMNS, NONE, Kept, counts_of, known_terms, records_of
from .connection import Snapshot, fetch, scalar
from .gate import NOTHING, gate_of
from .phrases import Phrase, any_of, common_from, sources_of
from .sqltext import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...app.records import Filters, Probe
    from .common import Counts
    from .gate import Gate
    from .phrases import Source
    from .sqltext import Statements
    from .vectors import Space

_TOKENIZER = ("unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc")
# With this share of the window found, the next source is not asked.
ENOUGH_SHARE = 0.25
# Rows ranked before the filters are applied, as a multiple of those wanted; and so many at least, for a prompt that
# wants few of a store in which most notes are of other projects.
SPARE = 2
LEAST_RANKED = 150
# Passages looked at for each note wanted, where notes have several.
PASSAGES_PER_NOTE = 3
# Notes whose vectors are looked at because of their words.
BEST_BY_WORDS = 40
# The cosine of this place among those looked at is ordinary: what is behind says nothing.
ORDINARY_FROM = 64
_NO_LENGTHS = (0,) * (N_COLUMNS - 1)
_NO_HITS: dict[Phrase, Counts] = {}


class Searcher:
    """Searches over one connection. Not to be shared between threads."""

    def __init__(self, db: apsw.Connection, statements: Statements) -> None:
        self._db = db
        self._statements = statements
        self._tokenize = tokenizer_of(db)
        self.kept = Kept(db, statements)
        self._found = _Found()
        self._asked: list[Phrase] = []
        db.register_fts5_function("collect_hits", self._collect)

    def search(
        self, terms: Sequence[str], filters: Filters, window: int, probe: Probe | None, lap: Callable[[str], None]
    ) -> Matches:
        """See `app.ports.Index.search`. The means are zero where no term matched."""
        self._found = _Found()
        with Snapshot(self._db):
            gate = gate_of(self._db, self._statements, filters)
            phrases = {term: phrase for term in terms if (phrase := self._phrase(term))}
            distinct = list(phrases.values())
            self._count_passages(distinct)
            space = self._space(probe)
            notes = self._candidates(distinct, gate, window) if gate.sql != NOTHING else []
            full = len(notes) > window
            notes = notes[:window]
            lap("words")
            near = space.nearest(gate, window) if space and gate.sql != NOTHING else {}
            notes += self._near(near, distinct, gate)
            cosines = space.cosines(self._telling(notes, near)) if space else {}
            lap("vectors")
            records = self._records(notes, distinct)
        asked = [phrases.get(term) for term in terms]
        matches = tuple(self._match(note, asked, records, cosines) for note in notes)
        frequencies = tuple(phrase.n_passages if phrase else 0 for phrase in asked)
        n_vectors = space.n_vectors if space else 0
        ordinary = sorted(cosines.values(), reverse=True)[:ORDINARY_FROM][-1] if cosines else 0.0
        totals, n_passages, n_notes = self._found.totals, gate.n_passages, gate.n_indexed
        means = tuple(total / n_notes for total in totals) if totals else (0.0,) * N_COLUMNS
        mean_passage = totals[-1] / n_passages if totals else 0.0
        lap("words")
        return Matches(
            matches,
            gate.n_notes,
            n_passages,
            n_notes,
            frequencies,
            means,
            mean_passage,
            full,
            n_vectors,
            ordinary,
        )

    def any_of(self, terms: Sequence[str]) -> str:
        """The expression that a passage with one of the terms satisfies."""
        return any_of([phrase for term in terms if (phrase := self._phrase(term))])

    def stem_of(self, term: str) -> str:
        """Of a single word; "" for what is none."""
        phrase = self._phrase(term)
        return phrase.word if phrase else ""

    def _space(self, probe: Probe | None) -> Space | None:
        """None where the question has no vector, or the index none to compare it with."""
        if probe is None or not probe.vector:
            return None
        from .vectors import Space  # what asks for words alone does not load it

        space = Space(self._db, self._statements, self.kept.current(), probe)
        return space if space.n_vectors else None

    def _phrase(self, term: str) -> Phrase | None:
        """None for a term that holds no letter or digit."""
        prefix = term.endswith("*")
        bare = clean(term.removesuffix("*") if prefix else term)
        words: Any = self._tokenize(
            bare.encode(), apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False
        )
        if not words:
            return None
        text = '"' + bare.replace('"', '""') + ('"*' if prefix else '"')
        return Phrase(text, words[0] if len(words) == 1 and not prefix else "")

    def _count_passages(self, phrases: list[Phrase]) -> None:
        words = list({phrase.word for phrase in phrases if phrase.word})
        known = known_terms(self._db, self._statements, words)
        others = [word for word in words if word not in known]
        counts = self.kept.frequencies(others)
        for phrase in phrases:
            if phrase.word in known:
                phrase.mark, phrase.n_passages = known[phrase.word].mark, known[phrase.word].n_passages
            elif phrase.word:
                phrase.n_passages = counts.get(phrase.word, 0)
            else:
                phrase.n_passages = int(scalar(self._db, self._statements["frequency"], (phrase.text,)))

    def _candidates(self, phrases: list[Phrase], gate: Gate, window: int) -> list[int]:
        """Notes, best first within each source; one more than the window when there are more. Collects their hits."""
        notes: list[int] = []
        n_rows = window + 1 if gate.n_passages == gate.n_indexed else window * PASSAGES_PER_NOTE
        for source in sources_of(phrases, gate.n_passages, window):
            found = [note for note in self._ranked(source, gate, n_rows) if note not in self._found.passages]
            found = list(dict.fromkeys(found))[: window + 1]
            self._collect_all(found, source, phrases)
            notes += found
            if len(notes) >= window * ENOUGH_SHARE:
                break
        return notes

    def _near(self, near: dict[int, int], phrases: list[Phrase], gate: Gate) -> list[int]:
        """The notes of the vector channel that the lexical one has not found. Collects their hits of terms that are not
        common: counting those would cost time in proportion to the store.
        """
        notes = sorted({note for note in near.values() if note not in self._found.passages})
        keys = self._enter(notes)
        telling = [one for one in phrases if not one.mark and 0 < one.n_passages <= common_from(gate.n_passages)]
        if keys and telling:
            self._collect_in(keys, any_of(telling), telling)
        return notes

    def _telling(self, notes: list[int], near: dict[int, int]) -> list[int]:
        """The passages whose vectors are looked at: those near by their codes, and of the best by words the one with
        the most terms.
        """
        hits, chosen = self._found.hits, set(near)
        for note in notes[:BEST_BY_WORDS]:
            keys = [passage[0] for passage in self._found.passages[note]]
            chosen.add(max(keys, key=lambda key: len(hits.get(key, _NO_HITS))))
        return sorted(chosen)

    def _ranked(self, source: Source, gate: Gate, limit: int) -> list[int]:
        """Notes by their best passage; a note once for each of its passages."""
        if source.newest:
            sql = self._statements["newest_candidates"].replace("{gate}", gate.sql)
            return [note for (note,) in fetch(self._db, sql, (source.text, *gate.values, limit))]
        if gate.is_wide:
            notes = self._ranked_before_filters(source, gate, limit)
            if notes is not None:
                return notes
        sql = self._statements["candidates"].replace("{gate}", gate.sql)
        return _in_order(fetch(self._db, sql, (source.text, *gate.values, limit)), gate)

    def _ranked_before_filters(self, source: Source, gate: Gate, limit: int) -> list[int] | None:
        """As `_ranked`, with the filters looked at for the best only; None when too few of those pass.

        Most notes pass wide filters, and looking a note up costs as much as ranking it.
        """
        n_ranked = max(limit * SPARE, LEAST_RANKED)
        ranked = fetch(self._db, self._statements["best"], (source.text, n_ranked))
        sql = self._statements["best_passing"].replace("{gate}", gate.sql)
        passing: list[Any] = []
        for start in range(0, len(ranked), limit * SPARE):
            best = dict(ranked[start : start + limit * SPARE])
            rows = fetch(self._db, sql, (listing(best), *gate.values))
            passing += [(best[row[3]], *row) for row in rows]
            if len(passing) >= limit:
                return _in_order(passing, gate)[:limit]
        return None if len(ranked) == n_ranked else _in_order(passing, gate)

    def _collect_all(self, notes: list[int], source: Source, phrases: list[Phrase]) -> None:
        """The hits of the source's phrases, then of those others that nothing else counts, in these notes."""
        if not notes:
            return
        keys = self._enter(notes)
        self._collect_in(keys, source.text, source.phrases)
        others = [one for one in phrases if one.n_passages and not one.mark and one not in source.phrases]
        if others and len(keys) == len(notes):
            self._collect_in(keys, f"({source.text}) AND ({any_of(others)})", [*source.phrases, *others])
        elif others:
            self._collect_in(keys, any_of(others), others)

    def _enter(self, notes: list[int]) -> list[int]:
        """Takes these notes down as candidates; gives their passages."""
        rows = fetch(self._db, self._statements["passages"], (listing(notes),)) if notes else []
        for key, note, *bounds in rows:
            self._found.passages.setdefault(note, []).append((key, *bounds))
        return [row[0] for row in rows]

    def _collect_in(self, keys: list[int], text: str, phrases: list[Phrase]) -> None:
        self._asked = phrases
        fetch(self._db, self._statements["hits"], (text, min(keys), max(keys), listing(keys)))

    def _collect(self, api: apsw.FTS5ExtensionApi, /, *_values: Any) -> None:
        """The auxiliary function that full-text rows are shown to."""
        self._found.keep(api, self._asked)

    def _records(self, notes: list[int], phrases: list[Phrase]) -> dict[int, bytes]:
        if not notes or not any(phrase.mark for phrase in phrases):
            return {}
        keys = [passage[0] for note in notes for passage in self._found.passages[note]]
        return records_of(self._db, self._statements, keys)

    def _match(
        self, note: int, asked: Sequence[Phrase | None], records: dict[int, bytes], cosines: dict[int, float]
    ) -> Match:
        passages = self._found.passages[note]
        hits = [self._hits(key, asked, records.get(key, b"")) for key, *_ in passages]
        beside = self._found.lengths.get(passages[0][0], _NO_LENGTHS)
        lengths = (*beside, sum([passage[3] for passage in passages]))
        if len(passages) == 1:
            return Match(note, tuple(hits[0]), lengths, (), cosines.get(passages[0][0], 0.0))
        spans = tuple(
            Span(start, stop, tuple([counts[-1] for counts in one]), n_tokens, cosines.get(key, 0.0), bool(aside))
            for (key, start, stop, n_tokens, aside), one in zip(passages, hits, strict=True)
        )
        nearest = max(cosines.get(passage[0], 0.0) for passage in passages)
        summed = tuple(tuple(map(sum, zip(*counts, strict=True))) for counts in zip(*hits, strict=True))
        return Match(note, summed, lengths, spans, nearest)

    def _hits(self, key: int, asked: Sequence[Phrase | None], record: bytes) -> list[Counts]:
        found: Any = self._found.hits.get(key, _NO_HITS)
        if not record:
            return [found.get(phrase, NONE) for phrase in asked]
        return [
            NONE if phrase is None else counts_of(record, phrase.mark) if phrase.mark else found.get(phrase, NONE)
            for phrase in asked
        ]


class _Found:
    """What the engine showed, by passage: hits by phrase, lengths beside the body. passages: (key, start, stop, tokens,
    aside) by note. totals: tokens by column in the whole index.
    """

    __slots__ = ("hits", "lengths", "passages", "totals")

    def __init__(self) -> None:
        self.hits: dict[int, dict[Phrase, Counts]] = {}
        self.lengths: dict[int, tuple[int, ...]] = {}
        self.passages: dict[int, list[tuple[int, ...]]] = {}
        self.totals: tuple[int, ...] = ()

    def keep(self, api: apsw.FTS5ExtensionApi, phrases: list[Phrase]) -> None:
        key = api.rowid
        hits = self.hits.setdefault(key, {})
        for place, phrase in enumerate(phrases):
            if not phrase.mark and phrase not in hits and api.phrase_columns(place):
                hits[phrase] = tuple(map(len, api.phrase_locations(place)))
        if key not in self.lengths:
            self.lengths[key] = tuple(map(api.column_size, range(N_COLUMNS - 1)))
        if not self.totals:
            self.totals = tuple(map(api.column_total_size, range(N_COLUMNS)))


def tokenizer_of(db: apsw.Connection) -> apsw.FTS5Tokenizer:
    """Cuts and stems as note_fts does."""
    return db.fts5_tokenizer("porter", list(_TOKENIZER))


def clean(text: str) -> str:
    """The text without what SQLite cannot hold: NUL ends a string there, half a surrogate pair is no text."""
    if "\0" in text:
        text = text.replace("\0", " ")
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def _in_order(ranked: list[Any], gate: Gate) -> list[int]:
    """Notes of (score, path, layer, start, passage, note), best first; ties in an order that a rebuild repeats."""
    ranked.sort(key=lambda row: (row[0], row[1], gate.roots[row[2]], row[3]))
    return [row[5] for row in ranked]
