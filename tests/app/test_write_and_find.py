"""A note written once is found by the next process."""

from __future__ import annotations

import os

import pytest

from sagacity.app.edit import edit
from sagacity.app.forget import forget
from sagacity.app.init import init
from sagacity.app.log import log
from sagacity.app.read import read
from sagacity.app.recall import list_notes, recall
from sagacity.app.remember import remember
from sagacity.app.requests import (
    EditRequest,
    ForgetRequest,
    InitRequest,
    ListRequest,
    LogRequest,
    NoteInput,
    ReadRequest,
    RecallRequest,
    RelationInput,
    RememberRequest,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository, titles


def refusal(work, *args):
    with pytest.raises(SagacityError) as caught:
        work(*args)
    return caught.value


def test_the_next_process_finds_what_was_written(machine):
    written = put(
        machine.app(), "Deploys need VPN; without it step 3 hangs", title="Deploys need VPN", tags=("deploy",)
    )
    result = recall(machine.app(), RecallRequest(query="how do we deploy?"))
    assert [hit.id for hit in result.results] == [written.id]
    assert (result.searched, result.abstained) == (1, False)
    assert result.results[0].trust == "approved"


def test_nothing_relevant_is_said_so(app):
    put(app, "Deploys need VPN")
    result = recall(app, RecallRequest(query="kubernetes ingress annotations"))
    assert result.abstained
    assert result.results == ()


def test_the_same_note_twice_is_one(app):
    first = put(app, "text", title="One")
    again = put(app, "text", title="One")
    assert (again.id, again.action) == (first.id, "unchanged")
    other = put(app, "another text", title="One")
    assert other.id != first.id
    assert other.slug != first.slug


def test_titles_that_look_alike_never_share_a_file(app):
    names = ["C++", "C#", "C", "日本語のメモ", "Русская заметка", "CON", "a/b", "..", "Café", "Cafe"]
    notes = [put(app, f"text {at}", title=name) for at, name in enumerate(names)]
    assert len({note.path.lower() for note in notes}) == len(names)
    for name, note in zip(names, notes, strict=True):
        assert titles(app, name)[0] == name, name
        assert os.path.isfile(note.path)


def test_similar_notes_are_named_not_refused(app):
    first = put(app, "use VPN", title="Deploy API guide")
    second = put(app, "other words", title="deploy the api guide")
    assert [one.id for one in second.similar] == [first.id]


def test_append_makes_a_dated_section_and_replace_a_new_text(app):
    note = put(app, "old text", title="Guide")
    appended = put(app, "more text", to=note.id)
    assert appended.action == "appended"
    body = read(app, ReadRequest((note.id,))).notes[0].body
    assert body.startswith("old text\n\n## Update 20")
    assert body.endswith("more text")
    put(app, "new text", to="guide", mode="replace", expect=appended.version)
    assert read(app, ReadRequest(("Guide",))).notes[0].body == "new text"
    assert titles(app, "more") == []


def test_a_change_made_against_an_old_version_is_refused(app):
    note = put(app, "one", title="Guide")
    put(app, "two", to=note.id)
    error = refusal(lambda: put(app, "three", to=note.id, expect=note.version))
    assert error.code == "conflict"


def test_update_changes_only_what_is_asked(app):
    note = put(app, "text", title="Old name", tags=("a", "b"))
    with open(note.path, "a", encoding="utf-8") as file:
        file.write("\nby hand")
    done = update(app, UpdateRequest(note.id, title="New name", add_tags=("c",), remove_tags=("a",))).notes[0]
    assert (done.action, done.slug) == ("renamed", "new-name")
    assert not os.path.exists(note.path)
    full = read(app, ReadRequest(("old-name",))).notes[0]
    assert (full.title, full.tags, full.body) == ("New name", ("b", "c"), "text\n\nby hand")
    assert update(app, UpdateRequest(note.id, add_tags=("c",))).notes[0].action == "unchanged"


def test_forgetting_and_undo_are_new_versions(app):
    note = put(app, "text about otters", title="Otters")
    forget(app, ForgetRequest((note.id,), "archive"))
    assert titles(app, "otters") == []
    assert titles(app, "otters", with_=("archived",)) == ["Otters"]
    undo(app, UndoRequest())
    assert titles(app, "otters") == ["Otters"]
    forget(app, ForgetRequest((note.id,), "delete", "gone"))
    assert not os.path.exists(note.path)
    assert titles(app, "otters") == []
    restored = undo(app, UndoRequest("otters")).notes[0]
    assert (restored.action, restored.id) == ("restored", note.id)
    assert titles(app, "otters") == ["Otters"]
    kinds = [version.op for version in read(app, ReadRequest((note.id,), versions=True)).notes[0].versions]
    assert kinds == ["undo", "delete", "undo", "archive", "create"]


def test_undo_of_a_creation_deletes_and_of_a_rename_moves_back(app):
    note = put(app, "text", title="First")
    update(app, UpdateRequest(note.id, title="Second"))
    back = undo(app, UndoRequest(note.id)).notes[0]
    assert (back.slug, back.title) == ("first", "First")
    assert os.path.isfile(note.path)
    undo(app, UndoRequest(operation=note.operation))
    assert not os.path.exists(note.path)


def test_undo_after_a_later_change_is_a_conflict(app):
    note = put(app, "text", title="First")
    with open(note.path, "a", encoding="utf-8") as file:
        file.write("hand")
    assert refusal(undo, app, UndoRequest(note.id)).code == "conflict"


def test_a_hand_edit_is_what_is_found_and_shown(machine):
    app = machine.app()
    note = put(app, "about otters", title="Animal")
    machine.clock.advance(seconds=5)
    assert titles(app, "otters") == ["Animal"]
    with open(note.path, encoding="utf-8") as file:
        text = file.read()
    with open(note.path, "w", encoding="utf-8") as file:
        file.write(text.replace("otters", "beavers"))
    assert titles(machine.app(), "beavers") == ["Animal"]
    assert titles(machine.app(), "otters") == []
    hit = recall(machine.app(), RecallRequest(query="beavers")).results[0]
    assert hit.trust == "stated"


def test_a_file_put_there_by_hand_is_a_note(machine):
    app = machine.app()
    put(app, "first", title="First")
    folder = machine.home / "personal" / "notes"
    (folder / "sub").mkdir()
    (folder / "sub" / "by-hand.md").write_text("# By hand\n\nabout zebras\n")
    hit = recall(machine.app(), RecallRequest(query="zebras")).results[0]
    assert (hit.title, hit.trust) == ("By hand", "unconfirmed")
    done = update(app, UpdateRequest("by-hand", add_tags=("animal",))).notes[0]
    text = (folder / "sub" / "by-hand.md").read_text()
    assert f"id: {done.id}" in text
    assert text.endswith("# By hand\n\nabout zebras\n")


def test_several_notes_are_one_operation(app):
    notes = tuple(NoteInput(content=f"text {at} about herons", title=f"Note {at}") for at in range(20))
    result = remember(app, RememberRequest(notes=notes)).notes
    assert len({note.operation for note in result}) == 1
    undo(app, UndoRequest(operation=result[0].operation))
    assert titles(app, "herons") == []


def test_one_bad_note_stops_the_group(app):
    notes = (NoteInput(content="fine", title="Fine"), NoteInput(content="x", title="Bad", type="nonsense"))
    error = refusal(remember, app, RememberRequest(notes=notes))
    assert error.code == "invalid"
    assert "decision" in error.hint
    assert list_notes(app, ListRequest()).results == ()


def test_superseded_notes_are_hidden_and_named(app):
    old = put(app, "we use yarn for builds", title="Builds use yarn")
    new = put(
        app,
        "we use pnpm for builds",
        title="Builds use pnpm",
        relations=(RelationInput("supersedes", "builds-use-yarn"),),
    )
    assert titles(app, "builds use") == ["Builds use pnpm"]
    both = recall(app, RecallRequest(query="builds use", with_=("superseded",))).results
    assert [hit.id for hit in both] == [new.id, old.id]
    assert "pnpm" in both[1].superseded_by
    assert "pnpm" in read(app, ReadRequest((old.id,))).notes[0].superseded_by


def test_superseded_notes_never_starve_the_window(app):
    olds = [put(app, f"deploy deploy deploy {at}", title=f"Deploy {at}") for at in range(12)]
    notes = tuple(
        NoteInput(content="x", title=f"Replaces {at}", relations=(RelationInput("supersedes", old.id),))
        for at, old in enumerate(olds)
    )
    remember(app, RememberRequest(notes=notes))
    put(app, "some text that mentions to deploy once among many other words", title="Current")
    small = app.replace(settings=app.settings.replace(recall_window=3))
    found = titles(small, "deploy", limit=20)
    assert "Current" in found
    assert not [title for title in found if title.startswith("Deploy")]


def test_a_replaced_note_that_matches_brings_what_replaced_it(app):
    old = put(app, "The nightly export runs at two o'clock.", title="When the export runs")
    put(app, "Half past four, since the move.", title="New hours", relations=(RelationInput("supersedes", old.id),))
    put(app, "An export of oranges.", title="Oranges")
    assert titles(app, "when does the nightly export run", limit=1) == ["New hours"]


def test_what_is_linked_with_the_best_comes_behind_it(app):
    other = put(app, "Rotate the key by hand.", title="Vault")
    put(app, "The gateway needs its own key.", title="Gateway", relations=(RelationInput("depends_on", other.id),))
    put(app, "Tabs for indentation.", title="Style")
    found = titles(app, "what does the gateway need", limit=3)
    assert found[:2] == ["Gateway", "Vault"]
    assert "Style" not in found


def test_a_circle_is_refused_with_its_path(app):
    one = put(app, "one", title="One")
    two = put(app, "two", title="Two", relations=(RelationInput("supersedes", one.id),))
    error = refusal(lambda: put(app, "x", to=one.id, relations=(RelationInput("supersedes", two.id),)))
    assert error.code == "invalid"
    assert "One" in error.message
    assert "Two" in error.message


def test_conflicts_are_marked_on_both_sides(app):
    one = put(app, "tabs for indentation", title="Indent with tabs")
    put(app, "spaces for indentation", title="Indent with spaces", relations=(RelationInput("contradicts", one.id),))
    hits = recall(app, RecallRequest(query="indent")).results
    assert len(hits) == 2
    assert all(len(hit.conflicts) == 1 for hit in hits)


def test_project_notes_stay_in_their_project(machine):
    for name in ("alpha", "beta"):
        repository(machine.work / name)
    alpha, beta = machine.app(machine.work / "alpha"), machine.app(machine.work / "beta")
    put(alpha, "the gateway listens on 8080", title="Gateway port")
    put(beta, "I like short answers", title="Short answers", type="preference")
    assert titles(alpha, "gateway port") == ["Gateway port"]
    assert titles(beta, "gateway port") == []
    assert titles(alpha, "short answers") == ["Short answers"]
    result = recall(beta, RecallRequest(query="gateway port"))
    assert "1 in other projects" in result.withheld[0]
    assert titles(beta, "gateway port", everywhere=True) == ["Gateway port"]


def test_the_project_layer_is_written_only_when_asked(machine):
    top = machine.work / "alpha"
    repository(top)
    app = machine.app(top)
    assert put(app, "personal").layer == "personal"
    made = init(app, InitRequest())
    note = put(app, "for all about walruses", layer="project")
    assert note.layer == made.layer == "project:alpha"
    assert note.path.startswith(str(top / ".sagacity"))
    assert titles(app, "walruses") == [note.title]
    assert titles(machine.app(), "walruses") == []
    assert refusal(lambda: put(machine.app(), "x", layer="project")).code == "not_found"
    assert refusal(lambda: put(app, "x", layer="project", sensitivity="confidential")).code == "refused"


def test_confidential_notes_do_not_reach_agents(machine):
    put(machine.app(), "the salary of walruses", title="Salary", sensitivity="confidential")
    agent = machine.app(door="mcp", origin="agent_inferred")
    assert titles(agent, "salary") == []
    assert refusal(read, agent, ReadRequest(("salary",))).code == "refused"
    assert titles(machine.app(), "salary") == ["Salary"]


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"content": "x", "type": "nonsense"}, "invalid", "nonsense"),
        ({"content": "x" * 8001, "title": "Long"}, "invalid", "8000"),
        ({"content": "x", "title": "t" * 300}, "invalid", "300"),
        ({"content": ""}, "invalid", "nothing to remember"),
        ({"content": "x", "layer": "nowhere"}, "not_found", "nowhere"),
        ({"content": "x", "due": "someday"}, "invalid", "someday"),
        ({"content": "x", "to": "missing"}, "not_found", "missing"),
        ({"content": "x", "references": ("../../etc/passwd",)}, "invalid", "../../etc/passwd"),
        ({"content": "x", "mode": "append"}, "invalid", "append"),
        ({"content": "x\x00y"}, "invalid", "NUL"),
    ],
)
def test_bad_input_is_one_clear_line_and_nothing_is_written(app, fields, code, words):
    error = refusal(lambda: remember(app, RememberRequest(**fields)))
    assert error.code == code
    assert words in str(error)
    assert "\n" not in str(error)
    assert list_notes(app, ListRequest()).results == ()


