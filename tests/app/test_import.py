"""An import makes notes once, follows its sources, leaves alone what was changed here, and can be taken back."""

import os

import pytest

from sagacity.adapters.clients.configuration import FileClients
from sagacity.adapters.clients.launch import Launch
from sagacity.app.forget import forget
from sagacity.app.import_ import import_
from sagacity.app.installation import ImportRequest
from sagacity.app.read import read
from sagacity.app.recall import list_notes
from sagacity.app.requests import ForgetRequest, ListRequest, ReadRequest, UndoRequest, UpdateRequest
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository, titles

SECRET = "ghp_" + "a1B2" * 9
MEMORY = (
    "---\nname: {name}\ndescription: {name} in short\ntype: {type}\nmodified: 2026-03-04T05:06:07Z\n---\n\n{text}\n"
)


@pytest.fixture
def folder(machine):
    """The agent's folder, with a little of everything."""
    folder = machine.work.parent / ".claude"
    shop = machine.work / "shop"
    repository(shop)
    memory = folder / "projects" / "".join(char if char.isalnum() else "-" for char in str(shop)) / "memory"
    memory.mkdir(parents=True)
    (folder / "rules").mkdir()
    (folder / "CLAUDE.md").write_text(
        f"# Mine\n\nBe brief.\n\n## Testing\n\nmake test\n\n## Keys\n\nuse\ntoken {SECRET}\n"
    )
    (folder / "rules" / "style.md").write_text("Use tabs.\n")
    (memory / "MEMORY.md").write_text("- [x](freeze.md)\n")
    (memory / "freeze.md").write_text(MEMORY.format(name="Freeze", type="project", text="No merges in March."))
    (memory / "who.md").write_text(MEMORY.format(name="Who", type="user", text="A data scientist."))
    return folder


@pytest.fixture
def shop(machine, folder):
    """A person at a terminal, in the project."""
    return client(machine, machine.app(machine.work / "shop"))


def client(machine, app):
    home = str(machine.work.parent)
    files = FileClients(
        Launch(python="/bin/python", package="/p"),
        home=str(machine.home),
        user_home=home,
        folders={},
        environ=os.environ,
    )
    return app.replace(clients=lambda: files)


def run(app, **fields):
    return import_(app, ImportRequest(client="claude-code", **fields))


def actions(result):
    return {note.title: note.action for note in result.notes}


def note(app, handle):
    return read(app, ReadRequest(handles=(handle,))).notes[0]


def everything(app):
    return {(hit.title, hit.type, hit.project) for hit in list_notes(app, ListRequest(everywhere=True)).results}


MADE = {
    ("Mine", "convention", ""),
    ("Testing", "convention", ""),
    ("Style", "convention", ""),
    ("Freeze", "fact", "shop"),
    ("Who", "profile", ""),
}


def test_the_plan_writes_nothing(shop):
    plan = run(shop)
    assert not plan.applied
    assert actions(plan) == {
        "Mine": "create", "Testing": "create", "Keys": "refused", "Style": "create", "Freeze": "create", "Who": "create",
    }  # fmt: skip
    assert everything(shop) == set()


def test_what_is_imported_is_where_it_belongs_and_a_second_time_changes_nothing(shop):
    first = run(shop, yes=True)
    assert everything(shop) == MADE
    assert {one.action for one in first.notes} == {"created", "refused"}
    who = note(shop, "who")
    assert (who.updated_at, who.created_at) == ("2026-03-04T05:06:07Z",) * 2
    assert who.summary == "Who in short"
    before = {path: path.read_bytes() for path in (shop_notes(shop)).rglob("*.md")}
    again = run(shop, yes=True)
    assert {one.action for one in again.notes} == {"unchanged", "refused"}
    assert again.operation == ""
    assert before == {path: path.read_bytes() for path in (shop_notes(shop)).rglob("*.md")}


def shop_notes(app):
    from pathlib import Path

    return Path(app.settings.home) / "personal" / "notes"


