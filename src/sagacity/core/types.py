"""The one registry of note types, and the words that the other closed fields allow.

Faces, lint and documentation are made from it. Which sections a note reaches an agent in follows from `delivery`.
"""

from __future__ import annotations

from .errors import SagacityError
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

CONFIDENCES = ("canonical", "tentative", "proposed")
LIFECYCLES = ("durable", "volatile", "archived")
SENSITIVITIES = ("public", "internal", "confidential")
ENFORCEMENTS = ("advise", "block")
STATUSES = ("not_started", "pending", "complete", "blocked", "cancelled")
OPEN_STATUSES = ("not_started", "pending", "blocked")
MEMORY_FAMILIES = ("declarative", "procedural", "episodic")
PROVENANCES = ("human_generated", "agent_generated", "derived")
OPERATOR_SURFACES = ("inert", "executable")

DEFAULT_TYPE = "topic"
DEFAULT_CONFIDENCE = "tentative"
DEFAULT_SENSITIVITY = "internal"
DEFAULT_ENFORCEMENT = "advise"
DEFAULT_STATUS = "not_started"

BODY_CAP = 8_000
LONG_BODY_CAP = 65_536
KIND_MAX_CHARS = 64

WORK_FIELDS = ("status", "due", "prs")
RULE_FIELDS = ("triggers", "enforcement")

_LEARNING_KINDS = ("gotcha", "correction", "convention", "api-drift", "error-fix")
_ENTITY_KINDS = (
    "person",
    "place",
    "project",
    "goal",
    "event",
    "document",
    "component",
    "technology",
    "organization",
    "concept",
)


class NoteType(Value):
    """One type of note.

    family: declarative, procedural, episodic, structure or inbox. delivery: how it reaches an agent: identity, rule,
    sticky, preview, manifest, pinned, node or inbox. kinds: what `type/kind` says as a rule, empty for none.
    body_cap: in characters. statuses: empty for types without a life cycle of work.
    about_project: see `is_about_project`.
    """

    name: str
    family: str
    delivery: str
    summary: str
    aliases: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    body_cap: int = BODY_CAP
    statuses: tuple[str, ...] = ()
    about_project: bool = True

    @property
    def memory_family(self) -> str:
        """One of MEMORY_FAMILIES, for the field of that name."""
        return {"structure": "declarative", "inbox": "episodic"}.get(self.family, self.family)

    @property
    def lifecycle(self) -> str:
        """What a note without `lifecycle` has: episodes fade, the rest stays."""
        return "volatile" if self.memory_family == "episodic" else "durable"

    @property
    def own_fields(self) -> tuple[str, ...]:
        """The fields that mean something at this type and not at every other."""
        return (*(WORK_FIELDS if self.statuses else ()), *(RULE_FIELDS if self.delivery == "rule" else ()))


TYPES = (
    NoteType("profile", "declarative", "identity", "who the user is", about_project=False),
    NoteType("preference", "declarative", "identity", "how the user likes things", about_project=False),
    NoteType("policy", "declarative", "rule", "a rule that must be followed", ("rule",)),
    NoteType("feedback", "declarative", "sticky", "a correction or a confirmed way of working"),
    NoteType("convention", "declarative", "preview", "how things are done here"),
    NoteType("fact", "declarative", "preview", "something that holds"),
    NoteType("topic", "declarative", "preview", "what is known about a subject", ("memory", "note")),
    NoteType("reference", "declarative", "preview", "a pointer to or excerpt of a source", body_cap=LONG_BODY_CAP),
    NoteType("feature", "declarative", "preview", "something that was built and how it works"),
    NoteType("skill", "procedural", "manifest", "instructions loaded by name when needed", body_cap=LONG_BODY_CAP),
    NoteType("workflow", "procedural", "preview", "the steps of a recurring task"),
    NoteType("runbook", "procedural", "preview", "what to do when something happens"),
    NoteType("plan", "episodic", "pinned", "an intent with a goal and an approach", statuses=STATUSES),
    NoteType("task", "episodic", "pinned", "a piece of work to be tracked", ("todo",), statuses=STATUSES),
    NoteType("decision", "episodic", "preview", "what was decided and why"),
    NoteType("incident", "episodic", "preview", "what went wrong and how it ended"),
    NoteType("investigation", "episodic", "preview", "what was looked into and found"),
    NoteType("observation", "episodic", "preview", "something seen once"),
    NoteType("hypothesis", "episodic", "preview", "something believed and not yet shown"),
    NoteType("idea", "episodic", "preview", "a raw proposal"),
    NoteType(
        "learning", "episodic", "preview", "a mistake and the rule that prevents it", ("lesson",), _LEARNING_KINDS
    ),
    NoteType("entity", "structure", "node", "a person, project or thing that notes speak of", kinds=_ENTITY_KINDS),
    NoteType("unsorted", "inbox", "inbox", "captured and not yet classified"),
)

