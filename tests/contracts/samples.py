"""Notes, versions and recalls for tests of ports. Imports no test tool, so that child processes start quickly."""

from __future__ import annotations

from sagacity.app.records import Entry, FileStat, Filters, IndexBatch, IndexedPassage, Layer, RecallEntry, VersionEntry
from sagacity.core.handles import handle_keys
from sagacity.core.note import Note

MINE = Layer("personal", "personal", "/home/ann/.sagacity/personal", "/home/ann/.sagacity/personal/notes")
SHOP = Layer("project:shop", "project", "/src/shop/.sagacity", "/src/shop/.sagacity/notes", project="shop")
OTHER = Layer("org:acme", "shared", "/acme", "/acme/notes")
ALL = (MINE.root, SHOP.root, OTHER.root)
OLD_NS = 1_700_000_000_000_000_000
STAMP = "test-8"
ULID = "01J9ZC3M6W8Q4V5X7Y2B1{:05d}"


def entry(number: int, *, layer: Layer = MINE, path: str = "", **fields) -> Entry:
    """A note with the number in id, mtime and size. fields: of Note, and body, trust, updated_ms, vector, passages."""
    body, vector = fields.pop("body", ""), fields.pop("vector", b"")
    passages = fields.pop("passages", (IndexedPassage(0, len(body), body, (vector,) if vector else ()),))
    trust, updated_ms = fields.pop("trust", 3), fields.pop("updated_ms", number)
    note = Note("", **{"id": ULID.format(number), "title": f"note {number}", **fields})
    path = path or f"{note.title.lower().replace(' ', '-')}.md"
    slug = path.rpartition("/")[2].removesuffix(".md")
    texts = (note.title, " ".join(note.synonyms), " ".join(note.tags), note.summary)
    handles = handle_keys(note.id, slug, note.title, note.synonyms)
    return Entry(
        layer.root, path, note.id, slug, 100 + number, OLD_NS + number, f"{number:032x}", f"t{number}", "human_cli", trust,
        note.summary, note, texts, passages, handles, created_ms=1, updated_ms=updated_ms,
    )  # fmt: skip


def unchanged(*entries: Entry):
    """A `still` that says what the entries say."""
    stats = {(one.layer, one.path): FileStat(one.path, one.size, one.mtime_ns) for one in entries}
    return lambda root, path: stats.get((root, path))


def put(index, *entries: Entry, layer: Layer = MINE) -> int:
    """Writes the entries in one transaction."""
    return index.write([IndexBatch(layer, puts=entries, stamps=(STAMP,))], unchanged(*entries))


def found(index, *terms: str, window: int = 50, layers=ALL, **conditions) -> list[str]:
    """Slugs of what the terms match, best first."""
    matches = index.search(terms, Filters(layers, **conditions), window=window).matches
    return [row.slug for row in index.rows([match.key for match in matches])]


def key_of(index, slug: str) -> int:
    """The key of the one note with the slug."""
    [(row, _)] = index.find(slug, ALL)
    return row.key


def version(note_id: str, text: str | None, *, operation: str = "op", **fields) -> VersionEntry:
    """A version whose hash is made of its text; None is a tombstone."""
    text_hash = f"text {text}" if text is not None else ""
    return VersionEntry(
        **{
            "note_id": note_id,
            "layer": "/l",
            "path": f"{note_id}.md",
            "op": "update",
            "parent": "",
            "at_ms": 1000,
            "hash": f"hash {text}" if text is not None else "",
            "text_hash": text_hash,
            "origin": "human_cli",
            "operation": operation,
            "data": text.encode() if text is not None else None,
            **fields,
        }
    )


def bare(entry: VersionEntry) -> VersionEntry:
    """As it comes back: without the bytes."""
    return entry.replace(data=None)


def recall(at_ms: int, *shown: str, **fields) -> RecallEntry:
    """Notes shown by the prompt hook, scores falling from 1."""
    given = {
        "kind": "prompt",
        "session": "s",
        "door": "hook",
        "cwd": "/w",
        "project": "p",
        "terms": ("a", "b"),
        **fields,
    }
    return RecallEntry(at_ms, shown=tuple((note, 1.0 / (n + 1)) for n, note in enumerate(shown)), **given)
