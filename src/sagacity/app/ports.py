"""What the application needs from the outside, as contracts. Adapters implement them; tests/contracts proves it.

What paths and times mean is said in `records`. Every method raises SagacityError and nothing else: `degraded` when the
machine refuses (disk full, read-only, permission), `busy` when a lock or a database was not to be had in time,
`integrity` when what is stored is damaged or from a newer version.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from typing import Protocol

    from ..core.verdict import Use, Verdict
    from .records import (
        DirList,
        FileChange,
        FileStat,
        Layer,
        Mute,
        Place,
        Project,
        RawNote,
        RecallEntry,
        Recorded,
        VersionEntry,
    )
else:
    Protocol = object


class NoteStore(Protocol):
    """Reads and writes the files of layers. Follows no symbolic link, opens nothing but regular files."""

    def dir_mtime(self, layer: Layer, path: str) -> int | None:
        """The folder's mtime in ns, None when it is gone."""

    def dir_mtimes(self, layer: Layer, paths: Sequence[str]) -> list[int | None]:
        """As dir_mtime, for many at once; unlike every reading it may believe a folder below one that became a link."""

    def list_dir(self, layer: Layer, path: str) -> DirList | None:
        """The folder, None when it is gone."""

    def stat(self, layer: Layer, path: str) -> FileStat | None:
        """None when there is no such regular file."""

    def differing(self, layer: Layer, recorded: Sequence[Recorded]) -> tuple[list[str], list[str]]:
        """(paths with another size or mtime now, paths gone), in the order given; quickest folder by folder."""

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
        old or new, never torn. One stat per change, None for a deletion. Sweeps what a dead writer left.
        """


class Journal(Protocol):
    """What happened and cannot be rebuilt. Append-only; `prune` is the only thing that takes away."""

    def record_versions(self, entries: Sequence[VersionEntry]) -> None:
        """All or none, in one transaction that survives a power cut when it returns (synchronous=FULL)."""

    def observe_versions(self, entries: Sequence[VersionEntry]) -> None:
        """Versions seen on disk: those whose (note_id, hash) is the note's newest already are left out, but for one
        that moved within its layer, which gets its before_path. Not fsynced: the file is there to be seen again.
        """

    def origins(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """(note_id, text_hash) → origin of its newest record; a pair never recorded is missing."""

    def known_ids(self, note_ids: Sequence[str]) -> set[str]:
        """Those that have any version."""

    def versions(self, note_id: str, *, limit: int = 100) -> list[VersionEntry]:
        """Newest first, without data."""

    def lineage(self, note_id: str, *, limit: int) -> list[VersionEntry]:
        """As `versions`, with those of the file's earlier ids: it may have been given its own id later."""

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

    def last_of_each(self, layers: Sequence[str]) -> list[VersionEntry]:
        """The newest version of each id in each layer (root), newest first; none of a file that has another id now."""

    def deleted(self, handle: str) -> list[VersionEntry]:
        """Newest tombstones whose note id, path stem or id tail is the handle."""

    def record_recall(self, entry: RecallEntry) -> None:
        """Committed when it returns, not fsynced."""

    def recalls(
        self,
        *,
        since_ms: int = 0,
        kind: str = "",
        note_id: str = "",
        session: str = "",
        project: str = "",
        limit: int = 50,
    ) -> list[RecallEntry]:
        """Newest first."""

    def uses(self, project: str, *, among: int) -> list[Use]:
        """What was shown and judged in a project, newest first, within the last `among` acts of all projects. Of a
        session's start and of packs no notes: they tell what was pushed, not what was wanted.
        """

    def verdicts(self, note_ids: Sequence[str]) -> list[Verdict]:
        """What was said of these notes, or of all where none is named, newest first. `prune` leaves them."""

    def shown_in_session(self, session: str) -> set[str]:
        """Ids of notes that hooks showed in this session."""

    def keep_snapshot(self, session: str, at_ms: int, text: str) -> None:
        """What the session was about; takes the place of an earlier one. Committed when it returns, not fsynced."""

    def snapshot(self, session: str) -> tuple[int, str]:
        """(when, what), (0, "") for none. `prune` takes it away with the recalls of its time."""

    def set_approval(self, project_id: str, root: str, approval: str, at_ms: int) -> None:
        """What the user decided about a repository's layer: follow, pin or none."""

    def approvals(self) -> dict[tuple[str, str], str]:
        """(project_id, root) → newest decision."""

    def prune(self, *, recalls_before_ms: int, contents_before_ms: int) -> dict[str, int]:
        """Removes recalls other than verdicts, and the bytes (not the entries) of versions that are older and not their
        note's newest. Returns counts by kind.
        """

    def check(self) -> list[str]:
        """Problems found, empty when sound."""

    def set_aside(self) -> list[str]:
        """Absolute paths of damaged journals that were replaced and are still kept, oldest first."""

    def size_bytes(self) -> int:
        """Of all its files."""

    def close(self) -> None: ...


