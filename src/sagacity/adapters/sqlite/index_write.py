"""Changing the index: each function is one transaction on a connection whose write lock the caller holds."""

from __future__ import annotations

import time

from ...core.handles import fold
from ...core.relations import parse_target, relation_of
from ...core.trust import stays_here
from .connection import Transaction, fetch, scalar
from .names import KINDS, key_of, tail_of
from .search import clean
from .sqltext import LIST_SEPARATOR
from .tally import Tally
from .vectors_write import VectorWriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import apsw

    from ...app.records import DirList, Entry, FileStat, IndexBatch, Layer
    from ...core.note import Note, Relation
    from .sqltext import Statements

    Still = Callable[[str, str], FileStat | None]

# A write of so many notes takes its time anyway, so it may also look for common terms.
MANY_PUTS = 50
# Coarse file systems, and git, keep whole seconds; two edits within that may bear one mtime.
RACY_NS = 2_000_000_000


def write_batches(
    db: apsw.Connection,
    statements: Statements,
    batches: Sequence[IndexBatch],
    still: Still,
    *,
    in_a_hurry: bool = False,
) -> int:
    """See `app.ports.Index.write`. in_a_hurry: leaves work that may wait to the next write."""
    with Transaction(db):
        writer = _Writer(db, statements, in_a_hurry=in_a_hurry)
        n_put = sum(writer.write(batch, still) for batch in batches)
        writer.settle()
        return n_put


def drop_layer(db: apsw.Connection, statements: Statements, root: str) -> None:
    """Forgets the layer with all of its notes and folders; none is no error."""
    with Transaction(db):
        writer = _Writer(db, statements)
        writer.drop_layer(root)
        writer.settle()


def believe(db: apsw.Connection, statements: Statements, root: str, stats: Sequence[FileStat]) -> None:
    """See `app.ports.Index.believe`."""
    with Transaction(db):
        db.executemany(
            statements["believe"], [(clean(root), clean(stat.path), stat.size, stat.mtime_ns) for stat in stats]
        )


def put_vectors(db: apsw.Connection, statements: Statements, stamp: str, vectors: Sequence[tuple[int, bytes]]) -> None:
    """See `app.ports.Index.put_vectors`."""
    with Transaction(db):
        writer = VectorWriter(db, statements)
        for passage, vector in vectors:
            writer.put(stamp, passage, vector)
        writer.settle(in_a_hurry=False)


def keep_vectors(db: apsw.Connection, statements: Statements, stamps: Sequence[str]) -> None:
    """See `app.ports.Index.keep_vectors`."""
    with Transaction(db):
        VectorWriter(db, statements).keep(stamps)


def set_meta(db: apsw.Connection, statements: Statements, key: str, value: str) -> None:
    """Keeps a value under a key of the application."""
    with Transaction(db):
        db.execute(statements["set_meta"], (clean(key), clean(value)))


class _Later:
    """Rows of new notes that nobody reads within the transaction, written together: that is quicker. `flush` must be
    called before it ends, and before one of these notes is changed again.
    """

    def __init__(self, db: apsw.Connection, statements: Statements) -> None:
        self._db = db
        self._sql = statements
        self._rows: dict[str, list[tuple[Any, ...]]] = {}
        self._passages: list[tuple[int, int, int, int, bool]] = []
        self._last_passage = -1

    def add(self, statement: str, *rows: tuple[Any, ...]) -> None:
        self._rows.setdefault(statement, []).extend(rows)

    def add_passage(self, note: int, start: int, stop: int, *, aside: bool) -> int:
        """Its key."""
        if self._last_passage < 0:
            self._last_passage = int(scalar(self._db, self._sql["last_passage"]) or 0)
        self._last_passage += 1
        self._passages.append((self._last_passage, note, start, stop, aside))
        return self._last_passage

    def flush(self) -> None:
        if self._passages:
            sizes = {
                key: _last_varint(data) for key, data in fetch(self._db, self._sql["sizes"], self._passages[0][:1])
            }
            rows = [(key, note, start, stop, sizes[key], aside) for key, note, start, stop, aside in self._passages]
            self._db.executemany(self._sql["insert_passage"], rows)
            self._passages.clear()
        for statement, rows in self._rows.items():
            self._db.executemany(self._sql[statement], rows)
        self._rows.clear()


