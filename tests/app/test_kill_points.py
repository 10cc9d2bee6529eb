"""kill -9 between every two steps of every kind of write: old or new, never torn; what was acknowledged is there."""

from __future__ import annotations

import os
import shutil

import pytest

from sagacity.app.forget import forget
from sagacity.app.recall import recall
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import (
    ForgetRequest,
    NoteInput,
    RecallRequest,
    ReindexRequest,
    RememberRequest,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.core.notefile import parse_note
from tests.app.forking import KILLED, die, run_forked

GROUP = tuple(NoteInput(content=f"fresh {at}", title=f"Fresh {at}") for at in range(12))

WRITES = {
    "create": lambda app: remember(app, RememberRequest(content="fresh", title="Fresh")),
    "append": lambda app: remember(app, RememberRequest(content="fresh", to="base")),
    "replace": lambda app: remember(app, RememberRequest(content="fresh", to="base", mode="replace")),
    "tag": lambda app: update(app, UpdateRequest("base", add_tags=("fresh",))),
    "rename": lambda app: update(app, UpdateRequest("base", title="Fresh base")),
    "archive": lambda app: forget(app, ForgetRequest(("base",), "archive")),
    "delete": lambda app: forget(app, ForgetRequest(("base", "second"), "delete")),
    "undo": lambda app: undo(app, UndoRequest("base")),
    "group": lambda app: remember(app, RememberRequest(notes=GROUP)),
}


@pytest.fixture
def prepared(machine):
    """A home with two notes, closed, to be copied for every kill."""
    app = machine.app()
    remember(app, RememberRequest(content="text of the base", title="Base", tags=("old",)))
    remember(app, RememberRequest(content="text of the second", title="Second"))
    update(app, UpdateRequest("base", add_tags=("older",)))
    machine.close()
    return machine


def files_of(machine):
    """path → bytes of all notes; no temporary file is among them."""
    folder = machine.home / "personal" / "notes"
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def put_back(machine, kept):
    """The home as it was prepared, at the same path."""
    shutil.rmtree(machine.home)
    shutil.copytree(kept, machine.home)


def steps_of(machine, write):
    """The steps one run takes, in order, and the files before and after it."""
    before = files_of(machine)

    def work():
        steps = []
        write(machine.app(step=steps.append))
        return " ".join(steps).encode()

    ended, said = run_forked(work)
    assert ended == "ok", ended
    return said.decode().split(), before, files_of(machine)


@pytest.mark.parametrize("kind", WRITES)
def test_a_kill_at_any_step_leaves_old_or_new(prepared, tmp_path, kind):
    write = WRITES[kind]
    kept = tmp_path / "kept"
    shutil.copytree(prepared.home, kept)
    steps, before, after = steps_of(prepared, write)
    assert len(steps) >= 8, steps
    for nth, name in enumerate(steps):
        put_back(prepared, kept)
        where = f"{kind} killed at {nth} {name}"
        assert not kill_at(prepared, write, nth), where
        check_whole(files_of(prepared), before, after, where)
        check_recovered(prepared, where)


def kill_at(machine, write, nth):
    """Whether the write was acknowledged before it died."""
    left = [nth]

    def step(_name):
        if not left[0]:
            die()
        left[0] -= 1

    ended, _ = run_forked(lambda: str(write(machine.app(step=step))).encode())
    assert ended in (KILLED, "ok"), ended
    return ended == "ok"


def check_whole(files, before, after, where):
    """Every note is one of the two whole versions; ids and times differ between runs, so they are compared parsed."""
    known = {meaning(data) for data in (*before.values(), *after.values())}
    notes = {path: data for path, data in files.items() if not os.path.basename(path).startswith(".")}
    for path, data in notes.items():
        assert meaning(data) in known, f"{where}: {path} is torn: {data!r}"
    ids = [parse_note(data).id for data in notes.values()]
    assert len(set(ids)) == len(ids), f"{where}: one note stands in two files"


def meaning(data):
    note = parse_note(data)
    heading = note.body.partition("## Update")[0], note.body.endswith("fresh")
    return note.title, note.tags, note.lifecycle, heading, note.error, note.synonyms


def check_recovered(machine, where):
    """A new process finds what is on disk, can write, leaves no temporary file, and its index is a fresh one's equal."""

    def work():
        app = machine.app()
        app = app.replace(settings=app.settings.replace(recall_min_score=0.0))
        found = {hit.title for hit in recall(app, RecallRequest(query="base second fresh", limit=50)).results}
        on_disk = {parse_note(data) for path, data in files_of(machine).items() if path.endswith(".md")}
        shown = {note.title for note in on_disk if note.lifecycle != "archived"}
        assert found == shown, (where, found, shown)
        remember(app, RememberRequest(content="life goes on", title="After"))
        assert not [path for path in files_of(machine) if "tmp" in path], where
        incremental = app.index.dump()
        reindex(app, ReindexRequest())
        assert app.index.dump() == incremental, where
        return b""

    ended, _ = run_forked(work)
    assert ended == "ok", f"{where}: {ended}"
