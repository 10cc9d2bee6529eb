"""One registry answers for every type, and unknown words are refused with the list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.errors import SagacityError
from sagacity.core.types import (
    MEMORY_FAMILIES,
    SENSITIVITIES,
    STATUSES,
    TYPES,
    check_choice,
    is_about_project,
    kind_remark,
    known_type,
    left_behind,
    split_type,
    status_of,
    type_of,
)

FAMILIES = {
    "declarative": "profile preference policy feedback convention fact topic reference feature",
    "procedural": "skill workflow runbook",
    "episodic": "plan task decision incident investigation observation hypothesis idea learning",
    "structure": "entity",
    "inbox": "unsorted",
}
DELIVERY = {
    "identity": "profile preference",
    "rule": "policy",
    "sticky": "feedback",
    "manifest": "skill",
    "pinned": "plan task",
    "node": "entity",
    "inbox": "unsorted",
}


def test_every_type_of_the_format_is_there_in_its_family() -> None:
    for family, names in FAMILIES.items():
        assert [one.name for one in TYPES if one.family == family] == names.split()
    assert {one.family for one in TYPES} == set(FAMILIES)


def test_delivery_follows_the_format() -> None:
    special = {name: way for way, names in DELIVERY.items() for name in names.split()}
    assert {one.name: one.delivery for one in TYPES} == {one.name: special.get(one.name, "preview") for one in TYPES}


def test_names_and_aliases_are_unambiguous() -> None:
    words = [word for one in TYPES for word in (one.name, *one.aliases)]
    assert len(words) == len(set(words))
    kinds = [kind for one in TYPES for kind in one.kinds]
    assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("topic", ("topic", "")),
        ("Memory", ("topic", "")),
        ("note", ("topic", "")),
        ("RULE", ("policy", "")),
        (" Todo ", ("task", "")),
        ("learning/gotcha", ("learning", "gotcha")),
        ("Learning / API drift", ("learning", "api-drift")),
        ("lesson/error_fix", ("learning", "error-fix")),
        ("entity/Person", ("entity", "person")),
        ("person", ("entity", "person")),
        ("gotcha", ("learning", "gotcha")),
        ("convention", ("convention", "")),
        ("learning/convention", ("learning", "convention")),
        ("entity/", ("entity", "")),
        ("learning/Perf Trap", ("learning", "perf-trap")),
        ("topic/gotcha", ("topic", "gotcha")),
    ],
)
def test_written_type_is_split(text: str, expected: tuple[str, str]) -> None:
    assert split_type(text) == expected
    assert known_type(text) == type_of(expected[0])


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("nonsense", "policy"),
        ("", "topic"),
        ("learning/" + "x" * 65, "64 characters"),
        ("/gotcha", "topic"),
    ],
)
def test_unknown_word_is_refused_with_the_list(text: str, hint: str) -> None:
    with pytest.raises(SagacityError, match=hint) as raised:
        split_type(text)
    assert raised.value.code == "invalid"
    assert "\n" not in str(raised.value)


@given(st.text())
def test_tolerant_reading_is_total(text: str) -> None:
    found = known_type(text)
    assert found is None or found in TYPES


def test_long_bodies_are_for_skills_and_references() -> None:
    assert {one.name for one in TYPES if one.body_cap == 65_536} == {"skill", "reference"}
    assert {one.body_cap for one in TYPES} == {8_000, 65_536}


def test_only_work_has_a_status() -> None:
    assert {one.name: one.statuses for one in TYPES if one.statuses} == {"plan": STATUSES, "task": STATUSES}


def test_episodes_fade_by_default() -> None:
    assert {one.memory_family for one in TYPES} == set(MEMORY_FAMILIES)
    for one in TYPES:
        assert one.lifecycle == ("volatile" if one.memory_family == "episodic" else "durable")


def test_people_are_not_about_a_project() -> None:
    assert {one.name for one in TYPES if not is_about_project(one)} == {"profile", "preference"}
    assert not is_about_project(type_of("entity"), "person")
    assert is_about_project(type_of("entity"), "component")


def test_a_kind_the_type_does_not_know_is_remarked_upon() -> None:
    assert kind_remark("learning", "API_drift") == kind_remark("learning", "") == kind_remark("of ours", "any") == ()
    assert "gotcha, correction" in kind_remark("learning", "trap")[0]
    assert "has no kinds" in kind_remark("topic", "gotcha")[0]


def test_what_belongs_to_one_type_stays_behind_when_it_becomes_another() -> None:
    assert left_behind("task", "fact") == ("status", "due", "prs")
    assert left_behind("policy", "fact") == ("triggers", "enforcement")
    assert left_behind("todo", "plan") == left_behind("task", "of ours") == left_behind("of ours", "fact") == ()


@pytest.mark.parametrize(("value", "expected"), [("Internal", "internal"), (" PUBLIC ", "public")])
def test_choice_is_taken_in_any_spelling(value: str, expected: str) -> None:
    assert check_choice("sensitivity", value, SENSITIVITIES) == expected


def test_wrong_choice_names_field_value_and_list() -> None:
    with pytest.raises(SagacityError) as raised:
        check_choice("sensitivity", "secret", SENSITIVITIES)
    assert str(raised.value) == "sensitivity cannot be 'secret' · use one of: public, internal, confidential"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("not started", "not_started"),
        ("In Progress", "pending"),
        ("done", "complete"),
        ("open", "not_started"),
        ("blocked", "blocked"),
    ],
)
def test_status_is_understood_in_other_trackers_words(value: str, expected: str) -> None:
    assert status_of(value) == expected