class _Writer:
    """The steps of one transaction."""

    def __init__(self, db: apsw.Connection, statements: Statements, *, in_a_hurry: bool = False) -> None:
        self._db = db
        self._sql = statements
        self._in_a_hurry = in_a_hurry
        self._tally = Tally(db, self._sql)
        self._vectors = VectorWriter(db, self._sql)
        self._later = _Later(db, self._sql)
        self._new: set[int] = set()

    def settle(self) -> None:
        """What is left to do before the transaction ends."""
        self._later.flush()
        self._tally.settle()
        self._vectors.settle(in_a_hurry=self._in_a_hurry)

    def write(self, batch: IndexBatch, still: Still) -> int:
        """Puts carried out."""
        layer = self._layer(batch.layer)
        listed_ns = batch.listed_ns or time.time_ns()
        for path in batch.drops:
            self._drop(layer, path, batch.layer.root, still)
        for path in batch.dirs_gone:
            self._drop_dir(layer, path, batch.layer.root, still)
        for folder in batch.dirs:
            self._put_dir(layer, folder, listed_ns)
        may_look = len(batch.puts) >= MANY_PUTS and not self._in_a_hurry
        n_put = n_new = n_passages = 0
        for entry in batch.puts:
            stat = still(batch.layer.root, entry.path)
            if stat is None or (stat.size, stat.mtime_ns) != (entry.size, entry.mtime_ns):
                continue
            is_new, n_gained = self._put(layer, entry, listed_ns, batch.stamps)
            n_new, n_passages, n_put = n_new + is_new, n_passages + n_gained, n_put + 1
            if may_look and self._tally.is_due():
                self._tally.look_through()
        self._count(layer, n_new, n_passages)
        return n_put

    def drop_layer(self, root: str) -> None:
        layer = scalar(self._db, self._sql["layer_key"], (root,))
        if layer is None:
            return
        for (key,) in fetch(self._db, self._sql["notes_of_layer"], (layer,)):
            self._drop_note(key)
        self._db.execute(self._sql["delete_dirs"], (layer,))
        self._db.execute(self._sql["delete_layer"], (layer,))

    def _layer(self, layer: Layer) -> int:
        values = (clean(layer.root), clean(layer.name), layer.kind, layer.sensitivity_default.strip().lower())
        self._db.execute(self._sql["put_layer"], values)
        return int(scalar(self._db, self._sql["layer_key"], values[:1]))

    def _put_dir(self, layer: int, folder: DirList, listed_ns: int) -> None:
        racy = _is_racy(folder.mtime_ns, listed_ns)
        self._db.execute(self._sql["put_dir"], (layer, clean(folder.path), folder.mtime_ns, racy))

    def _drop_dir(self, layer: int, path: str, root: str, still: Still) -> None:
        """The notes directly in a folder that is gone are gone too."""
        path = clean(path)
        self._db.execute(self._sql["delete_dir"], (layer, path))
        for (note,) in fetch(self._db, self._sql["notes_in_dir"], (layer, path)):
            self._drop(layer, note, root, still)

    def _drop(self, layer: int, path: str, root: str, still: Still) -> None:
        key = scalar(self._db, self._sql["note_key"], (layer, clean(path)))
        if key is not None and still(root, path) is None:
            self._count(layer, -1, -self._drop_note(key))

    def _count(self, layer: int, n_notes: int, n_passages: int) -> None:
        if n_notes or n_passages:
            self._db.execute(self._sql["count_notes"], (n_notes, n_passages, layer))

    def _drop_note(self, key: int) -> int:
        """How many passages it had."""
        n_passages = self._drop_content(key)
        for statement in ("delete_card", "delete_note"):
            self._db.execute(self._sql[statement], (key,))
        return n_passages

    def _drop_content(self, note: int) -> int:
        """All but the rows in `note` and `card`; how many passages there were."""
        if note in self._new:
            self._later.flush()
            self._new.clear()
        self._drop_names(note)
        return self._drop_passages(note)

    def _drop_passages(self, note: int) -> int:
        keys = fetch(self._db, self._sql["passages_of"], (note,))
        for (key,) in keys:
            self._tally.drop(key)
            self._vectors.drop(key)
            self._db.execute(self._sql["delete_text"], (key,))
        self._db.execute(self._sql["delete_passages"], (note,))
        return len(keys)

    def _drop_names(self, key: int) -> None:
        for id, tags in fetch(self._db, self._sql["names_of"], (key,)):
            self._db.execute(self._sql["delete_tail"], (tail_of(fold(id)), key))
            for tag in tags.split(LIST_SEPARATOR):
                self._db.execute(self._sql["delete_tag"], (fold(tag), key))
        for statement in ("delete_handles", "delete_aims", "delete_edges"):
            self._db.execute(self._sql[statement], (key,))

    def _put(self, layer: int, entry: Entry, listed_ns: int, stamps: Sequence[str]) -> tuple[int, int]:
        """(1 when the note is new here, 0 when it was there; by how many its passages have grown)."""
        key = scalar(self._db, self._sql["note_key"], (layer, clean(entry.path)))
        state = _state(entry, racy=_is_racy(entry.mtime_ns, listed_ns))
        new, n_before = key is None, 0
        if key is None:
            path = clean(entry.path)
            self._db.execute(self._sql["insert_note"], (layer, path.rpartition("/")[0], path, *state))
            key = self._db.last_insert_rowid()
        else:
            n_before = self._drop_content(key)
            self._db.execute(self._sql["update_note"], (*state, key))
        self._new.add(key)
        self._put_passages(key, entry, stamps)
        self._later.add("put_card", (key, *_card(entry)))
        self._put_names(key, entry)
        return int(new), len(entry.passages) - n_before

    def _put_passages(self, note: int, entry: Entry, stamps: Sequence[str]) -> None:
        beside: tuple[str, ...] = entry.texts
        for passage in entry.passages:
            key = self._later.add_passage(note, passage.start, passage.stop, aside=passage.aside)
            texts = _cleaned((*beside, passage.text))
            self._db.execute(self._sql["insert_text"], (key, *texts))
            self._tally.put(key, texts)
            for stamp, vector in zip(stamps, passage.vectors, strict=False):
                if vector is not None:
                    self._vectors.put_new(stamp, key, vector)
            beside = ("",) * len(beside)

    def _put_names(self, key: int, entry: Entry) -> None:
        handles = [(key_of(clean(name)), key, KINDS.index(kind)) for name, kind in entry.handles]
        self._later.add("insert_handle", *handles)
        self._later.add("insert_tail", (tail_of(fold(clean(entry.id))), key))
        if entry.note.tags:
            tags = _joined(entry.note.tags).split(LIST_SEPARATOR)
            self._later.add("insert_tag", *[(fold(clean(tag)), key) for tag in tags])
        for place, relation in enumerate(entry.note.relations):
            self._put_edge(key, place, relation)

    def _put_edge(self, source: int, place: int, relation: Relation) -> None:
        target = clean(relation.target)
        *readings, plain = parse_target(target)
        op = relation_of(clean(relation.op)).op
        properties = clean(_joined([f"{name}={value}" for name, value in relation.properties]))
        values = (source, place, op, key_of(fold(plain.handle)), target, clean(relation.note), properties)
        self._db.execute(self._sql["insert_edge"], values)
        edge = self._db.last_insert_rowid()
        aims = [(key_of(fold(reading.handle)), reading.layer, edge) for reading in readings]
        self._db.executemany(self._sql["insert_aim"], aims)


