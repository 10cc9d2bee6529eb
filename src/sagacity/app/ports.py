"""What the application needs from the outside, as contracts. Adapters implement them; suites in tests/contracts prove
it.

Paths of notes are always relative to the notes folder of their layer, with `/`. Times are integer nanoseconds since
the epoch where they come from a file, integer milliseconds since the epoch everywhere else.
Every method raises SagacityError and nothing else: `degraded` when the machine refuses (disk full, read-only,
permission), `busy` when a lock or a database was not to be had in time, `integrity` when what is stored is damaged
or from a newer version.
"""

from __future__ import annotations

from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from typing import Protocol

    from ..core.note import Note
else:
    Protocol = object


class Layer(Value):
    """A folder of notes. `root` (absolute, symlinks resolved) is its key; two worktrees are two layers of one project.

    name: how answers call it: "personal", "project:NAME", "org:NAME" …
    kind: "personal", "project" or "shared".
    notes_dir: absolute, inside root.
    project, project_id: set for project layers only.
    approval: "own" (personal), "follow", "pin" or "none": what this user decided about a repository's notes.
    """

    name: str
    kind: str
    root: str
    notes_dir: str
    project: str = ""
    project_id: str = ""
    sensitivity_default: str = "internal"
    write_policy: str = "direct"
    isolation: str = ""
    approval: str = "none"
    display_name: str = ""


class Project(Value):
    """Which project a working directory belongs to.

    id: random, kept in the git common directory; "" until something is written for the project.
    name: from the names table of the personal layer; where there is none yet, a proposal made from the folder's name
    that no other project bears. top: absolute top of the work tree, or of the folder that holds the layer.
    origin: normalised `origin` URL ("host/path"), may be empty.
    """

    id: str
    name: str
    top: str
    origin: str = ""


class Place(Value):
    """What a working directory means: the project (None outside of any) and the layers that are read there, in the
    order in which handles are looked up: the project's, personal, shared.
    """

    cwd: str
    project: Project | None
    layers: tuple[Layer, ...]


class FileStat(Value):
    """A note file as the file system shows it."""

    path: str
    size: int
    mtime_ns: int


class DirList(Value):
    """One folder: its own mtime, taken before the listing; its notes (`*.md`, case folded; no README, no dot files) and
    its subfolders (no dot folders, no links), relative to the notes folder. The notes folder itself is "".
    """

    path: str
    mtime_ns: int
    notes: tuple[FileStat, ...]
    dirs: tuple[str, ...]


class RawNote(Value):
    """The bytes of a note with the stat that belongs to them (taken from the open descriptor)."""

    path: str
    data: bytes
    size: int
    mtime_ns: int


class FileChange(Value):
    """One change of a group. Exactly one of: create (before None, data set), write (before hash, data set),
    delete (before hash, data None). `moved_from`: the note is renamed from there, then written; before is the hash
    there.
    before: `content_hash` of the bytes expected on disk.
    """

    path: str
    data: bytes | None
    before: str | None = None
    moved_from: str = ""


class NoteStore(Protocol):
    """Reads and writes the files of layers. Follows no symbolic link, opens nothing but regular files."""

    def dir_mtime(self, layer: Layer, path: str) -> int | None:
        """The folder's mtime in ns, None when it is gone."""

    def list_dir(self, layer: Layer, path: str) -> DirList | None:
        """The folder, None when it is gone."""

    def stat(self, layer: Layer, path: str) -> FileStat | None:
        """None when there is no such regular file."""

    def read(self, layer: Layer, path: str) -> RawNote:
        """Raises `not_found` when gone, `refused` with the reason for what is no readable note (folder, FIFO, device,
        link, larger than the reading cap); never blocks on it.
        """

    def lock(self, layer: Layer) -> AbstractContextManager[None]:
        """The layer's one writer at a time, across processes; free again when its holder dies. `busy` after the
        configured time. Not reentrant.
        """

    def apply(self, layer: Layer, changes: Sequence[FileChange]) -> list[FileStat | None]:
        """Carries out a group under the held lock, durably: when it returns, all of it survives a power cut.

        Checks every `before` first and raises `conflict` before anything is written; then either each single file is
        old
        or new, never torn. One stat per change, None for a deletion. Sweeps temporary files that a dead writer left.
        """


