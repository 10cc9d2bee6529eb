"""The lexical channel: candidates by the engine's BM25 over the rarer terms, then the hits of all terms in them.

Ranking every note that holds a common word would cost time in proportion to the store. So only terms below a share of
the notes find candidates, rarest first, up to a number of rows; common terms count in the notes so found (common.py).
"""

from __future__ import annotations

import apsw

from ...app.records import Match, Matches
from .common import N_COLUMNS, NO_MARK, NONE, counts_of, known_terms, records_of
from .connection import Snapshot, fetch, scalar
from .gate import NOTHING, gate_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...app.records import Filters
    from .common import Counts
    from .gate import Gate
    from .sqltext import Statements

COMMON_SHARE = 0.05
COMMON_MIN_NOTES = 200
# Rows that bm25() may rank in one search; about a microsecond each.
CANDIDATE_ROWS = 4000
_TOKENIZER = ("unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc")


class Hits:
    """The auxiliary function that full-text rows are shown to: keeps, of each, key, hits of each phrase, lengths."""

    __slots__ = ("mean_lengths", "rows")

    def __init__(self) -> None:
        self.rows: dict[int, tuple[list[Counts], tuple[int, ...]]] = {}
        self.mean_lengths: tuple[float, ...] = ()

    def keep(self, api: apsw.FTS5ExtensionApi) -> None:
        hits = [_hits_of(api, phrase) if api.phrase_columns(phrase) else NONE for phrase in range(api.phrase_count)]
        self.rows[api.rowid] = (hits, tuple(map(api.column_size, range(N_COLUMNS))))
        if not self.mean_lengths:
            n_rows = api.row_count
            self.mean_lengths = tuple(api.column_total_size(column) / n_rows for column in range(N_COLUMNS))


class Phrase:
    """A term as the engine sees it. text: quoted, so that nothing in it is syntax. word: the stem of a single word, ""
    for phrases and prefixes. n_notes: how many notes hold it. mark: of a term that notes carry counts of, else empty.
    """

    __slots__ = ("mark", "n_notes", "text", "word")

    def __init__(self, text: str, word: str) -> None:
        self.text = text
        self.word = word
        self.n_notes = 0
        self.mark = b""


class Searcher:
    """Searches over one connection. Not to be shared between threads."""

    def __init__(self, db: apsw.Connection, statements: Statements) -> None:
        self._db = db
        self._statements = statements
        self._hits = Hits()
        self._tokenize = tokenizer_of(db)
        db.register_fts5_function("collect_hits", self._collect)

    def search(self, terms: Sequence[str], filters: Filters, window: int) -> Matches:
        """See `app.ports.Index.search`. mean_lengths is zero where nothing matched."""
        with Snapshot(self._db):
            gate = gate_of(self._db, self._statements, filters)
            phrases = {term: phrase for term in terms if (phrase := self._phrase(term))}
            self._count_notes(list(phrases.values()))
            finding = _finding([phrase for phrase in phrases.values() if phrase.n_notes], gate.n_indexed)
            keys = self._candidates(finding, gate, window + 1)
            full = len(keys) > window
            keys = keys[:window]
            asked = [phrase for phrase in phrases.values() if phrase in finding or not phrase.mark]
            self._collect_hits(keys, asked)
            carried = len(asked) < len(phrases)
            records = records_of(self._db, self._statements, keys) if carried else {}
        sources = [_source_of(phrases.get(term), asked) for term in terms]
        frequencies = tuple(phrases[term].n_notes if term in phrases else 0 for term in terms)
        means = self._hits.mean_lengths or (0.0,) * N_COLUMNS
        matches = tuple(self._match(key, sources, records.get(key, b"")) for key in keys)
        return Matches(matches, gate.n_notes, gate.n_indexed, frequencies, means, full)

    def _collect(self, api: apsw.FTS5ExtensionApi, /, *_values: object) -> None:
        self._hits.keep(api)

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

    def _candidates(self, phrases: list[Phrase], gate: Gate, limit: int) -> list[int]:
        if not phrases or gate.sql == NOTHING:
            return []
        sql = self._statements["candidates"].replace("{gate}", gate.sql)
        ranked = fetch(self._db, sql, (_any_of(phrases), *gate.values, limit))
        ranked.sort(key=lambda row: (row[0], row[1], gate.roots[row[2]]))  # ties in an order that a rebuild repeats
        return [row[3] for row in ranked]

    def _collect_hits(self, keys: list[int], phrases: list[Phrase]) -> None:
        self._hits = Hits()
        if keys:
            sql = self._statements["hits"].replace("{}", ",".join(map(str, keys)))
            for _ in self._db.execute(sql, (_any_of(phrases),), can_cache=False):
                pass

    def _match(self, key: int, sources: Sequence[int | bytes], record: bytes) -> Match:
        hits, lengths = self._hits.rows[key]
        found = [hits[source] if isinstance(source, int) else counts_of(record, source) for source in sources]
        return Match(key, tuple(found), lengths)


def tokenizer_of(db: apsw.Connection) -> apsw.FTS5Tokenizer:
    """Cuts and stems as note_fts does."""
    return db.fts5_tokenizer("porter", list(_TOKENIZER))


def _source_of(phrase: Phrase | None, asked: list[Phrase]) -> int | bytes:
    """Where the hits of a term come from: its place among the phrases the engine was asked for, or its mark."""
    if phrase is None:
        return NO_MARK
    return asked.index(phrase) if phrase in asked else phrase.mark


def _hits_of(api: apsw.FTS5ExtensionApi, phrase: int) -> Counts:
    return tuple(map(len, api.phrase_locations(phrase)))


def clean(text: str) -> str:
    """The text without what SQLite cannot hold: NUL ends a string there, half a surrogate pair is no text."""
    if "\0" in text:
        text = text.replace("\0", " ")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def _finding(phrases: list[Phrase], n_indexed: int) -> list[Phrase]:
    """The phrases that find candidates: rarest first while they promise few enough rows; of common ones alone, two."""
    ranked = sorted(phrases, key=lambda phrase: phrase.n_notes)
    limit = max(COMMON_MIN_NOTES, n_indexed * COMMON_SHARE)
    rare = [phrase for phrase in ranked if phrase.n_notes <= limit]
    if not rare:
        return ranked[:2]
    n_rows = 0
    for idx, phrase in enumerate(rare):
        n_rows += phrase.n_notes
        if idx and n_rows > CANDIDATE_ROWS:
            return rare[:idx]
    return rare


def _any_of(phrases: list[Phrase]) -> str:
    return " OR ".join([phrase.text for phrase in phrases])
