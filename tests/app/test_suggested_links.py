"""A new note is told what it may be linked with, and nothing that it is linked with, says the same as, or may not see."""

from __future__ import annotations

from sagacity.app.link import link
from sagacity.app.requests import LinkRequest, RelationInput
from tests.app.conftest import put, repository


def told(note):
    return [(hint.op, hint.title, hint.why) for hint in note.suggested_links]


def test_a_note_that_is_named_is_suggested(app):
    put(app, "It listens on 8080.", title="PaymentGateway")
    put(app, "Runs the platform.", title="Ann Smith", type="person")
    new = put(app, "Every night the job calls PaymentGateway; ask Ann Smith.", title="Nightly job")
    assert set(told(new)) == {
        ("references", "PaymentGateway", "names it"),
        ("mentions", "Ann Smith", "names it"),
    }


def test_what_is_linked_already_is_not_suggested(app):
    put(app, "It listens on 8080.", title="PaymentGateway")
    new = put(
        app, "Calls PaymentGateway at night.", title="Job", relations=(RelationInput("depends_on", "PaymentGateway"),)
    )
    assert told(new) == []


def test_what_speaks_of_the_same_is_suggested_and_what_says_the_same_is_similar(app):
    put(app, "Deploys of the billing service need the VPN.", title="Billing service deploys")
    new = put(app, "Rollback of the billing service takes a minute.", title="Billing service rollback")
    assert [title for _, title, _ in told(new)] == ["Billing service deploys"]
    again = put(app, "Rollback of the billing service takes a minute!", title="Billing service rollback now")
    assert "Billing service rollback" in [one.title for one in again.similar]
    assert "Billing service rollback" not in [title for _, title, _ in told(again)]


def test_nothing_is_suggested_across_the_limits(machine):
    top = machine.work / "shop"
    repository(top)
    mine = machine.app(top)
    put(mine, "secret", title="HiddenThing", sensitivity="confidential")
    external = machine.app(top, door="mcp", origin="agent_external")
    put(external, "from the web", title="WebPage")
    repository(machine.work / "other")
    put(machine.app(machine.work / "other"), "elsewhere", title="OtherPlace", type="fact")
    agent = machine.app(top, door="mcp", origin="agent_inferred")
    assert told(put(agent, "On HiddenThing, WebPage and OtherPlace.", title="Sketch")) == []


def test_a_link_is_answered_with_what_else_may_be_linked(app):
    new = put(app, "Every night the job calls PaymentGateway; ask Ann Smith.", title="Nightly job")
    put(app, "It listens on 8080.", title="PaymentGateway")
    put(app, "Runs the platform.", title="Ann Smith", type="person")
    request = LinkRequest("nightly-job", "depends_on", "paymentgateway")
    assert told(link(app, request).notes[0]) == [("mentions", "Ann Smith", "names it")]
    assert told(link(app, request).notes[0]) == []  # unchanged
    (done,) = link(app, LinkRequest(new.id, "mentions", "Ann Smith")).notes
    assert told(done) == []
    assert told(link(app, LinkRequest(new.id, "mentions", "Ann Smith", remove=True)).notes[0]) == []
