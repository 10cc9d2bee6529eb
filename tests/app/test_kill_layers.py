"""kill -9 in the middle of what changes several notes in several layers: a second run completes it, undo takes it back."""

from __future__ import annotations

import shutil

import pytest

from sagacity.app.init import init
from sagacity.app.merge import merge
from sagacity.app.planned import MergeRequest, PromoteRequest
from sagacity.app.promote import promote
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import InitRequest, ReindexRequest, RememberRequest, UndoRequest
from sagacity.app.tagging import TagsRenameRequest
from sagacity.app.tags_change import tags_rename
from sagacity.app.undo import undo
from sagacity.core.errors import SagacityError
from sagacity.core.notefile import parse_note
from tests.app.conftest import put, repository
from tests.app.forking import run_forked
from tests.app.test_kill_points import kill_at
from tests.app.worked import does

SUPERSEDING = RememberRequest(content="new", title="New", layer="project", supersedes=("alpha",))
OPERATIONS = {
    "merge": lambda app: merge(app, MergeRequest("alpha", ("theirs",), yes=True)),
    "promote": lambda app: promote(app, PromoteRequest("alpha", "project", yes=True)),
    "tags": lambda app: tags_rename(app, TagsRenameRequest("p", "q")),
    "work": lambda app: does(app, "complete", "job", lessons=["learnt it"]),
    "supersede": lambda app: remember(app, SUPERSEDING),
}
BETWEEN = ("write.journalled", "store.linked", "store.renamed", "store.deleted", "write.applied", "write.indexed")


def files(machine):
    """(path, what it says) of all notes; dates and ids are different each time."""
    folders = (machine.home / "personal" / "notes", machine.work / ".sagacity" / "notes")
    found = {str(path): parse_note(path.read_bytes()) for folder in folders for path in folder.rglob("*.md")}
    return {
        path: (note.title, note.tags, note.body, note.status, note.lifecycle, len(note.relations))
        for path, note in found.items()
    }


def prepare(machine):
    repository(machine.work)
    app = machine.app()
    init(app, InitRequest())
    put(app, "text about pumps", title="Alpha", tags=("p",))
    put(app, "theirs", title="Theirs", layer="project", tags=("p",))
    put(app, "job", title="Job", type="task", layer="project", tags=("p",))
    machine.close()
    machine.opened.clear()


def back_to(machine, kept):
    for folder, copy in ((machine.home, kept / "home"), (machine.work, kept / "work")):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(copy, folder)


def steps_of(machine, operation):
    def work():
        steps = []
        operation(machine.app(step=steps.append))
        return " ".join(steps).encode()

    ended, said = run_forked(work)
    assert ended == "ok", ended
    return [(nth, name) for nth, name in enumerate(said.decode().split()) if name in BETWEEN]


def code_of(operation, app):
    """How it is refused, "" when it is not."""
    try:
        operation(app)
    except SagacityError as error:
        return error.code
    return ""


def undone(app):
    """Takes back all there is, also the three notes that were there at first."""
    with pytest.raises(SagacityError, match="no change to take back"):
        for _ in range(20):
            undo(app, UndoRequest())


@pytest.mark.parametrize("kind", OPERATIONS)
def test_a_second_run_completes_what_a_kill_cut_off_and_undo_takes_both_back(machine, tmp_path, kind):
    operation = OPERATIONS[kind]
    prepare(machine)
    shutil.copytree(machine.home, tmp_path / "home")
    shutil.copytree(machine.work, tmp_path / "work")
    steps = steps_of(machine, operation)
    whole = files(machine)
    for nth, name in steps:
        back_to(machine, tmp_path)
        where = f"{kind} killed at {nth} {name}"
        assert not kill_at(machine, operation, nth), where

        def go_on(where=where):
            app = machine.app()
            code = code_of(operation, app)
            assert code in ("", "not_found", "invalid"), (where, code)  # refused where it was done to the last file
            assert files(machine) == whole, where
            undone(app)
            assert files(machine) == {}, where
            assert reindex(app, ReindexRequest(check=True)).problems == (), where
            return b""

        ended, _ = run_forked(go_on)
        assert ended == "ok", f"{where}: {ended}"