def test_a_secret_is_refused_by_kind_and_line_of_the_source_and_the_rest_goes_on(shop):
    (one,) = [one for one in run(shop, yes=True).notes if one.action == "refused"]
    assert one.reason == "it holds a secret (github_token in line 12): take it out there"
    assert SECRET not in repr(run(shop))


@pytest.mark.parametrize(
    ("said", "origin", "trust"),
    [("mine", "import:3", "approved"), ("agent", "import:1", "unconfirmed"), ("review", "import:0", "untrusted")],
)
def test_the_decision_is_the_origin(shop, said, origin, trust):
    run(shop, as_=said, yes=True)
    assert (note(shop, "testing").origin, note(shop, "testing").trust) == (origin, trust)


def test_each_kind_of_source_has_its_own_decision(shop):
    run(shop, as_="mine", memory_as="none", yes=True)
    assert everything(shop) == MADE - {("Freeze", "fact", "shop"), ("Who", "profile", "")}
    run(shop, as_="mine", memory_as="agent", yes=True)
    assert {note(shop, name).origin for name in ("testing", "style")} == {"import:3"}
    assert note(shop, "who").origin == "import:1"


def test_only_a_person_says_mine_and_only_a_person_says_more_later(machine, folder):
    agent = client(machine, machine.app(machine.work / "shop", origin="agent_inferred"))
    for fields in ({"as_": "mine"}, {"memory_as": "mine"}):
        with pytest.raises(SagacityError) as caught:
            run(agent, yes=True, **fields)
        assert caught.value.code == "refused"
    run(agent, yes=True)
    assert {one.action for one in run(agent, as_="agent", yes=True).notes} == {"unchanged", "refused"}
    person = client(machine, machine.app(machine.work / "shop"))
    assert actions(run(person, as_="mine", yes=True))["Testing"] == "updated"
    assert note(person, "testing").trust == "approved"
    assert actions(run(person, as_="review", yes=True))["Testing"] == "unchanged"
    assert note(person, "testing").trust == "approved"


def test_a_changed_source_is_a_new_version_of_the_same_note(shop, folder):
    run(shop, yes=True)
    was = note(shop, "testing")
    text = (folder / "CLAUDE.md").read_text()
    (folder / "CLAUDE.md").write_text(text.replace("make test", "make check test"))
    again = run(shop, yes=True)
    assert actions(again)["Testing"] == "updated"
    now = note(shop, "testing")
    assert (now.id, now.body) == (was.id, "make check test")
    assert len(everything(shop)) == len(MADE)
    undo(shop, UndoRequest(operation=again.operation))
    assert note(shop, "testing").body == "make test"


def test_what_was_changed_here_is_left_alone(shop, folder):
    run(shop, yes=True)
    update(shop, UpdateRequest(handle="testing", content="my own words"))
    update(shop, UpdateRequest(handle="style", add_tags=("mine",)))
    assert actions(run(shop, yes=True))["Testing"] == "unchanged"
    for path in (folder / "CLAUDE.md", folder / "rules" / "style.md"):
        path.write_text(path.read_text().replace("make test", "make check").replace("tabs", "blanks"))
    again = run(shop, yes=True)
    assert actions(again)["Testing"] == "kept"
    assert note(shop, "testing").body == "my own words"
    assert actions(again)["Style"] == "updated"
    assert set(note(shop, "style").tags) == {"claude-md", "mine"}


def test_what_was_archived_does_not_come_back(shop):
    run(shop, yes=True)
    forget(shop, ForgetRequest(handles=("testing",)))
    assert actions(run(shop, yes=True))["Testing"] == "unchanged"
    assert "Testing" not in {title for title, _, _ in everything(shop)}


def test_one_undo_takes_all_of_it_back(shop):
    put(shop, "Own note", type="fact")
    run(shop, yes=True)
    undo(shop, UndoRequest())
    assert {title for title, _, _ in everything(shop)} == {"Own note"}


def test_a_note_that_says_the_same_is_not_written_twice_and_one_like_it_is_named(shop):
    put(shop, "make test", title="Testing", type="convention", project="none")
    put(shop, "No merges at all", title="Freeze", type="fact")
    plan = run(shop)
    assert actions(plan)["Testing"] == "unchanged"
    (freeze,) = [one for one in plan.notes if one.title == "Freeze"]
    assert [one.title for one in freeze.similar] == ["Freeze"]
    run(shop, yes=True)
    assert sum(title == "Testing" for title, _, _ in everything(shop)) == 1


