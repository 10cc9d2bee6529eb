"""What the operations take. One frozen record each; the faces build their options, schemas and checks from these.

Field types are limited to str, int, float, bool, tuple[str, ...] and tuple of a request record; `arg` adds what a
type cannot say. Records of our own and not dataclasses: a dozen of those would be a quarter of a command's start.
"""

from __future__ import annotations

from ..core.settings import EMBEDDERS
from ..core.value import Value, ValueType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Arg(Value):
    """What a request field says about itself.

    option: the CLI name when it differs (`--tag` for tags). faces: only there; empty is all. positional: the CLI takes
    it without a name (a tuple takes all that follow). minimum, maximum: for numbers. brief: the help where every word
    is paid for (MCP); None is `help`.
    """

    default: Any
    help: str
    choices: tuple[str, ...]
    positional: bool
    option: str
    faces: tuple[str, ...]
    maximum: int | None
    minimum: int | None
    required: bool
    brief: str | None


def arg(
    default: Any = "",
    *,
    help: str,
    choices: tuple[str, ...] = (),
    positional: bool = False,
    option: str = "",
    faces: tuple[str, ...] = (),
    maximum: int | None = None,
    minimum: int | None = None,
    required: bool = False,
    brief: str | None = None,
) -> Any:
    """A request field, see `Arg`."""
    return Arg(default, help, choices, positional, option, faces, maximum, minimum, required, brief)


class _RequestType(ValueType):
    """Keeps what `arg` says, and the annotations as written, beside the class and leaves the default in the record."""

    _args: dict[str, Arg]
    _types: dict[str, str]

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _RequestType:  # noqa: PYI034
        own = {field: said for field, said in body.items() if isinstance(said, Arg)}
        body.update({field: said.default for field, said in own.items()})
        inherited = {field: said for base in bases for field, said in getattr(base, "_args", {}).items()}
        cls: Any = super().__new__(mcs, name, bases, body)
        cls._args = {**inherited, **own}
        cls._types = {field: kind for base in bases for field, kind in getattr(base, "_types", {}).items()}
        cls._types.update(body.get("__annotations__", {}))
        return cls  # type: ignore[no-any-return]


class Request(Value, metaclass=_RequestType):
    """Base of what operations take."""


def args_of(request: type[Request]) -> dict[str, Arg]:
    """What each field says about itself, by name, in order."""
    return request._args  # noqa: SLF001 - kept out of the names that fields may have


def type_of(request: type[Request], field: str) -> str:
    """The annotation of a field as written."""
    return request._types[field]  # noqa: SLF001 - as above


class RelationInput(Request):
    """One typed edge to write."""

    op: str = arg(help="relation, for example refines, supersedes, depends_on", required=True)
    target: str = arg(help="id, slug, title or layer:slug of the other note", required=True)
    note: str = arg(help="why, in a few words", brief="")


class EntityInput(Request):
    """A person, project or thing that a note speaks of."""

    kind: str = arg(help="person, project, technology …", required=True)
    name: str = arg(help="its title or a synonym", required=True)
    text: str = arg(help="what to say of it where it is new", brief="")
    op: str = arg(help="relation to it, mentions (default)", brief="")


