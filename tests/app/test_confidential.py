"""What is confidential reaches no agent and no commit, however it is asked for or marked."""

from __future__ import annotations

import subprocess

import pytest

from sagacity.app.edit import edit
from sagacity.app.link import link
from sagacity.app.log import log
from sagacity.app.read import read
from sagacity.app.recall import recall
from sagacity.app.reindex import reindex
from sagacity.app.requests import (
    EditRequest,
    LinkRequest,
    LogRequest,
    ReadRequest,
    RecallRequest,
    ReindexRequest,
    RelationInput,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository

MARKED = {
    "plain.md": "---\nid: 01ARZ3NDEKTSV4RRFFQ69G5FA1\nsensitivity: confidential\n---\n",
    "capital.md": "---\nid: 01ARZ3NDEKTSV4RRFFQ69G5FA2\nsensitivity: Confidential\n---\n",
    "unknown-word.md": "---\nid: 01ARZ3NDEKTSV4RRFFQ69G5FA3\nsensitivity: secret\n---\n",
    "key.md": "---\nSensitivity: confidential\n---\n",
    "broken.md": '---\nsensitivity: confidential\ntitle: "no end\n---\n',
    "late-fence.md": "\n\n---\nsensitivity: 'confidential'\n---\n",
}


@pytest.fixture
def agent(machine):
    put(machine.app(), "the first note")
    return machine.app(door="mcp", origin="agent_inferred")


def refusal(work, *args):
    with pytest.raises(SagacityError) as caught:
        work(*args)
    return caught.value


def notes_of(machine):
    return machine.home / "personal" / "notes"


@pytest.mark.parametrize("name", MARKED)
def test_however_it_is_marked_no_agent_gets_it(machine, agent, name):
    (notes_of(machine) / name).write_text(MARKED[name] + "the walrus canary\n")
    for request in (RecallRequest(query="walrus canary", expand=3), RecallRequest(with_=("archived", "superseded"))):
        assert "canary" not in str(recall(agent, request).results)
    assert refusal(read, agent, ReadRequest((name.removesuffix(".md"),))).code == "refused"


def test_an_answer_says_how_many_are_kept_back(machine, agent):
    here = machine.app()
    for at in range(2):
        put(here, f"the walrus canary {at}", title=f"Walrus {at}", sensitivity="confidential")
    put(here, "otters are fine", title="Otter", sensitivity="confidential")
    shows = "`sagacity recall` at a terminal shows them"
    assert recall(agent, RecallRequest(query="walrus canary")).withheld[-1] == f"2 confidential notes match: {shows}"
    assert recall(agent, RecallRequest()).withheld == (f"3 confidential notes are there, too: {shows}",)
    assert "confidential" not in str(recall(agent, RecallRequest(query="first note")).withheld)
    assert "confidential" not in str(recall(here, RecallRequest(query="walrus canary")).withheld)


def test_a_text_about_confidentiality_is_not_confidential(machine, agent):
    (notes_of(machine) / "how.md").write_text(
        "---\ntitle: How to mark\n---\nsensitivity: confidential\nkeeps a walrus\n"
    )
    assert recall(agent, RecallRequest(query="walrus")).results


def test_files_that_may_be_confidential_are_in_no_commit(machine):
    app = machine.app()
    put(app, "public", title="Public")
    notes = notes_of(machine)
    for name, head in MARKED.items():
        (notes / name).write_text(head + "canary\n")
    (notes / "too-large.md").write_text("---\nsensitivity: confidential\n---\n" + "canary " * 400_000)
    (notes / ".hidden").mkdir()
    for name in ("plain.md~", ".plain.md.swp", "plain.md.bak", "4913", ".hidden/a.md", ".#plain.md"):
        (notes / name).write_text("canary\n")
    reindex(app, ReindexRequest())
    root = machine.home / "personal"
    listed = subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True, check=True).stdout
    assert sorted(listed.split()) == [".gitattributes", "meta.yml", "notes/public.md"]


def test_an_agent_cannot_make_a_confidential_note_an_open_one(machine, agent):
    note = put(machine.app(), "the walrus canary", title="Plan", sensitivity="confidential")
    assert refusal(update, agent, UpdateRequest(handle=note.id, sensitivity="internal")).code == "refused"
    text = f"---\nid: {note.id}\ntitle: Plan\n---\nopen\n"
    assert refusal(edit, agent, EditRequest(handle=note.id, text=text)).code == "refused"
    assert refusal(read, agent, ReadRequest((note.id,))).code == "refused"
    assert update(machine.app(), UpdateRequest(handle=note.id, sensitivity="internal")).notes[0].action == "updated"
    assert update(agent, UpdateRequest(handle=note.id, sensitivity="confidential")).notes[0].action == "updated"
    assert refusal(undo, agent, UndoRequest(handle=note.id)).code == "refused"


def test_its_title_is_told_to_no_agent(machine, agent):
    app = machine.app()
    old = put(app, "the walrus lives here", title="Walrus")
    put(app, "moved", title="Canary plan", sensitivity="confidential", relations=(RelationInput("supersedes", old.id),))
    other = put(app, "a seal", title="Seal")
    link(app, LinkRequest(source=other.id, op="conflicts_with", target="canary-plan"))
    seen = [
        read(agent, ReadRequest((old.id, other.id))),
        recall(agent, RecallRequest(query="walrus seal", with_=("superseded",))),
        log(agent, LogRequest()),
        refusal(read, agent, ReadRequest(("canary-plam",))).candidates,
    ]
    for one in seen:
        assert "canary" not in str(one).lower()
    assert "Canary plan" in str(log(app, LogRequest()))


def test_names_of_another_project_are_no_suggestions(machine):
    for name in ("one", "two"):
        repository(machine.work / name)
    put(machine.app(machine.work / "one"), "text", title="Otter roadmap", type="decision")
    there, here = machine.app(machine.work / "one"), machine.app(machine.work / "two")
    assert refusal(read, there, ReadRequest(("otter-roadmaq",))).candidates == ("otter-roadmap",)
    assert refusal(read, here, ReadRequest(("otter-roadmaq",))).candidates == ()
