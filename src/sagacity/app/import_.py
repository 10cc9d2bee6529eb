"""Makes notes of what an agent keeps by itself: a plan that is shown, then applied as one operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.claude_memory import INSTRUCTIONS, MEMORY, PROJECT, Source, drafts_of, imprint
from ..core.errors import SagacityError
from ..core.frontmatter import read_document
from ..core.hashing import content_hash, text_hash
from ..core.note_read import OWN_KEYS, as_text
from ..core.notefile import edit_note, parse_note
from ..core.secrets import find_secrets
from ..core.trust import APPROVED, UNCONFIRMED, UNTRUSTED, label, trust_of
from ..core.value import Value
from .freshness import UNBOUNDED, refresh
from .installation import ImportedNote, ImportResult
from .records import Filters
from .remember import new_note, target_layer
from .requests import NoteInput
from .scope import here
from .setup import surroundings
from .similar import similar_notes
from .stamp import stamped
from .upkeep import ALL, ensure_home
from .write import STATES, Change, check_cap, start, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.claude_memory import Draft, Drafts
    from ..core.note import Note
    from .context import App
    from .installation import ImportRequest
    from .records import Layer
    from .results import Similar, Written
    from .scope import Scope
    from .setup_port import MemoryFile, Surroundings

LEVELS = {"mine": APPROVED, "agent": UNCONFIRMED, "review": UNTRUSTED}
NONE = "none"
KEY, IMPRINT = OWN_KEYS


class Made(Value):
    """A note that an import made before. imprint: of what it was made of then."""

    path: str
    data: bytes
    note: Note
    imprint: str

    @property
    def untouched(self) -> bool:
        """Whether it still says what the import made it say."""
        return imprint(self.note) == self.imprint


class Step(Value):
    """What becomes of one draft. action: create, update, unchanged, kept or refused; reason for the last two.

    change: for the first three, except where the note is as it was made.
    """

    draft: Draft
    action: str
    origin: str
    reason: str = ""
    change: Change | None = None


class Ground(Value):
    """Where an import writes, and for which client."""

    app: App
    client: str
    scope: Scope
    layer: Layer


def import_(app: App, request: ImportRequest) -> ImportResult:
    """Without `yes` nothing is changed. Twice in a row, the second time has nothing to do.

    What was changed at its source becomes a new version of the note it made before; a note that was changed here as
    well is left alone. Raises `invalid` for an unknown client; `refused` where only a person at a terminal may say
    `mine`; `conflict` when `expect` names another plan than the one that is due.
    """
    if app.clients is None:
        raise SagacityError("internal", "this door was wired without agents")
    deciding = _decisions(app, request)
    clients = app.clients()
    title = clients.title(request.client)
    around = surroundings(app)
    files = clients.memory_files(request.client, around)
    ensure_home(app)
    scope = here(app)
    layer = target_layer(app, scope, "")
    refresh(app, (layer,), UNBOUNDED)
    ground = Ground(app, request.client, scope, layer)
    found = _found(app, [_source(one, around) for one in files if one.data is not None])
    drafts = tuple(draft for draft in found.drafts if deciding[draft.kind] != NONE)
    steps = _steps(ground, drafts, deciding)
    result = ImportResult(
        client=request.client,
        title=title,
        layer=layer.name,
        notes=tuple(_shown(ground, step, compared=not request.yes) for step in steps),
        applied=False,
        expect=_fingerprint(steps),
        warnings=(*found.warnings, *_left_out(files), *_undecided(request, found, deciding)),
    )
    if not request.yes:
        return result
    return _applied(ground, drafts, deciding, result, request.expect)


def _decisions(app: App, request: ImportRequest) -> dict[str, str]:
    """Whose each kind of source is; what came with the folder is nobody's until that is said. Raises `refused`."""
    general = request.as_ or "review"
    theirs = request.project_as or (general if general in ("review", NONE) else NONE)
    deciding = {INSTRUCTIONS: general, MEMORY: request.memory_as or general, PROJECT: theirs}
    if "mine" in deciding.values() and not app.caller.interactive:
        raise SagacityError(
            "refused",
            "only a person at a terminal can say that these texts are theirs",
            hint="--as review or --as agent; `mine` later, at a terminal",
        )
    return deciding