class NoteInput(Request):
    """One note to write: the fields that `remember` takes."""

    content: str = arg(
        help="what to remember, markdown; the first line or heading is the title unless one is given",
        positional=True,
        brief="markdown; first line is the title",
    )
    title: str = arg(help="title, the handle people and agents will use", brief="")
    type: str = arg(
        help="note type: fact, decision, convention, policy, preference, learning/gotcha, task …",
        brief="fact, decision, convention, policy, preference, learning/gotcha, task…",
    )
    tags: tuple[str, ...] = arg((), help="tags", option="tag", brief="")
    project: str = arg(
        help="project the note is about, none for all; default: the current one where the type is about projects",
        brief="default: current; none: all",
    )
    layer: str = arg(
        help="where it is kept: personal (default) or project (committed with the code)",
        brief="personal (default) or project (in the repo)",
    )
    summary: str = arg(help="one to five lines that let a reader decide whether to open the note", brief="")
    synonyms: tuple[str, ...] = arg((), help="other names it should be found under", option="synonym", brief="")
    relations: tuple[RelationInput, ...] = arg(
        (),
        help="typed edges to other notes",
        option="relation",
        brief="op: supersedes, refines, depends_on…",
    )
    entities: tuple[EntityInput, ...] = arg(
        (), help="people, projects and things it speaks of: found by name, or made", option="entity", brief=""
    )
    references: tuple[str, ...] = arg(
        (),
        help="evidence in the working tree, path or path:10-20",
        option="reference",
        brief="path or path:10-20",
    )
    status: str = arg(
        help="plans and tasks: not_started, pending, complete, blocked, cancelled",
        brief="pending, complete, blocked…",
    )
    due: str = arg(
        help="due date: 2026-12-24, tomorrow, friday, in 2 weeks, end of month, 24 Dec",
        brief="friday, 3d",
    )
    confidence: str = arg(
        help="how sure: canonical, tentative (default), proposed", brief="canonical, tentative, proposed"
    )
    sensitivity: str = arg(
        help="public, internal (default), confidential (never leaves this machine)",
        brief="public, internal, confidential",
    )
    valid_from: str = arg(help="holds from this date on", brief="")
    valid_until: str = arg(help="holds until this date", brief="")
    triggers: tuple[str, ...] = arg(
        (), help="rules: actions governed, NAME or NAME(GLOB)", option="trigger", brief="rules: NAME or NAME(GLOB)"
    )
    enforcement: str = arg(help="rules: advise (default) or block", brief="advise or block")


class RememberRequest(NoteInput):
    """One note, or several in `notes` as one durable group."""

    to: str = arg(
        help="an existing note (id, slug, title) to append to, or to replace with mode=replace",
        brief="note to append to",
    )
    mode: str = arg(
        help="create, append or replace; default create, append with `to`",
        choices=("create", "append", "replace"),
        brief="",
    )
    expect: str = arg(
        help="version the change was made against; refused if the note has another by now",
        brief="version",
    )
    notes: tuple[NoteInput, ...] = arg(
        (),
        help="several notes at once, one durable group",
        faces=("mcp", "python"),
        brief="several at once",
    )
    supersedes: tuple[str, ...] = arg(
        (), help="notes that this one replaces: they are archived with it", faces=("cli", "python")
    )
    allow_secret: bool = arg(False, help="store it although it looks like a secret (asked of a person)", faces=("cli",))


class RecallRequest(Request):
    """A question, or none to list the newest."""

    query: str = arg(
        help="what you want to know, in any words; empty lists the newest",
        positional=True,
        brief="",
    )
    like: str = arg(help="instead of a query: a note, to find what is like it", brief="a note")
    types: tuple[str, ...] = arg((), help="only these note types", option="type", brief="")
    tags: tuple[str, ...] = arg((), help="only notes with all of these tags", option="tag", brief="all of these")
    prefer_tags: tuple[str, ...] = arg(
        (), help="rank notes with these tags a little higher", option="prefer-tag", brief=""
    )
    project: str = arg(help="search as if in this project; default: the current one", brief="")
    layer: str = arg(help="only this layer: personal, project or a name", brief="")
    everywhere: bool = arg(False, help="search the notes of all projects you opened", brief="")
    since: str = arg(help="changed since: 7d, 24h, a date or `last week`", brief="7d, 24h or date")
    until: str = arg(help="changed before: a date, a duration, or the end of `last week`", brief="")
    as_of: str = arg(help="what held then: a date or a period, as `2026-05-31` or `last month`", brief="")
    status: tuple[str, ...] = arg((), help="plans and tasks with this status", brief="")
    limit: int = arg(0, help="most results; default: the setting recall_limit", minimum=0, maximum=100, brief="")
    offset: int = arg(0, help="results to skip", minimum=0, maximum=10_000, brief="")
    expand: int = arg(0, help="give the first N results in full", minimum=0, maximum=5, brief="first N in full")
    with_: tuple[str, ...] = arg(
        (), help="superseded, archived; edges", choices=("superseded", "archived", "edges"), option="with", brief=""
    )
    no_untrusted: bool = arg(False, help="hide notes nobody has approved", brief="")
    budget_tokens: int = arg(
        0, help="stop before this many tokens of text; 0 is no limit", minimum=0, maximum=100_000, brief=""
    )
    detail: str = arg(
        help="previews: a line each; passages: with what each says about it; default: a passage where the preview "
        "lacks the words and there is room",
        choices=("previews", "passages"),
        brief="",
    )
    explain: bool = arg(False, help="say how each score came about", brief="")


