"""What an edit or an update may put into a note."""

from __future__ import annotations

import pytest

from sagacity.app.edit import edit
from sagacity.app.read import read
from sagacity.app.requests import EditRequest, ReadRequest, UpdateRequest
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from tests.app.conftest import put


def edited(app, handle, old, new):
    """The note's file with one text in it replaced by another, as an editor leaves it."""
    (note,) = read(app, ReadRequest((handle,))).notes
    return edit(app, EditRequest(handle=note.id, text=note.raw.replace(old, new, 1), expect=note.version)).notes[0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("type: fact", "type: fakt"), "no note type 'fakt'"),
        (("type: fact", "type: fact\nstatus: done"), "has no status"),
        (("type: fact", "type: fact\nconfidence: sure"), "confidence cannot be"),
        (("type: fact", "type: fact\nvalid_until: soon"), "is no date"),
    ],
)
def test_an_edit_that_puts_in_an_unknown_word_is_refused(app, change, words):
    note = put(app, "It holds.", title="Holds", type="fact")
    with pytest.raises(SagacityError, match=words):
        edited(app, note.id, *change)
    assert edited(app, note.id, "type: fact", "type: task\nstatus: done").type == "task"


def test_an_edit_may_leave_a_word_that_was_there(machine):
    app = machine.app()
    put(app, "one")
    (machine.home / "personal" / "notes" / "odd.md").write_text("---\ntype: oddity\nstatus: odd\n---\nIt is odd.\n")
    assert edited(app, "odd", "It is odd.", "It is very odd.").action == "updated"


def test_a_status_is_for_work_only(app):
    note = put(app, "It holds.", title="Holds", type="fact")
    with pytest.raises(SagacityError, match="of type fact has no status") as caught:
        update(app, UpdateRequest(handle=note.id, status="done"))
    assert caught.value.hint == "these have: plan, task"
    with pytest.raises(SagacityError, match="of type fact has no status"):
        put(app, "It holds, too.", type="fact", status="done")
    update(app, UpdateRequest(handle=note.id, type="task", status="done"))
    assert read(app, ReadRequest((note.id,))).notes[0].status == "complete"


def test_tags_can_be_cleared_and_set_anew(app):
    note = put(app, "It holds.", title="Holds", tags=("a", "b"))
    update(app, UpdateRequest(handle=note.id, clear=("tags",), add_tags=("c",)))
    assert read(app, ReadRequest((note.id,))).notes[0].tags == ("c",)
    update(app, UpdateRequest(handle=note.id, clear=("tags",)))
    assert read(app, ReadRequest((note.id,))).notes[0].tags == ()
