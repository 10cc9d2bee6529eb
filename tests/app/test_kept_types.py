"""What users of Saga, sage-memory and Infoguana rely on, of types, tags and skills, each by its name."""

from __future__ import annotations

import pytest

from sagacity.app.pack import session_pack
from sagacity.app.prompt import prompt_block
from sagacity.app.read import read
from sagacity.app.recall import list_notes
from sagacity.app.requests import ListRequest, ReadRequest, UpdateRequest
from sagacity.app.skill import skill
from sagacity.app.skilling import SkillRequest
from sagacity.app.update import update
from sagacity.core.types import known_type
from tests.app.conftest import put, repository, titles

SAGA = """
profile preference policy convention fact topic workflow runbook skill incident investigation decision observation
hypothesis
""".split()
INFOGUANA = "idea memory feedback feature reference plan task rule skill unsorted".split()
SAGE = "gotcha correction convention api-drift error-fix".split()
SKILL = "---\nname: ship\ndescription: Use it when a release is cut\n---\n# Ship\n\nTag, push, wait for marmalade.\n"


@pytest.mark.parametrize("name", SAGA)
def test_every_type_of_saga_is_read_as_it_stands(machine, name):
    app = machine.app()
    put(app, "one", type="idea")
    path = machine.home / "personal" / "notes" / "theirs.md"
    text = f"---\nid: 01J9ZC3M6W8Q4V5X7Y2B100007\nscope: personal\ntype: {name}\ntitle: Theirs\n---\n\nThe numbat sleeps.\n"
    path.write_text(text)
    assert titles(app, "numbat sleeps") == ["Theirs"]
    assert [hit.type for hit in list_notes(app, ListRequest(types=(name,))).results] == [name]
    assert path.read_text() == text


@pytest.mark.parametrize("name", INFOGUANA)
def test_every_type_of_infoguana_is_written_by_its_name(app, name):
    assert known_type(put(app, "The numbat sleeps.", type=name).type) is known_type(name)


@pytest.mark.parametrize("name", SAGE)
def test_every_kind_of_learning_of_sage_memory_is_a_kind(app, name):
    assert put(app, "The numbat sleeps.", type=f"learning/{name}").type == f"learning/{name}"


@pytest.mark.parametrize("name", ["plan", "task"])
def test_a_plan_or_task_without_a_status_is_not_started_however_it_came_to_be_one(app, name):
    made = put(app, "Ship it.", title="Made", type=name)
    caught = put(app, "Ship that.", title="Caught", type="unsorted")
    update(app, UpdateRequest(handle=caught.id, type=name))
    assert [read(app, ReadRequest((note.id,))).notes[0].status for note in (made, caught)] == ["not_started"] * 2
    assert len(list_notes(app, ListRequest(types=(name,), status=("not_started",))).results) == 2


def test_editing_the_text_of_a_rule_leaves_it_a_rule_with_its_tags_and_in_every_session(app):
    rule = put(app, "Never push to main.", title="No push", type="rule", tags=("git",))
    update(app, UpdateRequest(handle=rule.id, content="Never push to main, nor to release."))
    (after,) = read(app, ReadRequest((rule.id,))).notes
    assert (after.type, after.tags) == ("policy", ("git",))
    assert "nor to release" in session_pack(app, "startup", max_chars=9000).text


def test_every_rule_in_scope_is_there_whole_or_its_being_cut_is_told_with_a_call_that_works(app):
    for at in range(12):
        put(app, f"Rule {at}: " + "never do this. " * 80, title=f"Rule number {at:02}", type="rule")
    pack = session_pack(app, "startup", max_chars=9000).text
    assert "of policy; recall(types=[policy])" in pack
    found = list_notes(app, ListRequest(types=("policy",), limit=100)).results
    assert len(found) == 12


def test_the_preview_of_a_skill_is_its_own_words_and_follows_when_it_becomes_something_else(app):
    note = put(app, SKILL, type="skill")
    assert list_notes(app, ListRequest()).results[0].summary == "Use it when a release is cut"
    update(app, UpdateRequest(handle=note.id, type="runbook"))
    assert list_notes(app, ListRequest()).results[0].summary != "Use it when a release is cut"
    update(app, UpdateRequest(handle=note.id, type="skill"))
    assert list_notes(app, ListRequest()).results[0].summary == "Use it when a release is cut"


def test_a_session_brings_the_line_of_a_skill_and_never_its_body(app):
    put(app, SKILL, type="skill")
    pack = session_pack(app, "startup", max_chars=9000).text
    assert "ship: Use it when a release is cut" in pack
    assert "marmalade" not in pack
    assert "marmalade" in skill(app, SkillRequest("ship")).found.text


def test_an_unknown_project_still_gets_what_is_for_all(machine):
    app = machine.app()
    put(app, SKILL, type="skill")
    put(app, "Answer in English.", title="English", type="rule")
    top = machine.work / "new"
    repository(top)
    pack = session_pack(machine.app(top), "startup", max_chars=9000).text
    assert "ship: Use it when a release is cut" in pack
    assert "Answer in English." in pack


def test_skills_come_before_rules_and_rules_before_everything_that_may_be_useful(app):
    put(app, SKILL, type="skill")
    put(app, "Never push to main.", title="No push", type="rule")
    put(app, "Port 7431 it is.", title="Port", type="fact")
    pack = session_pack(app, "startup", max_chars=9000).text
    assert pack.index("ship: Use it") < pack.index("Never push") < pack.index("Port 7431")


def test_tags_given_to_find_by_are_all_needed_and_tags_preferred_only_lift(app):
    put(app, "The numbat sleeps at noon.", title="Noon", tags=("animal", "zoo"))
    put(app, "The numbat sleeps at night.", title="Night", tags=("animal",))
    assert titles(app, "numbat sleeps", tags=("Animal", "zoo")) == ["Noon"]
    assert set(titles(app, "numbat sleeps", prefer_tags=("zoo",))) == {"Noon", "Night"}
    assert titles(app, "numbat sleeps", prefer_tags=("zoo",))[0] == "Noon"


def test_what_is_captured_and_not_classified_is_in_no_session_and_no_prompt_and_can_be_found(app):
    put(app, "The numbat gateway listens on 7431.", title="Numbat", type="unsorted")
    assert "numbat" not in session_pack(app, "startup", max_chars=9000).text.lower()
    assert prompt_block(app, "which port does the numbat gateway listen on", max_chars=9000).text == ""
    assert titles(app, "numbat gateway") == ["Numbat"]