def _is_racy(mtime_ns: int, listed_ns: int) -> int:
    return int(abs(mtime_ns - listed_ns) <= RACY_NS)


def _state(entry: Entry, *, racy: int) -> tuple[Any, ...]:
    """The columns of `note` from size on."""
    note = entry.note
    return (
        entry.size,
        entry.mtime_ns,
        racy,
        *_cleaned((note.type, note.status, note.project)),
        int(note.lifecycle.strip().lower() == "archived"),
        _confidential(note),
        entry.trust,
        entry.updated_ms,
    )


def _confidential(note: Note) -> int:
    said = note.sensitivity.strip().lower()
    return int(stays_here(said)) if said else 2


def _card(entry: Entry) -> tuple[Any, ...]:
    """The columns of `card` from id on."""
    note = entry.note
    texts = (
        entry.id,
        note.title,
        note.kind,
        entry.summary,
        _joined(note.tags),
        _joined(note.synonyms),
        note.confidence,
        note.lifecycle,
        note.sensitivity,
        note.due,
        note.enforcement,
        _joined(note.triggers),
        _joined(tuple(dict.fromkeys(one.path for one in note.references))),
        note.valid_from,
        note.valid_until,
    )
    return (*_cleaned(texts), entry.created_ms, clean(entry.origin), bytes.fromhex(entry.hash), clean(note.error))


def _cleaned(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Each as `clean` gives it."""
    together = "".join(texts)
    return texts if together.isascii() and "\0" not in together else tuple(map(clean, texts))


def _last_varint(data: bytes) -> int:
    """The last of the numbers as SQLite writes them: seven bits a byte, high ones first, marked but for the last."""
    start = len(data) - 1
    while start and data[start - 1] & 0x80:
        start -= 1
    number = 0
    for byte in data[start:]:
        number = number << 7 | byte & 0x7F
    return number


def _joined(items: Sequence[str]) -> str:
    return LIST_SEPARATOR.join([item.replace(LIST_SEPARATOR, " ") for item in items])
