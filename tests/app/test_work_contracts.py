"""What users of an earlier system rely on, of plans, tasks, due dates and the agenda, one behaviour a test."""

from __future__ import annotations

import pytest

from sagacity.app.history import history
from sagacity.app.present import context
from sagacity.app.recall import list_notes
from sagacity.app.remember import remember
from sagacity.app.requests import ContextRequest, ListRequest, NoteInput, RememberRequest, UpdateRequest
from sagacity.app.update import update
from sagacity.app.versions import HistoryRequest
from sagacity.app.work import work
from sagacity.app.working import WorkRequest
from sagacity.core.dates import DAY_MS, date_of
from sagacity.core.errors import SagacityError
from tests.app.conftest import put
from tests.app.test_changes import edited
from tests.app.worked import agenda, does, lines, note, plan, status, task

PR = "https://example.org/team/app/pull/"


def day(machine, ahead):
    return date_of(machine.clock.now_ms() + ahead * DAY_MS)


@pytest.mark.parametrize("kind", ["plan", "task"])
def test_a_plan_or_task_without_a_status_has_not_started(app, kind):
    made = put(app, "Ship it", type=kind)
    assert note(app, made.id).status == "not_started"
    assert [hit.id for hit in list_notes(app, ListRequest(status=("not_started",))).results] == [made.id]


def test_another_type_has_no_status(app):
    with pytest.raises(SagacityError, match="a note of type fact has no status"):
        put(app, "It holds", type="fact", status="pending")


def test_what_becomes_a_task_later_has_not_started_either(app):
    made = put(app, "Ship it", type="idea")
    update(app, UpdateRequest(made.id, type="task"))
    assert note(app, made.id).status == "not_started"
    assert [item.id for item in agenda(app)] == [made.id]


def test_what_is_a_task_no_more_keeps_neither_status_nor_date(machine, app):
    made = task(app, "Ship it", due=day(machine, 3))
    update(app, UpdateRequest(made.id, type="fact"))
    assert (note(app, made.id).status, note(app, made.id).due) == ("", "")


@pytest.mark.parametrize(
    ("text", "ahead"),
    [
        ("today", 0),
        ("TOMORROW", 1),
        ("tmrw", 1),
        ("yesterday", -1),
        ("in 3 days", 3),
        ("in 2 weeks", 14),
        ("in 1 day", 1),
    ],
)
def test_a_due_phrase_is_stored_as_a_date(machine, app, text, ahead):
    machine.clock.ahead_ms -= machine.clock.now_ms() % DAY_MS
    made = task(app, "Ship it", due=text)
    assert note(app, made.id).due == day(machine, ahead)


@pytest.mark.parametrize(
    "door",
    [
        lambda app, made: task(app, "Other", due="soon"),
        lambda app, made: remember(app, RememberRequest(notes=(NoteInput(content="x", due="soon"),))),
        lambda app, made: update(app, UpdateRequest(made.id, due="soon")),
        lambda app, made: does(app, "start", made.id, due="soon"),
        lambda app, made: work(app, WorkRequest(due="soon")),
        lambda app, made: edited(app, made.id, "2126-12-24", "soon"),
    ],
    ids=["remember", "many", "update", "step", "agenda", "edit"],
)
def test_rubbish_for_a_date_is_refused_by_every_door(app, door):
    made = task(app, "Ship it", due="2126-12-24")
    with pytest.raises(SagacityError, match="due 'soon' is no date") as caught:
        door(app, made)
    assert caught.value.code == "invalid"
    assert note(app, made.id).due == "2126-12-24"


def test_a_bad_date_that_stands_in_a_file_breaks_no_list(machine, app):
    task(app, "Ship it", due="2126-12-24")
    (machine.home / "personal" / "notes" / "odd.md").write_text("---\ntype: task\ndue: whenever\n---\n# Odd\n")
    assert lines(app) == ["later: Ship it not_started", "no date: Odd not_started"]
    assert "Odd" in context(app, ContextRequest()).text


def test_completing_a_sub_task_begins_the_next_by_age(app):
    plan(app)
    for title in ("One", "Two", "Three"):
        task(app, title, of="ship-it")
    does(app, "start", "one")
    does(app, "complete", "one")
    assert status(app, "one", "two", "three") == ["complete", "pending", "not_started"]


def test_completing_attaches_pull_requests_once_and_in_order(app):
    task(app, "One")
    does(app, "complete", "one", prs=[f"{PR}2", f"{PR}1"])
    does(app, "complete", "one", prs=[f"{PR}1", f"{PR}3"])
    assert note(app, "one").prs == (f"{PR}2", f"{PR}1", f"{PR}3")


def test_only_plans_and_tasks_are_completed(app):
    made = put(app, "It holds", type="fact")
    with pytest.raises(SagacityError, match="has no status"):
        does(app, "complete", made.id)


def test_a_lesson_carries_the_tags_and_leads_to_the_work(app):
    task(app, "One", tags=("app", "release"))
    does(app, "complete", "one", lessons=["Freeze the branch first"])
    lesson = note(app, "freeze-the-branch-first")
    assert set(lesson.tags) == {"app", "release", "lessons-learned"}
    assert {edge.op for edge in lesson.relations} == {"derived_from", "applies_to"}
    assert lesson.confidence != "canonical"


def test_a_finished_plan_becomes_a_feature_once(app):
    made = plan(app)
    with pytest.raises(SagacityError, match="complete it first"):
        does(app, "graduate", made.id)
    does(app, "complete", made.id)
    assert does(app, "graduate", made.id).notes[0].type == "feature"
    assert does(app, "graduate", made.id).notes[0].action == "unchanged"


def test_a_session_starts_with_pending_and_dated_work_overdue_first(machine, app):
    task(app, "Pending one")
    does(app, "start", "pending-one")
    task(app, "Dated one", due=day(machine, 5))
    task(app, "Late one", due=day(machine, -5))
    task(app, "Finished one", status="complete")
    text = context(app, ContextRequest()).text
    order = sorted(("Pending one", "Dated one", "Late one"), key=text.index)
    assert order == ["Late one", "Pending one", "Dated one"]
    assert "Finished one" not in text


def test_the_agenda_is_in_buckets_and_flat_or_under_plans(machine, app):
    machine.clock.ahead_ms += 20_787 * DAY_MS - machine.clock.now_ms()  # a Monday
    for title, ahead in [("Late", -1), ("Now", 0), ("Soon", 3), ("Later", 30)]:
        task(app, title, due=day(machine, ahead))
    task(app, "Some day")
    result = work(app, WorkRequest())
    assert [count.when for count in result.counts] == ["overdue", "today", "this week", "later", "no date"]
    assert [item.when for item in result.items] == ["overdue", "today", "this week", "later", "no date"]
    plan(app)
    task(app, "Part", of="ship-it")
    assert [item.depth for item in agenda(app) if item.plan] == [1]


def test_the_agenda_can_show_what_is_complete(app):
    task(app, "One", status="complete")
    assert agenda(app) == ()
    assert lines(app, status=("complete",)) == ["done: One complete"]


def test_an_agent_is_given_the_date_its_state_and_the_days(machine, app):
    task(app, "Late", due=day(machine, -2))
    (item,) = agenda(app)
    assert (item.due, item.when, item.due_days) == (day(machine, -2), "overdue", -2)


def test_the_history_shows_a_change_of_status(app):
    task(app, "One")
    does(app, "complete", "one")
    assert "status" in history(app, HistoryRequest("one")).versions[0].changed