def test_exactly_the_cap_is_accepted_and_an_append_cannot_pass_it(app):
    note = put(app, "x" * 8000, title="Full")
    assert refusal(lambda: put(app, "y", to=note.id)).code == "invalid"


def test_a_secret_is_refused_by_kind_and_line_never_by_value(app):
    secret = "AKIA" + "Q7ZB4XW2N5M8K3JD"
    error = refusal(lambda: put(app, f"first line\nkey is {secret}", title="Key"))
    assert error.code == "refused"
    assert secret not in str(error)
    assert "line" in str(error)
    agent = app.replace(caller=app.caller.replace(interactive=False))
    assert refusal(lambda: put(agent, f"key is {secret}", title="Key", allow_secret=True)).code == "refused"
    assert put(app, f"key is {secret}", title="Key", allow_secret=True).action == "created"


def test_a_note_that_does_not_parse_is_read_and_never_touched(machine):
    app = machine.app()
    put(app, "x", title="First")
    path = machine.home / "personal" / "notes" / "broken.md"
    path.write_text("---\ntitle: [unclosed\n---\nabout ibises\n")
    before = path.read_bytes()
    assert recall(app, RecallRequest(query="ibises")).results[0].slug == "broken"
    assert refusal(update, app, UpdateRequest("broken", add_tags=("x",))).code == "refused"
    assert refusal(lambda: put(app, "more", to="broken")).code == "refused"
    assert path.read_bytes() == before
    assert "frontmatter" in read(app, ReadRequest(("broken",))).notes[0].warnings[0]


