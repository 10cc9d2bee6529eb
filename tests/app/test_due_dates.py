"""Dates in words, through every door that takes one."""

from __future__ import annotations

import pytest

from sagacity.app.read import read
from sagacity.app.remember import remember
from sagacity.app.requests import NoteInput, ReadRequest, RememberRequest, UpdateRequest
from sagacity.app.update import update
from sagacity.core.dates import DAY_MS, date_of, from_ms
from sagacity.core.errors import SagacityError
from tests.app.conftest import put
from tests.app.test_changes import edited


@pytest.fixture
def day(machine):
    """day(n) is the date so many days from today."""
    machine.clock.ahead_ms -= machine.clock.now_ms() % DAY_MS  # so that no midnight comes between
    return lambda ahead: date_of(machine.clock.now_ms() + ahead * DAY_MS)


def stored(app, handle):
    return read(app, ReadRequest((handle,))).notes[0]


def test_a_note_keeps_the_day_that_was_meant(app, day):
    note = put(app, "Ship it", type="task", due="in 3 days")
    assert stored(app, note.id).due == day(3)
    assert f'due: "{day(3)}"\n' in stored(app, note.id).raw
    assert note.warnings == (f"due in 3 days is {day(3)}",)


def test_a_date_or_time_is_kept_as_it_was_given(app):
    for due in ("2126-12-24", "2126-12-24T18:00:00+02:00"):
        note = put(app, f"By {due}", type="task", due=due)
        assert stored(app, note.id).due == due
        assert note.warnings == ()


def test_a_past_date_is_taken_with_a_warning(app, day):
    assert put(app, "Late", type="task", due="2020-02-03").warnings == ("due 2020-02-03, which is in the past",)
    assert put(app, "Later", type="task", due="yesterday").warnings == (
        f"due yesterday is {day(-1)}, which is in the past",
    )
    assert put(app, "Now", type="task", due=day(0)).warnings == ()


def test_update_sets_changes_and_clears_it(app, day):
    note = put(app, "Ship it", type="task", due="tomorrow")
    (changed,) = update(app, UpdateRequest(note.id, due="in a week")).notes
    assert (changed.action, changed.warnings) == ("updated", (f"due in a week is {day(7)}",))
    assert update(app, UpdateRequest(note.id, due="in 7 days")).notes[0].action == "unchanged"
    update(app, UpdateRequest(note.id, due=" None "))
    assert stored(app, note.id).due == ""
    assert "due:" not in stored(app, note.id).raw


def test_appending_may_set_it_too(app, day):
    note = put(app, "Ship it", type="task")
    (changed,) = remember(app, RememberRequest(content="The customer asks.", to=note.id, due="in 2 days")).notes
    assert (changed.action, changed.warnings) == ("appended", (f"due in 2 days is {day(2)}",))
    assert stored(app, note.id).due == day(2)
    with pytest.raises(SagacityError, match="due 'soonish' is no date"):
        remember(app, RememberRequest(content="And asks.", to=note.id, due="soonish"))
    assert "And asks" not in stored(app, note.id).raw


def test_none_at_the_start_is_no_date(app):
    assert stored(app, put(app, "Some day", type="task", due="none").id).due == ""


def test_one_of_many_notes_with_rubbish_leaves_all_unwritten(app):
    notes = (NoteInput(content="One", due="friday"), NoteInput(content="Two", due="soonish"))
    with pytest.raises(SagacityError, match="due 'soonish' is no date"):
        remember(app, RememberRequest(notes=notes))
    with pytest.raises(SagacityError, match="no note is called"):
        read(app, ReadRequest(("one",)))


def test_validity_takes_the_same_words(app, day):
    note = put(app, "The freeze holds", type="fact", valid_from="yesterday", valid_until="in 2 weeks")
    assert (stored(app, note.id).valid_from, stored(app, note.id).valid_until) == (day(-1), day(14))
    assert note.warnings == ()
    with pytest.raises(SagacityError, match="valid_until 'whenever' is no date"):
        update(app, UpdateRequest(note.id, valid_until="whenever"))


def test_a_file_holds_dates_and_no_words(app):
    note = put(app, "Ship it", title="Ship it", type="task", due="2126-12-24")
    with pytest.raises(SagacityError, match="due 'friday' is no date"):
        edited(app, note.id, '"2126-12-24"', "friday")
    assert edited(app, note.id, '"2126-12-24"', f'"{from_ms(0)}"').action == "updated"
