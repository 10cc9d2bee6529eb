"""Which relations do not fit: the wrong thing at an end, or more of them than there can be."""

from __future__ import annotations

import pytest

from sagacity.core.ontology import COUNT, ENDS, RULES, Thing, kind_of, unfit
from sagacity.core.relations import RELATIONS
from sagacity.core.types import TYPES

KINDS = ("person", "project", "task", "plan", "event", "document", "organization", "goal", "decision")
THINGS = {f"{kind}{number}": Thing(kind, f"{kind} {number}") for kind in KINDS for number in (1, 2)}


def problems(*edges: tuple[str, str, str]) -> list[tuple[str, str, str, str]]:
    return [(one.code, one.op, one.source, one.target) for one in unfit(edges, THINGS)]


@pytest.mark.parametrize(
    "edge",
    [
        ("has_owner", "project1", "person1"),
        ("has_owner", "task1", "person1"),
        ("assigned_to", "task1", "person1"),
        ("has_task", "project1", "task1"),
        ("has_goal", "project1", "goal1"),
        ("part_of", "task1", "project1"),
        ("part_of", "document1", "project1"),
        ("part_of", "event1", "project1"),
        ("blocks", "task1", "task2"),
        ("depends_on", "task1", "event1"),
        ("member_of", "person1", "organization1"),
        ("mentions", "document1", "person1"),
        ("follows_up", "task1", "event1"),
        ("attendee_of", "person1", "event1"),
        ("owner_of", "person1", "project1"),
        ("a_name_of_ones_own", "person1", "task1"),
    ],
)
def test_a_relation_of_the_ontology_fits(edge: tuple[str, str, str]) -> None:
    assert problems(edge) == []


@pytest.mark.parametrize(
    ("edge", "found"),
    [
        (("has_owner", "person1", "person2"), ("has_owner", "person1", "person2")),
        (("assigned_to", "task1", "project1"), ("assigned_to", "task1", "project1")),
        (("has_task", "project1", "person1"), ("has_task", "project1", "person1")),
        (("part_of", "task1", "person1"), ("part_of", "task1", "person1")),
        (("attended_by", "event1", "task1"), ("attendee_of", "task1", "event1")),
        (("blocks", "task1", "person1"), ("blocks", "task1", "person1")),
    ],
)
def test_a_wrong_end_is_found_in_the_registered_direction(
    edge: tuple[str, str, str], found: tuple[str, str, str]
) -> None:
    assert problems(edge) == [(ENDS, *found)]


def test_two_where_one_is_meant_are_both_named() -> None:
    edges = (("assigned_to", "task1", "person1"), ("assignee_of", "person2", "task1"))
    assert problems(*edges) == [
        (COUNT, "assigned_to", "task1", "person1"),
        (COUNT, "assigned_to", "task1", "person2"),
    ]
    [line] = {one.message for one in unfit(edges, THINGS)}
    assert line == "assigned_to of 'task 1' leads to 2 notes ('person 1' and 'person 2'); one person is meant"


def test_a_task_belongs_to_one_project_and_may_stand_in_a_plan_of_it() -> None:
    assert problems(("part_of", "task1", "plan1"), ("part_of", "task1", "project1")) == []
    assert len(problems(("part_of", "task1", "plan1"), ("part_of", "task1", "plan2"))) == 2
    assert len(problems(("has_task", "project1", "task1"), ("has_task", "project2", "task1"))) == 2


def test_the_same_relation_written_at_both_ends_is_one() -> None:
    assert problems(("has_owner", "task1", "person1"), ("owner_of", "person1", "task1")) == []


def test_what_is_not_known_fits_anywhere() -> None:
    assert problems(("has_owner", "nowhere", "person1"), ("has_owner", "task1", "nowhere")) == []
    things = {"a": Thing("", "inbox"), "b": Thing("person", "b")}
    assert unfit([("has_owner", "a", "b")], things) == []


def test_every_message_is_one_line_that_names_what_was_expected() -> None:
    [one] = unfit([("assigned_to", "task1", "project1")], THINGS)
    assert one.message == "assigned_to of a task leads to a person or an organization; 'project 1' is a project"
    [one] = unfit([("has_task", "person1", "task1")], THINGS)
    assert one.message == "has_task is said of a project, a plan or a goal; 'person 1' is a person"


def test_rules_speak_of_what_the_registries_know() -> None:
    assert set(RULES) <= {one.op for one in RELATIONS}
    known = {one.name for one in TYPES} | {kind for one in TYPES for kind in one.kinds}
    assert {kind for rules in RULES.values() for rule in rules for kind in (*rule.sources, *rule.targets)} <= known


def test_what_a_note_is_as_an_end() -> None:
    assert kind_of("entity", "person") == "person"
    assert kind_of("todo", "") == "task"
    assert kind_of("learning", "gotcha") == "learning"
    assert kind_of("unsorted", "") == kind_of("of-somebody-else", "") == ""
