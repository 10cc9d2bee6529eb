"""From what a caller asked to the fields of a note, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.dates import DAY_MS, date_of, from_ms, to_ms
from ..core.due import due_of
from ..core.errors import SagacityError
from ..core.ids import is_derived
from ..core.nearest import nearest
from ..core.note import Reference, Relation
from ..core.preview import TITLE_MAX_CHARS, title_of
from ..core.relations import RELATIONS, check_op
from ..core.skill import head_of, is_skill
from ..core.tags import ephemeral
from ..core.trigger import why_no_trigger
from ..core.types import (
    CONFIDENCES,
    DEFAULT_TYPE,
    ENFORCEMENTS,
    SENSITIVITIES,
    TYPES,
    check_choice,
    is_about_project,
    kind_remark,
    known_type,
    split_type,
    status_of,
    type_of,
)
from .evidence import Trees, take
from .resolve import find

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from typing import TypeVar

    from ..core.notefile import FieldValue
    from ..core.relations import RelationType
    from .context import App
    from .records import Layer, Row
    from .requests import NoteInput, RelationInput, Request
    from .scope import Scope

    Fields = dict[str, FieldValue]
    T = TypeVar("T", bound=Request)

DATES = ("due", "valid_from", "valid_until")
MAX_TAGS = 32
MAX_RELATIONS = 100
TAG_MAX_CHARS = 64
PROPERTY_MAX_CHARS = 400
AGENT_DOORS = ("mcp", "python", "hook")


def fields_of_input(
    app: App, scope: Scope, layer: Layer, note: NoteInput, note_id: str, fresh: Container[str] = ()
) -> tuple[Fields, list[str]]:
    """The frontmatter of a new note, and warnings. Raises `invalid` with the field, the value and what is allowed.

    fresh: ids of what is written along with it.
    """
    note, warnings_of_due = dated(app, note)
    type_name, kind = split_type(note.type or DEFAULT_TYPE)
    relations, warnings = relations_of_input(app, scope, note.relations, own=note_id, fresh=fresh)
    project = _project(scope, layer, note, type_name, kind)
    references, unpinned = references_of_input(app, layer, project, note.references)
    labels, unlabelled = tags_of_input(note.tags)
    now = from_ms(app.clock.now_ms())
    fields: Fields = {
        "id": note_id,
        "scope": layer.name,
        "type": type_name,
        "kind": kind,
        "title": title_of_input(note),
        "synonyms": clean_list("synonym", note.synonyms),
        "tags": labels,
        "summary": note.summary.strip(),
        "project": project,
        "created_at": now,
        "updated_at": now,
        "provenance": "human_generated" if app.caller.interactive else "agent_generated",
        "origin": app.caller.origin,
        "relations": relations,
        "references": references,
        "triggers": _triggers(note.triggers),
    }
    fields.update(checked_fields(note))
    if note.status:
        check_status(type_name)
    if type_of(type_name).statuses and not fields.get("status"):
        fields["status"] = type_of(type_name).statuses[0]
    return fields, [
        *kind_remark(type_name, kind),
        *unlabelled,
        *skill_remark(type_name, note.content),
        *warnings,
        *unpinned,
        *warnings_of_due,
    ]


def dated(app: App, request: T) -> tuple[T, tuple[str, ...]]:
    """The request with its dates as a note has them (core.due), and what to say of the due date. Raises `invalid`."""
    now_ms = app.clock.now_ms()
    said = {field: value for field in DATES if (value := getattr(request, field, ""))}
    found = {field: due_of(value, now_ms, what=field) for field, value in said.items()}
    warnings = about_due(said["due"], found["due"], now_ms) if "due" in said else ()
    return request.replace(**found), warnings


def about_due(said: str, due: str, now_ms: int) -> tuple[str, ...]:
    """A line where a due date was given in words, or is over."""
    day_ms = to_ms(due)
    if day_ms is None:
        return ()
    meant = f"{said.strip()} is {due}" if due != said.strip() else due
    if day_ms // DAY_MS < now_ms // DAY_MS:
        return (f"due {meant}, which is in the past",)
    return (f"due {meant}",) if due != said.strip() else ()


def checked_fields(note: object) -> dict[str, str]:
    """The fields with a closed set or a date that the input sets, in their registered spelling."""
    found: dict[str, str] = {}
    for field, allowed in (("confidence", CONFIDENCES), ("sensitivity", SENSITIVITIES), ("enforcement", ENFORCEMENTS)):
        if value := getattr(note, field, ""):
            found[field] = check_choice(field, value, allowed)
    if value := getattr(note, "status", ""):
        found["status"] = status_of(value)
    for field in DATES:
        if value := getattr(note, field, ""):
            found[field] = checked_date(field, value)
    return found


def _triggers(given: Sequence[str]) -> tuple[str, ...]:
    """Raises `invalid` for what governs no action."""
    triggers = clean_list("trigger", given)
    for one in triggers:
        if why := why_no_trigger(one):
            raise SagacityError("invalid", f"the trigger {one!r} {why}", hint="write Bash, or Bash(git push*)")
    return triggers


def check_status(type_name: str) -> None:
    """Raises `invalid` for a type whose notes are no work; a type nobody knows may have one."""
    note_type = known_type(type_name)
    if note_type is not None and not note_type.statuses:
        having = ", ".join(one.name for one in TYPES if one.statuses)
        raise SagacityError("invalid", f"a note of type {note_type.name} has no status", hint=f"these have: {having}")


def checked_date(field: str, value: str) -> str:
    """The date as given when it is one. Raises `invalid`."""
    if to_ms(value) is None:
        raise SagacityError("invalid", f"{field} {value!r} is no date", hint="use YYYY-MM-DD or 2026-11-29T18:00:00Z")
    return value.strip()


def title_of_input(note: NoteInput) -> str:
    """The title given, else one made of the text. Raises `invalid` when too long or there is nothing to go by."""
    own = head_of(note.content).name if is_skill(note.type) else title_of(note.content)
    title = " ".join(note.title.split()) or own
    if not title:
        raise SagacityError("invalid", "there is nothing to remember: no text and no title", hint="give the text")
    if len(title) > TITLE_MAX_CHARS:
        raise SagacityError(
            "invalid",
            f"the title has {len(title)} characters; {TITLE_MAX_CHARS} is the most",
            hint="put the rest in the body",
        )
    return title


def skill_remark(type_name: str, text: str) -> tuple[str, ...]:
    """What to say of a skill that does not say itself what it is called and when it is to be used."""
    if not is_skill(type_name) or head_of(text).authored:
        return ()
    return ("it has no name and description in frontmatter of its own: its first heading and paragraph stand for them",)


def clean_list(field: str, values: Sequence[str]) -> tuple[str, ...]:
    """Trimmed, without doubles, in order. Raises `invalid` for an empty, long or multi-line one, and for too many."""
    cleaned = tuple(dict.fromkeys(value.strip() for value in values))
    for value in cleaned:
        if not value or len(value) > 4 * TAG_MAX_CHARS or "\n" in value:
            raise SagacityError("invalid", f"{field} {value!r} is empty, too long or has a line break")
    if len(cleaned) > MAX_TAGS:
        raise SagacityError("invalid", f"{len(cleaned)} {field}s; {MAX_TAGS} is the most")
    return cleaned


def tags_of_input(tags: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags to write, and a line for each that is for the day and left out: the text is worth more than its label.

    Raises `invalid` as `clean_list` does.
    """
    given = clean_list("tag", tags)
    reasons = {tag: why for tag in given if (why := ephemeral(tag))}
    return tuple(tag for tag in given if tag not in reasons), tuple(
        f"the tag {tag!r} was left out: {why}" for tag, why in reasons.items()
    )


