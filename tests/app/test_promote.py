"""A note goes where more people read it: reviewed before, whole afterwards, and back by one undo."""

import pytest

from sagacity.app.history import history
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.planned import PromoteRequest
from sagacity.app.promote import promote
from sagacity.app.read import read
from sagacity.app.recall import list_notes
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import (
    InitRequest,
    LinkRequest,
    ListRequest,
    ReadRequest,
    ReindexRequest,
    RememberRequest,
    UndoRequest,
)
from sagacity.app.undo import undo
from sagacity.app.versions import HistoryRequest
from tests.app.conftest import put, repository
from tests.app.test_write_and_find import refusal


@pytest.fixture
def here(machine):
    """A person in a repository that has a layer."""
    repository(machine.work)
    app = machine.app()
    init(app, InitRequest())
    return app


def note(app, handle):
    return read(app, ReadRequest((handle,))).notes[0]


def test_a_plan_says_where_the_note_goes_and_what_readers_will_not_see(here):
    put(here, "only mine", title="Mine")
    made = put(here, "Deploys need VPN", title="Deploys", type="convention")
    link(here, LinkRequest(made.id, "refines", "mine"))
    plan = promote(here, PromoteRequest("deploys", "project"))
    assert not plan.applied
    assert [(one.action, one.layer.partition(":")[0]) for one in plan.changes] == [
        ("promoted", "project"),
        ("moved", "personal"),
    ]
    assert any(one.startswith("refines ") and "do not see" in one for one in plan.notices)
    assert not any(line.startswith("+project:") for line in plan.changes[0].diff)
    assert note(here, made.id).layer == "personal"


def test_the_id_the_past_and_the_links_stay(here):
    made = put(here, "Deploys need VPN", title="Deploys", type="convention")
    plan = put(here, "ship it", title="Plan")
    link(here, LinkRequest(plan.id, "depends_on", made.id))
    link(here, LinkRequest(plan.id, "references", "deploys"))
    promote(here, PromoteRequest(made.id, "project", yes=True))
    moved = note(here, made.id)
    assert (moved.layer.partition(":")[0], moved.project, moved.trust) == ("project", "", "approved")
    assert {(edge.op, edge.id) for edge in note(here, plan.id).relations} == {
        ("depends_on", made.id),
        ("references", made.id),
    }
    lines = history(here, HistoryRequest(made.id)).versions
    assert [line.op for line in lines] == ["delete", "create", "create"]
    assert lines[0].reason.startswith("promoted to project")
    assert [hit.id for hit in list_notes(here, ListRequest()).results].count(made.id) == 1
    assert reindex(here, ReindexRequest(check=True)).problems == ()


def test_one_undo_brings_it_back(here):
    made = put(here, "Deploys need VPN", title="Deploys", type="convention")
    raw = note(here, made.id).raw
    done = promote(here, PromoteRequest(made.id, "project", yes=True))
    undo(here, UndoRequest(operation=done.operation))
    back = note(here, made.id)
    assert (back.layer, back.raw) == ("personal", raw)
    assert reindex(here, ReindexRequest(check=True)).problems == ()


def test_a_name_that_is_taken_there_is_kept_as_a_synonym(here):
    put(here, "theirs", title="Deploys", layer="project")
    made = put(here, "mine", title="Deploys")
    promote(here, PromoteRequest(made.id, "project", yes=True))
    moved = note(here, made.id)
    assert moved.slug != "deploys"
    assert "deploys" in [name.lower() for name in (moved.title, *moved.synonyms)]


def test_what_others_must_not_see_is_refused(here):
    put(here, "hidden", title="Hidden", sensitivity="confidential")
    remember(here, RememberRequest("the token ghp_" + "a1B2" * 9, "Token", allow_secret=True))
    put(here, "open", title="Open", layer="project")
    for handle in ("hidden", "token"):
        assert refusal(lambda: promote(here, PromoteRequest(handle, "project"))).code == "refused"  # noqa: B023
    assert refusal(lambda: promote(here, PromoteRequest("open", "personal"))).code == "invalid"
    assert refusal(lambda: promote(here, PromoteRequest("open", "nowhere"))).code == "not_found"


def test_a_promotion_is_worth_no_more_than_before(machine, here):
    agent = machine.app(door="python", origin="agent_inferred")
    put(agent, "an agent's word", title="Its")
    promote(here, PromoteRequest("its", "project", yes=True))
    assert note(here, "its").trust == "unconfirmed"


def test_a_note_that_stands_in_both_layers_with_different_texts_is_left_to_the_user(here):
    made = put(here, "Deploys need VPN", title="Deploys", type="convention")
    raw = note(here, made.id).raw
    promote(here, PromoteRequest(made.id, "project", yes=True))
    with open(made.path, "w") as file:
        file.write(raw.replace("VPN", "luck"))
    error = refusal(lambda: promote(here, PromoteRequest(made.id, "project", yes=True)))
    assert (error.code, made.path in error.hint) == ("conflict", True)
    with open(made.path, "w") as file:
        file.write(raw)
    done = promote(here, PromoteRequest(made.id, "project", yes=True))
    assert [(one.action, one.path) for one in done.changes] == [("moved", made.path)]
    assert note(here, made.id).layer.startswith("project")
