"""An agent for a person rather than a codebase: outside any repository, what was learned is honoured the next time."""

from __future__ import annotations

import pytest

from tests.e2e.claude.test_loop import before_prompt, with_prompt
from tests.e2e.model import say, use

PREFERENCE = "Answers come in English, short, and without greetings."
RELATION = "Ben is Ann's brother; he keeps the keys of the house by the sea."
REJECTED = "The user rejected a reminder on Sundays: Sundays stay free of reminders."


@pytest.fixture
def person(world):
    world.sagacity("setup", "claude-code", "--yes")
    world.project = world.home / "papers"
    world.project.mkdir()
    assert not any((folder / ".git").exists() for folder in (world.project, *world.project.parents))
    return world


def test_a_preference_a_relation_and_a_rejected_suggestion_are_honoured(person):
    remember = "mcp__sagacity__remember"
    person.model.script = [
        [
            use(remember, title="Short answers in English", content=PREFERENCE, type="preference"),
            {
                **use(remember, title="Ben and Ann", content=RELATION, entities=["person:Ann", "person:Ben"]),
                "id": "toolu_2",
            },
            {**use(remember, title="No reminders on Sundays", content=REJECTED, type="feedback"), "id": "toolu_3"},
        ],
        [say("Noted.")],
    ]
    person.session("remember how I like it")
    assert person.model.script == []
    assert {note["project"] for note in person.notes()} == {""}
    person.project = person.home / "travel"
    person.project.mkdir()
    seen = person.session("who keeps the keys of the house by the sea?")
    assert PREFERENCE in before_prompt(seen)
    assert REJECTED in before_prompt(seen)
    assert RELATION in with_prompt(seen) or RELATION in before_prompt(seen)
    person.model.script = [[use("mcp__sagacity__walk", handle="ann")], [say("Ben.")]]
    assert "Ben and Ann" in person.session("what do we know around Ann?")
