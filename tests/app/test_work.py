"""The steps of plans and tasks, and what follows from them."""

from __future__ import annotations

import pytest

from sagacity.app.history import history
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.recall import recall
from sagacity.app.requests import InitRequest, LinkRequest, RecallRequest, RelationInput, UndoRequest, UpdateRequest
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.app.versions import HistoryRequest
from sagacity.app.walk import walk
from sagacity.app.walking import WalkRequest
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository
from tests.app.worked import does, note, plan, status, task

PR = "https://example.org/team/app/pull/12"


@pytest.fixture
def shipping(app):
    """A plan of three steps, of which the second needs the third."""
    plan(app)
    task(app, "Write it", of="ship-it")
    task(app, "Announce it", of="ship-it")
    task(app, "Test it", of="ship-it")
    link(app, LinkRequest("announce-it", "depends_on", "test-it"))
    return app


def test_the_steps_set_the_status(app):
    task(app, "Write it")
    for action, after, said in [
        ("start", "pending", "started"),
        ("start", "pending", "unchanged"),
        ("cancel", "cancelled", "cancelled"),
        ("reopen", "not_started", "reopened"),
        ("reopen", "not_started", "unchanged"),
        ("complete", "complete", "completed"),
        ("complete", "complete", "unchanged"),
        ("reopen", "not_started", "reopened"),
    ]:
        (written,) = does(app, action, "write-it").notes
        assert (written.action, status(app, "write-it")) == (said, [after])


def test_what_has_ended_is_reopened_first(app):
    task(app, "Write it")
    does(app, "complete", "write-it")
    for action in ("start", "block", "cancel"):
        with pytest.raises(SagacityError, match="write-it is complete") as caught:
            does(app, action, "write-it", **({"reason": "x"} if action == "block" else {}))
        assert caught.value.code == "refused"
    does(app, "reopen", "write-it")
    does(app, "cancel", "write-it")
    with pytest.raises(SagacityError, match="write-it is cancelled"):
        does(app, "complete", "write-it")


def test_why_it_is_blocked_stands_in_the_note(app):
    task(app, "Write it")
    does(app, "block", "write-it", reason="the  vendor\nhas to answer")
    assert "\nBlocked: the vendor has to answer\n" in note(app, "write-it").raw
    assert does(app, "block", "write-it", reason="the vendor has to answer").notes[0].action == "unchanged"
    assert does(app, "block", "write-it", reason="another reason").notes[0].action == "updated"
    assert history(app, HistoryRequest("write-it")).versions[0].reason == "another reason"
    for reason in ("", " ", "x" * 501):
        with pytest.raises(SagacityError, match="the reason has"):
            does(app, "block", "write-it", reason=reason)
    with pytest.raises(SagacityError, match="secret"):
        does(app, "block", "write-it", reason="token ghp_" + "a1B2" * 9)
    assert does(app, "start", "write-it").notes[0].action == "started"


def test_a_step_can_set_the_due_date(app):
    task(app, "Write it", due="2126-01-01")
    (written,) = does(app, "start", "write-it", due="2126-02-03").notes
    assert (written.action, note(app, "write-it").due) == ("started", "2126-02-03")
    assert does(app, "start", "write-it", due="none").notes[0].action == "updated"
    assert note(app, "write-it").due == ""
    with pytest.raises(SagacityError, match="due 'soon' is no date"):
        does(app, "reopen", "write-it", due="soon")


def test_pull_requests_are_kept_in_order_and_not_twice(app):
    task(app, "Write it")
    does(app, "complete", "write-it", prs=[f"{PR}3", PR, f"{PR}3"])
    assert f'prs: ["{PR}3", "{PR}"]\n' in note(app, "write-it").raw
    (written,) = does(app, "complete", "write-it", prs=[PR, f"{PR}4"]).notes
    assert written.action == "updated"
    assert note(app, "write-it").raw.count(PR) == 3
    assert does(app, "complete", "write-it", prs=[PR]).notes[0].action == "unchanged"


@pytest.mark.parametrize(
    "pr",
    [
        "12",
        "#12",
        "ftp://example.org/x",
        "https://",
        "https:///x",
        "https://exa mple.org/1",
        "http://x\ny",
        "javascript:x",
    ],
)
def test_what_is_no_web_address_is_refused_and_nothing_is_written(shipping, pr):
    with pytest.raises(SagacityError, match="is no web address"):
        does(shipping, "complete", "write-it", prs=[PR, pr], lessons=["Mind the gap"])
    assert status(shipping, "write-it", "test-it") == ["not_started", "not_started"]
    with pytest.raises(SagacityError, match="no note is called"):
        note(shipping, "mind-the-gap")


