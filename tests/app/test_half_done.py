"""What changes several layers and is refused in a later one says what was changed by then, and how to take it back."""

from __future__ import annotations

import os

import pytest

from sagacity.app.forget import forget
from sagacity.app.init import init
from sagacity.app.merge import merge
from sagacity.app.planned import MergeRequest, PromoteRequest
from sagacity.app.promote import promote
from sagacity.app.remember import remember
from sagacity.app.requests import ForgetRequest, InitRequest, RememberRequest, UndoRequest
from sagacity.app.tagging import TagsRenameRequest
from sagacity.app.tags_change import tags_rename
from sagacity.app.undo import undo
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository
from tests.app.worked import does, note

SUPERSEDING = RememberRequest(content="new", title="New", layer="project", supersedes=("mine",))
OPERATIONS = {
    "merge": lambda app: merge(app, MergeRequest("theirs", ("mine",), yes=True)),
    "promote": lambda app: promote(app, PromoteRequest("mine", "project", yes=True)),
    "tags": lambda app: tags_rename(app, TagsRenameRequest("p", "q")),
    "forget": lambda app: forget(app, ForgetRequest(("theirs", "mine"))),
    "supersede": lambda app: remember(app, SUPERSEDING),
    "graduate": lambda app: does(app, "graduate", "mine", archive=True),
}


@pytest.mark.parametrize("kind", OPERATIONS)
def test_an_edit_in_between_is_told_with_what_was_done(machine, kind):
    repository(machine.work)
    app = machine.app()
    init(app, InitRequest())
    mine = put(app, "mine", title="Mine", tags=("p",), type="plan", status="complete")
    put(app, "theirs", title="Theirs", layer="project", tags=("p",), type="plan", status="complete")
    if kind == "graduate":
        promote(app, PromoteRequest("mine", "project", yes=True))
        mine = note(app, "mine")
    before = (machine.work / ".sagacity" / "notes" / "theirs.md").read_bytes()
    done = []

    def meanwhile(step):
        if step == "write.indexed" and step not in done:
            os.unlink(mine.path)
        done.append(step)

    with pytest.raises(SagacityError) as caught:
        OPERATIONS[kind](machine.app(step=meanwhile))
    assert caught.value.code == "conflict"
    operation = caught.value.hint.partition("--operation ")[2].split("`")[0]
    assert operation, caught.value.hint
    undo(machine.app(), UndoRequest(operation=operation))
    there = sorted(path.name for path in (machine.work / ".sagacity" / "notes").glob("*.md"))
    assert there == ["theirs.md"]
    assert (machine.work / ".sagacity" / "notes" / "theirs.md").read_bytes() == before