def lasting_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """The tags, where they are all that was asked for. Raises `invalid` for one that is for the day."""
    given = clean_list("tag", tags)
    for tag in given:
        if why := ephemeral(tag):
            raise SagacityError(
                "invalid",
                f"{tag!r} is no tag: {why}",
                hint="tag the subject; dates and states have their fields",
            )
    return given


def relations_of_input(
    app: App, scope: Scope, inputs: Sequence[RelationInput], *, own: str, fresh: Container[str] = ()
) -> tuple[tuple[Relation, ...], list[str]]:
    """The edges to write, targets as ids where they are known, and a warning for each that is not yet.

    Raises `invalid` for an empty one, a self link or too many, `ambiguous` for a target that names several notes.
    """
    if len(inputs) > MAX_RELATIONS:
        raise SagacityError("invalid", f"{len(inputs)} relations at once; {MAX_RELATIONS} is the most")
    relations: dict[tuple[str, str], Relation] = {}
    warnings: list[str] = []
    for one in inputs:
        relation_type = check_op(one.op)
        op = relation_type.op
        warnings += of_your_own(relation_type)
        rows = find(app, one.target, scope.layers)
        if len(rows) > 1:
            names = tuple(f"{row.slug} ({row.id})" for row in rows)
            raise SagacityError("ambiguous", f"the target {one.target!r} names {len(rows)} notes", candidates=names)
        target = _name_of(rows[0]) if rows else one.target.strip()
        if not target or own in (target, *(row.id for row in rows)):
            said = f"{op} {one.target!r}: a note cannot be related to itself or to nothing"
            raise SagacityError("invalid", said, hint="name another note")
        if not rows and target not in fresh:
            warnings.append(f"{op} {one.target!r}: no such note yet; the link works once there is one")
        relations[op, target] = Relation(op, target, one.note.strip())
    return tuple(relations.values()), warnings


