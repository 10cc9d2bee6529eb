"""The people, projects and things that a note is said to speak of: found by their names, or made with the note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.handles import fold
from ..core.notefile import parse_note, render_note
from ..core.ontology import Thing, kind_of
from ..core.preview import TITLE_MAX_CHARS
from ..core.relations import check_op
from ..core.slug import slug_key
from ..core.trust import stays_here
from ..core.types import entity_kind, is_about_project, known_type, type_of
from ..core.value import Value
from .compose import fields_of_input
from .context import fresh_id
from .placing import is_borne, occupant, path_apart, plain_path
from .relate import is_archived
from .relation_view import EntityTie
from .requests import NoteInput, RelationInput
from .resolve import may_name
from .write import Change, check_cap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .compose import Fields
    from .context import App
    from .records import Layer, Row
    from .requests import EntityInput
    from .results import Written
    from .scope import Scope

ENTITY = "entity"
MENTIONS = "mentions"
MAX_ENTITIES = 20
NAMED = ("slug", "title", "synonym")


class Setting(Value):
    """The note that entities are given with. note_id: "" for one that is not there yet. title: "" unless it is an
    entity.
    """

    note_id: str
    title: str
    project: str
    sensitivity: str


class Told(Value):
    """Entities as relations to write, what they are, and what is to be said of them."""

    relations: tuple[RelationInput, ...] = ()
    ties: tuple[EntityTie, ...] = ()
    warnings: tuple[str, ...] = ()


PLAIN = (False, False, 0, False)


class _Found(Value):
    """An entity that has the name asked for. order: the smallest is meant. row: None for one that the index has not."""

    order: tuple[bool, bool, int, bool]
    id: str
    kind: str
    title: str
    row: Row | None = None


def check_given(note: NoteInput, place: str = "") -> None:
    """Raises `invalid` for the first entity that cannot be one, and for too many.

    place: stands before the field in the message, where there are several notes.
    """
    if len(note.entities) > MAX_ENTITIES:
        raise SagacityError(
            "invalid",
            f"{place}entities holds {len(note.entities)}; {MAX_ENTITIES} is the most for a note",
            hint="link the others later",
        )
    for at, one in enumerate(note.entities):
        try:
            _check(one)
        except SagacityError as error:
            raise _at(f"{place}entities[{at}]", one, error) from error


def _check(one: EntityInput) -> None:
    entity_kind(one.kind)
    check_op(one.op or MENTIONS)
    name = _name(one)
    if not fold(name) or len(name) > TITLE_MAX_CHARS:
        raise SagacityError(
            "invalid",
            f"the name has {len(name)} characters; 1 to {TITLE_MAX_CHARS} are allowed, not all of them dashes",
        )
    check_cap(ENTITY, one.text.strip("\n"), None)


def _at(place: str, one: EntityInput, error: SagacityError) -> SagacityError:
    named = f"{place} {one.kind}:{one.name[:40]!r}"
    return SagacityError(error.code, f"{named}: {error.message}", hint=error.hint, candidates=error.candidates)


def _name(one: EntityInput) -> str:
    return " ".join(one.name.split())


def is_entity(note_type: str) -> bool:
    """Whether a note of this type stands for a person, project or thing."""
    found = known_type(note_type)
    return found is not None and found.name == ENTITY


class Entities:
    """The entities of a group of notes that is written to one layer. fresh: by id, those that the index has not yet."""

    def __init__(self, app: App, scope: Scope, layer: Layer) -> None:
        self._app, self._scope, self._layer = app, scope, layer
        # A note that others read leads to no entity that they do not have.
        self._layers = scope.layers if layer.kind == "personal" else (layer,)
        self._named: dict[str, list[_Found]] = {}
        self._drafts: dict[str, tuple[Fields, str]] = {}
        self._wanted: dict[str, tuple[Fields, str]] = {}
        self._ties: dict[str, tuple[EntityTie, ...]] = {}
        self.fresh: dict[str, Thing] = {}

    def told(self, given: Sequence[EntityInput], setting: Setting) -> Told:
        """Finds each, or plans it. Raises `ambiguous` with the candidates, `invalid` for the note itself."""
        relations, ties, warnings = [], {}, []
        for at, one in enumerate(given):
            try:
                found = self._find(one, setting) or self._plan(one, setting)
                if found.id == setting.note_id or (setting.title and fold(setting.title) == fold(_name(one))):
                    raise SagacityError("invalid", "it is the note itself")
            except SagacityError as error:
                raise _at(f"entities[{at}]", one, error) from error
            op = check_op(one.op or MENTIONS).op
            relations.append(RelationInput(op, found.id))
            ties[op, found.id] = EntityTie(op, found.id, found.title, f"{ENTITY}/{found.kind}")
            warnings += self._remarks(one, found)
        return Told(tuple(relations), tuple(ties.values()), tuple(dict.fromkeys(warnings)))

    def settle(self, change: Change, told: Told) -> Change:
        """The change of the note with what is to be said; from now on what it leads to is to be made."""
        if change.data is None or change.data == change.before:
            return change
        note = parse_note(change.data)
        if is_entity(note.type):
            self._know(_Found(PLAIN, note.id, note.kind, note.title), *note.synonyms)
        ids = {tie.id for tie in told.ties}
        self._wanted.update({key: draft for key, draft in self._drafts.items() if key in ids})
        self._ties[change.note_id] = told.ties
        return change.replace(warnings=(*change.warnings, *told.warnings))

    def made(self, taken: dict[str, Change]) -> list[Change]:
        """The changes that make what the notes need. taken: what the group writes by `slug_key`; they are added."""
        return [self._made(fields, body, taken) for fields, body in self._wanted.values()]

    def answers(self, done: Sequence[Written]) -> list[Written]:
        """The answers of the notes, each with its entities."""
        return [note.replace(entities=self._with_news(note)) if note.operation else note for note in done]

    def _with_news(self, note: Written) -> tuple[EntityTie, ...]:
        return tuple(tie.replace(is_new=tie.id in self._wanted) for tie in self._ties.get(note.id, ()))

    def _made(self, fields: Fields, body: str, taken: dict[str, Change]) -> Change:
        path = plain_path(self._layer, fields)
        if occupant(self._app, self._layer, path, taken) or is_borne(self._app, self._layer, fields):
            path = path_apart(self._layer, fields)
        change = Change(path, render_note(fields, body), None, "create", "created", str(fields["id"]))
        taken[slug_key(path)] = change
        return change

    def _know(self, found: _Found, *synonyms: str) -> _Found:
        for key in {fold(name) for name in (found.title, *synonyms)}:
            self._named.setdefault(key, []).append(found)
        self.fresh[found.id] = Thing(found.kind, found.title)
        return found

    def _find(self, one: EntityInput, setting: Setting) -> _Found | None:
        """The one that is meant: of this kind before another, in use before archived, near before far, by its own name
        before another.
        """
        kind = entity_kind(one.kind)
        fresh = self._named.get(fold(_name(one)), ())
        found = [other.replace(order=(other.kind != kind, *PLAIN[1:])) for other in fresh]
        found += self._indexed(_name(one), kind, setting)
        if not found:
            return None
        best = min(other.order for other in found)
        meant = {other.id: other for other in found if other.order == best}
        if len(meant) > 1:
            rows = [other.row for other in meant.values() if other.row]
            names = tuple(f"{row.slug} ({row.id})" for row in rows if may_name(self._app, row))
            raise SagacityError(
                "ambiguous", f"{len(meant)} entities are called so", hint="relate to one by its id", candidates=names
            )
        return next(iter(meant.values()))

    def _indexed(self, name: str, kind: str, setting: Setting) -> list[_Found]:
        roots = [layer.root for layer in self._layers]
        projects = ("", setting.project, self._scope.project)
        found = []
        for row, how in self._app.index.find(name, roots):
            is_seen = row.trust > 0 or row.layer == self._layer.root
            if how in NAMED and is_seen and is_entity(row.type) and row.project in projects:
                own = kind_of(row.type, row.kind)
                order = (own != kind, is_archived(row), roots.index(row.layer), how == "synonym")
                found.append(_Found(order, row.id, own, row.title, row))
        return found

    def _plan(self, one: EntityInput, setting: Setting) -> _Found:
        """One that is to be made, or that another process has made just now."""
        kind = entity_kind(one.kind)
        text = one.text.strip("\n")
        draft = NoteInput(
            content=text,
            title=_name(one),
            type=f"{ENTITY}/{kind}",
            project=setting.project if is_about_project(type_of(ENTITY), kind) else "",
            sensitivity=setting.sensitivity if stays_here(setting.sensitivity) else "",
        )
        fields, _ = fields_of_input(self._app, self._scope, self._layer, draft, fresh_id(self._app))
        there = occupant(self._app, self._layer, plain_path(self._layer, fields), {})
        old = parse_note(there.data) if there is not None and there.data else None
        if (
            old is not None
            and old.id
            and is_entity(old.type)
            and old.kind == kind
            and fold(old.title) == fold(draft.title)
        ):
            return self._know(_Found(PLAIN, old.id, kind, old.title))
        self._drafts[str(fields["id"])] = (fields, text)
        return self._know(_Found(PLAIN, str(fields["id"]), kind, draft.title))

    def _remarks(self, one: EntityInput, found: _Found) -> list[str]:
        said = []
        if found.kind != entity_kind(one.kind):
            said.append(f"{found.title!r} is known as {ENTITY}/{found.kind}: the note is linked with that one")
        if found.row is None:
            return said
        if is_archived(found.row):
            said.append(f"the entity {found.title!r} is archived")
        text = one.text.strip()
        layer = self._scope.layer_of(found.row.layer)
        if text and text.encode() not in self._app.store.read(layer, found.row.path).data:
            said.append(f"the entity {found.title!r} is there already and was not changed; append its text to it")
        return said
