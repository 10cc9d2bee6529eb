"""Notes that say the same are found as groups, each with the command that merges it."""

from sagacity.app.duplicates import duplicates
from sagacity.app.grouping import DuplicatesRequest
from sagacity.app.merge import merge
from sagacity.app.planned import MergeRequest
from tests.app.conftest import put
from tests.app.test_write_and_find import refusal

TEXT = "The deploy job needs the VPN since step three asks the internal registry for the image of the day"


def groups(app, **fields):
    found = duplicates(app, DuplicatesRequest(**fields))
    return [(group.kind, {note.title for note in group.notes}) for group in found.groups]


def test_the_same_text_under_several_titles_is_one_group(app):
    put(app, "Short text", title="One")
    put(app, "short  TEXT", title="Two")
    put(app, "Short text", title="Three")
    put(app, "another", title="Four")
    assert groups(app) == [("exact", {"One", "Two", "Three"})]


def test_a_text_with_another_ending_is_near(app):
    put(app, TEXT, title="Deploys")
    put(app, f"{TEXT} and of the week before", title="Deploy job")
    put(app, "The walrus lives where the ice is thick and the sea is full of clams and of other food", title="Walrus")
    assert groups(app, kinds=("near",)) == [("near", {"Deploys", "Deploy job"})]
    assert groups(app, kinds=("exact",)) == []
    [group] = duplicates(app, DuplicatesRequest(kinds=("near",))).groups
    assert all(0.5 <= note.score < 1 for note in group.notes)


def test_a_group_is_listed_once_and_its_command_settles_it(app):
    put(app, TEXT, title="Deploys")
    put(app, TEXT, title="Deploy job")
    [group] = duplicates(app, DuplicatesRequest()).groups
    keep, other = group.command.split()[2:]
    merge(app, MergeRequest(keep, (other,), yes=True))
    assert groups(app) == []


def test_what_a_person_said_is_kept_before_what_an_agent_said(machine, app):
    agent = machine.app(door="mcp", origin="agent_inferred")
    put(app, TEXT, title="Mine")
    machine.clock.advance(days=1)
    put(agent, TEXT, title="Its")
    [group] = duplicates(app, DuplicatesRequest()).groups
    assert [note.title for note in group.notes] == ["Mine", "Its"]


def test_an_agent_hears_of_no_confidential_copy(machine, app):
    put(app, TEXT, title="Open")
    put(app, TEXT, title="Hidden", sensitivity="confidential")
    assert len(groups(app)) == 1
    assert groups(machine.app(door="python", origin="agent_inferred")) == []


def test_types_narrow_and_bad_ones_are_refused(app):
    put(app, TEXT, title="One", type="fact")
    put(app, TEXT, title="Two", type="decision")
    assert groups(app, types=("fact",)) == []
    assert refusal(lambda: duplicates(app, DuplicatesRequest(types=("nonsense",)))).code == "invalid"


def test_without_vectors_it_says_what_was_not_compared(app):
    put(app, TEXT, title="One")
    assert any("no vectors" in one for one in duplicates(app, DuplicatesRequest(kinds=("semantic",))).unchecked)
