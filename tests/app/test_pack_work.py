"""Open work at the start of a session: what presses stands first, and what is being done in full."""

from __future__ import annotations

from sagacity.app.present import context
from sagacity.app.requests import ContextRequest
from sagacity.core.dates import DAY_MS, date_of
from tests.app.conftest import put
from tests.app.worked import does, plan, task


def shown(app, *titles):
    """Which of the titles are in the pack, in its order."""
    text = context(app, ContextRequest()).text
    return sorted((title for title in titles if title in text), key=text.index), text


def due(machine, days):
    return date_of(machine.clock.now_ms() + days * DAY_MS)


def test_overdue_stands_first_then_what_is_being_done_then_by_date(machine, app):
    for title, days in [("In a week", 7), ("Long overdue", -9), ("Overdue", -1), ("Tomorrow", 1)]:
        task(app, title, due=due(machine, days))
    task(app, "Some day")
    task(app, "Being done")
    does(app, "start", "being-done")
    expected = ["Long overdue", "Overdue", "Being done", "Tomorrow", "In a week", "Some day"]
    assert shown(app, *expected)[0] == expected


def test_the_current_step_is_there_in_full_and_what_has_not_begun_is_not(app):
    long = " ".join(f"detail {number}" for number in range(60))
    plan(app)
    task(app, "Now", content=f"Begin here. {long} the end of now.", of="ship-it")
    for number in range(8):
        task(app, f"Later {number}", content=f"Not yet. {long} the end of later.", of="ship-it")
    does(app, "start", "now")
    _, text = shown(app)
    assert "the end of now." in text
    assert "the end of later." not in text
    assert "Later 0" in text


def test_old_overdue_work_is_not_crowded_out_by_new(machine, app):
    task(app, "Forgotten", due="2020-01-02")
    machine.clock.advance(days=1)
    for number in range(60):
        put(app, f"Something to do, number {number}.", type="task", title=f"New {number}")
    for number in range(60):
        put(app, f"Something done, number {number}.", type="task", title=f"Done {number}", status="done")
    titles, _ = shown(app, "Forgotten", "New 59", "Done 59")
    assert titles[:1] == ["Forgotten"]
    assert "Done 59" not in titles
