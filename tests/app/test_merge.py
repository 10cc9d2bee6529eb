"""Several notes become one: nothing they say is lost, nothing names what is gone, and one undo takes it back."""

import pytest

from sagacity.app.forget import forget
from sagacity.app.link import link
from sagacity.app.merge import merge
from sagacity.app.planned import MergeRequest
from sagacity.app.read import read
from sagacity.app.reindex import reindex
from sagacity.app.requests import (
    ForgetRequest,
    LinkRequest,
    ReadRequest,
    ReindexRequest,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.undo import undo
from sagacity.app.update import update
from tests.app.conftest import put, titles
from tests.app.test_write_and_find import refusal


def note(app, handle):
    return read(app, ReadRequest((handle,))).notes[0]


def edges(app, handle):
    return {(edge.op, edge.id) for edge in note(app, handle).relations if edge.direction == "out"}


@pytest.fixture
def store(app):
    """Two notes that say nearly the same, what both belong to, and one that rests on the second."""
    keep = put(app, "Deploys need the VPN.", title="Deploys need VPN", tags=("deploy",))
    other = put(app, "Deploys need the VPN.\n\nStep 3 hangs without.", title="VPN for deploys", tags=("deploy", "vpn"))
    guide = put(app, "how we ship", title="Shipping")
    user = put(app, "read the VPN note first", title="Release plan")
    link(app, LinkRequest(other.id, "part_of", guide.id))
    link(app, LinkRequest(user.id, "depends_on", "vpn-for-deploys"))
    link(app, LinkRequest(keep.id, "relates_to", other.id))
    return keep, other, guide, user


def test_a_plan_changes_nothing_and_shows_every_file(app, store):
    keep, other, _, user = store
    before = note(app, keep.id).version
    plan = merge(app, MergeRequest(keep.id, (other.id,)))
    assert not plan.applied
    assert [(one.action, one.id) for one in plan.changes] == [
        ("merged", keep.id),
        ("archived", other.id),
        ("relinked", user.id),
    ]
    assert "+Step 3 hangs without." in plan.changes[0].diff
    assert note(app, keep.id).version == before
    assert merge(app, MergeRequest(keep.id, (other.id,))).expect == plan.expect


def test_the_note_that_stays_has_what_the_others_had(app, store):
    keep, other, guide, user = store
    done = merge(app, MergeRequest(keep.id, (other.id,), yes=True))
    assert done.applied
    merged = note(app, keep.id)
    assert merged.body == "Deploys need the VPN.\n\n## From VPN for deploys\n\nStep 3 hangs without."
    assert (merged.tags, merged.synonyms) == (("deploy", "vpn"), ("VPN for deploys",))
    assert edges(app, keep.id) == {("part_of", guide.id), ("supersedes", other.id)}
    assert edges(app, user.id) == {("depends_on", keep.id)}
    assert note(app, other.id).lifecycle == "archived"
    assert titles(app, "vpn deploys")[0] == "Deploys need VPN"
    assert reindex(app, ReindexRequest(check=True)).problems == ()


def test_one_undo_takes_the_merge_back(app, store):
    keep, other, _, user = store
    before = {one.id: note(app, one.id).raw for one in store}
    done = merge(app, MergeRequest(keep.id, (other.id,), yes=True))
    undo(app, UndoRequest(operation=done.operation))
    assert {one.id: note(app, one.id).raw for one in store} == before
    assert edges(app, user.id) == {("depends_on", other.id)}


def test_a_plan_that_is_no_longer_due_is_refused(app, store):
    keep, other, _, _ = store
    plan = merge(app, MergeRequest(keep.id, (other.id,)))
    update(app, UpdateRequest(other.id, content="something else"))
    error = refusal(lambda: merge(app, MergeRequest(keep.id, (other.id,), yes=True, expect=plan.expect)))
    assert error.code == "conflict"
    assert note(app, other.id).lifecycle == ""


def test_what_would_close_a_circle_as_one_note_is_refused_with_the_path(app):
    keep, other, between = (put(app, f"text {name}", title=name) for name in ("Keep", "Other", "Between"))
    link(app, LinkRequest(keep.id, "depends_on", between.id))
    link(app, LinkRequest(between.id, "depends_on", other.id))
    error = refusal(lambda: merge(app, MergeRequest(keep.id, (other.id,))))
    assert "Keep → Between → Keep" in error.message


def test_a_note_does_not_go_into_one_that_it_replaced(app):
    put(app, "old", title="Old")
    put(app, "new", title="New", supersedes=("old",))
    assert refusal(lambda: merge(app, MergeRequest("old", ("new",)))).code == "invalid"
    assert merge(app, MergeRequest("new", ("old",), yes=True)).applied


def test_no_note_is_merged_with_itself_and_nothing_confidential_into_what_is_open(machine, app):
    keep = put(app, "open", title="Open")
    put(app, "hidden", title="Hidden", sensitivity="confidential")
    assert refusal(lambda: merge(app, MergeRequest("open", (keep.id,)))).code == "invalid"
    assert refusal(lambda: merge(app, MergeRequest("open", ("hidden",)))).code == "refused"
    assert merge(app, MergeRequest("hidden", ("open",))).changes
    agent = machine.app(door="mcp", origin="agent_inferred")
    assert refusal(lambda: merge(agent, MergeRequest("hidden", ("open",)))).code == "refused"


def test_a_merge_is_worth_no_more_than_the_least_of_its_sources(machine, app):
    agent = machine.app(door="mcp", origin="agent_inferred")
    put(app, "said by a person", title="Mine")
    put(agent, "said by an agent", title="Its")
    merge(app, MergeRequest("mine", ("its",), yes=True))
    assert note(app, "mine").trust == "unconfirmed"


def test_several_notes_and_what_was_put_away_before_are_merged(app):
    one, two, three = (put(app, f"text {name} is long enough", title=name) for name in ("One", "Two", "Three"))
    forget(app, ForgetRequest((three.id,)))
    merge(app, MergeRequest("one", ("two", "three"), yes=True))
    assert edges(app, one.id) == {("supersedes", two.id), ("supersedes", three.id)}
    assert note(app, one.id).body.count("## From") == 2