def _source(file: MemoryFile, around: Surroundings) -> Source:
    text = (file.data or b"").decode("utf-8", "replace")
    return Source(file.path, text, file.kind, around.project if file.of_project else "", file.applies)


def _left_out(files: Sequence[MemoryFile]) -> list[str]:
    """A line each for files and imports that were not read."""
    lines = [f"{one.path}: not read: {one.problem}" for one in files if one.data is None]
    return lines + [
        f"{one.path}: not followed: {', '.join(one.not_followed[:10])}" for one in files if one.not_followed
    ]


def _undecided(request: ImportRequest, found: Drafts, deciding: dict[str, str]) -> list[str]:
    """What came with the folder and was left out because nobody said whose it is."""
    count = sum(draft.kind == PROJECT for draft in found.drafts)
    if not count or request.project_as or request.as_ == NONE or deciding[PROJECT] != NONE:
        return []
    return [f"{count} of the instructions in this folder are left out: --project-as mine, agent or review takes them"]


def _found(app: App, files: list[Source]) -> Drafts:
    known = [(project.name, project.top) for project in app.workspace.projects()]
    current = app.workspace.place(app.caller.cwd).project
    return drafts_of(files, [*known, *([(current.name, current.top)] if current else [])])


def _steps(ground: Ground, drafts: Sequence[Draft], deciding: dict[str, str]) -> list[Step]:
    made = _made_before(ground)
    taken: dict[str, Change] = {}
    steps = []
    for draft in drafts:
        origin = f"import:{LEVELS[deciding[draft.kind]]}"
        before = made.get(f"{ground.client}:{draft.key}")
        if before is None:
            steps.append(_made(ground, draft, origin, taken))
        else:
            steps.append(_followed(ground, draft, origin, before))
    return steps


def _made_before(ground: Ground) -> dict[str, Made]:
    """By key, put away ones too: what was archived does not come back."""
    made: dict[str, Made] = {}
    everything = Filters((ground.layer.root,), archived=True, confidential=True)
    for row in ground.app.index.newest(everything, limit=ALL):
        try:
            data = ground.app.store.read(ground.layer, row.path).data
        except SagacityError:
            continue
        if KEY.encode() in data:
            values = {entry.key: as_text(entry) for entry in read_document(data).entries}
            if KEY in values:
                made[values[KEY]] = Made(row.path, data, parse_note(data), values.get(IMPRINT, ""))
    return made


def _made(ground: Ground, draft: Draft, origin: str, taken: dict[str, Change]) -> Step:
    """taken: as in `remember.new_note`."""
    caller = ground.app.caller
    app = ground.app.called_by(caller.replace(origin=origin, interactive=trust_of(origin) == APPROVED))
    note = NoteInput(
        content=draft.body,
        title=draft.title,
        type=draft.type,
        tags=draft.tags,
        project=draft.project or NONE,
        summary=draft.summary,
        synonyms=draft.synonyms,
    )
    if why := _why_not(draft):
        return Step(draft, "refused", origin, why)
    try:
        change = new_note(app, ground.scope, ground.layer, note, taken)
        if change.action == "unchanged":
            return Step(draft, "unchanged", origin, change=change)
        assert change.data is not None
        fields = {KEY: f"{ground.client}:{draft.key}", IMPRINT: draft.imprint}
        if draft.modified:
            fields |= {"created_at": draft.modified, "updated_at": draft.modified}
        change = change.replace(data=edit_note(change.data, fields), origin=origin, reason=f"import {ground.client}")
    except SagacityError as error:
        return Step(draft, "refused", origin, error.message)
    return Step(draft, "create", origin, change=change)