class VersionEntry(Value):
    """One observed version of a note. Keyed by (note_id, text_hash, at_ms).

    op: create, append, replace, update, rename, archive, delete, undo, restore, observe (seen on disk, not written by
    us). hash: content_hash of the bytes, "" for a tombstone; parent: that of the version before, "" for none.
    data: the bytes, None when they are in the journal already or for a tombstone.
    operation: one id for all versions of one call, so that undo takes the call back as a whole.
    before_path: where the note was before a rename.
    """

    note_id: str
    layer: str
    path: str
    op: str
    hash: str
    text_hash: str
    parent: str
    at_ms: int
    origin: str
    operation: str
    session: str = ""
    door: str = ""
    before_path: str = ""
    reason: str = ""
    data: bytes | None = None


class RecallEntry(Value):
    """One act of showing notes. terms: the planned query terms, never the prompt. shown: (note id, score) best
    first.
    """

    at_ms: int
    kind: str
    session: str
    door: str
    cwd: str
    project: str
    terms: tuple[str, ...]
    shown: tuple[tuple[str, float], ...]
    tokens: int = 0
    took_ms: float = 0.0
    detail: str = ""


class Journal(Protocol):
    """What happened and cannot be rebuilt. Append-only; `prune` is the only thing that takes away."""

    def record_versions(self, entries: Sequence[VersionEntry]) -> None:
        """All or none, in one transaction that survives a power cut when it returns (synchronous=FULL)."""

    def observe_versions(self, entries: Sequence[VersionEntry]) -> None:
        """Versions seen on disk: those whose (note_id, hash) is the note's newest already are left out; not fsynced,
        since the file is there to be seen again.
        """

    def origins(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """(note_id, text_hash) → origin of its newest record; a pair never recorded is missing."""

    def known_ids(self, note_ids: Sequence[str]) -> set[str]:
        """Those that have any version."""

    def versions(self, note_id: str, *, limit: int = 100) -> list[VersionEntry]:
        """Newest first, without data."""

    def writes(self, *, since_ms: int = 0, note_id: str = "", session: str = "", limit: int = 50) -> list[VersionEntry]:
        """Versions made through a door of ours (op other than observe), newest first, without data."""

    def operation(self, operation: str) -> list[VersionEntry]:
        """The versions of one call in the order they were written, without data; empty when unknown."""

    def last_operation(self, *, note_id: str = "", session: str = "") -> str:
        """The newest operation made through a door of ours (op other than observe) of that note, session, or of all;
        one that was undone, or is an undo, is passed over. "" for none.
        """

    def content(self, hash: str) -> bytes | None:
        """The bytes of a version by content_hash; None when pruned."""

    def deleted(self, handle: str) -> list[VersionEntry]:
        """Newest tombstones whose note id, path stem or id tail is the handle."""

    def record_recall(self, entry: RecallEntry) -> None:
        """Committed when it returns, not fsynced."""

    def recalls(
        self, *, since_ms: int = 0, kind: str = "", note_id: str = "", session: str = "", limit: int = 50
    ) -> list[RecallEntry]:
        """Newest first."""

    def shown_in_session(self, session: str) -> set[str]:
        """Ids of notes that hooks showed in this session."""

    def set_approval(self, project_id: str, root: str, approval: str, at_ms: int) -> None:
        """What the user decided about a repository's layer: follow, pin or none."""

    def approvals(self) -> dict[tuple[str, str], str]:
        """(project_id, root) → newest decision."""

    def prune(self, *, recalls_before_ms: int, contents_before_ms: int) -> dict[str, int]:
        """Removes recalls, and the bytes (not the entries) of versions that are older and not their note's newest.
        Returns counts by kind.
        """

    def check(self) -> list[str]:
        """Problems found, empty when sound."""

    def close(self) -> None: ...


class Entry(Value):
    """What the index keeps of one note file: derived from the file and the journal, nothing else.

    id: the note's, or made of layer and path where the file has none. slug: the file's stem. texts: the five columns of
    the full-text index (title, synonyms, tags, summary, body), already expanded by `core.tokens.index_text`.
    handles: folded keys under which the note is found (core.handles.fold), each with its kind: id, slug, title,
    synonym.
    summary: written by the author, else extracted, at most 5 lines. trust: 0–3. hash: content_hash of the bytes.
    note: the parsed note; its body is not kept.
    """

    layer: str
    path: str
    id: str
    slug: str
    size: int
    mtime_ns: int
    hash: str
    text_hash: str
    origin: str
    trust: int
    summary: str
    note: Note
    texts: tuple[str, str, str, str, str]
    handles: tuple[tuple[str, str], ...]
    created_ms: int = 0
    updated_ms: int = 0


class Row(Value):
    """A note as the index shows it. key: opaque, valid until the next write. layer: root of the layer."""

    key: int
    layer: str
    path: str
    id: str
    slug: str
    title: str
    type: str
    kind: str
    summary: str
    tags: tuple[str, ...]
    synonyms: tuple[str, ...]
    project: str
    confidence: str
    lifecycle: str
    sensitivity: str
    status: str
    due: str
    enforcement: str
    triggers: tuple[str, ...]
    valid_from: str
    valid_until: str
    created_ms: int
    updated_ms: int
    origin: str
    trust: int
    size: int
    mtime_ns: int
    hash: str
    error: str


class Edge(Value):
    """A typed edge seen from a note: op is canonical (core.relations), key is the row of the other end, -1 if
    dangling.
    """

    source: int
    op: str
    target: int
    target_text: str
    note: str = ""


class Filters(Value):
    """Hard conditions; every channel applies them before it ranks. Empty means no condition, but no layers, no notes.

    layers: roots. projects: a note of the personal layer passes if its project is empty or in there; None lets all
    pass. types: `type` or `type/kind`, any of them. tags: all of them.
    """

    layers: tuple[str, ...]
    projects: tuple[str, ...] | None = None
    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    since_ms: int = 0
    until_ms: int = 0
    archived: bool = False
    confidential: bool = False
    min_trust: int = 0


class Match(Value):
    """A candidate of the lexical channel, raw: what BM25F needs.

    hits: for each query term (in the order asked), the frequency in each of the five columns.
    lengths: tokens in each of the five columns.
    """

    key: int
    hits: tuple[tuple[int, ...], ...]
    lengths: tuple[int, ...]


class Matches(Value):
    """What one lexical search gives. n_notes: notes that pass the filters' layers. frequencies: notes that hold each
    term, over the whole index. mean_lengths: mean tokens per column over the whole index. full: more than `window`
    candidates matched. window is the number asked for.
    """

    matches: tuple[Match, ...]
    n_notes: int
    n_indexed: int
    frequencies: tuple[int, ...]
    mean_lengths: tuple[float, ...]
    full: bool


class KnownDir(Value):
    """A folder as it was last listed. racy: its mtime was too close to the listing to be believed."""

    path: str
    mtime_ns: int
    racy: bool


class IndexBatch(Value):
    """One index transaction: notes to put (by layer and path), paths to drop, folders listed, folders gone, all of one
    layer.
    """

    layer: Layer
    puts: tuple[Entry, ...] = ()
    drops: tuple[str, ...] = ()
    dirs: tuple[DirList, ...] = ()
    dirs_gone: tuple[str, ...] = ()
    listed_ns: int = 0


class Index(Protocol):
    """The disposable index. Reads never block on writers; writes are serialised across processes by the adapter."""

    def search(self, terms: Sequence[str], filters: Filters, *, window: int) -> Matches:
        """Notes that hold any of the terms (each from core.tokens.query_terms), the best `window` by the engine's own
        BM25. No terms: empty. Terms are data: no text can make a syntax error.
        """

    def rows(self, keys: Sequence[int]) -> list[Row]:
        """In the order asked; keys that are gone are left out."""

    def passing(self, keys: Sequence[int], filters: Filters) -> set[int]:
        """Those of the rows that pass the filters."""

    def newest(self, filters: Filters, *, limit: int, offset: int = 0) -> list[Row]:
        """By updated_ms falling, then id."""

    def count(self, filters: Filters) -> int: ...

    def counts_by_type(self, layers: Sequence[str]) -> dict[str, int]: ...

    def find(self, handle: str, layers: Sequence[str]) -> list[tuple[Row, str]]:
        """Rows that bear the folded handle, with the kind of handle that matched (id, tail, slug, title, synonym).
        A tail is the last 7 or more characters of an id.
        """

    def near_handles(self, handle: str, layers: Sequence[str], *, limit: int = 5) -> list[str]:
        """Slugs that begin like, or share most letters with, the handle: for "did you mean"."""

    def edges_to(self, keys: Sequence[int], ops: Sequence[str]) -> list[Edge]:
        """Edges of these ops (none named: of any) whose target text is a handle of one of the notes. Several notes
        may bear one handle: an
        edge is listed for each, and the caller chooses.
        """

    def edges_from(self, keys: Sequence[int]) -> list[Edge]:
        """All edges these notes declare, dangling ones included; an ambiguous target is listed for each bearer."""

    def known_dirs(self, layer: str) -> list[KnownDir]: ...

    def stats_in(self, layer: str, path: str) -> dict[str, FileStat]:
        """path → the stat recorded, of the notes directly in this folder."""

    def slice_stats(self, layer: str, *, after: str, limit: int) -> list[FileStat]:
        """Recorded stats by path, beginning after a path."""

    def racy(self, layer: str) -> list[str]:
        """Paths whose recorded mtime was too close to the record to be believed."""

    def layers(self) -> list[str]:
        """Roots the index holds notes or folders of."""

    def drop_layer(self, layer: str) -> None: ...

    def write(self, batches: Sequence[IndexBatch], still: Callable[[str, str], FileStat | None]) -> int:
        """One transaction under the write lock. A put whose file no longer has the recorded stat (`still(root, path)`)
        is skipped, so that a slow reader cannot overwrite what a later writer indexed. Returns the puts carried out.
        """

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


class Workspace(Protocol):
    """Which project and layers a directory means. Reads files only; starts no process."""

    def place(self, cwd: str) -> Place:
        """Never creates anything. A broken meta.yml makes its layer disappear with a problem listed in `problems`."""

    def all_layers(self) -> list[Layer]:
        """Personal, shared, and every project layer this user has opened and that still exists."""

    def problems(self) -> list[str]: ...

    def ensure_personal(self) -> Layer:
        """Makes home and personal layer on first use, safely against others doing the same; idempotent."""

    def ensure_project(self, cwd: str) -> Project | None:
        """Gives the project of cwd an id and a row in the names table; idempotent. None outside of any project."""

    def create_layer(self, cwd: str, *, name: str = "", display_name: str = "") -> Layer:
        """`init`: the project layer at the top of the work tree (or in cwd for a sub-layer below an existing one).
        Raises `refused` in the home folder, `invalid` when there already is one.
        """


class Vcs(Protocol):
    """Git for layers of our own. Never prompts, never runs hooks, never touches another repository."""

    def available(self) -> bool: ...

    def init(self, root: str) -> None:
        """Idempotent."""

    def commit(self, root: str, message: str, *, exclude: Sequence[str] = ()) -> bool:
        """Commits what changed below root, durably; False when nothing had. `busy` when git holds its lock.

        exclude: paths relative to root that are not taken, now or ever, from the working tree.
        """


class Clock(Protocol):
    def now_ms(self) -> int: ...

    def monotonic_s(self) -> float: ...


class Progress(Protocol):
    """A face shows it; the application only reports."""

    def __call__(self, what: str, done: int, total: int) -> None: ...
