"""What setting up a client needs from the outside: which files change, and how."""

from __future__ import annotations

from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object


class EntryEdit(Value):
    """One entry of ours in a file. name: for people. where: its path in the file. before, after: JSON on several lines,
    "" for none.
    """

    name: str
    where: str
    before: str
    after: str


class FileEdit(Value):
    """One file before and after. path: as the client names it; target: the regular file behind its links.

    None stands for a file that is not there. entries: what may be shown of it; the rest can hold secrets of others.
    restores: the file goes back to the bytes kept before the first change.
    """

    path: str
    target: str
    before: bytes | None
    after: bytes | None
    entries: tuple[EntryEdit, ...] = ()
    restores: bool = False


class SetupPlan(Value):
    """What would be done for one client; no edits when there is nothing to do. warnings: one line each, for the user.

    files: all files looked at. title: the client's name as its users write it. step: what only the user can do
    afterwards, "" for a restart. problem: why nothing can be done, in one line.
    """

    client: str
    title: str
    remove: bool
    files: tuple[str, ...]
    edits: tuple[FileEdit, ...]
    warnings: tuple[str, ...] = ()
    step: str = ""
    problem: str = ""


class ClientState(Value):
    """One finding about a client's connection to us. state: ok, warn or fail; fix: what to paste."""

    name: str
    state: str
    found: str
    fix: str = ""


class Surroundings(Value):
    """Where the user is. cwd: absolute. top, project: absolute top and name of the project there, "" outside of any."""

    cwd: str
    top: str = ""
    project: str = ""


class MemoryFile(Value):
    """One file of a client's own memory. data: None where it was not read; then problem says why.

    path: relative to the client's folder, `PROJECT:path` in the project, else absolute or with `~`. kind: of
    core.claude_memory. applies: the files it is about, "" for all. not_followed: imports in it that were left out.
    """

    path: str
    data: bytes | None
    problem: str = ""
    kind: str = ""
    of_project: bool = False
    applies: str = ""
    not_followed: tuple[str, ...] = ()


class Clients(Protocol):
    """The configuration of the agents on this machine."""

    def names(self) -> tuple[str, ...]:
        """All clients that can be set up."""

    def installed(self) -> tuple[str, ...]:
        """Those that this user seems to use."""

    def plan(self, client: str, *, remove: bool) -> SetupPlan:
        """Reads, changes nothing.

        Raises `invalid` for an unknown client and for a file that cannot be read as what it should be, `refused` for
        a file that is another user's or read-only, `degraded` when the machine refuses.
        """

    def apply(self, plan: SetupPlan, *, now_ms: int) -> None:
        """Carries the plan out: originals kept first, then each file replaced whole, links kept.

        All files or none. Raises `conflict` when a file is not as the plan found it, `busy` when the client holds it.
        """

    def checks(self, client: str) -> list[ClientState]:
        """Looks at what the client really reads and runs what it would run; empty when it is not set up."""

    def memories(self, client: str, around: Surroundings) -> list[tuple[str, int]]:
        """The memory files that the client would load there (absolute path, size in bytes), largest first; without
        those that they import.
        """

    def title(self, client: str) -> str:
        """Its name as its users write it. Raises `invalid` for an unknown client."""

    def memory_files(self, client: str, around: Surroundings) -> list[MemoryFile]:
        """The same files with their bytes, and those that they import. What is no regular file, larger than the cap, or
        a link out of the user's home or of the project is not read. Raises `invalid` for a client that is unknown, or
        has no memory that can be read.
        """