def _name_of(row: Row) -> str:
    """What a relation calls a note: its id, which a file without one does not keep."""
    return row.slug if is_derived(row.id) else row.id


def of_your_own(relation: RelationType) -> tuple[str, ...]:
    """What to say of a name that is not in the list, which may be a slip of the pen."""
    if not relation.custom:
        return ()
    close = nearest(relation.op, [one.op for one in RELATIONS])
    return (
        f"{relation.op} is not in the list of relations and changes nothing else"
        + (f"; did you mean {close}?" if close else ""),
    )


def merged(old: Sequence[Relation], new: Sequence[Relation]) -> tuple[Relation, ...]:
    """Old edges in their order, a repeated one updated in place, then the new ones."""
    by_edge = {(one.op, one.target): one for one in old}
    for one in new:
        by_edge[one.op, one.target] = _updated(by_edge.get((one.op, one.target)), one)
    return tuple(by_edge.values())


def _updated(old: Relation | None, new: Relation) -> Relation:
    """What is not given stays; a property without a value goes."""
    before = old or new.replace(properties=())
    properties = {**dict(before.properties), **dict(new.properties)}
    kept = tuple((name, value) for name, value in properties.items() if value or (name, value) in before.properties)
    return new.replace(note=new.note or before.note, properties=kept)


def properties_of_input(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """(name, value) of each `name=value`; an empty value takes the property off. Raises `invalid`."""
    pairs: dict[str, str] = {}
    for text in given:
        name, is_one, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not is_one or not name or "\n" in text or len(name) > TAG_MAX_CHARS or len(value) > PROPERTY_MAX_CHARS:
            raise SagacityError(
                "invalid",
                f"{text[:80]!r} is no property",
                hint=f"write name=value, {PROPERTY_MAX_CHARS} characters at most",
            )
        pairs[name] = value
    if len(pairs) > MAX_TAGS:
        raise SagacityError("invalid", f"{len(pairs)} properties; {MAX_TAGS} is the most")
    return tuple(pairs.items())


def references_of_input(
    app: App, layer: Layer, project: str, references: Sequence[str]
) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
    """The evidence to write, taken from the project's working tree, and a warning where there is none. Raises `invalid`
    for what cannot be evidence.
    """
    if not references:
        return (), ()
    top = Trees(app).top(layer, project)
    unpinned = () if top else ("its references are kept as given: the note is about no project that is here",)
    return take(app, references, top), unpinned


def _project(scope: Scope, layer: Layer, note: NoteInput, type_name: str, kind: str) -> str:
    if layer.kind == "project":
        return ""
    if note.project:
        return "" if note.project == "none" else " ".join(note.project.split())
    return scope.project if note.references or is_about_project(type_of(type_name), kind) else ""


def update_heading(app: App) -> str:
    """The heading of an appended section."""
    return f"Update {date_of(app.clock.now_ms())}"
