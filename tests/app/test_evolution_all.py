"""Whatever becomes of notes, through any door in any order: the index is what a rebuild would make, and nothing that may
not run in a circle does.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from sagacity.app.forget import forget
from sagacity.app.history import history
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.merge import merge
from sagacity.app.planned import MergeRequest, PromoteRequest
from sagacity.app.promote import promote
from sagacity.app.reindex import reindex
from sagacity.app.requests import (
    ForgetRequest,
    InitRequest,
    LinkRequest,
    ReindexRequest,
    RelationInput,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.restore import restore
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.app.versions import HistoryRequest, RestoreRequest
from sagacity.core.errors import SagacityError
from sagacity.core.notefile import parse_note
from sagacity.core.relations import find_cycle, oriented, relation_of
from tests.app.conftest import Machine, RunningClock, put, repository

NAMES = ("one", "two", "three", "four")
REFUSED = ("not_found", "conflict", "invalid", "ambiguous", "refused")


class Story:
    """A repository with a layer, four notes, and what may become of them."""

    def __init__(self, folder: Path) -> None:
        (folder / "work").mkdir()
        repository(folder / "work")
        self.machine = Machine(folder / ".sagacity", folder / "work", RunningClock(), random.Random(7).randbytes)
        self.app = self.machine.app()
        init(self.app, InitRequest())
        self.ids = [put(self.app, f"the text of {name}", title=name).id for name in NAMES]
        self.count = 0

    def change(self, one: int, other: int) -> None:
        update(self.app, UpdateRequest(self.ids[one], content=f"changed by {other}"))

    def rename(self, one: int, other: int) -> None:
        update(self.app, UpdateRequest(self.ids[one], title=f"{NAMES[other]} again"))

    def depend(self, one: int, other: int) -> None:
        link(self.app, LinkRequest(self.ids[one], "depends_on", self.ids[other]))

    def enable(self, one: int, other: int) -> None:
        link(self.app, LinkRequest(self.ids[one], "prerequisite_for", self.ids[other]))

    def replace(self, one: int, other: int) -> None:
        put(self.app, "more", to=self.ids[one], supersedes=(self.ids[other],))

    def follow(self, one: int, other: int) -> None:
        self.count += 1
        relation = RelationInput("supersedes", self.ids[one])
        back = RelationInput("superseded_by", self.ids[other])
        put(self.app, f"number {self.count}", title=f"new {self.count}", relations=(relation, back))

    def join(self, one: int, other: int) -> None:
        merge(self.app, MergeRequest(self.ids[one], (self.ids[other],), yes=True))

    def rise(self, one: int, _other: int) -> None:
        promote(self.app, PromoteRequest(self.ids[one], "project", yes=True))

    def archive(self, one: int, _other: int) -> None:
        forget(self.app, ForgetRequest((self.ids[one],)))

    def delete(self, one: int, _other: int) -> None:
        forget(self.app, ForgetRequest((self.ids[one],), how="delete"))

    def restore(self, one: int, other: int) -> None:
        lines = [line for line in history(self.app, HistoryRequest(self.ids[one])).versions if line.version]
        restore(self.app, RestoreRequest(self.ids[one], lines[other % len(lines)].version))

    def undo(self, _one: int, _other: int) -> None:
        undo(self.app, UndoRequest())


STEPS = [name for name in vars(Story) if not name.startswith("_")]
PLACES = st.integers(0, len(NAMES) - 1)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(STEPS), PLACES, PLACES), min_size=3, max_size=10))
def test_the_index_is_a_rebuilt_one_and_nothing_runs_in_a_circle(steps):
    with tempfile.TemporaryDirectory() as folder:
        story = Story(Path(folder).resolve())
        try:
            for name, one, other in steps:
                tried(story, name, one, other)
            assert reindex(story.app, ReindexRequest(check=True)).problems == ()
            check_circles(Path(folder))
        finally:
            story.machine.close()


def tried(story: Story, name: str, one: int, other: int) -> None:
    """What makes no sense is refused in a word; everything else goes well."""
    try:
        getattr(story, name)(one, other)
    except SagacityError as error:
        if error.code not in REFUSED:
            raise


def check_circles(folder: Path) -> None:
    """Of the files themselves."""
    edges: dict[str, list[tuple[str, str]]] = {}
    for path in folder.rglob("notes/**/*.md"):
        note = parse_note(path.read_bytes())
        for relation in note.relations:
            if relation_of(relation.op).acyclic:
                op, source, target = oriented(relation.op, note.id, relation.target)
                edges.setdefault(op, []).append((source, target))
    for op, found in edges.items():
        for edge in found:
            assert find_cycle(found, edge) == (), (op, edge)
