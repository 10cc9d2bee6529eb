"""Relations are shown both ways wherever a note is, with what is written at them, and who made them when asked."""

from __future__ import annotations

import pytest

from sagacity.app.link import link
from sagacity.app.read import read
from sagacity.app.recall import recall
from sagacity.app.relation_view import relation_line
from sagacity.app.remember import remember
from sagacity.app.requests import LinkRequest, ReadRequest, RecallRequest, RelationInput, RememberRequest
from sagacity.app.walk import walk
from sagacity.app.walking import WalkRequest
from sagacity.core.errors import SagacityError
from sagacity.faces.mcp.answers import text_of
from tests.app.conftest import put, repository


def linked(app, source, op, target, **fields):
    return link(app, LinkRequest(source, op, target, **fields)).notes[0]


def whole(app, handle, **fields):
    return read(app, ReadRequest((handle,), **fields)).notes[0]


def lines(views):
    """Without the ends of ids."""
    return [
        " ".join(word for word in relation_line(view).split() if not (len(word) == 7 and word.isupper()))
        for view in views
    ]


@pytest.fixture
def pair(app):
    put(app, "The gateway listens on 8080.", title="Gateway")
    put(app, "Keys live in the vault.", title="Vault")
    linked(app, "Gateway", "depends_on", "Vault", note="its key", properties=("since=v2", "owner=ops team"))
    return app


def test_read_shows_a_relation_at_both_ends(pair):
    assert lines(whole(pair, "Gateway").relations) == ["depends_on Vault (its key; since=v2, owner=ops team)"]
    assert lines(whole(pair, "Vault").relations) == ["prerequisite_for Gateway (its key; since=v2, owner=ops team)"]
    [edge] = walk(pair, WalkRequest("Vault")).edges
    assert edge.properties == ("since=v2", "owner=ops team")
    assert "Gateway (its key; since=v2, owner=ops team)" in text_of(walk(pair, WalkRequest("Vault")), "n0nce")


def test_recall_shows_the_relations_of_hits_when_asked(pair):
    assert recall(pair, RecallRequest("gateway port")).results[0].relations == ()
    found = recall(pair, RecallRequest("gateway 8080", with_=("edges",)))
    assert lines(found.results[0].relations) == ["depends_on Vault (its key; since=v2, owner=ops team)"]
    text = text_of(found, "n0nce")
    assert "depends_on" in text
    assert text.index("n0nce") < text.index("depends_on") < text.rindex("n0nce")
    full = recall(pair, RecallRequest("gateway 8080", with_=("edges",), expand=1))
    assert "depends_on" in text_of(full, "n0nce")


def test_a_hit_shows_but_a_few_relations(app):
    put(app, "The hub of the wheel.", title="Hub")
    for number in range(12):
        put(app, f"Spoke {number}", title=f"Spoke {number}", relations=(RelationInput("part_of", "Hub"),))
    [hub] = [hit for hit in recall(app, RecallRequest("hub wheel", with_=("edges",))).results if hit.title == "Hub"]
    assert len(hub.relations) == 8
    assert {view.word for view in hub.relations} == {"contains"}
    assert len(whole(app, "Hub").relations) == 12


def test_relations_of_hits_lead_nowhere_that_this_caller_may_not_see(machine):
    mine = machine.app()
    put(mine, "secret plans", title="Hidden", sensitivity="confidential")
    put(mine, "open words", title="Open")
    linked(mine, "Open", "mentions", "Hidden")
    agent = machine.app(door="mcp", origin="agent_inferred")
    [hit] = recall(agent, RecallRequest("open words", with_=("edges",), limit=1)).results
    assert "Hidden" not in text_of(recall(agent, RecallRequest("open words", with_=("edges",))), "n0nce")
    assert hit.relations == ()


def test_relations_of_hits_stay_in_their_project(machine):
    repository(machine.work / "alpha")
    alpha = machine.app(machine.work / "alpha")
    here = put(alpha, "alpha uses a queue", title="Queue", type="fact")
    repository(machine.work / "beta")
    beta = machine.app(machine.work / "beta")
    put(beta, "beta as well", title="Other", type="fact", relations=(RelationInput("relates_to", here.id),))
    [hit] = recall(alpha, RecallRequest("queue", with_=("edges",), limit=1)).results
    assert hit.relations == ()


@pytest.mark.parametrize(
    ("given", "left"),
    [
        (("since=v3",), ("since=v3", "owner=ops team")),
        (("since=",), ("owner=ops team",)),
        (("a=b=c", "x = 1 "), ("since=v2", "owner=ops team", "a=b=c", "x=1")),
        ((), ("since=v2", "owner=ops team")),
    ],
)
def test_a_repeated_link_updates_what_is_given(pair, given, left):
    linked(pair, "Gateway", "depends_on", "Vault", properties=given)
    [view] = whole(pair, "Gateway").relations
    assert (view.note, view.properties) == ("its key", left)


