"""The index port on SQLite: reading here, writing and repair in modules that load when first needed."""

from __future__ import annotations

import apsw

from ...app.records import Edge, FileStat, Row, Unembedded, VectorSet, no_lap
from ...core.handles import fold
from ...core.value import fields_of
from .connection import fetch, scalar
from .faults import DAMAGE, Translated
from .gate import gate_of, gate_of_layers, keys_by_age, keys_by_due
from .generations import empty_index
from .names import KINDS, TAIL_MIN_CHARS, key_of, tail_of
from .search import Searcher, clean
from .serving import Private, Serving
from .sqltext import LIST_SEPARATOR, Statements, listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, TypeVar

    from ...app.index_port import Index
    from ...app.links import Link
    from ...app.records import Filters, Holders, IndexBatch, Matches, Probe, Recorded

    T = TypeVar("T")

_KINDS = ("id", "tail", "slug", "title", "synonym")
_LISTS = frozenset(("tags", "synonyms", "triggers"))
_SLUG_PLACE = fields_of(Row).index("slug")
_LIST_PLACES = tuple(idx for idx, field in enumerate(fields_of(Row)) if field in _LISTS)


class SqliteIndex:
    """See `app.ports.Index`. One thread at a time.

    directory: made when missing; "" keeps the index in memory. busy_timeout_ms: how long SQLite may wait for another
    writer. lock_timeout_s: how long a write may wait for the write lock. Where neither folder nor file can be had,
    reads find nothing and writes raise the reason.
    A fresh index says "" to get_meta("complete"): whoever has filled it sets that.
    """

    def __init__(
        self,
        directory: str,
        *,
        busy_timeout_ms: int = 5000,
        lock_timeout_s: float = 10.0,
        store: Private | None = None,
    ) -> None:
        self._store: Serving | Private
        if store:
            self._store = store
        elif directory:
            self._store = Serving(
                directory.rstrip("/") or "/", busy_timeout_ms=busy_timeout_ms, lock_timeout_s=lock_timeout_s
            )
        else:
            self._store = Private(empty_index())
        self._statements = Statements("index.sql")
        self._changing: Statements | None = None
        self._searcher: Searcher | None = None
        self._searched: apsw.Connection | None = None

    @classmethod
    def over(cls, store: Private) -> SqliteIndex:
        """An index on a database that is already open."""
        return cls("", store=store)

    @property
    def recovered(self) -> bool:
        """A missing or damaged index was replaced by an empty one through this object."""
        return self._store.recovered

    @property
    def path(self) -> str:
        """The database file in use, "" when it has none (yet)."""
        return self._store.path

    def search(
        self,
        terms: Sequence[str],
        filters: Filters,
        *,
        window: int,
        probe: Probe | None = None,
        lap: Callable[[str], None] = no_lap,
    ) -> Matches:
        return self._read(lambda db: self._searcher_of(db).search(terms, filters, window, probe, lap))

    def holding(self, keys: Sequence[int], terms: Sequence[str]) -> set[int]:
        from .question_words import holding  # questions that exclude something are few

        def ask(db: apsw.Connection) -> set[int]:
            return holding(db, self._statements, keys, self._searcher_of(db).any_of(terms))

        return set().union(*self._by_key(ask)) if keys and terms else set()

    def nearest_words(self, terms: Sequence[str]) -> dict[str, str]:
        from .question_words import nearest_words  # a hook takes the question as it is

        return self._read(lambda db: nearest_words(db, self._statements, self._searcher_of(db), terms))

    def rows(self, keys: Sequence[int]) -> list[Row]:
        answers = self._by_key(lambda db: self._rows(db, keys))
        found = {row.key: row for rows in answers for row in rows}
        return [found[key] for key in keys if key in found]

    def newest(self, filters: Filters, *, limit: int, offset: int = 0) -> list[Row]:
        return self._read(
            lambda db: self._rows(db, keys_by_age(db, self._statements, filters, offset + limit)[offset:])
        )

    def soonest(self, filters: Filters, *, limit: int) -> list[Row]:
        return self._read(lambda db: self._rows(db, keys_by_due(db, self._statements, filters, limit)))

    def count(self, filters: Filters) -> int:
        return int(self._gated("count", filters)[0][0])

    def passing(self, keys: Sequence[int], filters: Filters) -> set[int]:
        def ask(db: apsw.Connection) -> set[int]:
            gate = gate_of(db, self._statements, filters)
            sql = self._statements["passing"].replace("{gate}", gate.sql)
            return {row[0] for row in fetch(db, sql, (listing(keys), *gate.values))}

        return set().union(*self._by_key(ask)) if keys else set()

    def governing(self, filters: Filters, path: str = "") -> list[Row]:
        found = self._gated("anchored", filters, path) if path else self._gated("triggered", filters)
        return self.rows([key for (key,) in found])

    def keep_triggers(self, folders: Mapping[str, str]) -> None:
        from .trigger_rows import keep_triggers  # by hooks that come before a tool, and once for each change

        self._read(lambda db: keep_triggers(db, self._statements, self.path, folders))

    def tag_lists(self, filters: Filters) -> list[tuple[str, ...]]:
        return [tuple(dict.fromkeys(tags.split(LIST_SEPARATOR))) for (tags,) in self._gated("tag_lists", filters)]

    def census(self, layers: Sequence[str]) -> list[tuple[str, str, int, int]]:
        return self._in_layers("census", layers)

    def ids_twice(self, layers: Sequence[str]) -> list[tuple[str, str, tuple[str, ...]]]:
        found = self._in_layers("ids_twice", layers)
        return [(root, note_id, tuple(sorted(paths.split(LIST_SEPARATOR)))) for root, note_id, paths in found]

    def has_relation(self, op: str) -> bool:
        return bool(self._listed("has_relation", clean(op)))

    def find(self, handle: str, layers: Sequence[str]) -> list[tuple[Row, str]]:
        return self._read(lambda db: self._find(db, fold(clean(handle)), layers))

    def near_handles(self, handle: str, layers: Sequence[str], *, limit: int = 5) -> list[str]:
        from .likeness import most_alike  # only to word an error

        return self._read(lambda db: most_alike(db, self._statements, fold(clean(handle)), layers, limit=limit))

    def edges_to(self, keys: Sequence[int], ops: Sequence[str]) -> list[Edge]:
        def ask(db: apsw.Connection) -> list[Edge]:
            plain, *aimed = self._edges(db, ("edges_to", "edges_to_aimed"), keys, tuple(ops))
            return [Edge(*row) for row in sorted({*plain, *aimed[0]} if aimed else plain)]

        return [edge for edges in self._by_key(ask) for edge in edges]

    def edges_from(self, keys: Sequence[int], ops: Sequence[str] = ()) -> list[Edge]:
        def ask(db: apsw.Connection) -> list[Edge]:
            plain, *aimed = self._edges(db, ("edges_from", "edges_from_aimed"), keys, tuple(ops))
            if aimed:
                found = {row[1] for row in aimed[0]}
                plain = list({*aimed[0], *(row for row in plain if row[2] >= 0 or row[1] not in found)})
            return [Edge(source, op, target, text, note) for source, _, target, op, text, note in sorted(plain)]

        return [edge for edges in self._by_key(ask) for edge in edges]

    def links(self, keys: Sequence[int], filters: Filters, ops: Sequence[str] = ()) -> list[Link]:
        from .links import links  # no hook goes from note to note

        answers = self._by_key(lambda db: links(db, self._statements, keys, filters, tuple(ops)))
        return [link for found in answers for link in found]

    def edges_named(self, names: Sequence[str], ops: Sequence[str]) -> list[Edge]:
        from .links import edges_named  # only a write asks

        return self._read(lambda db: edges_named(db, self._statements, names, tuple(ops)))

    def holders(self, names: Sequence[str], filters: Filters, *, held: tuple[int, int]) -> list[Holders]:
        from .holders import holders  # a prompt asks for none

        return self._read(lambda db: holders(db, self._statements, self._searcher_of(db).kept, names, filters, held))

    def known_dirs(self, layer: str, paths: Sequence[str] | None = None) -> dict[str, tuple[int, bool]]:
        if paths is None:
            rows = self._listed("known_dirs", layer)
        else:
            rows = [row for path in sorted(paths) for row in self._listed("known_dir", layer, path)]
        return {path: (mtime_ns, racy != 0) for path, mtime_ns, racy in rows}

    def stats_in(self, layer: str, path: str) -> dict[str, FileStat]:
        return {row[0]: FileStat(*row) for row in self._listed("stats_in", layer, path)}

    def slice_stats(self, layer: str, *, after: str, limit: int) -> list[Recorded]:
        return self._listed("slice_stats", layer, after, limit)

    def racy(self, layer: str) -> list[str]:
        return [row[0] for row in self._listed("racy", layer)]

    def sensitivities(self, layer: str) -> list[tuple[str, str, str]]:
        return self._listed("sensitivities", layer)

    def unsettled(self, layer: str) -> list[tuple[FileStat, str]]:
        return [(FileStat(*row[:3]), row[3]) for row in self._listed("unsettled", layer)]

    def believe(self, layer: str, stats: Sequence[FileStat]) -> None:
        from .index_write import believe

        self._write_aside(lambda db, sql: believe(db, sql, layer, stats))

    def layers(self) -> list[str]:
        return [row[0] for row in self._listed("layers_in_use")]

    def vector_set(self, stamp: str) -> VectorSet:
        [(n_vectors, n_passages, serves)] = self._listed("vector_set", stamp)
        return VectorSet(n_vectors, n_passages, bool(serves))

    def without_vector(self, stamp: str, *, after: int, limit: int) -> list[Unembedded]:
        return [Unembedded(*row) for row in self._listed("without_vector", after, stamp, limit)]

    def vectors_of(self, stamp: str, layer: str, path: str, hash: str) -> dict[tuple[int, int], bytes]:
        rows = self._listed("vectors_of_note", path, bytes.fromhex(hash), stamp, layer)
        return {(start, stop): data for start, stop, data in rows}

    def put_vectors(self, stamp: str, vectors: Sequence[tuple[int, bytes]]) -> None:
        from .index_write import put_vectors

        self._write(lambda db, sql: put_vectors(db, sql, stamp, vectors))

    def keep_vectors(self, stamps: Sequence[str]) -> None:
        from .index_write import keep_vectors

        self._write(lambda db, sql: keep_vectors(db, sql, stamps))

    def get_meta(self, key: str) -> str:
        rows = self._listed("get_meta", key)
        return rows[0][0] if rows else ""

    def set_meta(self, key: str, value: str) -> None:
        from .index_write import set_meta  # a hook that has nothing to index does not load the writer

        self._write_aside(lambda db, sql: set_meta(db, sql, key, value))

    def drop_layer(self, layer: str) -> None:
        from .index_write import drop_layer

        self._write(lambda db, sql: drop_layer(db, sql, layer))

    def write(self, batches: Sequence[IndexBatch], still: Callable[[str, str], FileStat | None]) -> int:
        from .index_write import write_batches

        in_a_hurry = self._store.in_a_hurry
        n_put = self._write(lambda db, sql: write_batches(db, sql, batches, still, in_a_hurry=in_a_hurry))
        self._store.told(n_put)
        return n_put

    def rebuild(
        self, fill: Callable[[Index], None], *, progress: Callable[[int], None] | None = None
    ) -> AbstractContextManager[Index]:
        from .rebuild import Rebuild  # takes seconds anyway

        return Rebuild(self._store, SqliteIndex.over, fill, progress)

    def check(self) -> list[str]:
        from .index_check import problems_of  # reads every page anyway

        with Translated(f"check index {self.path}"):
            return problems_of(self._store)

    def dump(self) -> list[tuple[str, ...]]:
        """All that was derived from notes, in an order of its own: equal for two indexes of the same files."""
        from .index_check import dump

        return self._read(dump)

    def size_bytes(self) -> int:
        from .index_check import size_bytes

        return self._read(lambda _db: size_bytes(self._store))

    def close(self) -> None:
        self._searcher = self._searched = None
        self._store.close()

    def _read(self, ask: Callable[[apsw.Connection], T]) -> T:
        """The answer; a generation that proves damaged meanwhile is replaced, and the empty one asked."""
        with Translated(f"read index {self.path}"):
            try:
                return ask(self._store.connection())
            except (*DAMAGE, apsw.SQLError) as exc:
                self._give_up(exc)
                return ask(self._store.connection())

    def _by_key(self, ask: Callable[[apsw.Connection], T]) -> list[T]:
        """The answers of the generation in use and of the one before: each knows only the keys it gave."""
        answers = [self._read(ask)]
        if self._store.left is not None:
            with Translated(f"read the index before {self.path}"):
                try:
                    answers.append(ask(self._store.left))
                except DAMAGE:
                    self._store.forget_left()
        return answers

    def _write(self, change: Callable[[apsw.Connection, Statements], T]) -> T:
        """Of notes or vectors."""
        if self._searcher is not None:
            self._searcher.kept.forget()
        return self._write_aside(change)

    def _write_aside(self, change: Callable[[apsw.Connection, Statements], T]) -> T:
        if self._changing is None:
            self._changing = Statements("index_write.sql")
        with Translated(f"write index {self.path}"):
            try:
                with self._store.lock():
                    return change(self._store.writable(), self._changing)
            except (*DAMAGE, apsw.SQLError) as exc:
                self._give_up(exc)
                with self._store.lock():
                    return change(self._store.writable(), self._changing)

    def _give_up(self, exc: Exception) -> None:
        """Sets the index aside; a statement refused by a sound one is a defect of ours, which is raised."""
        from .index_check import is_sound

        if isinstance(exc, apsw.SQLError) and is_sound(self._store.connection()):
            raise exc
        self._store.condemn(str(exc))

    def _listed(self, name: str, *values: Any) -> list[Any]:
        return self._read(lambda db: fetch(db, self._statements[name], values))

    def _in_layers(self, name: str, layers: Sequence[str]) -> list[Any]:
        def ask(db: apsw.Connection) -> list[Any]:
            gate = gate_of_layers(db, self._statements, layers)
            return fetch(db, self._statements[name].replace("{gate}", gate.sql), gate.values)

        return self._read(ask)

    def _gated(self, name: str, filters: Filters, *values: str) -> list[Any]:
        def ask(db: apsw.Connection) -> list[Any]:
            gate = gate_of(db, self._statements, filters)
            return fetch(db, self._statements[name].replace("{gate}", gate.sql), [*values, *gate.values])

        return self._read(ask)

    def _searcher_of(self, db: apsw.Connection) -> Searcher:
        if self._searcher is None or self._searched is not db:
            self._searcher, self._searched = Searcher(db, self._statements), db
        return self._searcher

    def _rows(self, db: apsw.Connection, keys: Sequence[int]) -> list[Row]:
        found: dict[int, Row] = {}
        for values in fetch(db, self._statements["rows"], (listing(keys),)):
            found[values[0]] = _row(values)
        return [found[key] for key in keys if key in found]

    def _find(self, db: apsw.Connection, key: str, layers: Sequence[str]) -> list[tuple[Row, str]]:
        gate = gate_of_layers(db, self._statements, layers)
        found = fetch(db, self._statements["find"].replace("{gate}", gate.sql), (key_of(key), *gate.values))
        kinds = {note: KINDS[kind] for note, kind in found}
        if len(key) >= TAIL_MIN_CHARS:
            sql = self._statements["find_tail"].replace("{gate}", gate.sql)
            backwards = tail_of(key)
            for (note,) in fetch(db, sql, (backwards, backwards + "\U0010ffff", *gate.values)):
                kinds.setdefault(note, "tail")
        rows = [row for row in self._rows(db, list(kinds)) if kinds[row.key] != "tail" or fold(row.id).endswith(key)]
        rows.sort(key=lambda row: (_KINDS.index(kinds[row.key]), row.path, row.layer))
        return [(row, kinds[row.key]) for row in rows]

    def _edges(
        self, db: apsw.Connection, names: tuple[str, ...], keys: Sequence[int], ops: tuple[str, ...]
    ) -> list[list[tuple[Any, ...]]]:
        """The rows of either statement; hardly any target names a layer, and then the second has none."""
        condition = self._statements.listed("ops", len(ops)) if ops else ""
        names = names if scalar(db, self._statements["any_aim"]) else names[:1]
        asked = [self._statements[name].replace("{ops}", condition) for name in names]
        return [fetch(db, sql, (listing(keys), *ops)) for sql in asked]


def _row(values: tuple[Any, ...]) -> Row:
    filled = list(values)
    filled[_SLUG_PLACE] = filled[_SLUG_PLACE].rpartition("/")[2].removesuffix(".md")
    for place in _LIST_PLACES:
        filled[place] = tuple(filled[place].split(LIST_SEPARATOR)) if filled[place] else ()
    return Row(*filled)