class Embedder(Protocol):
    """Turns texts into vectors of one space (core.vectors), so that texts about the same thing lie in one direction.

    Deterministic; needs no network. A text's vector does not depend on what is embedded with it.
    """

    stamp: str
    """Which model, version and dimension: vectors of different stamps must not be compared."""
    is_quick: bool
    """A text takes well under a millisecond, so that whoever writes a thousand notes may wait for it."""
    sends: bool
    """Texts leave this process for a service: nothing that stays on this machine may be given to it."""
    n_dims: int

    def embed_documents(self, texts: Sequence[str]) -> list[bytes]:
        """One vector a text, in order: n_dims bytes, or b"" for a text in which the model knows no word."""

    def embed_query(self, text: str) -> bytes:
        """The vector to compare with those of documents: n_dims bytes, or b""."""

    def check(self) -> None:
        """Looks a model on this machine over as a whole, which takes its time. Raises `integrity` where it is not what
        its stamp says.
        """


class Embedders(Protocol):
    """The embedders that can be chosen."""

    def named(self, name: str) -> Embedder | None:
        """As the settings would build it; None for `none`. Asks nobody anything."""

    def choose(self, name: str) -> str:
        """Makes the settings name it from now on; gives the file. Raises `refused` where something nearer than the
        user's file decides, before anything is changed.
        """

    def check(self, name: str) -> None:
        """Raises what `choose` would."""


class Workspace(Protocol):
    """Which project and layers a directory means. Reads files only; starts no process."""

    def place(self, cwd: str) -> Place:
        """Never creates anything. A broken meta.yml makes its layer disappear with a problem listed in `problems`."""

    def all_layers(self) -> list[Layer]:
        """Personal, shared, and every project layer this user has opened and that still exists."""

    def projects(self) -> list[Project]:
        """The projects of the names table, one for each path that is known of it; they need not be there."""

    def problems(self) -> list[str]: ...

    def ensure_personal(self) -> Layer:
        """Makes home and personal layer on first use, safely against others doing the same; idempotent."""

    def ensure_project(self, cwd: str) -> Project | None:
        """Gives the project of cwd an id and a row in the names table; idempotent. None outside of any project."""

    def create_layer(self, cwd: str, *, name: str = "", display_name: str = "") -> Layer:
        """`init`: the project layer at the top of the work tree (or in cwd for a sub-layer below an existing one).
        Raises `refused` in the home folder, `invalid` when there already is one.
        """


class Mutes(Protocol):
    """Where hooks are to say nothing, as the user asked."""

    def read(self) -> tuple[Mute, ...]:
        """In the order asked for; what is not understood is left out. Raises where nothing can be read."""

    def problems(self) -> list[str]:
        """What cannot be read or understood, a line each."""

    def change(self, turn: Callable[[tuple[Mute, ...]], Sequence[Mute]]) -> tuple[Mute, ...]:
        """Replaces what is muted by what `turn` makes of it, one process at a time; gives what is muted now."""


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
