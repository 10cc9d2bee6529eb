"""What crosses the ports: frozen records of files, versions, index rows and searches.

Paths of notes are always relative to the notes folder of their layer, with `/`. Times are integer nanoseconds since
the epoch where they come from a file, integer milliseconds since the epoch everywhere else.
"""

from __future__ import annotations

from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.note import Note

    Recorded = tuple[str, int, int]
    """path, size and mtime_ns of a FileStat in the index; no record, because a look takes ten thousand of them."""


def no_lap(_stage: str) -> None:
    """Nobody measures."""


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
    its subfolders (no dot folders, no links), relative to the notes folder. The notes folder itself is "". others: what
    has the name of a note and is no regular file.
    """

    path: str
    mtime_ns: int
    notes: tuple[FileStat, ...]
    dirs: tuple[str, ...]
    others: tuple[str, ...] = ()


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


class CommittedVersion(Value):
    """One version of a file that git has. by: the author's name, as the commit claims it. path: relative to the layer's
    root. data: None where the commit deleted the file.
    """

    commit: str
    at_ms: int
    by: str
    path: str
    data: bytes | None


class RecallEntry(Value):
    """One act of showing notes. terms: the planned query terms, never the prompt. shown: (note id, score) best
    first. previewed: ids of those of which only a part was shown.
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
    left_out: int = 0
    previewed: tuple[str, ...] = ()


class Mute(Value):
    """A scope in which hooks say nothing. scope: always, session or here.

    id: of the session, or of the project, "" where it has none. folder: of here: the project's top, else the folder.
    """

    scope: str
    id: str = ""
    folder: str = ""


class IndexedPassage(Value):
    """A passage of a note's body (core.passages). start, stop: characters of the body; text: as it is indexed.

    vectors: one for each of the stamps that the batch names (core.vectors): b"" where the passage is to have none, None
    where it is still to be made. aside: a machine's turn in a transcript.
    """

    start: int
    stop: int
    text: str
    vectors: tuple[bytes | None, ...] = ()
    aside: bool = False


class Entry(Value):
    """What the index keeps of one note file: derived from the file and the journal, nothing else.

    id: the note's, or made of layer and path where the file has none. slug: the file's stem. texts: four columns of the
    full-text index (title, synonyms, tags, summary), already expanded by `core.tokens.index_text`. passages: the fifth,
    the body, in order.
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
    texts: tuple[str, str, str, str]
    passages: tuple[IndexedPassage, ...]
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
    pass. types: `type` or `type/kind`, any of them. tags: all of them. replaced: also archived ones that a relation
    says are replaced. confidential: also those that stay here; confidential_only: none but those.
    """

    layers: tuple[str, ...]
    projects: tuple[str, ...] | None = None
    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    not_status: tuple[str, ...] = ()
    since_ms: int = 0
    until_ms: int = 0
    archived: bool = False
    replaced: bool = False
    confidential: bool = False
    confidential_only: bool = False
    min_trust: int = 0
    max_trust: int = 3


class Probe(Value):
    """A question as a vector of the space that the stamp names."""

    stamp: str
    vector: bytes


class VectorSet(Value):
    """How far the vectors of one stamp have got. n_vectors: passages that have one, or are to have none. n_passages: in
    the whole index. serves: it is whole, or was and lacks little since: questions may be asked of it.
    """

    n_vectors: int
    n_passages: int
    serves: bool


class Unembedded(Value):
    """A passage without a vector. key: of the passage, never used twice. layer: root. path, hash: of its note."""

    key: int
    layer: str
    path: str
    hash: str
    start: int
    stop: int


class Span(Value):
    """A passage of a candidate. start, stop: characters of the body. hits: for each query term its frequency in there.
    n_tokens: its length. cosine: with the question's vector, 0 where it is not among the nearest. aside: a machine's
    turn in a transcript (core.passages).
    """

    start: int
    stop: int
    hits: tuple[int, ...]
    n_tokens: int
    cosine: float = 0.0
    aside: bool = False


class Match(Value):
    """A candidate, raw: what BM25F needs, and how near its nearest passage is to the question's vector, 0 where none is
    among the nearest.

    hits: for each query term (in the order asked), the frequency in each of the five columns. lengths: tokens in each
    of the five columns, zero for those of a column without a hit but the body. spans: its passages in order; none for a
    note that is one passage.
    """

    key: int
    hits: tuple[tuple[int, ...], ...]
    lengths: tuple[int, ...]
    spans: tuple[Span, ...] = ()
    cosine: float = 0.0


class Matches(Value):
    """What one search gives. n_notes: notes that pass the filters' layers. n_indexed, n_stored: passages and notes in
    the whole index; frequencies: passages that hold each term. mean_lengths: mean tokens of a note per column, over
    the whole index. mean_passage: mean tokens of a passage of a body. full: more candidates matched than were asked
    for. n_vectors: passages with a vector of the question's space, 0 when none was asked for. ordinary: the cosine of
    the last of the nearest, which the rest of a large store does not reach.
    """

    matches: tuple[Match, ...]
    n_notes: int
    n_indexed: int
    n_stored: int
    frequencies: tuple[int, ...]
    mean_lengths: tuple[float, ...]
    mean_passage: float
    full: bool
    n_vectors: int = 0
    ordinary: float = 0.0


class Holders(Value):
    """The notes that hold a name. n_notes: of the whole index; keys: of those that pass the filters."""

    name: str
    n_notes: int
    keys: tuple[int, ...]


class IndexBatch(Value):
    """One index transaction: notes to put (by layer and path), paths to drop, folders listed, folders gone, all of one
    layer. stamps: of the vectors of the puts.
    """

    layer: Layer
    puts: tuple[Entry, ...] = ()
    drops: tuple[str, ...] = ()
    dirs: tuple[DirList, ...] = ()
    dirs_gone: tuple[str, ...] = ()
    listed_ns: int = 0
    stamps: tuple[str, ...] = ()