@pytest.mark.parametrize("bad", ["novalue", "=x", "a" * 65 + "=b", "a=" + "b" * 401, "a=b\nc"])
def test_what_is_no_property_is_refused(pair, bad):
    with pytest.raises(SagacityError) as caught:
        linked(pair, "Gateway", "depends_on", "Vault", properties=(bad,))
    assert caught.value.code == "invalid"
    assert "name=value" in caught.value.hint


def test_properties_written_by_hand_stay_when_a_note_is_written(pair):
    note = whole(pair, "Gateway")
    text = note.raw.replace("since: v2", "since: v2\n      weight: 0.75")
    assert text != note.raw
    with open(note.path, "w", encoding="utf-8") as file:
        file.write(text)
    remember(pair, RememberRequest(content="More.", to="Gateway", relations=(RelationInput("depends_on", "Vault"),)))
    [view] = whole(pair, "Gateway").relations
    assert "weight=0.75" in view.properties
    assert view.note == "its key"


def test_who_made_a_relation_is_told(machine):
    agent = machine.app(door="mcp", origin="agent_inferred")
    put(agent, "one", title="One")
    put(agent, "two", title="Two")
    linked(agent, "One", "refines", "Two")
    [view] = whole(agent, "One", explain=True).relations
    assert (view.by, view.confirmed) == ("agent_inferred", False)
    made = view.at
    machine.clock.advance(days=1)
    person = machine.app()
    put(person, "three", title="Three")
    linked(person, "Three", "corrects", "Two")
    linked(person, "One", "mentions", "Two")
    own, late, second = sorted(whole(person, "Two", explain=True).relations, key=lambda view: view.op)
    assert (own.op, own.by, own.confirmed) == ("corrects", "human_cli", True)
    assert (late.op, late.by, late.confirmed) == ("mentions", "agent_inferred", False)  # a link approves no text
    assert (second.op, second.by, second.at) == ("refines", "agent_inferred", made)
    assert late.at > second.at
    assert "agent_inferred" in relation_line(second)
    assert whole(person, "Two").relations[0].at == ""


def test_what_cannot_be_meant_is_written_and_pointed_out(app):
    for title, kind in (
        ("Ann", "person"),
        ("Bob", "person"),
        ("Ship", "task"),
        ("Site", "project"),
        ("Move", "project"),
    ):
        put(app, title, title=title, type=kind)
    assert linked(app, "Ship", "assigned_to", "Ann").warnings == ()
    [line] = linked(app, "Ship", "assigned_to", "Site").warnings
    assert line.startswith("assigned_to of a task leads to a person")
    [line] = linked(app, "Bob", "assignee_of", "Ship").warnings
    assert line.startswith("assigned_to of 'Ship' leads to 2 notes (")
    assert line.endswith("; one person is meant")
    new = put(app, "x", title="Deploy", type="task", relations=(RelationInput("part_of", "Ann"),))
    assert [one for one in new.warnings if one.startswith("part_of of a task leads to")]
    put(app, "y", title="Test", type="task", relations=(RelationInput("part_of", "Site"),))
    more = put(app, "more", to="Test", relations=(RelationInput("part_of", "Move"),))
    assert any("2 notes" in line for line in more.warnings)
    assert len(whole(app, "Test").relations) == 2


def test_all_past_mistakes_that_bear_on_a_task_are_found_by_walk_and_by_recall(app):
    put(app, "Release version two.", title="Ship release", type="task")
    put(app, "How we release.", title="Release plan", type="plan")
    linked(app, "Ship release", "part_of", "Release plan")
    for title, target in (("Tag before the build", "Ship release"), ("Warn the support team", "Release plan")):
        put(app, f"{title}, or the release fails.", title=title, type="learning/gotcha")
        linked(app, title, "applies_to", target)
    put(app, "Quote the glob.", title="Quote globs", type="learning/gotcha")
    walked = walk(app, WalkRequest("Ship release", relations=("applies_to", "part_of"), types=("learning",)))
    lessons = {node.title for node in walked.nodes if node.type == "learning/gotcha"}
    assert lessons == {"Tag before the build", "Warn the support team"}
    hits = recall(app, RecallRequest("release fails", types=("learning",), with_=("edges",))).results
    applied = {hit.title: lines(hit.relations) for hit in hits if hit.relations}
    assert applied == {
        "Tag before the build": ["applies_to Ship release"],
        "Warn the support team": ["applies_to Release plan"],
    }
