"""What `setup` and `import` take and give."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .results import Check, Similar

WHOSE = ("mine", "agent", "review", "none")


class SetupRequest(Request):
    """Connects an agent to this memory, or takes the connection away."""

    client: str = arg(
        help="the agent, for example claude-code; default, and `all`: those found on this machine", positional=True
    )
    remove: bool = arg(False, help="take away what setup wrote; files nobody else changed get their old bytes back")
    yes: bool = arg(False, help="apply without asking")
    print_: bool = arg(False, help="only show what would change", option="print")
    expect: str = arg(help="the plan that was agreed to; refused if another is due by now", faces=("python",))


class ImportRequest(Request):
    """Makes notes of what an agent keeps by itself."""

    client: str = arg(help="the agent, for example claude-code", positional=True, required=True)
    as_: str = arg(
        help="whose the texts are: mine (in force), agent (unconfirmed), review (kept, injected nowhere), none (left "
        "out); asked on a terminal, else review",
        choices=WHOSE,
        option="as",
    )
    memory_as: str = arg(help="the same for what the agent noted by itself", choices=WHOSE, option="memory-as")
    project_as: str = arg(
        help="the same for this folder's; else only `review` takes it", choices=WHOSE, option="project-as"
    )
    yes: bool = arg(False, help="apply without asking")
    expect: str = arg(help="the plan that was agreed to; refused if another is due by now", faces=("python",))


class FileChange(Value):
    """One file of an agent that setup changes. what: one line an entry of ours.

    diff: our entries as they were and will be, each under its place in the file; nothing of others. restores: the file
    gets back the bytes it had before the first setup.
    """

    path: str
    what: tuple[str, ...]
    diff: str
    restores: bool = False


class ClientSetup(Value):
    """One agent. changes: empty when all is as it should be. checks: made after applying.

    memories: files of the agent's own memory as (path, size in bytes). problem: why the agent was left as it is.
    """

    client: str
    title: str
    changes: tuple[FileChange, ...]
    warnings: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    memories: tuple[tuple[str, int], ...] = ()
    problem: str = ""


class SetupResult(Value):
    """expect: names this plan, for a second call that applies exactly it. removed: what was asked for."""

    clients: tuple[ClientSetup, ...]
    applied: bool
    removed: bool
    expect: str
    next_steps: tuple[str, ...] = ()


class ImportedNote(Value):
    """One note of an import. action: create or update before, created or updated after; unchanged; kept and refused
    with their reason.

    source: file below the agent's folder; line: where the text begins there. kind: instructions or memory.
    state: as in `Written`, "" where nothing is written. similar: notes that may say the same.
    """

    action: str
    title: str
    type: str
    project: str
    source: str
    line: int
    kind: str
    state: str
    reason: str = ""
    id: str = ""
    path: str = ""
    similar: tuple[Similar, ...] = ()


class ImportResult(Value):
    """In the order of the files. title: the agent's name as its users write it. expect: names this plan, for a second
    call that applies exactly it. operation: pass to undo.
    """

    client: str
    title: str
    layer: str
    notes: tuple[ImportedNote, ...]
    applied: bool
    expect: str
    operation: str = ""
    warnings: tuple[str, ...] = ()