def test_completing_one_begins_the_next(shipping):
    result = does(shipping, "complete", "write-it")
    assert [(one.action, one.slug) for one in result.notes] == [("completed", "write-it"), ("started", "test-it")]
    tail = result.notes[1].id[-7:]
    assert result.told[0].startswith("1 of 3 done in ship-it (")
    assert result.told[1] == f"next: test-it ({tail}) is pending now"
    assert status(shipping, "announce-it", "test-it", "ship-it") == ["not_started", "pending", "not_started"]
    does(shipping, "complete", "test-it")
    assert status(shipping, "announce-it") == ["pending"]
    result = does(shipping, "complete", "announce-it")
    assert result.told[0].startswith("3 of 3 done in ship-it (")
    assert result.told[1].startswith("all of it is done; the plan itself: work complete ")
    assert status(shipping, "ship-it") == ["not_started"]


def test_the_next_is_due_first_then_the_oldest(app):
    plan(app)
    for title, due in [("One", ""), ("Two", ""), ("Three", "2126-05-01"), ("Four", "2126-04-01")]:
        task(app, title, of="ship-it", due=due)
    order = ["four", "three", "two"]
    does(app, "complete", "one")
    for slug in order:
        assert status(app, slug) == ["pending"]
        does(app, "complete", slug)


def test_what_waits_for_others_does_not_begin(app):
    plan(app)
    task(app, "Outside")
    task(app, "One", of="ship-it")
    task(app, "Two", of="ship-it")
    link(app, LinkRequest("outside", "blocks", "two"))
    result = does(app, "complete", "one")
    assert len(result.notes) == 1
    assert "two" in result.told[1]
    assert "waits for outside (" in result.told[1]
    does(app, "complete", "outside")
    assert "it waits" not in " ".join(does(app, "start", "two").told)


def test_starting_what_waits_says_for_what(app):
    task(app, "First")
    task(app, "Second", needs=["first"])
    assert does(app, "start", "second").told[0].startswith("it waits for first (")


def test_either_end_and_either_word_makes_a_sub_task(app):
    plan(app)
    task(app, "One")
    task(app, "Two")
    link(app, LinkRequest("ship-it", "contains", "one"))
    link(app, LinkRequest("two", "bundled_with", "ship-it"))
    assert [one.slug for one in does(app, "complete", "one").notes] == ["one", "two"]


def test_another_note_that_is_part_of_the_plan_is_no_sub_task(app):
    plan(app)
    put(app, "A thought", title="Thought", type="decision", relations=(RelationInput("part_of", "ship-it"),))
    assert does(app, "complete", "ship-it").notes[0].action == "completed"


def test_a_plan_with_open_sub_tasks_is_completed_only_with_force(shipping):
    with pytest.raises(SagacityError) as caught:
        does(shipping, "complete", "ship-it")
    assert caught.value.code == "refused"
    assert "3 sub-tasks are open: write-it (" in caught.value.message
    assert "force" in caught.value.hint
    result = does(shipping, "complete", "ship-it", force=True)
    assert result.notes[0].action == "completed"
    assert result.told[0].startswith("still open: write-it (")
    assert result.told[1].startswith("a feature note of it: work graduate ")
    assert status(shipping, "write-it", "ship-it") == ["not_started", "complete"]
    assert does(shipping, "complete", "ship-it").notes[0].action == "unchanged"
    assert does(shipping, "start", "write-it").notes[0].action == "started"
    does(shipping, "complete", "write-it")
    assert does(shipping, "reopen", "write-it").told[0].startswith("its plan ship-it (")


def test_one_step_is_taken_back_as_one(shipping):
    before = {slug: note(shipping, slug).raw for slug in ("ship-it", "write-it", "announce-it", "test-it")}
    result = does(shipping, "complete", "write-it", prs=[PR], lessons=["Mind the gap"])
    assert len({one.operation for one in result.notes}) == 1
    assert len(undo(shipping, UndoRequest()).notes) == 3
    assert {slug: note(shipping, slug).raw for slug in before} == before
    with pytest.raises(SagacityError, match="no note is called"):
        note(shipping, "mind-the-gap")


