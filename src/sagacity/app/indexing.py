"""Takes note files into the index: parse, ask the journal whose text it is, journal what it has not seen, write."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.trust import edited_on_disk, trust_of
from .context import fresh_id
from .embedding import embedded, embedders_of
from .entry import entry_of, parse
from .records import IndexBatch, VersionEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .entry import Parsed
    from .records import DirList, FileStat, Layer, RawNote


def absorb(app: App, layer: Layer, raws: Sequence[RawNote], changes: IndexBatch) -> int:
    """Indexes files that were just read from disk, and journals the texts that nobody wrote through a door of ours.

    changes: what else belongs into the same index transaction (folders, vanished paths). Returns the notes put.
    """
    parsed = [parse(layer, raw) for raw in raws]
    origins = _origins(app, layer, parsed)
    _observe(app, layer, parsed, origins)
    return put(app, layer, parsed, origins, changes)


def put(app: App, layer: Layer, parsed: Sequence[Parsed], origins: Sequence[str], changes: IndexBatch) -> int:
    """Indexes notes whose texts the journal knows; a file that changed since it was read is left for the next pass, and
    one that came since it was missed stays.
    """
    entries = tuple(entry_of(layer, note, origin) for note, origin in zip(parsed, origins, strict=True))
    paths = frozenset(entry.path for entry in entries)
    embedders = embedders_of(app) if parsed else []
    entries = embedded(embedders, [one.note for one in parsed], entries)
    changes = changes.replace(stamps=tuple(embedder.stamp for embedder in embedders))

    def still(_root: str, path: str) -> FileStat | None:
        return app.store.stat(layer, path) if path in paths or _is_there(app, layer, path) else None

    return app.index.write([changes.replace(puts=entries)], still)


def _is_there(app: App, layer: Layer, path: str) -> bool:
    """Whether there is a readable note whose name is spelled just so: a file system may find it under others, too."""
    try:
        app.store.read(layer, path)
        listing = app.store.list_dir(layer, path.rpartition("/")[0])
    except SagacityError:
        return False
    return listing is not None and any(note.path == path for note in listing.notes)


def batch(
    layer: Layer,
    *,
    drops: tuple[str, ...] = (),
    dirs: tuple[DirList, ...] = (),
    dirs_gone: tuple[str, ...] = (),
    listed_ns: int = 0,
) -> IndexBatch:
    """Everything of an index transaction but the notes."""
    return IndexBatch(layer, (), drops, dirs, dirs_gone, listed_ns)


def origin_of(app: App, layer: Layer, parsed: Parsed) -> str:
    """What the journal says of a text; one that it has not seen counts as an edit on disk."""
    return _origins(app, layer, [parsed])[0]


def _origins(app: App, layer: Layer, parsed: Sequence[Parsed]) -> list[str]:
    recorded = app.journal.origins([(note.id, note.text_hash) for note in parsed])
    unknown = [note.id for note in parsed if (note.id, note.text_hash) not in recorded]
    known_ids = app.journal.known_ids(unknown) if unknown else set()
    found = []
    for note in parsed:
        origin = recorded.get((note.id, note.text_hash))
        if origin is None:
            origin = _observed(app, layer, note, known=note.id in known_ids)
        found.append(origin)
    return found


def _observed(app: App, layer: Layer, note: Parsed, *, known: bool) -> str:
    """The origin of a text that no door of ours wrote. An edit keeps at most what the note was worth in this layer;
    a repository's label is a claim that counts as far as its layer is followed.
    """
    before = [one for one in app.journal.versions(note.id, limit=1) if one.layer == layer.root] if known else []
    if before:
        return edited_on_disk(trust_of(before[0].origin))
    if layer.kind == "personal":
        return "human_file"
    return f"repo:{trust_of(note.note.origin)}"


def _observe(app: App, layer: Layer, parsed: Sequence[Parsed], origins: Sequence[str]) -> None:
    if not parsed or app.random_bytes is None:
        return
    now = app.clock.now_ms()
    operation = fresh_id(app)
    app.journal.observe_versions(
        [
            VersionEntry(
                note_id=note.id,
                layer=layer.root,
                path=note.raw.path,
                op="observe",
                hash=note.hash,
                text_hash=note.text_hash,
                parent="",
                at_ms=now,
                origin=origin,
                operation=operation,
                door=app.caller.door,
                data=note.raw.data,
            )
            for note, origin in zip(parsed, origins, strict=True)
        ]
    )
