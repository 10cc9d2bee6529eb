"""What is left of notes that are gone, and of changes that came from elsewhere."""

from __future__ import annotations

from sagacity.app.forget import forget
from sagacity.app.history import history
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.read import read
from sagacity.app.requests import ForgetRequest, InitRequest, LinkRequest, ReadRequest
from sagacity.app.restore import restore
from sagacity.app.versions import HistoryRequest, RestoreRequest
from tests.app.conftest import put, repository
from tests.contracts.workspace import git


def lines(app, handle):
    return history(app, HistoryRequest(handle=handle)).versions


def back(app, handle, version):
    return restore(app, RestoreRequest(handle=handle, version=version)).notes[0]


def delete(app, *handles):
    return forget(app, ForgetRequest(handles=handles, how="delete"))


def test_what_a_deleted_note_said_of_another_is_told_with_its_versions(machine, app):
    agent = machine.app(door="mcp", origin="agent_inferred")
    old = put(app, "one", title="Builds use yarn")
    new = put(app, "two", title="Builds use pnpm")
    hidden = put(app, "three", title="Hidden", sensitivity="confidential")
    for source, op, note in ((new, "supersedes", "slow"), (hidden, "mentions", "")):
        link(app, LinkRequest(source=source.id, op=op, target=old.id, note=note))
    delete(app, new.id)
    delete(app, hidden.id)
    assert read(app, ReadRequest((old.id,))).notes[0].relations == ()

    def told(one):
        edges = read(one, ReadRequest((old.id,), versions=True)).notes[0].relations
        return {(edge.direction, edge.word, edge.title, edge.note, bool(edge.deleted_at)) for edge in edges}

    superseded = ("in", "superseded_by", "Builds use pnpm", "slow", True)
    assert told(app) == {superseded, ("in", "mentioned_in", "Hidden", "", True)}
    assert told(agent) == {superseded}
    back(app, new.id, history(app, HistoryRequest(handle=new.id)).versions[1].version)
    edges = read(app, ReadRequest((old.id,))).notes[0].relations
    assert [(edge.word, edge.id, edge.deleted_at) for edge in edges] == [("superseded_by", new.id, "")]


def test_what_a_pull_brings_is_versioned_like_any_other_change(machine):
    top, other = machine.work / "here", machine.work / "there"
    repository(top)
    app = machine.app(top)
    init(app, InitRequest())
    note = put(app, "one", title="Shared", layer="project")
    leaving = put(app, "leaving", title="Leaving", layer="project")
    git(top, "add", "--all")
    git(top, "commit", "-q", "-m", "one")
    git(machine.work, "clone", "-q", str(top), str(other))
    theirs = other / ".sagacity" / "notes" / "shared.md"
    theirs.write_text(theirs.read_text().replace("one", "theirs"))
    (other / ".sagacity" / "notes" / "leaving.md").unlink()
    (other / ".sagacity" / "notes" / "new.md").write_text("---\ntitle: New\n---\nfrom there\n")
    git(other, "add", "--all")
    git(other, "commit", "-q", "-m", "two")
    git(top, "pull", "-q", "--no-rebase", str(other), "HEAD")
    found = lines(app, note.id)
    assert [(one.op, one.source) for one in found] == [("observe", "both"), ("create", "both")]
    assert found[0].changed == "+1 -1 lines"
    assert lines(app, "new")[0].source == "both"
    [gone] = history(app, HistoryRequest(deleted=True)).gone
    assert (gone.id, gone.how) == (leaving.id, "missing")
    back(app, note.id, found[1].version)
    back(app, leaving.id, gone.version)
    assert read(app, ReadRequest((note.id, leaving.id))).notes[0].body == "one"
