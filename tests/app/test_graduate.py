"""A finished plan becomes a note about what was built."""

from __future__ import annotations

import pytest

from sagacity.app.forget import forget
from sagacity.app.requests import ForgetRequest, RelationInput, UndoRequest
from sagacity.app.undo import undo
from sagacity.core.errors import SagacityError
from sagacity.core.types import BODY_CAP
from tests.app.conftest import put
from tests.app.worked import agenda, does, note, plan, task

PR = "https://example.org/team/app/pull/"


def finished(app, **fields):
    """A plan that is complete, with two sub-tasks done and one dropped, a decision and a lesson."""
    made = plan(app, "Plan: ship it", summary="Users get the app.", tags=("app",), **fields)
    task(app, "Write it", of=made.id, summary="The app is written in one file.")
    task(app, "Test it", of=made.id)
    task(app, "Film it", of=made.id)
    links = (RelationInput("applies_to", "write-it"),)
    put(app, "One file is enough.", title="One file", type="decision", relations=links)
    does(app, "complete", "write-it", prs=[f"{PR}1"], lessons=["Mind the gap: it is wide."])
    does(app, "complete", "test-it", prs=[f"{PR}2", f"{PR}1"])
    does(app, "cancel", "film-it")
    does(app, "complete", made.id, prs=[f"{PR}3"])
    return made


def test_it_gathers_what_the_parts_say(app):
    made = finished(app)
    (written,) = does(app, "graduate", made.id).notes
    assert (written.action, written.slug, written.type) == ("created", "ship-it-feature", "feature")
    feature = note(app, written.id)
    assert (feature.summary, feature.tags) == ("Users get the app.", ("app",))
    assert [(edge.word, edge.id) for edge in feature.relations] == [("derived_from", made.id)]
    assert feature.body == (
        "Plan: ship it, so that users have it.\n\n"
        "## Built\n\n- Write it: The app is written in one file.\n- Test it well.\n\n"
        "## Decisions\n\n- One file is enough.\n\n"
        "## Lessons\n\n- Mind the gap: it is wide.\n\n"
        f"## Pull requests\n\n- {PR}1\n- {PR}2\n- {PR}3\n\n"
        "## Not done\n\n- Film it well."
    )


def test_it_is_made_once(app):
    made = finished(app)
    (first,) = does(app, "graduate", made.id).notes
    result = does(app, "graduate", made.id, title="Another name")
    assert [(one.id, one.action) for one in result.notes] == [(first.id, "unchanged")]
    assert result.told == (f"ship-it-feature ({first.id[-7:]}) has been made of it before",)
    undo(app, UndoRequest())
    assert does(app, "graduate", made.id, title="Another name").notes[0].slug == "another-name"


def test_the_plan_is_put_away_only_when_asked(app):
    made = finished(app)
    does(app, "graduate", made.id)
    assert note(app, made.id).lifecycle == ""
    result = does(app, "graduate", made.id, archive=True)
    assert [(one.slug, one.action) for one in result.notes] == [
        ("ship-it-feature", "unchanged"),
        ("plan-ship-it", "archived"),
    ]
    assert note(app, made.id).lifecycle == "archived"
    assert does(app, "graduate", made.id, archive=True).notes[1].action == "unchanged"
    undo(app, UndoRequest())
    assert note(app, made.id).lifecycle == ""
    assert agenda(app) == ()


def test_making_and_putting_away_is_one_step(app):
    made = finished(app)
    does(app, "graduate", made.id, archive=True)
    undo(app, UndoRequest())
    assert note(app, made.id).lifecycle == ""
    with pytest.raises(SagacityError, match="no note is called"):
        note(app, "ship-it-feature")


def test_an_open_plan_or_a_task_does_not_graduate(app):
    plan(app)
    task(app, "Write it")
    with pytest.raises(SagacityError, match="ship-it is not_started") as caught:
        does(app, "graduate", "ship-it")
    assert (caught.value.code, caught.value.hint) == ("refused", "complete it first")
    does(app, "complete", "write-it")
    with pytest.raises(SagacityError, match="only a plan graduates"):
        does(app, "graduate", "write-it")


def test_a_feature_that_was_put_away_counts_still(app):
    made = finished(app)
    (first,) = does(app, "graduate", made.id).notes
    forget(app, ForgetRequest((first.id,)))
    assert does(app, "graduate", made.id).notes[0].id == first.id


def test_what_is_more_secret_than_the_plan_stays_out(app):
    made = finished(app)
    does(app, "reopen", made.id)
    task(app, "Secret merger", of=made.id, sensitivity="confidential", status="complete")
    does(app, "complete", made.id)
    does(app, "graduate", made.id)
    assert "merger" not in note(app, "ship-it-feature").raw


def test_a_confidential_plan_becomes_a_confidential_note(app):
    made = finished(app, sensitivity="confidential")
    does(app, "graduate", made.id)
    assert note(app, "ship-it-feature").sensitivity == "confidential"


def test_a_large_plan_fits_in_a_note_and_says_what_found_no_room(app):
    made = plan(app, summary="Much.")
    for number in range(60):
        task(app, f"Step {number:02} {'of a long way ' * 12}", of=made.id, status="complete", summary="Done. " * 40)
    does(app, "complete", made.id, prs=[f"{PR}{number}" for number in range(64)])
    does(app, "graduate", made.id)
    body = note(app, "ship-it-feature").body
    assert len(body) <= BODY_CAP
    assert "\n- and " in body
