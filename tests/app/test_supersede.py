"""A note that replaces another: one step, one operation, one undo; the old one is put away and still leads to the new."""

from sagacity.app.forget import forget
from sagacity.app.history import history
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.read import read
from sagacity.app.recall import list_notes, recall
from sagacity.app.remember import remember
from sagacity.app.requests import (
    ForgetRequest,
    InitRequest,
    LinkRequest,
    ListRequest,
    ReadRequest,
    RecallRequest,
    RelationInput,
    RememberRequest,
    UndoRequest,
)
from sagacity.app.undo import undo
from sagacity.app.versions import HistoryRequest
from sagacity.app.walk import walk
from sagacity.app.walking import WalkRequest
from tests.app.conftest import put, repository, titles
from tests.app.test_write_and_find import refusal


def lifecycle(app, handle):
    return read(app, ReadRequest((handle,))).notes[0].lifecycle


def test_a_note_that_supersedes_another_puts_it_away_in_the_same_operation(app):
    old = put(app, "The zeppelin builds with yarn", title="Builds use yarn")
    new = put(app, "Builds run on pnpm now", title="Builds use pnpm", supersedes=("builds-use-yarn",))
    assert new.replaced == (old.id,)
    assert lifecycle(app, old.id) == "archived"
    assert titles(app, "builds") == ["Builds use pnpm"]
    line = history(app, HistoryRequest(old.id)).versions[0]
    assert (line.op, line.operation, line.reason) == ("archive", new.operation, f"superseded by {new.id}")


def test_what_was_put_away_leads_to_its_replacement_and_is_reached_everywhere(app):
    old = put(app, "The zeppelin builds with yarn", title="Builds use yarn")
    new = put(app, "pnpm it is", title="Package manager", relations=(RelationInput("supersedes", old.id),))
    assert titles(app, "zeppelin yarn") == ["Package manager"]
    assert titles(app, "zeppelin yarn", with_=("superseded",)) == ["Builds use yarn"]
    assert "Package manager" in read(app, ReadRequest((old.id,))).notes[0].superseded_by
    assert [node.id for node in walk(app, WalkRequest(new.id)).nodes] == [new.id, old.id]
    listed = list_notes(app, ListRequest(with_=("superseded",))).results
    assert {hit.id for hit in listed} == {old.id, new.id}


def test_what_was_archived_for_itself_is_not_shown_among_the_superseded(app):
    put(app, "about the walrus", title="Walrus")
    forget(app, ForgetRequest(("walrus",)))
    assert titles(app, "walrus", with_=("superseded",)) == []
    assert titles(app, "walrus", with_=("archived",)) == ["Walrus"]
    assert list_notes(app, ListRequest(with_=("superseded",))).results == ()


def test_one_undo_takes_the_whole_step_back(app):
    old = put(app, "yarn", title="Builds use yarn")
    new = put(app, "pnpm", title="Builds use pnpm", supersedes=(old.id,))
    undo(app, UndoRequest(operation=new.operation))
    assert lifecycle(app, old.id) == ""
    assert titles(app, "builds use") == ["Builds use yarn"]


def test_appending_and_several_notes_supersede_as_well(app):
    one, two, three = (put(app, f"text {name}", title=name) for name in ("One", "Two", "Three"))
    put(app, "more", to="three", supersedes=("one",))
    made = remember(
        app, RememberRequest(notes=(RememberRequest("four", "Four", relations=(RelationInput("supersedes", "two"),)),))
    )
    assert made.notes[0].replaced == (two.id,)
    assert [lifecycle(app, note.id) for note in (one, two, three)] == ["archived", "archived", ""]


def test_link_declares_the_relation_and_changes_nothing_else(app):
    old, new = put(app, "yarn", title="Yarn"), put(app, "pnpm", title="Pnpm")
    link(app, LinkRequest("pnpm", "supersedes", "yarn"))
    assert lifecycle(app, old.id) == ""
    assert lifecycle(app, new.id) == ""


def test_a_note_of_the_repository_stays_when_only_a_personal_one_replaces_it(machine):
    repository(machine.work)
    app = machine.app()
    init(app, InitRequest())
    old = put(app, "yarn", title="Yarn", layer="project")
    new = put(app, "pnpm", title="Pnpm", supersedes=(old.id,))
    assert new.replaced == ()
    assert "stays as it is" in new.warnings[0]
    assert lifecycle(app, old.id) == ""
    assert titles(app, "yarn") == ["Pnpm"]


def test_a_personal_note_goes_when_the_repository_gets_its_replacement(machine):
    repository(machine.work)
    app = machine.app()
    init(app, InitRequest())
    old = put(app, "yarn", title="Yarn")
    new = put(app, "pnpm", title="Pnpm", layer="project", supersedes=(old.id,))
    assert new.replaced == (old.id,)
    assert lifecycle(app, old.id) == "archived"
    undo(app, UndoRequest(operation=new.operation))
    assert lifecycle(app, old.id) == ""
    assert titles(app, "pnpm") == []


def test_contradictory_supersedes_are_refused_with_the_path(app):
    put(app, "1", title="First")
    put(app, "2", title="Second", supersedes=("first",))
    put(app, "3", title="Third", supersedes=("second",))
    error = refusal(lambda: link(app, LinkRequest("first", "supersedes", "third")))
    assert error.code == "invalid"
    assert "First → Third → Second → First" in error.message
    error = refusal(lambda: put(app, "more", to="first", supersedes=("third",)))
    assert "would close a circle" in error.message


def test_an_unknown_note_cannot_be_replaced(app):
    assert refusal(lambda: put(app, "x", supersedes=("nothing",))).code == "not_found"
    assert recall(app, RecallRequest()).results == ()
