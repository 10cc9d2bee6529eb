"""What somebody meets on the first day: notes whose time is over, slips of the pen, what a command points at."""

import pytest

from sagacity.app.doctor import doctor
from sagacity.app.forget import forget
from sagacity.app.link import link
from sagacity.app.present import context
from sagacity.app.prompt import prompt_block
from sagacity.app.read import read
from sagacity.app.recall import list_notes, recall
from sagacity.app.requests import (
    ContextRequest,
    DoctorRequest,
    ForgetRequest,
    LinkRequest,
    ListRequest,
    ReadRequest,
    RecallRequest,
    RelationInput,
    UndoRequest,
)
from sagacity.app.undo import undo
from sagacity.core.dates import date_of
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository, titles


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({"valid_until": "2020-01-01"}, "no longer valid since 2020-01-01"),
        ({"valid_until": "2020-01-01T10:00:00Z"}, "no longer valid since 2020-01-01T10:00:00Z"),
        ({"valid_from": "2999-01-01"}, "not valid before 2999-01-01"),
        ({"valid_until": "2999-01-01"}, ""),
        ({"valid_from": "2020-01-01"}, ""),
    ],
)
def test_a_note_is_shown_while_it_holds(app, fields, state):
    note = put(app, "The widget factory is in Leipzig", title="Widget factory", **fields)
    found = recall(app, RecallRequest(query="widget factory"))
    assert [hit.title for hit in found.results] == ([] if state else ["Widget factory"])
    assert any("not valid now" in line for line in found.withheld) == bool(state)
    assert [hit.title for hit in list_notes(app, ListRequest()).results] == ([] if state else ["Widget factory"])
    (marked,) = recall(app, RecallRequest(query="widget factory", with_=("superseded",))).results
    assert marked.lapsed == state
    (whole,) = read(app, ReadRequest(handles=(note.id,))).notes
    assert whole.warnings == ((state,) if state else ())


def test_a_date_holds_for_the_whole_of_its_day(app):
    today = app.clock.now_ms() // 86_400_000
    put(app, "The widget sale ends today", title="Widget sale", valid_until=date_of(today * 86_400_000))
    put(app, "The gadget sale is over", title="Gadget sale", valid_until=date_of((today - 1) * 86_400_000))
    assert titles(app, "sale") == ["Widget sale"]


def test_what_is_invalidated_is_not_told_to_a_model_until_that_is_undone(machine):
    app = machine.app()
    put(app, "The flaky checkout test fails when clocks are skewed", title="Flaky checkout test")
    asked = "why does the flaky checkout test fail?"
    hook = machine.app(door="hook", origin="agent_inferred")
    assert "Flaky checkout" in prompt_block(hook, asked, max_chars=9000).text
    forget(app, ForgetRequest(handles=("flaky-checkout-test",), how="invalidate"))
    assert prompt_block(machine.app(door="hook", origin="agent_inferred"), asked, max_chars=9000).text == ""
    assert titles(app, "flaky checkout") == []
    undo(app, UndoRequest())
    assert titles(app, "flaky checkout") == ["Flaky checkout test"]


def test_undo_passes_over_what_doctor_did(app):
    put(app, "Deploys need the VPN", title="Deploys")
    assert doctor(app, DoctorRequest()).healthy
    (taken,) = undo(app, UndoRequest()).notes
    assert (taken.title, taken.action) == ("Deploys", "deleted")
    assert list_notes(app, ListRequest(with_=("archived",))).results == ()
    with pytest.raises(SagacityError, match="no change to take back"):
        undo(app, UndoRequest())


def test_a_relation_that_is_not_in_the_list_is_kept_and_pointed_out(app):
    first, second = put(app, "one", title="One"), put(app, "two", title="Two")
    (kept,) = link(app, LinkRequest(source="one", op="superseeds", target="two")).notes
    assert kept.warnings == (
        "superseeds is not in the list of relations and changes nothing else; did you mean supersedes?",
    )
    third = put(app, "three", title="Three", relations=(RelationInput(op="frobs", target=first.id),))
    assert third.warnings == ("frobs is not in the list of relations and changes nothing else",)
    (known,) = link(app, LinkRequest(source="one", op="refines", target="two")).notes
    assert known.warnings == ()
    (seen,) = read(app, ReadRequest(handles=(second.id,))).notes
    assert {edge.word for edge in seen.relations} == {"is superseeds of", "refined_by"}


def test_other_projects_are_named_only_where_they_have_an_answer(machine):
    here, there = machine.work / "here", machine.work / "there"
    for folder in (here, there):
        repository(folder)
    put(machine.app(there), "Postgres is the database", title="Postgres", project="there", type="task")
    app = machine.app(here)
    assert recall(app, RecallRequest(query="postgres")).withheld == ("1 in other projects: --everywhere shows them",)
    assert recall(app, RecallRequest(query="postgres", status=("complete",))).withheld == ()
    agent = machine.app(here, door="mcp", origin="agent_inferred")
    assert recall(agent, RecallRequest(query="postgres")).withheld == ("1 in other projects: `everywhere` shows them",)
    put(app, "Mysql is no database of ours", title="Mysql", status="pending", type="task")
    assert recall(app, RecallRequest(query="mysql", status=("complete",))).withheld == ()


def test_a_project_nobody_knows_is_said_to_be_unknown(machine):
    repository(machine.work / "orders")
    app = machine.app(machine.work / "orders")
    put(app, "Postgres is the database", title="Postgres", type="fact")
    put(app, "Redis is the cache", title="Redis", type="fact", project="payments")
    for work in (
        lambda: recall(app, RecallRequest(query="redis", project="ordrs")),
        lambda: recall(app, RecallRequest(project="ordrs")),
        lambda: context(app, ContextRequest(project="ordrs")),
    ):
        with pytest.raises(SagacityError) as caught:
            work()
        assert (caught.value.code, caught.value.hint) == ("not_found", "did you mean orders?")
    assert recall(app, RecallRequest(query="redis", project="payments")).results  # only a note speaks of it
    assert recall(app, RecallRequest(query="postgres", project="orders")).results
    assert recall(machine.app(machine.work), RecallRequest(query="postgres", project="orders")).results
