"""What a type means: how its notes reach an agent, and what happens when a note becomes one of another type."""

from __future__ import annotations

import pytest

from sagacity.app.edit import edit
from sagacity.app.material import FEEDBACK, IDENTITY, MEMORY_TYPES, RULES, SKILLS, WORK
from sagacity.app.pack import session_pack
from sagacity.app.prompt import HIDDEN_TYPES, prompt_block
from sagacity.app.read import read
from sagacity.app.recall import list_notes
from sagacity.app.requests import EditRequest, ListRequest, ReadRequest, UndoRequest, UpdateRequest
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from sagacity.core.notefile import parse_note
from sagacity.core.types import TYPES
from tests.app.conftest import put, titles

SENTENCES = {
    "head": "The quokka gateway of {} listens on port 7431.",
    "rest": "\n\n" + "What follows is told at length and without need. " * 12 + "\n\nThe last word is marmalade-{}.",
}
IN_PACK = {
    "identity": "share",
    "rule": "whole",
    "sticky": "share",
    "pinned": "share",
    "preview": "preview",
    "manifest": "line",
    "node": "",
    "inbox": "",
}
"""What of a long note stands in a pack: all of it, as much as its share allows, its summary, its name, or nothing."""


def delivered(*ways):
    """Every word that a note may have as its type, of the types that reach an agent in one of these ways."""
    return {word for one in TYPES if one.delivery in ways for word in (one.name, *one.aliases)}


def text_of(note_type):
    return "".join(SENTENCES.values()).format(note_type, note_type)


def test_the_groups_of_the_session_pack_and_of_the_prompt_are_those_of_the_registry():
    assert {one.delivery for one in TYPES} == set(IN_PACK)
    groups = (SKILLS, RULES, IDENTITY, WORK, FEEDBACK, MEMORY_TYPES)
    ways = ("manifest", "rule", "identity", "pinned", "sticky", "preview")
    assert [set(group) for group in groups] == [delivered(way) for way in ways]
    assert set(HIDDEN_TYPES) == delivered("node", "inbox")


@pytest.mark.parametrize("note_type", TYPES, ids=lambda one: one.name)
def test_a_note_reaches_an_agent_in_the_way_of_its_type(machine, note_type):
    app = machine.app()
    written = put(app, text_of(note_type.name), title=f"Quokka of {note_type.name}", type=note_type.name)
    assert written.type == note_type.name

    pack = session_pack(app, "startup", max_chars=9000).text
    way = IN_PACK[note_type.delivery]
    assert (f"Quokka of {note_type.name}" in pack or f"quokka-of-{note_type.name}" in pack) == bool(way)
    assert (f"marmalade-{note_type.name}" in pack) == (way == "whole" or (way == "share" and "cut]]" not in pack))
    assert ("port 7431" in pack) == bool(way)

    prompt = prompt_block(app, "which port does the quokka gateway listen on", max_chars=9000).text
    assert ("port 7431" in prompt) == (note_type.name not in HIDDEN_TYPES)
    assert titles(app, "quokka gateway port") == [f"Quokka of {note_type.name}"]
    assert [hit.type for hit in list_notes(app, ListRequest(types=(note_type.name,))).results] == [note_type.name]


def test_an_unknown_type_is_refused_by_every_verb_that_writes_and_the_list_is_told(app):
    note = put(app, "It holds.", title="Holds", type="fact")
    (whole,) = read(app, ReadRequest((note.id,))).notes
    edited = EditRequest(handle=note.id, text=whole.raw.replace("type: fact", "type: fakt"), expect=whole.version)
    for attempt in (
        lambda: put(app, "x", type="fakt"),
        lambda: update(app, UpdateRequest(handle=note.id, type="fakt")),
        lambda: edit(app, edited),
        lambda: list_notes(app, ListRequest(types=("fakt",))),
    ):
        with pytest.raises(SagacityError, match="no note type 'fakt'") as caught:
            attempt()
        assert all(one.name in caught.value.hint for one in TYPES)
        assert "\n" not in str(caught.value)


