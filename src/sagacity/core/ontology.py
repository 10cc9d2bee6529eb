"""What the relations of people, projects, work, events and documents may join, and how many of them a note has.

Nothing is refused for it: a write warns, and lint tells. Relations that are not listed join anything.
"""

from __future__ import annotations

from .relations import oriented
from .types import known_type
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ENDS, COUNT = "ends", "count"


class Rule(Value):
    """sources, targets: what stands at either end (`kind_of`), empty for anything. single: a source has one target of
    a kind. sole: a target has one source of a kind.
    """

    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    single: bool = False
    sole: bool = False


class Thing(Value):
    """A note as an end of a relation. kind: of `kind_of`; "" for one of which nothing can be said."""

    kind: str
    title: str


class Unfit(Value):
    """A relation that does not fit, by the ids of its ends in its registered direction. code: ENDS or COUNT."""

    code: str
    op: str
    source: str
    target: str
    message: str


_WORK = ("task", "plan")
_AIMS = ("project", "goal", "plan", "task", "feature", "event")
_OWNED = ("project", "goal", "plan", "task", "feature", "component", "document", "event", "policy", "runbook")

RULES: Mapping[str, tuple[Rule, ...]] = {
    "has_owner": (Rule(_OWNED, ("person", "organization"), single=True),),
    "assigned_to": (Rule((*_WORK, "goal", "project"), ("person", "organization"), single=True),),
    "has_task": (Rule(("project", "plan", "goal"), ("task",), sole=True),),
    "has_goal": (Rule(("project", "plan", "organization"), ("goal",), sole=True),),
    "part_of": (
        Rule(_WORK, (*_AIMS, "component"), single=True),
        Rule(("event", "document"), (*_AIMS, "component", "document", "organization"), single=True),
        Rule(),
    ),
    "blocks": (Rule((), (*_AIMS, "idea")),),
    "member_of": (Rule(("person", "organization"), ("organization", "project")),),
    "follows_up": (Rule(("event",), ("event", "incident", "decision", *_WORK), single=True), Rule()),
    "attendee_of": (Rule(("person", "organization"), ("event",)),),
}
"""By registered operator; the first rule that lets the source be one counts."""


def kind_of(note_type: str, kind: str) -> str:
    """What a note is in a relation: the kind of an entity, else its type; "" for unsorted and unknown ones."""
    found = known_type(note_type)
    if found is None or found.family == "inbox":
        return ""
    return kind if found.name == "entity" else found.name


def unfit(edges: Iterable[tuple[str, str, str]], things: Mapping[str, Thing]) -> list[Unfit]:
    """The relations that do not fit, those with a wrong end first, then those of which there are too many.

    edges: (operator as written, source, target) by id. An end that `things` lacks, or whose kind is "", fits anywhere.
    """
    found = []
    ones: dict[tuple[str, str, str, str], list[str]] = {}
    for op, source, target in dict.fromkeys(oriented(*edge) for edge in edges):
        here, there = things.get(source), things.get(target)
        if op not in RULES or here is None or there is None or not here.kind or not there.kind:
            continue
        rule = next((one for one in RULES[op] if not one.sources or here.kind in one.sources), None)
        if rule is None or (rule.targets and there.kind not in rule.targets):
            found.append(Unfit(ENDS, op, source, target, _wrong_end(op, rule, here, there)))
            continue
        if rule.single:
            ones.setdefault((op, "out", source, there.kind), []).append(target)
        if rule.sole:
            ones.setdefault((op, "in", target, here.kind), []).append(source)
    for (op, way, end, kind), others in ones.items():
        if len(others) > 1:
            message = _too_many(op, things[end], kind, [things[one].title for one in others], inwards=way == "in")
            found += [Unfit(COUNT, op, *((end, one) if way == "out" else (one, end)), message) for one in others]
    return found


def _wrong_end(op: str, rule: Rule | None, here: Thing, there: Thing) -> str:
    if rule is None:
        sources = tuple(dict.fromkeys(kind for one in RULES[op] for kind in one.sources))
        return f"{op} is said of {_any(sources)}; {here.title!r} is {_a(here.kind)}"
    return f"{op} of {_a(here.kind)} leads to {_any(rule.targets)}; {there.title!r} is {_a(there.kind)}"


def _too_many(op: str, end: Thing, kind: str, titles: Sequence[str], *, inwards: bool) -> str:
    names = " and ".join(repr(title) for title in titles)
    if inwards:
        return f"{op} leads to {end.title!r} from {len(titles)} notes ({names}); one {kind} is meant"
    return f"{op} of {end.title!r} leads to {len(titles)} notes ({names}); one {kind} is meant"


def _any(kinds: Sequence[str]) -> str:
    return f"{', '.join(_a(kind) for kind in kinds[:-1])} or {_a(kinds[-1])}" if len(kinds) > 1 else _a(kinds[0])


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
