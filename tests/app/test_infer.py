"""Relations that nobody wrote are proposed with the reason, never across a limit, and nothing changes."""

from __future__ import annotations

import shlex

import pytest

from sagacity.app.infer import infer
from sagacity.app.inferring import InferRequest
from sagacity.app.link import link
from sagacity.app.read import read
from sagacity.app.requests import LinkRequest, ReadRequest, RelationInput
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository


def proposed(app, handle="", **fields):
    """(source, op, target, signal) of each."""
    found = infer(app, InferRequest(handle, **fields)).proposals
    return [(one.source_title, one.op, one.target_title, one.signal) for one in found]


def test_what_a_text_says_of_another_note_is_proposed(app):
    put(app, "It listens on 8080.", title="Payment gateway")
    put(app, "The nightly job depends on the payment gateway.", title="Nightly job")
    put(app, "See [[Nightly job]].", title="Index")
    assert proposed(app) == [
        ("Index", "references", "Nightly job", "text"),
        ("Nightly job", "depends_on", "Payment gateway", "text"),
    ]
    assert proposed(app, "Payment gateway") == [("Nightly job", "depends_on", "Payment gateway", "text")]
    [one] = infer(app, InferRequest("Payment gateway")).proposals
    assert one.evidence == "The nightly job depends on the payment gateway."
    assert proposed(app, min_score=90) == []


def test_a_proposal_carries_the_command_that_writes_it_and_is_gone_once_it_was(app):
    put(app, "It listens on 8080.", title="Payment gateway")
    put(app, "The nightly job depends on the payment gateway.", title="Nightly job")
    before = [read(app, ReadRequest((title,))).notes[0].raw for title in ("Payment gateway", "Nightly job")]
    [one] = infer(app, InferRequest()).proposals
    assert [read(app, ReadRequest((title,))).notes[0].raw for title in ("Payment gateway", "Nightly job")] == before
    program, name, source, op, target = shlex.split(one.command)
    assert (program, name) == ("sagacity", "link")
    link(app, LinkRequest(source, op, target))
    assert proposed(app) == []


def test_related_notes_are_not_proposed_whatever_the_relation(app):
    put(app, "It listens on 8080.", title="Payment gateway")
    put(app, "Over the payment gateway.", title="Nightly job")
    link(app, LinkRequest("Payment gateway", "mentions", "Nightly job"))
    assert proposed(app) == []


def test_an_entity_is_mentioned(app):
    put(app, "Runs the platform team.", title="Ann Smith", type="person")
    put(app, "Ask Ann Smith for access.", title="Access")
    assert proposed(app) == [("Access", "mentions", "Ann Smith", "text")]


def test_notes_on_the_same_lines_are_proposed(machine):
    top = machine.work / "shop"
    repository(top)
    (top / "pay.py").write_text("one\ntwo\nthree\n")
    app = machine.app(top)
    put(app, "first thing", title="First", references=("pay.py:1-2",))
    put(app, "second thing", title="Second", references=("pay.py:1-2",))
    put(app, "third thing", title="Third", references=("pay.py",))
    found = infer(app, InferRequest()).proposals
    assert {(one.score, one.evidence) for one in found} == {
        (0.6, "both rest on pay.py:1-2"),
        (0.45, "both rest on pay.py"),
    }
    assert {one.signal for one in found} == {"references"}


def test_notes_that_are_read_together_again_and_again_are_proposed(app):
    put(app, "aaa", title="One")
    put(app, "bbb", title="Two")
    for _ in range(2):
        read(app, ReadRequest(("One", "Two")))
    assert proposed(app, min_score=0) == []
    for _ in range(3):
        read(app, ReadRequest(("One", "Two")))
    [one] = infer(app, InferRequest()).proposals
    assert one.evidence == "found or read together 5 times"
    assert one.op == "relates_to"


def test_nothing_is_proposed_across_trust_and_layers(machine):
    top = machine.work / "shop"
    repository(top)
    mine = machine.app(top)
    put(mine, "quiet words", title="Hidden thing", sensitivity="confidential")
    put(mine, "words of mine", title="Personal view")
    external = machine.app(top, door="mcp", origin="agent_external")
    put(external, "Replaces the personal view, says the web.", title="Web page")
    agent = machine.app(top, door="mcp", origin="agent_inferred")
    put(agent, "About the hidden thing.", title="Sketch of it")
    assert proposed(agent) == []
    assert proposed(machine.app(top)) == [("Sketch of it", "references", "Hidden thing", "text")]
    with pytest.raises(SagacityError) as caught:
        infer(agent, InferRequest("Hidden thing"))
    assert caught.value.code == "refused"


def test_a_shared_note_is_not_led_to_what_others_do_not_have(machine):
    from sagacity.app.init import init
    from sagacity.app.requests import InitRequest

    top = machine.work / "shop"
    repository(top)
    app = machine.app(top)
    init(app, InitRequest())
    put(app, "mine alone", title="Personal view")
    put(app, "As the personal view says.", title="Team rule", layer="project")
    put(app, "As the team rule says.", title="Own remark")
    assert proposed(app) == [("Own remark", "references", "Team rule", "text")]


def test_two_notes_of_one_name_are_not_guessed_between(app):
    put(app, "one", title="Payment gateway")
    put(app, "two", title="Payment gateway", relations=(RelationInput("relates_to", "nothing-yet"),))
    put(app, "Over the payment gateway.", title="Nightly job")
    assert proposed(app) == []
