"""The lexical channel: candidates by the engine's BM25 over the rarer terms, then the hits of all terms in them.

Ranking every note that holds a common word would cost time in proportion to the store. So the rarest terms find
candidates, as many as promise a bounded number of rows; the others count in the notes so found.
"""

from __future__ import annotations

import apsw

from ...app.records import Match, Matches
from .common import N_COLUMNS, NONE, counts_of, known_terms, records_of
from .connection import Snapshot, fetch, scalar
from .gate import NOTHING, gate_of
from .phrases import Phrase, any_of, sources_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...app.records import Filters
    from .common import Counts
    from .gate import Gate
    from .phrases import Source
    from .sqltext import Statements

_TOKENIZER = ("unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc")
# With this share of the window found, the next source is not asked.
ENOUGH_SHARE = 0.25
# Rows ranked before the filters are applied, as a multiple of those wanted.
SPARE = 2


class Searcher:
    """Searches over one connection. Not to be shared between threads."""

    def __init__(self, db: apsw.Connection, statements: Statements) -> None:
        self._db = db
        self._statements = statements
        self._tokenize = tokenizer_of(db)
        self._found = _Found()
        self._asked: list[Phrase] = []
        db.register_fts5_function("collect_hits", self._collect)

    def search(self, terms: Sequence[str], filters: Filters, window: int) -> Matches:
        """See `app.ports.Index.search`. mean_lengths is zero where nothing matched."""
        self._found = _Found()
        with Snapshot(self._db):
            gate = gate_of(self._db, self._statements, filters)
            phrases = {term: phrase for term in terms if (phrase := self._phrase(term))}
            distinct = list(phrases.values())
            self._count_notes(distinct)
            keys = self._candidates(distinct, gate, window) if gate.sql != NOTHING else []
            records = self._records(keys[:window], distinct)
        asked = [phrases.get(term) for term in terms]
        matches = tuple(self._match(key, asked, records.get(key, b"")) for key in keys[:window])
        frequencies = tuple(phrase.n_notes if phrase else 0 for phrase in asked)
        means = self._found.mean_lengths or (0.0,) * N_COLUMNS
        return Matches(matches, gate.n_notes, gate.n_indexed, frequencies, means, len(keys) > window)

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

    def _count_notes(self, phrases: list[Phrase]) -> None:
        words = list({phrase.word for phrase in phrases if phrase.word})
        known = known_terms(self._db, self._statements, words)
        others = [word for word in words if word not in known]
        counts = dict(fetch(self._db, self._statements.listed("frequencies", len(others)), others)) if others else {}
        for phrase in phrases:
            if phrase.word in known:
                phrase.mark, phrase.n_notes = known[phrase.word].mark, known[phrase.word].n_notes
            elif phrase.word:
                phrase.n_notes = counts.get(phrase.word, 0)
            else:
                phrase.n_notes = int(scalar(self._db, self._statements["frequency"], (phrase.text,)))

    def _candidates(self, phrases: list[Phrase], gate: Gate, window: int) -> list[int]:
        """Keys, best first within each source; one more than the window when there are more. Collects their hits."""
        keys: list[int] = []
        for source in sources_of(phrases, gate.n_indexed, window):
            found = [key for key in self._ranked(source, gate, window + 1) if key not in self._found.hits]
            self._collect_all(found, source, phrases)
            keys += found
            if len(keys) >= window * ENOUGH_SHARE:
                break
        return keys

    def _ranked(self, source: Source, gate: Gate, limit: int) -> list[int]:
        if source.newest:
            sql = self._statements["newest_candidates"].replace("{gate}", gate.sql)
            return [key for (key,) in fetch(self._db, sql, (source.text, *gate.values, limit))]
        if gate.is_wide:
            keys = self._ranked_before_filters(source, gate, limit)
            if keys is not None:
                return keys
        sql = self._statements["candidates"].replace("{gate}", gate.sql)
        return _in_order(fetch(self._db, sql, (source.text, *gate.values, limit)), gate)

    def _ranked_before_filters(self, source: Source, gate: Gate, limit: int) -> list[int] | None:
        """As `_ranked`, with the filters looked at for the best only; None when too few of those pass.

        Most notes pass wide filters, and looking a note up costs as much as ranking it.
        """
        best = dict(fetch(self._db, self._statements["best"], (source.text, limit * SPARE)))
        sql = self._statements["best_passing"].replace("{gate}", gate.sql).replace("{}", ",".join(map(str, best)))
        passing = [(best[key], path, layer, key) for path, layer, key in fetch(self._db, sql, gate.values)]
        if len(passing) < limit and len(best) == limit * SPARE:
            return None
        return _in_order(passing, gate)[:limit]

    def _collect_all(self, keys: list[int], source: Source, phrases: list[Phrase]) -> None:
        """The hits of the source's phrases, then of those others that nothing else counts, in these notes."""
        if not keys:
            return
        self._collect_in(keys, source.text, source.phrases)
        others = [one for one in phrases if one.n_notes and not one.mark and one not in source.phrases]
        if others:
            self._collect_in(keys, f"({source.text}) AND ({any_of(others)})", [*source.phrases, *others])

    def _collect_in(self, keys: list[int], text: str, phrases: list[Phrase]) -> None:
        self._asked = phrases
        sql = self._statements["hits"].replace("{}", ",".join(map(str, keys)))
        for _ in self._db.execute(sql, (text, min(keys), max(keys)), can_cache=False):
            pass

    def _collect(self, api: apsw.FTS5ExtensionApi, /, *_values: Any) -> None:
        """The auxiliary function that full-text rows are shown to."""
        self._found.keep(api, self._asked)

    def _records(self, keys: list[int], phrases: list[Phrase]) -> dict[int, bytes]:
        if not keys or not any(phrase.mark for phrase in phrases):
            return {}
        return records_of(self._db, self._statements, keys)

    def _match(self, key: int, asked: Sequence[Phrase | None], record: bytes) -> Match:
        found = self._found.hits[key]
        hits = [
            NONE if phrase is None else counts_of(record, phrase.mark) if phrase.mark else found.get(phrase, NONE)
            for phrase in asked
        ]
        return Match(key, tuple(hits), self._found.lengths[key])


class _Found:
    """What the engine showed: hits by note and phrase, lengths by note."""

    __slots__ = ("hits", "lengths", "mean_lengths")

    def __init__(self) -> None:
        self.hits: dict[int, dict[Phrase, Counts]] = {}
        self.lengths: dict[int, tuple[int, ...]] = {}
        self.mean_lengths: tuple[float, ...] = ()

    def keep(self, api: apsw.FTS5ExtensionApi, phrases: list[Phrase]) -> None:
        key = api.rowid
        hits = self.hits.setdefault(key, {})
        for place, phrase in enumerate(phrases):
            if not phrase.mark and phrase not in hits and api.phrase_columns(place):
                hits[phrase] = tuple(map(len, api.phrase_locations(place)))
        if key not in self.lengths:
            self.lengths[key] = tuple(map(api.column_size, range(N_COLUMNS)))
        if not self.mean_lengths:
            n_rows = api.row_count
            self.mean_lengths = tuple(api.column_total_size(column) / n_rows for column in range(N_COLUMNS))


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
    """Keys of (score, path, layer, key), best first; ties in an order that a rebuild repeats."""
    ranked.sort(key=lambda row: (row[0], row[1], gate.roots[row[2]]))
    return [row[3] for row in ranked]