def test_a_lesson_is_a_note_linked_to_the_work(shipping):
    update(shipping, UpdateRequest("write-it", add_tags=("app",)))
    result = does(shipping, "complete", "write-it", lessons=["Mind the gap\n\nIt was wider than we thought."])
    lesson = note(shipping, "mind-the-gap")
    assert result.notes[-1].id == lesson.id
    assert (lesson.type, lesson.tags) == ("learning", ("app", "lessons-learned"))
    assert {(edge.word, edge.title) for edge in lesson.relations} == {
        ("derived_from", "Write it"),
        ("applies_to", "Write it"),
    }
    walked = walk(shipping, WalkRequest("write-it", relations=("governed_by",)))
    assert [node.title for node in walked.nodes] == ["Write it", "Mind the gap"]
    assert "Mind the gap" in [hit.title for hit in recall(shipping, RecallRequest("write it")).results]
    again = does(shipping, "complete", "write-it", lessons=["Mind the gap\n\nIt was wider than we thought."])
    assert [one.action for one in again.notes] == ["unchanged", "unchanged"]


def test_the_same_lesson_twice_is_one_note_and_the_same_title_is_two(app):
    task(app, "Write it")
    result = does(app, "complete", "write-it", lessons=["Mind the gap", "Mind the gap", "Mind the gap\n\nAgain."])
    assert [one.action for one in result.notes] == ["completed", "created", "unchanged", "created"]
    assert len({one.id for one in result.notes}) == 3


def test_a_lesson_with_a_secret_leaves_all_as_it_was(shipping):
    with pytest.raises(SagacityError, match="secret"):
        does(shipping, "complete", "write-it", lessons=["token ghp_" + "a1B2" * 9])
    assert status(shipping, "write-it") == ["not_started"]


def test_a_note_that_is_no_work_is_refused_in_a_line(app):
    put(app, "It holds.", title="Holds", type="fact")
    for action in ("start", "complete", "reopen", "cancel", "graduate"):
        with pytest.raises(SagacityError) as caught:
            does(app, action, "holds")
        assert str(caught.value) == "a note of type fact has no status · these have: plan, task"


def test_words_of_other_trackers_in_files_are_understood(machine, app):
    put(app, "x", title="X")
    folder = machine.home / "personal" / "notes"
    (folder / "by-hand.md").write_text("---\ntype: todo\nstatus: In Progress\n---\nBy hand\n")
    (folder / "odd.md").write_text("---\ntype: task\nstatus: wip\n---\nOdd\n")
    assert does(app, "start", "by-hand").notes[0].action == "unchanged"
    assert does(app, "start", "odd").notes[0].action == "started"
    assert does(app, "complete", "by-hand", lessons=["Learnt by hand"]).notes[0].action == "completed"
    assert {edge.title for edge in note(app, "learnt-by-hand").relations} == {"By hand"}


def test_plan_and_tasks_may_stand_in_different_layers(machine):
    repository(machine.work)
    init(machine.app(), InitRequest(name="shop"))
    app = machine.app()
    plan(app, layer="project")
    task(app, "One", of="ship-it")
    task(app, "Two", of="ship-it", layer="project")
    result = does(app, "complete", "one", lessons=["Mind the gap"])
    assert [(one.action, one.layer) for one in result.notes] == [
        ("completed", "personal"),
        ("created", "personal"),
        ("started", "project:shop"),
    ]
    assert note(app, "mind-the-gap").project == "shop"
    undo(app, UndoRequest())
    assert status(app, "one", "two") == ["not_started", "not_started"]


def test_what_is_confidential_is_named_to_no_agent(machine):
    app = machine.app()
    plan(app)
    task(app, "One", of="ship-it")
    task(app, "Secret merger", of="ship-it", sensitivity="confidential")
    agent = machine.app(door="mcp", origin="agent_inferred")
    result = does(agent, "complete", "one")
    assert [one.slug for one in result.notes] == ["one"]
    assert "merger" not in str(result)
    does(app, "complete", "secret-merger", lessons=["Mergers take time"])
    assert note(app, "mergers-take-time").sensitivity == "confidential"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"action": "start"}, "start which plan or task"),
        ({"handle": "x"}, "what is to be done with 'x'"),
        ({"action": "start", "handle": "x", "prs": (PR,)}, "start has no use for prs"),
        ({"action": "complete", "handle": "x", "reason": "y"}, "complete has no use for reason"),
        ({"action": "cancel", "handle": "x", "limit": 3}, "cancel has no use for limit"),
        ({"prs": (PR,)}, "the agenda has no use for prs"),
        ({"action": "start", "handle": "nothing"}, "no note is called 'nothing'"),
    ],
)
def test_what_does_not_go_together_is_refused(app, fields, words):
    put(app, "x")
    fields = dict(fields)
    with pytest.raises(SagacityError, match=words):
        does(app, fields.pop("action", ""), fields.pop("handle", ""), **fields)


def test_another_version_than_the_one_decided_on_is_a_conflict(app):
    made = task(app, "Write it")
    does(app, "start", "write-it")
    with pytest.raises(SagacityError, match="someone changed it in between"):
        does(app, "complete", "write-it", expect=made.version)
