"""The contract of the index; what `ports` says of all holds for it too."""

from __future__ import annotations

from .records import no_lap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Protocol

    from .links import Link
    from .records import (
        Edge,
        FileStat,
        Filters,
        Holders,
        IndexBatch,
        Matches,
        Probe,
        Recorded,
        Row,
        Unembedded,
        VectorSet,
    )
else:
    Protocol = object


class Index(Protocol):
    """The disposable index. Reads never block on writers; writes are serialised across processes by the adapter.

    Keys of notes are good for the call that had them, also when another process switches to a rebuilt index meanwhile.
    """

    def search(
        self,
        terms: Sequence[str],
        filters: Filters,
        *,
        window: int,
        probe: Probe | None = None,
        lap: Callable[[str], None] = no_lap,
    ) -> Matches:
        """Candidates of two channels: notes that hold any of the terms (each from core.tokens.plan), the best `window`
        by the engine's own BM25; and those with a passage near to the probe. Terms are data: no text can make a syntax
        error. Where the index has no vectors of the probe's space, the lexical channel is alone.
        lap: is called with `words` or `vectors` whenever a part of that channel's work is done.
        """

    def holding(self, keys: Sequence[int], terms: Sequence[str]) -> set[int]:
        """Those of the notes that hold any of the terms."""

    def nearest_words(self, terms: Sequence[str]) -> dict[str, str]:
        """For terms that look like words and that no note holds, the word of a note that they were meant to be, where
        one is near enough; the rest is left out. None for terms of which most are held.
        """

    def rows(self, keys: Sequence[int]) -> list[Row]:
        """In the order asked; keys that are gone are left out."""

    def passing(self, keys: Sequence[int], filters: Filters) -> set[int]:
        """Those of the rows that pass the filters."""

    def newest(self, filters: Filters, *, limit: int, offset: int = 0) -> list[Row]:
        """The newest first: by updated_ms, then by id, which tells what was made later within a second."""

    def soonest(self, filters: Filters, *, limit: int) -> list[Row]:
        """Those that have a due date, by that date as it is written, then by id."""

    def count(self, filters: Filters) -> int: ...

    def governing(self, filters: Filters, path: str = "") -> list[Row]:
        """Those that have triggers; with a path those whose evidence lies in that file, the newest first."""

    def keep_triggers(self, folders: Mapping[str, str]) -> None:
        """Keeps the triggers of all rules, and the files that evidence lies in, where a hook finds them before it opens
        the index. folders: of the notes, by
        the root of their layer.
        """

    def tag_lists(self, filters: Filters) -> list[tuple[str, ...]]:
        """The tags of each note that passes and has any, as written, each once."""

    def census(self, layers: Sequence[str]) -> list[tuple[str, str, int, int]]:
        """(layer, type, trust, how many notes), of those that there are, in order."""

    def ids_twice(self, layers: Sequence[str]) -> list[tuple[str, str, tuple[str, ...]]]:
        """(layer, id, paths) of the first ids that several files of a layer bear."""

    def has_relation(self, op: str) -> bool:
        """Whether any note declares a relation of this name."""

    def find(self, handle: str, layers: Sequence[str]) -> list[tuple[Row, str]]:
        """Rows that bear the folded handle, with the kind of handle that matched (id, tail, slug, title, synonym).
        A tail is the last 7 or more characters of an id.
        """

    def near_handles(self, handle: str, layers: Sequence[str], *, limit: int = 5) -> list[str]:
        """Slugs that begin like, or share most letters with, the handle: for "did you mean"."""

    def edges_to(self, keys: Sequence[int], ops: Sequence[str]) -> list[Edge]:
        """Edges of these ops (none named: of any) whose target text is a handle of one of the notes. Several notes
        may bear one handle: an edge is listed for each, and the caller chooses.
        """

    def edges_from(self, keys: Sequence[int], ops: Sequence[str] = ()) -> list[Edge]:
        """Those that the notes declare, likewise; dangling ones included."""

    def links(self, keys: Sequence[int], filters: Filters, ops: Sequence[str] = ()) -> list[Link]:
        """All relations of the notes of these ops (none named: of any), from either end, in no order: one that joins
        two of them comes twice. filters: what `passes` is about. Several notes may bear one handle, as in `edges_to`.
        """

    def edges_named(self, names: Sequence[str], ops: Sequence[str]) -> list[Edge]:
        """Edges of these ops (none: of any) whose text, or what it says behind a layer's name, is one of the handles,
        whoever bears it: their target is -1.
        """

    def holders(self, names: Sequence[str], filters: Filters, *, held: tuple[int, int]) -> list[Holders]:
        """Who holds each name as a phrase, in any column. held: of names whose every word that many passages hold at
        least, and which no more than that many notes of the whole index hold. Names are data, as terms are.
        """

    def known_dirs(self, layer: str, paths: Sequence[str] | None = None) -> dict[str, tuple[int, bool]]:
        """path → (mtime_ns, whether that was too close to the listing to be believed) of the layer's folders as they
        were last listed; of these paths only.
        """

    def stats_in(self, layer: str, path: str) -> dict[str, FileStat]:
        """path → the stat recorded, of the notes directly in this folder."""

    def slice_stats(self, layer: str, *, after: str, limit: int) -> list[Recorded]:
        """What is recorded, by path, beginning after a path."""

    def racy(self, layer: str) -> list[str]:
        """Paths whose recorded mtime was too close to the record to be believed."""

    def sensitivities(self, layer: str) -> list[tuple[str, str, str]]:
        """(path, sensitivity as written or as the layer had it, why the frontmatter cannot be read or "") of its notes,
        by path.
        """

    def unsettled(self, layer: str) -> list[tuple[FileStat, str]]:
        """As `racy`, with the stat recorded and the content_hash."""

    def believe(self, layer: str, stats: Sequence[FileStat]) -> None:
        """These are racy no more, where they still are what is recorded."""

    def layers(self) -> list[str]:
        """Roots the index holds notes or folders of."""

    def drop_layer(self, layer: str) -> None: ...

    def write(self, batches: Sequence[IndexBatch], still: Callable[[str, str], FileStat | None]) -> int:
        """One transaction under the write lock. A put whose file no longer has the recorded stat (`still(root, path)`)
        is skipped, and so is a drop whose file is there (`still` gives a stat): a slow reader cannot undo what a later
        writer indexed. Returns the puts carried out.
        """

    def vector_set(self, stamp: str) -> VectorSet: ...

    def without_vector(self, stamp: str, *, after: int, limit: int) -> list[Unembedded]:
        """Passages that the set lacks, by key, beginning after a key; those of a note stand together."""

    def vectors_of(self, stamp: str, layer: str, path: str, hash: str) -> dict[tuple[int, int], bytes]:
        """(start, stop) → vector, of the passages of a note as long as its file is the same."""

    def put_vectors(self, stamp: str, vectors: Sequence[tuple[int, bytes]]) -> None:
        """(key of a passage, its vector or b"" where it is to have none). Passages that are gone, or have one, are left
        as they are.
        """

    def keep_vectors(self, stamps: Sequence[str]) -> None:
        """Forgets the sets of all other stamps."""

    def get_meta(self, key: str) -> str:
        """The value, empty when it was never set."""

    def set_meta(self, key: str, value: str) -> None: ...

    def rebuild(
        self, fill: Callable[[Index], None], *, progress: Callable[[int], None] | None = None
    ) -> AbstractContextManager[Index]:
        """Builds a new generation beside the serving one: calls `fill` on it without the write lock; on entering the
        context the write lock is held and the body does the last catch-up on the new generation; on leaving without
        an error the pointer is switched. An interrupted rebuild is taken up where it stopped.
        """

    def check(self) -> list[str]:
        """Problems found, empty when sound."""

    def size_bytes(self) -> int: ...

    def close(self) -> None: ...
