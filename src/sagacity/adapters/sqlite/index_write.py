"""Changing the index: each function is one transaction on a connection whose write lock the caller holds."""

from __future__ import annotations

import time

from ...core.handles import fold
from ...core.relations import parse_target, relation_of
from ...core.trust import stays_here
from .connection import Transaction, fetch, scalar
from .search import clean
from .sqltext import Statements
from .tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import apsw

    from ...app.records import DirList, Entry, FileStat, IndexBatch, Layer
    from ...core.note import Note, Relation

    Still = Callable[[str, str], FileStat | None]

LIST_SEPARATOR = "\x1f"
# A write of so many notes takes its time anyway, so it may also look for common terms.
MANY_PUTS = 50
# Coarse file systems, and git, keep whole seconds; two edits within that may bear one mtime.
RACY_NS = 2_000_000_000


def write_batches(db: apsw.Connection, batches: Sequence[IndexBatch], still: Still, *, in_a_hurry: bool = False) -> int:
    """See `app.ports.Index.write`. in_a_hurry: leaves work that may wait to the next write."""
    with Transaction(db):
        writer = _Writer(db, in_a_hurry=in_a_hurry)
        n_put = sum(writer.write(batch, still) for batch in batches)
        writer.tally.settle()
        return n_put


def drop_layer(db: apsw.Connection, root: str) -> None:
    """Forgets the layer with all of its notes and folders; none is no error."""
    with Transaction(db):
        writer = _Writer(db)
        writer.drop_layer(root)
        writer.tally.settle()


def set_meta(db: apsw.Connection, key: str, value: str) -> None:
    """Keeps a value under a key of the application."""
    with Transaction(db):
        db.execute(Statements("index_write.sql")["set_meta"], (clean(key), clean(value)))


class _Writer:
    """The steps of one transaction."""

    def __init__(self, db: apsw.Connection, *, in_a_hurry: bool = False) -> None:
        self._db = db
        self._sql = Statements("index_write.sql")
        self._in_a_hurry = in_a_hurry
        self.tally = Tally(db, self._sql)

    def write(self, batch: IndexBatch, still: Still) -> int:
        """Puts carried out."""
        layer = self._layer(batch.layer)
        listed_ns = batch.listed_ns or time.time_ns()
        for path in batch.drops:
            self._drop(layer, path)
        for path in batch.dirs_gone:
            self._drop_dir(layer, path)
        for folder in batch.dirs:
            self._put_dir(layer, folder, listed_ns)
        may_look = len(batch.puts) >= MANY_PUTS and not self._in_a_hurry
        n_put = n_new = 0
        for entry in batch.puts:
            stat = still(batch.layer.root, entry.path)
            if stat is None or (stat.size, stat.mtime_ns) != (entry.size, entry.mtime_ns):
                continue
            n_new += self._put(layer, entry, listed_ns)
            n_put += 1
            if may_look and self.tally.is_due():
                self.tally.look_through()
        if n_new:
            self._db.execute(self._sql["count_notes"], (n_new, layer))
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

    def _drop_dir(self, layer: int, path: str) -> None:
        """The notes directly in a folder that is gone are gone too."""
        path = clean(path)
        self._db.execute(self._sql["delete_dir"], (layer, path))
        keys = fetch(self._db, self._sql["notes_in_dir"], (layer, path))
        for (key,) in keys:
            self._drop_note(key)
        if keys:
            self._db.execute(self._sql["count_notes"], (-len(keys), layer))

    def _drop(self, layer: int, path: str) -> None:
        key = scalar(self._db, self._sql["note_key"], (layer, clean(path)))
        if key is not None:
            self._drop_note(key)
            self._db.execute(self._sql["count_notes"], (-1, layer))

    def _drop_note(self, key: int) -> None:
        self.tally.drop(key)
        self._drop_names(key)
        for statement in ("delete_text", "delete_card", "delete_note"):
            self._db.execute(self._sql[statement], (key,))

    def _drop_names(self, key: int) -> None:
        for (folded,) in fetch(self._db, self._sql["id_handles"], (key,)):
            self._db.execute(self._sql["delete_tail"], (folded[::-1], key))
        for statement in ("delete_handles", "delete_tags", "delete_aims", "delete_edges"):
            self._db.execute(self._sql[statement], (key,))

    def _put(self, layer: int, entry: Entry, listed_ns: int) -> int:
        """1 when the note is new here, 0 when it was there."""
        key = scalar(self._db, self._sql["note_key"], (layer, clean(entry.path)))
        state = _state(entry, racy=_is_racy(entry.mtime_ns, listed_ns))
        texts = [clean(text) for text in entry.texts]
        new = key is None
        if key is None:
            path = clean(entry.path)
            self._db.execute(self._sql["insert_note"], (layer, path.rpartition("/")[0], path, *state))
            key = self._db.last_insert_rowid()
            self._db.execute(self._sql["insert_text"], (key, *texts))
        else:
            self._drop_names(key)
            self._db.execute(self._sql["update_note"], (*state, key))
            self._db.execute(self._sql["replace_text"], (key, *texts))
        self.tally.put(key, texts, new=new)
        self._db.execute(self._sql["put_card"], (key, *_card(entry)))
        self._put_names(key, entry)
        return int(new)

    def _put_names(self, key: int, entry: Entry) -> None:
        handles = [(clean(name), key, kind) for name, kind in entry.handles]
        self._db.executemany(self._sql["insert_handle"], handles)
        self._db.executemany(self._sql["insert_tail"], [(name[::-1], key) for name, _, kind in handles if kind == "id"])
        if entry.note.tags:
            self._db.executemany(self._sql["insert_tag"], [(key, fold(clean(tag))) for tag in entry.note.tags])
        for place, relation in enumerate(entry.note.relations):
            self._put_edge(key, place, relation)

    def _put_edge(self, source: int, place: int, relation: Relation) -> None:
        target = clean(relation.target)
        *readings, plain = parse_target(target)
        values = (source, place, relation_of(clean(relation.op)).op, fold(plain.handle), target, clean(relation.note))
        self._db.execute(self._sql["insert_edge"], values)
        edge = self._db.last_insert_rowid()
        aims = [(fold(reading.handle), reading.layer, edge) for reading in readings]
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
        clean(note.type),
        clean(note.status),
        clean(note.project),
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
        entry.slug,
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
        note.valid_from,
        note.valid_until,
    )
    return (*map(clean, texts), entry.created_ms, clean(entry.origin), clean(entry.hash), clean(note.error))


def _joined(items: Sequence[str]) -> str:
    return LIST_SEPARATOR.join([item.replace(LIST_SEPARATOR, " ") for item in items])