class ReadRequest(Request):
    """Notes to read whole."""

    handles: tuple[str, ...] = arg(
        (),
        help="id, last 7 characters of it, slug, title or synonym",
        positional=True,
        option="handle",
        required=True,
        brief="id (or its last 7), slug or title",
    )
    project: str = arg(help="resolve as if in this project", brief="")
    versions: bool = arg(False, help="list the versions kept", brief="")
    as_of: str = arg(help="as it was then: a date or a period", faces=("cli", "python"))
    explain: bool = arg(False, help="say who made each relation, when, and who confirmed it", faces=("cli", "python"))


class ListRequest(Request):
    """Notes by recency."""

    types: tuple[str, ...] = arg((), help="only these note types", option="type")
    tags: tuple[str, ...] = arg((), help="only notes with all of these tags", option="tag")
    status: tuple[str, ...] = arg((), help="plans and tasks with this status")
    project: str = arg(help="as if in this project")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")
    since: str = arg(help="changed since: 7d, 24h, a date or `last week`")
    as_of: str = arg(help="what held then: a date or a period")
    with_: tuple[str, ...] = arg((), help="archived, superseded", choices=("archived", "superseded"), option="with")
    limit: int = arg(20, help="most results", minimum=1, maximum=10_000)
    offset: int = arg(0, help="results to skip", minimum=0, maximum=1_000_000)


class UpdateRequest(Request):
    """A partial change: empty fields stay as they are."""

    handle: str = arg(help="the note", positional=True, required=True, brief="id, slug or title")
    expect: str = arg(
        help="version the change was made against; refused if the note has another by now",
        brief="version",
    )
    title: str = arg(help="new title; the file is renamed and the old name stays as a synonym", brief="")
    type: str = arg(help="new type", brief="")
    content: str = arg(help="new body, replacing the old", brief="new body")
    summary: str = arg(help="new summary", brief="")
    add_tags: tuple[str, ...] = arg((), help="tags to add", option="add-tag", brief="")
    remove_tags: tuple[str, ...] = arg((), help="tags to take off", option="remove-tag", brief="")
    add_synonyms: tuple[str, ...] = arg((), help="other names to add", option="add-synonym", brief="")
    status: str = arg(help="new status", brief="")
    due: str = arg(help="new due date, as in remember; none clears it", brief="")
    project: str = arg(help="project it is about; none clears it", brief="")
    confidence: str = arg(help="canonical, tentative or proposed", brief="")
    sensitivity: str = arg(help="public, internal or confidential", brief="")
    valid_from: str = arg(help="holds from", brief="")
    valid_until: str = arg(help="holds until; none clears it", brief="")
    clear: tuple[str, ...] = arg((), help="fields to empty", brief="")
    add_references: tuple[str, ...] = arg(
        (), help="evidence to add, path or path:10-20", option="add-reference", faces=("cli", "python")
    )
    reanchor: bool = arg(
        False, help="take its evidence anew: follow what moved, accept what changed", faces=("cli", "python")
    )
    allow_secret: bool = arg(False, help="store it although it looks like a secret", faces=("cli",))