def test_an_ambiguous_handle_lists_the_candidates(app):
    put(app, "one", title="Guide")
    put(app, "two", title="Guide")
    put(app, "three", title="Third", synonyms=("shared",))
    put(app, "four", title="Fourth", synonyms=("shared",))
    error = refusal(read, app, ReadRequest(("shared",)))
    assert error.code == "ambiguous"
    assert len(error.candidates) == 2


def test_an_unknown_handle_names_near_ones(app):
    put(app, "one", title="Deploy guide")
    error = refusal(read, app, ReadRequest(("deploy-guidee",)))
    assert error.code == "not_found"
    assert "deploy-guide" in error.candidates


def test_edit_takes_the_file_over_byte_for_byte(app):
    note = put(app, "text", title="Guide")
    with open(note.path, encoding="utf-8") as file:
        text = file.read()
    edited = text.replace("title: Guide", "title: Guide  # a comment").replace("text\n", "other text\n")
    done = edit(app, EditRequest(note.id, edited, note.version)).notes[0]
    with open(note.path, encoding="utf-8") as file:
        assert file.read() == edited
    assert refusal(edit, app, EditRequest(note.id, "---\nid: [\n---\n", done.version)).code == "invalid"
    assert refusal(edit, app, EditRequest(note.id, edited, note.version)).code == "conflict"