def test_a_project_that_becomes_known_later_is_added(machine, folder):
    outside = client(machine, machine.app())
    result = run(outside, yes=True)
    assert any("kept without one" in text for text in result.warnings)
    assert ("Freeze", "fact", "") in everything(outside)
    inside = client(machine, machine.app(machine.work / "shop"))
    put(inside, "anything", type="fact")
    assert actions(run(outside, yes=True))["Freeze"] == "updated"
    assert ("Freeze", "fact", "shop") in everything(outside)


def test_a_plan_that_is_no_longer_due_is_not_carried_out(shop, folder):
    plan = run(shop)
    (folder / "rules" / "style.md").write_text("Use blanks.\n")
    with pytest.raises(SagacityError) as caught:
        run(shop, yes=True, expect=plan.expect)
    assert caught.value.code == "conflict"
    assert everything(shop) == set()


def test_links_out_of_the_folder_and_what_is_no_text_are_named_and_left(shop, folder, machine):
    outside = machine.work.parent.parent / "secret.md"
    outside.write_text("not for import\n")
    (folder / "rules" / "out.md").symlink_to(outside)
    (folder / "rules" / "in.md").symlink_to(folder / "rules" / "style.md")
    (folder / "rules" / "nul.md").write_bytes(b"a\0b\n")
    with (folder / "rules" / "big.md").open("wb") as file:
        file.truncate(4 * 1024 * 1024 + 1)
    result = run(shop, yes=True)
    assert "not for import" not in repr(result)
    assert any("rules/out.md: not read: it is a link out of" in text for text in result.warnings)
    assert any("rules/big.md: not read" in text for text in result.warnings)
    assert actions(result)["In"] == "created"
    assert actions(result)["Nul"] == "refused"


def test_an_unknown_agent_is_named_with_the_known(shop):
    with pytest.raises(SagacityError) as caught:
        import_(shop, ImportRequest(client="emacs"))
    assert caught.value.code == "invalid"
    assert "claude-code" in caught.value.hint


def test_nothing_to_import_is_no_error(machine):
    app = client(machine, machine.app())
    assert run(app, yes=True).notes == ()


def test_what_waits_is_found_and_labelled(shop):
    run(shop, yes=True)
    assert "Freeze" in titles(shop, "merges in march")


@pytest.fixture
def repo(machine, shop):
    """The project has instructions of its own."""
    top = machine.work / "shop"
    (top / "sub").mkdir()
    (top / "CLAUDE.md").write_text("## Build\n\nmake it\n")
    (top / "sub" / "CLAUDE.md").write_text("Use walruses.\n")
    return shop


def test_what_came_with_the_folder_is_nobodys_until_that_is_said(repo):
    told = "2 of the instructions in this folder are left out: --project-as mine, agent or review takes them"
    assert {"Build", "shop:sub/CLAUDE.md"} <= set(actions(run(repo)))
    done = run(repo, as_="agent", yes=True)
    assert not {"Build", "shop:sub/CLAUDE.md"} & set(actions(done))
    assert told in done.warnings
    run(repo, as_="agent", project_as="review", yes=True)
    assert note(repo, "build").trust == "untrusted"
    run(repo, as_="agent", project_as="mine", yes=True)
    assert note(repo, "build").trust == "approved"
    build = note(repo, "shop:sub/CLAUDE.md")
    assert (build.project, build.body) == ("shop", "Use walruses.\n\nApplies to: sub/**")
    again = run(repo, as_="agent", project_as="mine", yes=True)
    assert {one.action for one in again.notes} == {"unchanged", "refused"}


def test_somebody_elses_folder_cannot_be_mine_without_a_person(machine, repo):
    agent = client(machine, machine.app(machine.work / "shop", origin="agent_inferred"))
    with pytest.raises(SagacityError, match="only a person at a terminal"):
        run(agent, as_="agent", project_as="mine", yes=True)
