"""Writing notes: new ones, one more section, or another text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.evidence import merged_references
from ..core.note import Reference, Relation
from ..core.notefile import append_section, edit_note, parse_note, render_note
from ..core.skill import is_skill
from ..core.skill_text import skill_file
from ..core.slug import slug_key
from ..core.tags import shared
from ..core.types import DEFAULT_TYPE, split_type
from .compose import (
    DATES,
    clean_list,
    dated,
    fields_of_input,
    merged,
    references_of_input,
    relations_of_input,
    tags_of_input,
    title_of_input,
    update_heading,
)
from .confidence import TENTATIVE, is_proposal, proposed
from .context import fresh_id
from .entities import Entities, Setting, Told, check_given, is_entity
from .fitting import NONE, fitting, misfits
from .neighbours import suggested_links
from .placing import is_borne, occupant, path_apart, plain_path
from .read import layer_of, locate
from .results import WriteResult
from .scope import here
from .similar import alike, near
from .stamp import current, stamped
from .supersede import Succession, with_supersedes
from .upkeep import ensure_home
from .write import Change, check_cap, rehearse, start, write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..core.note import Note
    from ..core.notefile import FieldValue
    from ..core.ontology import Thing
    from .compose import Fields
    from .context import App
    from .records import Layer, Row
    from .requests import NoteInput, RememberRequest
    from .results import Written
    from .scope import Scope
    from .write import Operation

MAX_NOTES = 1000


def remember(app: App, request: RememberRequest) -> WriteResult:
    """Writes durably, then says what it wrote and what is like it. Idempotent: the same title and text is `unchanged`.

    Raises `invalid`, `refused` (secret), `conflict` (expect), `not_found`, `ambiguous` (to); then nothing is written.
    """
    mode = request.mode or ("append" if request.to else "create")
    if (mode == "create") == bool(request.to):
        raise SagacityError(
            "invalid", f"mode {mode!r} and to {request.to!r} do not go together", hint="to names the note"
        )
    if request.to and request.notes:
        raise SagacityError("invalid", "several notes cannot go into one: give either to or notes")
    operation = start(app, allow_secret=request.allow_secret)
    if request.supersedes:
        request = with_supersedes(app, here(app), request)
    if request.to:
        return WriteResult((_change(app, request, mode, operation),))
    return _create(app, request, operation)


def _create(app: App, request: RememberRequest, operation: Operation) -> WriteResult:
    asked: list[NoteInput] = [*request.notes] if request.notes else [request]
    wanted = [one.replace(confidence=TENTATIVE) if is_proposal(app, one.confidence) else one for one in asked]
    if len(wanted) > MAX_NOTES:
        raise SagacityError("invalid", f"{len(wanted)} notes at once; {MAX_NOTES} is the most")
    for at, note in enumerate(wanted):
        _check(note, f"notes[{at}]." if request.notes else "")
    ensure_home(app)
    app.workspace.ensure_project(app.caller.cwd)
    scope = here(app)
    by_layer: dict[str, tuple[Layer, list[NoteInput]]] = {}
    for note in wanted:
        layer = target_layer(app, scope, note.layer or request.layer)
        by_layer.setdefault(layer.root, (layer, []))[1].append(note)
    written: dict[int, Written] = {}
    if len(by_layer) > 1:  # all can be written, or none is
        for layer, notes in by_layer.values():
            rehearse(app, layer, _drafts(app, scope, layer, notes, Entities(app, scope, layer)), operation)
    for layer, notes in by_layer.values():
        group = Succession(app, scope, layer, [one for note in notes for one in note.relations])
        entities = Entities(app, scope, layer)

        def planned() -> list[Change]:
            return group.with_archived(_drafts(app, scope, layer, notes, entities))  # noqa: B023 – called before the loop goes on

        done = write(app, layer, planned, operation)[: len(notes)]
        for note, one in zip(notes, entities.answers(group.answers(done, operation)), strict=True):
            written[id(note)] = one
    results = [
        proposed(app, written[id(note)]) if note is not one and written[id(note)].operation else written[id(note)]
        for one, note in zip(asked, wanted, strict=True)
    ]
    if len(results) == 1:
        one = results[0]
        results = [_with_company(app, scope, wanted[0], one)]
    return WriteResult(tuple(results))


def _check(note: NoteInput, place: str) -> None:
    """Raises `invalid` for what can be told before anything is looked up. place: as in `check_given`."""
    try:
        split_type(note.type or DEFAULT_TYPE)
    except SagacityError as error:
        raise SagacityError(error.code, f"{place and f'{place}type: '}{error.message}", hint=error.hint) from error
    check_given(note, place)


def _drafts(app: App, scope: Scope, layer: Layer, notes: Sequence[NoteInput], entities: Entities) -> list[Change]:
    """The changes that make the notes, in their order, then those that make entities of theirs."""
    taken: dict[str, Change] = {}
    changes: dict[int, Change] = {}
    # Entities first: the others may speak of them.
    for at in sorted(range(len(notes)), key=lambda at: not is_entity(notes[at].type or DEFAULT_TYPE)):
        note = notes[at]
        told = entities.told(note.entities, _setting(note)) if note.entities else Told()
        note = note.replace(relations=(*note.relations, *told.relations))
        changes[at] = entities.settle(new_note(app, scope, layer, note, taken, entities.fresh), told)
    return [*(changes[at] for at in range(len(notes))), *entities.made(taken)]


def _setting(note: NoteInput) -> Setting:
    title = title_of_input(note) if is_entity(note.type or DEFAULT_TYPE) else ""
    return Setting("", title, note.project, note.sensitivity)


def _with_company(app: App, scope: Scope, note: NoteInput, one: Written) -> Written:
    """What is like the new note, what it may be linked with, and where it was given no tags those that would fit."""
    others = [(score, row) for score, row in near(app, scope, note.content, title=one.title) if row.id != one.id]
    similar = alike(app, scope, others, note.content, title=one.title)
    fitting = () if note.tags else shared([(row.tags, score) for score, row in others if row.trust > 0])
    one = one.replace(similar=similar, suggested_tags=fitting)
    return one.replace(suggested_links=suggested_links(app, scope, one, note.content, others))


def target_layer(app: App, scope: Scope, name: str) -> Layer:
    """Where a note goes: personal when nobody says. Raises `not_found`, `refused` where changes need a review."""
    layers = [layer for layer in scope.layers if layer.kind == "personal"] if not name else here(app, layer=name).layers
    check_direct(layers[0])
    return layers[0]


def check_direct(layer: Layer) -> None:
    """Raises `refused` where changes need a review."""
    if layer.write_policy != "direct":
        raise SagacityError(
            "refused",
            f"layer {layer.name} takes changes by review only (write_policy {layer.write_policy})",
            hint="write to the personal layer and promote it later",
        )


def new_note(
    app: App,
    scope: Scope,
    layer: Layer,
    note: NoteInput,
    taken: dict[str, Change],
    fresh: Mapping[str, Thing] = NONE,
) -> Change:
    """The change that makes a note, or finds it there with the same title and text. Raises `invalid` and `refused`.

    taken: what this group writes already, by the key that two file names must not share; the change is added. fresh: by
    id, what is written along with it and not in the index yet.
    """
    if "\x00" in note.content:
        raise SagacityError("invalid", "the text holds a NUL character", hint="notes are text")
    note_id = fresh_id(app)
    fields, warnings = fields_of_input(app, scope, layer, note, note_id, fresh)
    if fields.get("sensitivity") == "confidential" and layer.kind == "project":
        raise SagacityError("refused", "a confidential note cannot go into a project layer", hint="leave --layer out")
    body = note.content.strip("\n")
    warnings += check_cap(str(fields["type"]), body, None)
    path = plain_path(layer, fields)
    same = occupant(app, layer, path, taken)
    if same is not None:
        assert same.data is not None
        there, title = parse_note(same.data), str(fields["title"])
        if (there.title, there.body) == (title, parse_note(render_note({"title": title}, body)).body):
            unchanged = same.replace(before=same.data, moved_from="", action="unchanged", note_id=there.id)
            return unchanged.replace(warnings=_left_out(there, fields))
    if same is not None or is_borne(app, layer, fields):
        path = path_apart(layer, fields)
    data = skill_file(fields, note.content) if is_skill(str(fields["type"])) else render_note(fields, body)
    warnings += fitting(app, scope, fields, fresh)
    change = Change(path, data, None, "create", "created", note_id, warnings=tuple(warnings))
    taken[slug_key(path)] = change
    return change


def _left_out(there: Note, fields: Fields) -> tuple[str, ...]:
    """What else was asked for of a note that is there already: it is not changed, and that is not kept silent."""
    asked = ("type", "kind", "tags", "summary", "status", "due", "confidence", "sensitivity")
    others = [name for name in asked if fields.get(name) and fields[name] != getattr(there, name)]
    known = {(one.path, one.lines, one.hash) for one in there.references}
    if any(isinstance(one, Reference) and (one.path, one.lines, one.hash) not in known for one in fields["references"]):
        others.append("references")
    related = {(one.op, one.target) for one in there.relations}
    is_lacking = any(isinstance(one, Relation) and (one.op, one.target) not in related for one in fields["relations"])
    advice = [f"for its {', '.join(others)} use update"] if others else []
    advice += ["for its relations use link"] if is_lacking else []
    return (f"this note is there already and was not changed; {', '.join(advice)}",) if advice else ()


def _change(app: App, request: RememberRequest, mode: str, operation: Operation) -> Written:
    check_given(request)
    scope = here(app)
    layer, row = locate(app, request.to, scope)
    group = Succession(app, scope, layer, request.relations)
    entities = Entities(app, scope, layer)

    def planned() -> list[Change]:
        before = current(app, layer, row, request.expect)
        told = entities.told(request.entities, Setting(row.id, "", row.project, row.sensitivity))
        whole = request.replace(relations=(*request.relations, *told.relations), mode=mode)
        data, warnings = _changed(app, scope, whole, before, row, entities.fresh)
        action = "appended" if mode == "append" else "replaced"
        change = entities.settle(Change(row.path, data, before, mode, action, row.id, warnings=warnings), told)
        return group.with_archived([change, *entities.made({})])

    return entities.answers(group.answers(write(app, layer, planned, operation)[:1], operation))[0]


def _changed(
    app: App,
    scope: Scope,
    request: RememberRequest,
    before: bytes,
    row: Row,
    fresh: Mapping[str, Thing],
) -> tuple[bytes, tuple[str, ...]]:
    """The file with the text appended or replaced, what the request adds to its lists, and the dates it sets."""
    request, about_due = dated(app, request)
    text = request.content.strip("\n")
    old = parse_note(before)
    if not text:
        raise SagacityError("invalid", f"there is no text to {request.mode}", hint="give the text")
    if request.mode == "append" and text in old.body:
        return before, ("the note says this already",)
    relations, warnings = relations_of_input(app, scope, request.relations, own=row.id, fresh=fresh)
    warnings += misfits(app, scope, old.replace(id=row.id), relations, fresh)
    references, unpinned = references_of_input(app, layer_of(app, row, scope), row.project, request.references)
    labels, unlabelled = tags_of_input(request.tags)
    warnings += (*unpinned, *unlabelled, *about_due)
    fields: dict[str, FieldValue] = {
        "tags": clean_list("tag", (*old.tags, *labels)),
        "synonyms": clean_list("synonym", (*old.synonyms, *request.synonyms)),
        "references": merged_references(old.references, references),
        "relations": merged(old.relations, relations),
        **{field: value for field in DATES if (value := getattr(request, field))},
    }
    given = {field: value for field, value in fields.items() if value != getattr(old, field)}
    if request.summary:
        given["summary"] = request.summary.strip()
    data = append_section(before, update_heading(app), text) if request.mode == "append" else before
    data = edit_note(data, stamped(app, old, given), body=text if request.mode == "replace" else None)
    warnings += check_cap(row.type, parse_note(data).body, old.body)
    return data, tuple(warnings)
