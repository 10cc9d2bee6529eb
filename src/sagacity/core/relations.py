"""The one registry of typed edges between notes, and how their targets are written.

Operators stand here without the `@` that files write in front of them.
"""

from __future__ import annotations

from .errors import SagacityError
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_OP_CHARS = 64

_LAYER_KINDS = ("project", "dept", "org", "layer")


class RelationType(Value):
    """One operator, read "source op target".

    inverse: the operator that says the same from the target's side; the op itself when symmetric, "" for custom names.
    weight, back: what walking from source to target, and from target to source, multiplies a score with before damping.
    acyclic: a cycle makes no sense and is refused. aliases, inverse_aliases: accepted for op and for inverse.
    reversed: this is the inverse of a registered pair; graphs store and check the pair under `primary`.
    custom: not in the registry; kept as written.
    """

    op: str
    inverse: str
    summary: str
    weight: float = 1.0
    back: float = 1.0
    acyclic: bool = False
    aliases: tuple[str, ...] = ()
    inverse_aliases: tuple[str, ...] = ()
    reversed: bool = False
    custom: bool = False

    @property
    def symmetric(self) -> bool:
        """Whether both ends mean the same."""
        return self.op == self.inverse

    @property
    def primary(self) -> str:
        """The operator of the pair that stands in the registry."""
        return self.inverse if self.reversed else self.op


class Target(Value):
    """One reading of a relation's target. layer: "" for wherever the handle is found first, else the layer's name."""

    layer: str
    handle: str


RELATIONS = (
    RelationType("supersedes", "superseded_by", "replaces the target, which is hidden", 0.5, 1.2, True, ("replaces",)),
    RelationType(
        "deprecated", "replacement_for", "is stale; the target replaces it", 1.2, 0.5, False, ("deprecated_by",)
    ),
    RelationType("refines", "refined_by", "is more specific than the target", 1.1, 1.1, False, ("extends",)),
    RelationType("derived_from", "source_of", "was made from the target", 1.0, 0.9, True),
    RelationType("conflicts_with", "conflicts_with", "contradicts the target", aliases=("contradicts",)),
    RelationType("relates_to", "relates_to", "has to do with the target", 0.8, 0.8, False, ("related_to", "see_also")),
    RelationType("implements", "implemented_by", "carries out the target", 1.1, 1.1),
    RelationType("references", "referenced_by", "cites the target", 0.9, 0.8, False, ("cites", "refers_to")),
    RelationType("caused_by", "cause_of", "happened because of the target", 1.1, 1.0, False, (), ("causes", "caused")),
    RelationType(
        "part_of",
        "contains",
        "belongs to the whole that the target is",
        1.1,
        1.0,
        False,
        ("bundled_with",),
        ("has_part",),
    ),
    RelationType(
        "depends_on", "prerequisite_for", "needs the target first", 1.1, 1.0, True, ("requires",), ("required_by",)
    ),
    RelationType("blocks", "blocked_by", "must end before the target can go on", 1.0, 1.1, True),
    RelationType("mentions", "mentioned_in", "speaks of the target", 0.7, 0.7, False, (), ("mentioned_by",)),
    RelationType("alternative_to", "alternative_to", "could stand in the target's place", 0.9, 0.9),
    RelationType("applies_to", "governed_by", "holds for the target", 1.0, 1.1),
    RelationType("corrects", "corrected_by", "puts right what the target says", 0.7, 1.2),
    RelationType("assigned_to", "assignee_of", "is the work of the target", 0.8, 0.8),
    RelationType("has_owner", "owner_of", "is owned by the target", 0.8, 0.8, False, ("owned_by",), ("owns",)),
    RelationType("has_task", "task_of", "has the target as its work", 1.0, 1.1),
    RelationType("has_goal", "goal_of", "aims at the target", 1.0, 1.0),
    RelationType("member_of", "has_member", "belongs to the group that the target is", 0.8, 0.8),
    RelationType("follows_up", "followed_up_by", "continues the target", 1.0, 1.0),
    RelationType("attendee_of", "attended_by", "took part in the target", 0.7, 0.7),
)

PROVENANCE = (
    "derived_from",
    "supersedes",
    "replacement_for",
    "refines",
    "implements",
    "caused_by",
    "corrects",
    "follows_up",
)
"""What leads from a note to what it comes from."""

_BY_WORD: Mapping[str, RelationType] = {word: one for one in RELATIONS for word in (one.op, *one.aliases)}
_BY_INVERSE: Mapping[str, RelationType] = {
    word: one for one in RELATIONS for word in (one.inverse, *one.inverse_aliases)
}