def _followed(ground: Ground, draft: Draft, origin: str, before: Made) -> Step:
    """The note made before, with what its source says now."""
    app, note = ground.app, before.note
    same = draft.imprint == before.imprint
    if same and not (before.untouched and _raises(ground, before, origin)):
        return Step(draft, "unchanged", origin, change=_kept(before))
    if not before.untouched:
        return Step(draft, "kept", origin, "the note was changed here, and its source was too", _kept(before))
    if why := _why_not(draft):
        return Step(draft, "refused", origin, why)
    fields = {field: getattr(draft, field) or None for field in ("type", "title", "summary", "project")}
    changes = {field: value for field, value in fields.items() if (value or "") != getattr(note, field)}
    changes |= {IMPRINT: draft.imprint, "origin": origin}
    changes = {**stamped(app, note, changes), **({"updated_at": draft.modified} if draft.modified else {})}
    try:
        check_cap(draft.type, draft.body, note.body)
        data = edit_note(before.data, changes, body=None if draft.body == note.body else draft.body)
    except SagacityError as error:
        return Step(draft, "refused", origin, error.message)
    reason = f"import {ground.client}"
    change = Change(before.path, data, before.data, "update", "updated", note.id, origin=origin, reason=reason)
    return Step(draft, "update", origin, change=change)


def _kept(before: Made) -> Change:
    return Change(before.path, before.data, before.data, "update", "unchanged", before.note.id)


def _raises(ground: Ground, before: Made, origin: str) -> bool:
    """Whether a person now says more of an imported text than was said when it came. Nothing ever says less."""
    key = (before.note.id, text_hash(before.data))
    now = ground.app.journal.origins([key]).get(key, "")
    return ground.app.caller.interactive and now.startswith("import") and trust_of(origin) > trust_of(now)


def _why_not(draft: Draft) -> str:
    """Why a text cannot be kept, a secret by its kind and its line in the source; "" where it can."""
    if "\0" in draft.body:
        return "it holds a NUL character: notes are text"
    below = [(one.kind, draft.line - 1 + one.line) for one in find_secrets(draft.body)]
    above = [(one.kind, draft.line) for one in find_secrets(f"{draft.title}\n{draft.summary}")]
    found = ", ".join(f"{kind} in line {line}" for kind, line in [*below, *above][:5])
    return f"it holds a secret ({found}): take it out there" if found else ""


def _fingerprint(steps: Sequence[Step]) -> str:
    parts = [repr((step.draft.key, step.draft.imprint, step.action)) for step in steps]
    return content_hash("\n".join(parts).encode("utf-8", "surrogatepass"))


def _shown(ground: Ground, step: Step, *, compared: bool = False) -> ImportedNote:
    """compared: with the notes that may say the same."""
    draft, change = step.draft, step.change
    alike: tuple[Similar, ...] = ()
    if compared and step.action == "create":
        all_projects = ground.scope.replace(filters=Filters((ground.layer.root,)))
        alike = similar_notes(ground.app, all_projects, draft.body, title=draft.title)
    return ImportedNote(
        action=step.action,
        title=draft.title,
        type=draft.type,
        project=draft.project,
        source=draft.source,
        line=draft.line,
        kind=draft.kind,
        state=STATES[label(trust_of(step.origin))] if step.action in ("create", "update") else "",
        reason=step.reason,
        path=f"{ground.layer.notes_dir}/{change.path}" if change else "",
        similar=alike,
    )


def _applied(
    ground: Ground, drafts: Sequence[Draft], deciding: dict[str, str], plan: ImportResult, expect: str
) -> ImportResult:
    """Plans again under the layer's lock and writes that, if it is what was agreed to."""
    app = ground.app
    operation = start(app)
    steps: list[Step] = []

    def planned() -> list[Change]:
        steps[:] = _steps(ground, drafts, deciding)
        if expect not in ("", _fingerprint(steps)):
            raise SagacityError("conflict", "notes or files changed after the plan was made", hint="run import again")
        return [step.change for step in steps if step.change is not None]

    if any(draft.project for draft in drafts):
        app.workspace.ensure_project(app.caller.cwd)
    written = iter(write(app, ground.layer, planned, operation))
    notes = tuple(_done(_shown(ground, step), next(written) if step.change else None) for step in steps)
    changed = any(note.action in ("created", "updated") for note in notes)
    return plan.replace(notes=notes, applied=True, operation=operation.id if changed else "")


def _done(note: ImportedNote, written: Written | None) -> ImportedNote:
    if written is None:
        return note
    action = written.action if note.action in ("create", "update") else note.action
    return note.replace(action=action, id=written.id, path=written.path)