def test_an_unknown_type_in_a_file_is_read_found_and_kept(machine):
    app = machine.app()
    put(app, "one")
    path = machine.home / "personal" / "notes" / "odd.md"
    path.write_text("---\ntype: oddity\ntitle: Odd one\nstatus: odd\n---\nThe wombat is odd.\n")
    assert titles(app, "odd wombat") == ["Odd one"]
    assert read(app, ReadRequest(("odd",))).notes[0].type == "oddity"
    update(app, UpdateRequest(handle="odd", add_tags=("strange",)))
    assert "type: oddity\n" in path.read_text()
    assert "status: odd\n" in path.read_text()


def test_what_is_remembered_without_a_type_is_a_topic_and_the_inbox_is_what_is_unsorted(app):
    assert put(app, "Said in passing.").type == "topic"
    caught = put(app, "Caught by a machine.", title="Caught", type="unsorted")
    assert [hit.title for hit in list_notes(app, ListRequest(types=("unsorted",))).results] == ["Caught"]
    assert update(app, UpdateRequest(handle=caught.id, type="decision")).notes[0].type == "decision"
    assert list_notes(app, ListRequest(types=("unsorted",))).results == ()


def test_a_kind_refines_its_type_and_one_of_your_own_is_kept_with_a_warning(app):
    assert put(app, "Mind the gap.", type="gotcha").type == "learning/gotcha"
    assert put(app, "Ada wrote it.", type="entity/person").warnings == ()
    own = put(app, "Slow on Mondays.", title="Slow", type="learning/perf trap")
    assert own.type == "learning/perf-trap"
    assert own.warnings == (
        "perf-trap is no kind of learning, and is kept: its kinds are gotcha, correction, convention, api-drift, error-fix",
    )
    assert [hit.title for hit in list_notes(app, ListRequest(types=("learning/perf-trap",))).results] == ["Slow"]
    assert "has no kinds" in update(app, UpdateRequest(handle=own.id, type="fact/big")).notes[0].warnings[0]


def test_a_task_that_becomes_a_fact_loses_what_only_work_has_and_undo_brings_it_back(app):
    task = put(app, "Ship it.", title="Ship", type="task", status="pending", due="2026-12-01")
    done = update(app, UpdateRequest(handle=task.id, type="fact")).notes[0]
    assert done.warnings == ("status, due taken off: a fact has none; undo brings it back",)
    (fact,) = read(app, ReadRequest((task.id,))).notes
    assert (fact.type, fact.status, fact.due) == ("fact", "", "")
    undo(app, UndoRequest(handle=task.id))
    (again,) = read(app, ReadRequest((task.id,))).notes
    assert (again.type, again.status, again.due) == ("task", "pending", "2026-12-01")


def test_an_edit_by_hand_stays_as_it_was_made_and_what_means_nothing_any_more_is_told(app):
    task = put(app, "Ship it.", title="Ship", type="task", due="2026-12-01")
    (whole,) = read(app, ReadRequest((task.id,))).notes
    text = whole.raw.replace("type: task", "type: fact").replace("status: not_started\n", "")
    done = edit(app, EditRequest(handle=task.id, text=text, expect=whole.version)).notes[0]
    assert done.warnings == ("due left in the file: of no use to a fact",)
    assert read(app, ReadRequest((task.id,))).notes[0].raw == text


def test_a_rule_that_becomes_a_fact_governs_nothing_any_more(app):
    rule = put(app, "No force.", title="No force", type="rule", triggers=("Bash(git push*)",), enforcement="block")
    done = update(app, UpdateRequest(handle=rule.id, type="fact")).notes[0]
    assert done.warnings == ("triggers, enforcement taken off: a fact has none; undo brings it back",)
    note = parse_note(read(app, ReadRequest((rule.id,))).notes[0].raw.encode())
    assert (note.triggers, note.enforcement) == ((), "")


def test_a_fact_that_becomes_a_task_has_not_been_started(app):
    fact = put(app, "The lights are out.", title="Lights", type="learning/gotcha")
    done = update(app, UpdateRequest(handle=fact.id, type="task")).notes[0]
    assert (done.type, done.warnings) == ("task", ("its status is not_started",))
    plan = update(app, UpdateRequest(handle=fact.id, type="plan")).notes[0]
    assert (plan.type, plan.warnings) == ("plan", ())
    assert read(app, ReadRequest((fact.id,))).notes[0].status == "not_started"