class EditRequest(Request):
    """The whole file as a person edited it."""

    handle: str = arg(help="the note", positional=True, required=True)
    text: str = arg(help="the new file, frontmatter and body")
    expect: str = arg(help="version that was edited", required=True)
    allow_secret: bool = arg(False, help="store it although it looks like a secret", faces=("cli",))


class ForgetRequest(Request):
    """Notes to put away. Always undoable."""

    handles: tuple[str, ...] = arg(
        (), help="the notes", positional=True, option="handle", required=True, brief="id, slug or title"
    )
    how: str = arg(
        "archive",
        help="archive hides it, invalidate says it no longer holds, delete removes the file and keeps a tombstone",
        choices=("archive", "invalidate", "delete"),
        brief="invalidate: it no longer holds",
    )
    reason: str = arg(help="why, kept in the journal", brief="")
    expect: str = arg(help="version this was decided on", brief="")


class UndoRequest(Request):
    """Takes back the newest change, as a new version."""

    handle: str = arg(help="the note; default: the newest change of all", positional=True)
    operation: str = arg(help="the change to take back, as printed by log and remember")


class LinkRequest(Request):
    """One typed edge between two notes."""

    source: str = arg(help="the note that declares the edge", positional=True, required=True)
    op: str = arg(help="relation, for example refines, supersedes, depends_on", positional=True, required=True)
    target: str = arg(help="the other note", positional=True, required=True)
    note: str = arg(help="why, in a few words", brief="why")
    properties: tuple[str, ...] = arg((), help="name=value", option="property", faces=("cli", "python"))
    remove: bool = arg(False, help="take the edge off instead", brief="")


class FeedbackRequest(Request):
    """What became of a note that was shown."""

    handle: str = arg(help="the note", positional=True, required=True)
    verdict: str = arg(
        help="what it was worth: useful, irrelevant or wrong",
        choices=("useful", "irrelevant", "wrong"),
        positional=True,
        required=True,
        brief="",
    )
    reason: str = arg(help="why; needed for wrong", brief="needed for wrong")


class InitRequest(Request):
    """Makes the project layer here."""

    name: str = arg(help="project name; default: the repository's folder name")
    display_name: str = arg(help="title for people")


class ReindexRequest(Request):
    """Rebuilds the index from the files."""

    check: bool = arg(False, help="only compare the index with the files and say what differs")
    embedder: str = arg(help="make its vectors beside the others, then choose it", choices=EMBEDDERS)


class ContextRequest(Request):
    """What a session starts with, what a prompt brings, or what a session was shown."""

    project: str = arg(help="as if in this project; default: the current one", brief="")
    budget_tokens: int = arg(
        0, help="most tokens; default: what a session start gives", minimum=0, maximum=50_000, brief=""
    )
    explain: bool = arg(
        False, help="say of every note why it is there, what it costs, and what was left out", faces=("cli", "python")
    )
    prompt: str = arg(help="what this prompt would bring", faces=("cli", "python"))
    session: str = arg(help="what this session was shown, in order; last is the newest", faces=("cli", "python"))


class DoctorRequest(Request):
    """Checks by doing."""


class LogRequest(Request):
    """What was shown, or changed, and when."""

    since: str = arg("7d", help="7d, 24h, a date or `last week`")
    kind: str = arg(
        help="only these: start, prompt, guard, context, recall, read, feedback or write",
        choices=("start", "prompt", "guard", "context", "recall", "read", "feedback", "write"),
    )
    note: str = arg(help="only this note")
    project: str = arg(help="only in this project")
    session: str = arg(help="only this session; last is the newest, this the one the command runs in")
    limit: int = arg(50, help="most entries", minimum=1, maximum=10_000)