def test_the_log_tells_what_was_shown_and_written(app):
    note = put(app, "about gannets", title="Gannets")
    titles(app, "gannets")
    entries = log(app, LogRequest()).entries
    assert {entry.kind for entry in entries} == {"write", "recall"}
    assert all([(one.id, one.title) for one in entry.notes] == [(note.id, "Gannets")] for entry in entries)


def test_identifiers_accents_and_dense_scripts_are_found(app):
    put(app, "class PaymentOrchestrator retries", title="Retries")
    put(app, "le café est fermé", title="Fermeture")
    put(app, "数据库连接超时的处理方法", title="处理")
    assert titles(app, "payment orchestrator") == ["Retries"]
    assert titles(app, "cafe ferme") == ["Fermeture"]
    assert titles(app, "连接超时") == ["处理"]


def test_filters_hold_before_ranking(app):
    put(app, "about herons", title="One", type="decision", tags=("bird", "x"))
    put(app, "about herons", title="Two", type="fact", tags=("bird",))
    assert titles(app, "herons", types=("decision",)) == ["One"]
    assert sorted(titles(app, "herons", tags=("bird",))) == ["One", "Two"]
    assert titles(app, "herons", tags=("bird", "x")) == ["One"]
    assert titles(app, "", types=("fact",)) == ["Two"]
