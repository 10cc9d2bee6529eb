"""The lexical channel: candidates by the engine's BM25 over the rarer terms, then the hits of all terms in them.

Ranking every note that holds a common word would cost time in proportion to the store. So the rarest terms find
candidates, as many as promise a bounded number of rows; the others count in the notes so found.
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

# A term that more notes hold than this share, and than this number, finds candidates only where rarer ones find few.
COMMON_SHARE = 0.05
COMMON_MIN_NOTES = 200
# Rows that bm25() may rank in one search; about a microsecond each.
CANDIDATE_ROWS = 4000
# Rows to choose from, as a multiple of the window.
ENOUGH = 3
_TOKENIZER = ("unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc")


class Hits:
    """The auxiliary function that full-text rows are shown to: keeps, of each, key, hits of each phrase, lengths."""

    __slots__ = ("mean_lengths", "rows")

    def __init__(self) -> None:
        self.rows: dict[int, tuple[list[Counts], tuple[int, ...]]] = {}
        self.mean_lengths: tuple[float, ...] = ()

    def keep(self, api: apsw.FTS5ExtensionApi, first: int) -> None:
        """first: the first phrase that counts; what comes before it was asked for in an earlier pass, lengths too."""
        phrases = range(first, api.phrase_count)
        hits = [_hits_of(api, phrase) if api.phrase_columns(phrase) else NONE for phrase in phrases]
        if first:
            self.rows[api.rowid][0][first:] = hits
            return
        self.rows[api.rowid] = (hits, tuple(map(api.column_size, range(N_COLUMNS))))
        if not self.mean_lengths:
            n_rows = api.row_count
            self.mean_lengths = tuple(api.column_total_size(column) / n_rows for column in range(N_COLUMNS))

    def hits_of(self, key: int, place: int) -> Counts:
        """Of the phrase with this place in the passes."""
        hits = self.rows[key][0]
        return hits[place] if place < len(hits) else NONE


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


class Finding:
    """What finds candidates. text: the expression. phrases: those in it, each once. too_many: more notes may match than
    can be ranked; the newest are.
    """

    __slots__ = ("phrases", "text", "too_many")

    def __init__(self, phrases: list[Phrase], text: str, *, too_many: bool) -> None:
        self.phrases = phrases
        self.text = text
        self.too_many = too_many


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
            finding = _finding([one for one in phrases.values() if one.n_notes], gate.n_indexed, ENOUGH * window)
            keys = self._candidates(finding, gate, window + 1)
            full = len(keys) > window
            keys = keys[:window]
            others = [one for one in phrases.values() if one not in finding.phrases and not one.mark and one.n_notes]
            self._collect_hits(keys, finding, others)
            asked = [*finding.phrases, *others]
            carried = any(one.mark and one not in asked for one in phrases.values())
            records = records_of(self._db, self._statements, keys) if carried else {}
        sources = [_source_of(phrases.get(term), asked) for term in terms]
        frequencies = tuple(phrases[term].n_notes if term in phrases else 0 for term in terms)
        means = self._hits.mean_lengths or (0.0,) * N_COLUMNS
        matches = tuple(self._match(key, sources, records.get(key, b"")) for key in keys)
        return Matches(matches, gate.n_notes, gate.n_indexed, frequencies, means, full)

    def _collect(self, api: apsw.FTS5ExtensionApi, /, *values: Any) -> None:
        self._hits.keep(api, values[0])

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

    def _candidates(self, finding: Finding, gate: Gate, limit: int) -> list[int]:
        if not finding.phrases or gate.sql == NOTHING:
            return []
        sql = self._statements["newest_candidates" if finding.too_many else "candidates"].replace("{gate}", gate.sql)
        bounds = (CANDIDATE_ROWS, limit) if finding.too_many else (limit,)
        ranked = fetch(self._db, sql, (finding.text, *gate.values, *bounds))
        ranked.sort(key=lambda row: (row[0], row[1], gate.roots[row[2]]))  # ties in an order that a rebuild repeats
        return [row[3] for row in ranked]

    def _collect_hits(self, keys: list[int], finding: Finding, others: list[Phrase]) -> None:
        """First in all candidates, then the other phrases in those of them that hold one."""
        self._hits = Hits()
        if not keys:
            return
        found = _any_of(finding.phrases)
        sql = self._statements["hits"].replace("{}", ",".join(map(str, keys)))
        passes = [(0, found)]
        if others:
            passes.append((len(finding.phrases), f"({found}) AND ({_any_of(others)})"))
        for values in passes:
            for _ in self._db.execute(sql, values, can_cache=False):
                pass

    def _match(self, key: int, sources: Sequence[int | bytes], record: bytes) -> Match:
        found = [
            self._hits.hits_of(key, source) if isinstance(source, int) else counts_of(record, source)
            for source in sources
        ]
        return Match(key, tuple(found), self._hits.rows[key][1])


def tokenizer_of(db: apsw.Connection) -> apsw.FTS5Tokenizer:
    """Cuts and stems as note_fts does."""
    return db.fts5_tokenizer("porter", list(_TOKENIZER))


def _source_of(phrase: Phrase | None, asked: list[Phrase]) -> int | bytes:
    """Where the hits of a term come from: its place among the phrases the engine was asked for, or its mark."""
    if phrase is None or not phrase.n_notes:
        return NO_MARK
    return asked.index(phrase) if phrase in asked else phrase.mark


def _hits_of(api: apsw.FTS5ExtensionApi, phrase: int) -> Counts:
    return tuple(map(len, api.phrase_locations(phrase)))


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


def _finding(phrases: list[Phrase], n_indexed: int, enough: int) -> Finding:
    """The rarest phrases, while they promise few enough rows; common ones only until there are enough.

    Where that leaves too few rows, notes that hold two of the next three are candidates too, and where there is but one
    phrase, the newest of its notes.
    """
    ranked = sorted(phrases, key=lambda phrase: phrase.n_notes)
    common = max(COMMON_MIN_NOTES, n_indexed * COMMON_SHARE)
    n_rows, chosen = 0, []
    for phrase in ranked:
        within = n_rows + phrase.n_notes <= CANDIDATE_ROWS
        if not within or (phrase.n_notes > common and n_rows >= enough):
            break
        n_rows += phrase.n_notes
        chosen.append(phrase)
    rest = ranked[len(chosen) : len(chosen) + 3]
    if n_rows >= enough or not rest:
        return Finding(chosen, _any_of(chosen), too_many=False)
    if len(rest) == 1:
        return Finding([*chosen, *rest], _any_of([*chosen, *rest]), too_many=True)
    pairs = [f"({one.text} AND {other.text})" for place, one in enumerate(rest) for other in rest[place + 1 :]]
    return Finding([*chosen, *rest], " OR ".join([*(one.text for one in chosen), *pairs]), too_many=True)


def _any_of(phrases: list[Phrase]) -> str:
    return " OR ".join([phrase.text for phrase in phrases])