_BY_WORD: Mapping[str, NoteType] = {word: one for one in TYPES for word in (one.name, *one.aliases)}
_BY_KIND: Mapping[str, NoteType] = {kind: one for one in TYPES for kind in one.kinds}
_STATUS_WORDS: Mapping[str, str] = {
    "open": "not_started",
    "todo": "not_started",
    "in_progress": "pending",
    "started": "pending",
    "done": "complete",
    "completed": "complete",
    "canceled": "cancelled",
}


def known_type(name: str) -> NoteType | None:
    """The type of a written `type` value, for tolerant reading: a name, an alias, `type/kind` or a bare kind; case,
    dashes, underscores and blanks do not count. None for anything else.
    """
    word = _word(name).partition("/")[0]
    return _BY_WORD.get(word) or _BY_KIND.get(word)


def type_of(name: str) -> NoteType:
    """As `known_type`, but raises `invalid` with the list of types."""
    found = known_type(name)
    if found is None:
        names = tuple(one.name for one in TYPES)
        raise SagacityError("invalid", f"there is no note type {name!r}", hint=f"use one of: {', '.join(names)}")
    return found


def split_type(text: str) -> tuple[str, str]:
    """(type, kind): `learning/gotcha`, `Rule` or `person`; the type in its registered spelling, the kind in small
    letters with dashes, "" for none. A kind that the type does not know is kept, see `kind_remark`.

    Raises `invalid` with the list for an unknown type, and for a kind that is no word.
    """
    found = type_of(text)
    word, _, kind = _word(text).partition("/")
    if not kind and word not in _BY_WORD:
        kind = word
    if len(kind) > KIND_MAX_CHARS:
        raise SagacityError(
            "invalid", f"the kind {kind[:20]!r}… is too long", hint=f"{KIND_MAX_CHARS} characters is the most"
        )
    return found.name, kind


def entity_kind(text: str) -> str:
    """The registered kind of an entity that is meant, `entity/` before it or not. Raises `invalid` with the list."""
    word = _word(text).removeprefix("entity/")
    if word not in _ENTITY_KINDS:
        raise SagacityError(
            "invalid", f"there is no kind {text!r} of entity", hint=f"use one of: {', '.join(_ENTITY_KINDS)}"
        )
    return word


def kind_remark(type_name: str, kind: str) -> tuple[str, ...]:
    """What to say of a kind that is not among those of the type; nothing for one that is, or for none."""
    note_type = known_type(type_name)
    if not kind or note_type is None or _word(kind) in note_type.kinds:
        return ()
    known = f"its kinds are {', '.join(note_type.kinds)}" if note_type.kinds else "it has no kinds"
    return (f"{kind} is no kind of {note_type.name}, and is kept: {known}",)


def left_behind(old: str, new: str) -> tuple[str, ...]:
    """The fields of the old type that mean nothing at the new one; none where either type is unknown."""
    before, after = known_type(old), known_type(new)
    if before is None or after is None:
        return ()
    return tuple(field for field in before.own_fields if field not in after.own_fields)


def check_choice(field: str, value: str, allowed: tuple[str, ...]) -> str:
    """The allowed word that the value means; case, dashes, underscores and blanks do not count.

    Raises `invalid` with the field, the value and the list.
    """
    word = _word(value)
    for choice in allowed:
        if _word(choice) == word:
            return choice
    raise SagacityError("invalid", f"{field} cannot be {value!r}", hint=f"use one of: {', '.join(allowed)}")


def status_of(value: str) -> str:
    """The status meant, other trackers' words included (open, in progress, done). Raises `invalid` with the list."""
    word = _word(value).replace("-", "_")
    return check_choice("status", _STATUS_WORDS.get(word, value), STATUSES)


def is_about_project(note_type: NoteType, kind: str = "") -> bool:
    """Whether a note of this type, made inside a project, is about that project when nobody says."""
    return note_type.about_project and kind != "person"


def _word(text: str) -> str:
    return "-".join(text.lower().replace("_", " ").replace("-", " ").split()).replace("-/-", "/")