def relation_of(op: str) -> RelationType:
    """The operator meant, in its registered spelling; total. `@`, case, dashes and blanks do not count.

    Inverses (`superseded_by`, `contains`) are operators of their own, marked reversed. A name that is not registered
    comes back as custom.
    """
    word = _word(op)
    if word in _BY_WORD:
        return _BY_WORD[word]
    if word in _BY_INVERSE:
        return _mirror(_BY_INVERSE[word])
    return RelationType(word, "", "", custom=True)


def check_op(op: str) -> RelationType:
    """As `relation_of` for an edge about to be written. Raises `invalid` for what is no name."""
    found = relation_of(op)
    if not found.op.replace("_", "").isalnum() or len(found.op) > MAX_OP_CHARS:
        names = ", ".join(one.op for one in RELATIONS)
        raise SagacityError("invalid", f"{op!r} is not a relation", hint=f"use one of: {names}, or a name of your own")
    return found


def oriented(op: str, source: str, target: str) -> tuple[str, str, str]:
    """The edge under its primary operator: `A contains B` is `B part_of A`."""
    found = relation_of(op)
    return (found.primary, target, source) if found.reversed else (found.op, source, target)


ORDERED = tuple(word for one in RELATIONS if one.acyclic or one.op == "deprecated" for word in (one.op, one.inverse))
"""The operators that `ordered` knows."""


def ordered(op: str, source: str, target: str) -> tuple[str, str, str] | None:
    """The edge as one of those that may not run in a circle, under the operator that they share; None for others.

    `A deprecated B` says, as `B supersedes A` does, which of the two is the newer: both together are a circle.
    """
    primary, start, end = oriented(op, source, target)
    if primary == "deprecated":
        return "supersedes", end, start
    return (primary, start, end) if relation_of(primary).acyclic else None


def parse_target(text: str) -> tuple[Target, ...]:
    """The readings of a written target in the order to try them; the last one is always the text as a plain handle.

    `personal:SLUG`, `project:SLUG`, `project:NAME:SLUG`, `dept:…`, `org:…` and `layer:…` name a layer. A blank after
    the colon makes it a title (`Project: roadmap`), and so does any other word before it. `[[wiki brackets]]` come off.
    """
    text = _unbracket(text.strip())
    kind, colon, rest = text.partition(":")
    readings: list[Target] = []
    if colon and rest and not rest[0].isspace():
        name, second, handle = rest.partition(":")
        if kind in _LAYER_KINDS and second and name and handle:
            readings.append(Target(f"{kind}:{name}", handle.strip()))
        if kind == "personal" or kind in _LAYER_KINDS:
            readings.append(Target(kind, rest))
    readings.append(Target("", text))
    return tuple(readings)


def find_cycle(edges: Iterable[tuple[str, str]], new_edge: tuple[str, str]) -> tuple[str, ...]:
    """The shortest cycle that the new edge would close, as the ids on it, the first again at the end; () for none.

    edges: (source, target) pairs of one acyclic operator, oriented. Linear in their number, whatever they look like.
    """
    start, goal = new_edge[1], new_edge[0]
    if start == goal:
        return (goal, start)
    onward: dict[str, list[str]] = {}
    for source, target in edges:
        onward.setdefault(source, []).append(target)
    came_from = {start: ""}
    queue = [start]
    for node in queue:
        if node == goal:
            return (goal, *_trail(came_from, goal))
        for following in onward.get(node, ()):
            if following not in came_from:
                came_from[following] = node
                queue.append(following)
    return ()


def _trail(came_from: Mapping[str, str], end: str) -> tuple[str, ...]:
    """The ids from the beginning of the search to its end."""
    trail = [end]
    while came_from[trail[-1]]:
        trail.append(came_from[trail[-1]])
    return tuple(reversed(trail))


def _mirror(forward: RelationType) -> RelationType:
    return forward.replace(
        op=forward.inverse,
        inverse=forward.op,
        summary=f"inverse of {forward.op}",
        weight=forward.back,
        back=forward.weight,
        aliases=forward.inverse_aliases,
        inverse_aliases=forward.aliases,
        reversed=True,
    )


def _word(op: str) -> str:
    return "_".join(op.strip().removeprefix("@").lower().replace("-", " ").replace("_", " ").split())


def _unbracket(text: str) -> str:
    if text.startswith("[[") and text.endswith("]]"):
        return text[2:-2].partition("|")[0].strip()
    return text
