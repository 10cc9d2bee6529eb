"""Whatever happened to a note, every version that is listed can be written again, byte for byte."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from sagacity.app.forget import forget
from sagacity.app.history import diff, history
from sagacity.app.requests import ForgetRequest, UndoRequest, UpdateRequest
from sagacity.app.restore import restore
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.app.upkeep import commit_personal
from sagacity.app.versions import DiffRequest, HistoryRequest, RestoreRequest
from sagacity.core.errors import SagacityError
from sagacity.core.hashing import content_hash
from tests.app.conftest import Machine, RunningClock, put

TEXTS = ("plain\n", "with\r\nother line ends\r\n", "no end", "two\n\n\nblanks  \n", "ünï \u2028 code\n")


class Story:
    """One note, and what may become of it."""

    def __init__(self, folder: Path) -> None:
        (folder / "work").mkdir()
        self.machine = Machine(folder / ".sagacity", folder / "work", RunningClock(), random.Random(7).randbytes)
        self.app = self.machine.app()
        self.note = put(self.app, "the first text", title="Note")
        self.moves = 0

    def file(self) -> Path | None:
        notes = self.machine.home / "personal" / "notes"
        return next((path for path in notes.rglob("*.md") if self.note.id.encode() in path.read_bytes()), None)

    def change(self, text: str) -> None:
        update(self.app, UpdateRequest(handle=self.note.id, content=text))

    def edit_by_hand(self, text: str) -> None:
        if path := self.file():
            path.write_bytes(path.read_bytes() + text.encode())

    def move_by_hand(self, _text: str) -> None:
        self.moves += 1
        if path := self.file():
            path.rename(path.with_name(f"moved-{self.moves}.md"))

    def delete(self, _text: str) -> None:
        forget(self.app, ForgetRequest(handles=(self.note.id,), how="delete"))

    def delete_by_hand(self, _text: str) -> None:
        if path := self.file():
            path.unlink()

    def take_its_place(self, text: str) -> None:
        put(self.app, text, title="Note")

    def undo(self, _text: str) -> None:
        undo(self.app, UndoRequest(handle=self.note.id))

    def commit(self, _text: str) -> None:
        commit_personal(self.app, "so far")

    def year_back(self, _text: str) -> None:
        self.machine.clock.advance(days=-365)

    def look(self, _text: str) -> None:
        history(self.app, HistoryRequest(handle=self.note.id))


STEPS = [name for name in vars(Story) if not name.startswith("_") and name != "file"]


@settings(max_examples=12)
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(TEXTS)), min_size=2, max_size=8))
def test_every_version_that_is_listed_can_be_written_again(steps):
    with tempfile.TemporaryDirectory() as folder:
        story = Story(Path(folder).resolve())
        try:
            for name, text in steps:
                tried(story, name, text)
            check(story)
        finally:
            story.machine.close()


def tried(story: Story, name: str, text: str) -> None:
    """What is gone cannot be changed; everything else goes well."""
    try:
        getattr(story, name)(text)
    except SagacityError as error:
        if error.code not in ("not_found", "conflict"):
            raise


def check(story: Story) -> None:
    listed = history(story.app, HistoryRequest(handle=story.note.id, limit=1000))
    assert listed.total == len(listed.versions) >= 1
    assert listed.exists == (story.file() is not None)
    for line in listed.versions:
        assert line.state == ""
        if line.version:
            done = restore(story.app, RestoreRequest(handle=story.note.id, version=line.version)).notes[0]
            assert content_hash(Path(done.path).read_bytes()) == line.version == done.version
            assert done.id == story.note.id
            diff(story.app, DiffRequest(handle=story.note.id))
    again = history(story.app, HistoryRequest(handle=story.note.id, limit=1000))
    before = [line.version for line in listed.versions if line.version]
    assert set(before) == {line.version for line in again.versions if line.version}
