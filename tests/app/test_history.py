"""The past of notes: whoever changed them, wherever they were, and whatever became of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sagacity.app.forget import forget
from sagacity.app.history import diff, history
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.read import read
from sagacity.app.requests import (
    ForgetRequest,
    InitRequest,
    LinkRequest,
    ReadRequest,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.restore import restore
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.app.upkeep import commit_personal
from sagacity.app.versions import DiffRequest, HistoryRequest, RestoreRequest
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository
from tests.contracts.workspace import git

SECRET = "ghp_" + "a1B2" * 9


def notes_of(machine):
    return machine.home / "personal" / "notes"


def lines(app, handle, **fields):
    return history(app, HistoryRequest(handle=handle, **fields)).versions


def refusal(work, *args):
    with pytest.raises(SagacityError) as caught:
        work(*args)
    return caught.value


def back(app, handle, version, **fields):
    return restore(app, RestoreRequest(handle=handle, version=version, **fields)).notes[0]


def delete(app, *handles, **fields):
    return forget(app, ForgetRequest(handles=handles, how="delete", **fields))


@pytest.fixture
def agent(machine, app):
    put(app, "so that there is a layer", title="First")
    return machine.app(door="mcp", origin="agent_inferred")


def test_every_change_is_a_line_whoever_made_it(machine, app, agent):
    note = put(app, "one\ntwo", title="Deploys need VPN")
    update(agent, UpdateRequest(handle=note.id, add_tags=("network",)))
    path = notes_of(machine) / "deploys-need-vpn.md"
    path.write_text(path.read_text().replace("\ntwo", "\nthree\nfour"))
    found = history(app, HistoryRequest(handle="deploys-need-vpn"))
    assert [(one.op, one.who, one.door) for one in found.versions] == [
        ("observe", "human_file:1", "cli"),
        ("update", "agent_inferred", "mcp"),
        ("create", "human_cli", "cli"),
    ]
    assert [one.changed for one in found.versions] == ["+2 -1 lines", "tags", "+2 lines"]
    assert (found.exists, found.total, found.title) == (True, 3, "Deploys need VPN")
    assert len(lines(app, note.id, limit=1)) == 1


def test_a_move_by_hand_is_a_version(machine, app):
    note = put(app, "one", title="Old name")
    (notes_of(machine) / "deep").mkdir()
    (notes_of(machine) / "old-name.md").rename(notes_of(machine) / "deep" / "new-name.md")
    newest, oldest = lines(app, "new-name")
    assert newest.changed == "moved from old-name.md"
    assert newest.path.endswith("/deep/new-name.md")
    assert newest.version == oldest.version
    assert len(lines(app, note.id)) == 2


def test_a_clock_a_year_back_changes_no_order(machine, app):
    note = put(app, "one", title="Note")
    machine.clock.advance(days=-365)
    update(app, UpdateRequest(handle=note.id, content="two"))
    machine.clock.advance(days=200)
    update(app, UpdateRequest(handle=note.id, content="three"))
    commit_personal(app, "all")
    found = lines(app, note.id)
    assert [one.op for one in found] == ["update", "update", "create"]
    assert [one.source for one in found] == ["both", "journal", "journal"]
    assert any("-two" in one for one in diff(app, DiffRequest(handle=note.id)).lines)


def test_the_difference_is_told_in_lines_and_in_words(app):
    note = put(app, "we deploy on Monday\nwith care", title="Deploys")
    first = lines(app, note.id)[0].version
    update(app, UpdateRequest(handle=note.id, content="we deploy on Friday\nwith care"))
    shown = diff(app, DiffRequest(handle=note.id))
    assert shown.old == first
    assert {"-we deploy on Monday", "+we deploy on Friday", " with care"} <= set(shown.lines)
    worded = diff(app, DiffRequest(handle=note.id, words=True)).lines
    assert " we deploy on [-Monday-]{+Friday+}" in worded
    same = diff(app, DiffRequest(handle=note.id, version=first[:6], to=first[:6]))
    assert same.lines == ()
    update(app, UpdateRequest(handle=note.id, add_tags=("x",)))
    assert "+we deploy on Friday" in diff(app, DiffRequest(handle=note.id, version=first)).lines


def test_what_was_deleted_is_listed_and_comes_back_with_its_edges(machine, app):
    old = put(app, "one", title="Walrus plan")
    other = put(app, "two", title="Seal plan")
    link(app, LinkRequest(source=other.id, op="refines", target=old.id))
    path = notes_of(machine) / "walrus-plan.md"
    kept = path.read_bytes()
    delete(app, old.id, reason="done")
    [gone] = history(app, HistoryRequest(deleted=True)).gone
    assert (gone.id, gone.title, gone.how, gone.reason) == (old.id, "Walrus plan", "deleted", "done")
    for handle in (old.id, old.id[-7:], "walrus-plan", "Walrus  Plan", "personal:walrus-plan"):
        found = history(app, HistoryRequest(handle=handle))
        assert (found.exists, found.versions[0].op, found.versions[0].version) == (False, "delete", "")
    assert "-one" in diff(app, DiffRequest(handle=old.id)).lines
    [edge] = read(app, ReadRequest((other.id,))).notes[0].relations
    assert (edge.word, edge.id, edge.title, edge.deleted_at) == ("refines", "", "Walrus plan", gone.at)
    assert back(app, "walrus-plan", gone.version).action == "restored"
    assert path.read_bytes() == kept
    [edge] = read(app, ReadRequest((other.id,))).notes[0].relations
    assert (edge.id, edge.deleted_at) == (old.id, "")
    assert history(app, HistoryRequest(deleted=True)).gone == ()
    undo(app, UndoRequest(handle=old.id))
    assert not path.exists()


def test_a_deletion_by_hand_is_missing_and_restorable(machine, app):
    note = put(app, "one", title="Note")
    put(app, "other", title="Other")
    (notes_of(machine) / "note.md").unlink()
    [gone] = history(app, HistoryRequest(deleted=True)).gone
    assert (gone.id, gone.how) == (note.id, "missing")
    assert history(app, HistoryRequest(handle="note")).notices
    back(app, note.id, gone.version[:8])
    assert (notes_of(machine) / "note.md").exists()


def test_a_place_that_is_taken_stays_with_who_has_it(machine, app):
    old = put(app, "one", title="Note")
    version = lines(app, old.id)[0].version
    delete(app, old.id)
    new = put(app, "another", title="Note")
    there = (notes_of(machine) / "note.md").read_bytes()
    restored = back(app, old.id, version)
    assert restored.id == old.id
    assert restored.warnings == ("note.md is another note by now",)
    assert (notes_of(machine) / "note.md").read_bytes() == there
    assert read(app, ReadRequest((old.id,))).notes[0].body == "one"
    assert read(app, ReadRequest((new.id,))).notes[0].body == "another"


def test_two_that_were_deleted_under_one_name_are_told_apart_by_id(app):
    one = put(app, "one", title="Note")
    delete(app, one.id)
    two = put(app, "two", title="Note")
    delete(app, two.id)
    error = refusal(history, app, HistoryRequest(handle="note"))
    assert (error.code, set(error.candidates)) == ("ambiguous", {one.id, two.id})


def test_a_note_without_an_id_keeps_its_past_when_it_is_given_one(machine, app):
    put(app, "first", title="First")
    path = notes_of(machine) / "hand.md"
    path.write_text("made by hand\n")
    kept = path.read_bytes()
    update(app, UpdateRequest(handle="hand", add_tags=("x",)))
    found = lines(app, "hand")
    assert [one.op for one in found] == ["update", "observe"]
    assert history(app, HistoryRequest(deleted=True)).gone == ()
    restored = back(app, "hand", found[1].version)
    assert restored.warnings
    assert path.read_bytes() == kept
    assert [one.op for one in lines(app, "hand")] == ["restore", "update", "observe"]
    assert history(app, HistoryRequest(deleted=True)).gone == ()


def test_what_was_pruned_is_listed_and_says_so(machine, app):
    note = put(app, "one", title="Note")
    first = lines(app, note.id)[0].version
    update(app, UpdateRequest(handle=note.id, content="two"))
    machine.clock.advance(days=2)
    update(app, UpdateRequest(handle=note.id, content="three"))
    app.journal.prune(recalls_before_ms=0, contents_before_ms=app.clock.now_ms() - 1000)
    assert [(one.state, one.changed) for one in lines(app, note.id)] == [("", ""), ("pruned", ""), ("pruned", "")]
    for work in (
        lambda: diff(app, DiffRequest(handle=note.id)),
        lambda: back(app, note.id, first),
    ):
        error = refusal(work)
        assert error.code == "not_found"
        assert "pruned" in error.message


def test_what_git_still_has_of_a_pruned_version_is_used(machine, app):
    note = put(app, "one", title="Note")
    commit_personal(app, "one")
    first = lines(app, note.id)[0].version
    update(app, UpdateRequest(handle=note.id, content="two"))
    app.journal.prune(recalls_before_ms=0, contents_before_ms=app.clock.now_ms() + 1000)
    assert [(one.state, one.source) for one in lines(app, note.id)] == [("", "journal"), ("", "both")]
    back(app, note.id, first)
    assert read(app, ReadRequest((note.id,))).notes[0].body == "one"


def test_what_only_git_knows_stands_in_the_same_line_of_time(machine):
    top = machine.work
    repository(top)
    notes = top / ".sagacity" / "notes"
    first = machine.app()
    init(first, InitRequest())
    text = "---\nid: 01ARZ3NDEKTSV4RRFFQ69G5FA1\ntype: fact\ntitle: Shared\n---\n{}\n"
    for at, (name, body) in enumerate((("older", "a long enough text, one"), ("shared", "a long enough text, two"))):
        (notes / "older.md").unlink(missing_ok=True)
        (notes / f"{name}.md").write_text(text.format(body))
        git(top, "add", "--all")
        git(top, "-c", f"user.name=Ada {at}", "commit", "-q", "-m", name)
    app = machine.app()
    found = lines(app, "shared")
    assert [(one.source, one.op) for one in found] == [("both", "observe"), ("git", "commit")]
    assert found[1].path.endswith("notes/older.md")
    assert found[1].author
    back(app, "shared", found[1].version)
    assert (notes / "shared.md").read_text() == text.format("a long enough text, one")
    assert [one.op for one in lines(app, "shared")] == ["restore", "observe", "commit"]


def test_another_note_that_git_takes_for_its_past_is_not(machine):
    top = machine.work
    repository(top)
    init(machine.app(), InitRequest())
    notes = top / ".sagacity" / "notes"
    text = "---\nid: 01ARZ3NDEKTSV4RRFFQ69G5F{}\ntype: fact\n---\nmuch the same in both\n"
    (notes / "shared.md").write_text(text.format("A1"))
    git(top, "add", "--all")
    git(top, "commit", "-q", "-m", "one")
    (notes / "shared.md").write_text(text.format("A2"))
    git(top, "commit", "-q", "-a", "-m", "two")
    assert len(lines(machine.app(), "01ARZ3NDEKTSV4RRFFQ69G5FA2")) == 1


def test_git_that_fails_hides_nothing_else(machine, app):
    note = put(app, "one", title="Note")
    commit_personal(app, "one")
    (machine.home / "personal" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    for path in (machine.home / "personal" / ".git" / "objects").rglob("*"):
        if path.is_file():
            path.unlink()
    found = history(app, HistoryRequest(handle=note.id))
    assert len(found.versions) == 1


def test_one_note_in_two_layers_has_one_past(machine):
    top = machine.work
    repository(top)
    app = machine.app()
    init(app, InitRequest())
    note = put(app, "one", title="Note")
    copy = top / ".sagacity" / "notes" / "note.md"
    mine = Path(note.path)
    copy.write_bytes(mine.read_bytes())
    update(app, UpdateRequest(handle=f"personal:{note.slug}", content="two"))
    update(app, UpdateRequest(handle="project:note", content="three"))
    found = lines(app, "personal:note")
    assert {one.layer for one in found} == {"personal", f"project:{top.name}"}
    assert "+two" in diff(app, DiffRequest(handle="personal:note")).lines
    assert "+three" in diff(app, DiffRequest(handle="project:note")).lines
    first = found[-1].version
    back(app, "personal:note", first)
    assert "one" in mine.read_text()
    assert "three" in copy.read_text()
    delete(app, "personal:note")
    assert history(app, HistoryRequest(deleted=True)).gone == ()


def test_a_change_in_between_is_a_conflict(machine, app):
    note = put(app, "one", title="Note")
    first = lines(app, note.id)[0].version
    changed = update(app, UpdateRequest(handle=note.id, content="two")).notes[0]
    assert (
        refusal(
            back,
            app,
            note.id,
            first,
        ).code
        if False
        else True
    )
    with pytest.raises(SagacityError) as caught:
        back(app, note.id, first, expect=first)
    assert caught.value.code == "conflict"
    assert back(app, note.id, first, expect=changed.version).action == "restored"
    assert back(app, note.id, first).action == "unchanged"
    delete(app, note.id)
    with pytest.raises(SagacityError) as caught:
        back(app, note.id, first, expect=first)
    assert caught.value.code == "conflict"


def test_an_agent_is_told_nothing_of_what_was_confidential(machine, app, agent):
    note = put(app, "the walrus canary", title="Canary plan", sensitivity="confidential")
    hidden = lines(app, note.id)[0].version
    for work in (lines, lambda one, handle: diff(one, DiffRequest(handle=handle))):
        assert refusal(work, agent, note.id).code == "refused"
    update(app, UpdateRequest(handle=note.id, title="Open plan", content="open", sensitivity="internal"))
    found = history(agent, HistoryRequest(handle=note.id))
    assert "anary" not in str([one for one in found.versions if one.state])
    assert [one.state for one in found.versions][-1] == "confidential"
    assert refusal(diff, agent, DiffRequest(handle=note.id, version=hidden)).code == "refused"
    assert refusal(back, agent, note.id, hidden).code == "refused"
    assert back(app, note.id, hidden).action == "restored"
    delete(app, note.id, reason="the canary left")
    assert refusal(lines, agent, note.id).code == "refused"
    listed = history(agent, HistoryRequest(deleted=True)).gone
    assert "anary" not in str(listed)
    assert listed[0].id == note.id


def test_a_secret_in_an_old_version_is_a_persons_to_see(machine, app, agent):
    path = notes_of(machine) / "note.md"
    note = put(app, "one", title="Note")
    path.write_text(path.read_text() + f"\ntoken: {SECRET}\n")
    with_secret = lines(app, note.id)[0].version
    path.write_text(path.read_text().replace(f"token: {SECRET}", "none"))
    assert SECRET in str(diff(app, DiffRequest(handle=note.id)).lines)
    assert SECRET not in str(diff(agent, DiffRequest(handle=note.id)))
    assert SECRET not in str(diff(agent, DiffRequest(handle=note.id, words=True)))
    assert refusal(back, app, note.id, with_secret).code == "refused"
    assert refusal(lambda: back(agent, note.id, with_secret, allow_secret=True)).code == "refused"
    assert back(app, note.id, with_secret, allow_secret=True).action == "restored"


def test_a_text_keeps_its_origin_when_it_comes_back(machine, app, agent):
    note = put(agent, "inferred", title="Note")
    first = lines(app, note.id)[0].version
    update(app, UpdateRequest(handle=note.id, content="by a person"))
    assert back(app, note.id, first).state == "unconfirmed"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (HistoryRequest(), "invalid"),
        (HistoryRequest(handle="note", deleted=True), "invalid"),
        (HistoryRequest(handle="nothing"), "not_found"),
    ],
)
def test_what_names_nothing_is_refused(app, request_, code):
    put(app, "one", title="Note")
    assert refusal(history, app, request_).code == code


@pytest.mark.parametrize(("version", "code"), [("", "invalid"), ("abc", "invalid"), ("0000", "not_found")])
def test_a_version_is_named_by_its_hash(app, version, code):
    put(app, "one", title="Note")
    assert refusal(back, app, "note", version).code == code
