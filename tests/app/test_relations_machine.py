"""Whatever is linked, unlinked, edited, renamed, deleted and brought back: no circle, and the graph is a rebuilt one's."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sagacity.app.forget import forget
from sagacity.app.link import link
from sagacity.app.records import Filters
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import (
    ForgetRequest,
    LinkRequest,
    NoteInput,
    ReindexRequest,
    RelationInput,
    RememberRequest,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.restore import restore
from sagacity.app.scope import here
from sagacity.app.steps import Terrain, Ways
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.app.versions import RestoreRequest
from sagacity.core.errors import SagacityError
from sagacity.core.relations import find_cycle, ordered
from tests.app.conftest import Machine, RunningClock

NAMES = [f"Note {letter}" for letter in "abcde"]
TITLES = st.sampled_from(NAMES)
OPS = st.sampled_from(
    ["depends_on", "prerequisite_for", "supersedes", "superseded_by", "deprecated", "blocks", "derived_from", "refines"]
)


class Graph(RuleBasedStateMachine):
    """A home, its notes, and everything that can bring a relation about."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="sagacity-graph-"))
        (self.folder / "work").mkdir()
        self.machine = Machine(
            self.folder / ".sagacity", self.folder / "work", RunningClock(), random.Random(1).randbytes
        )
        self.app = self.machine.app()
        self.notes: dict[str, str] = {}
        for title in NAMES[:3]:
            self.note(title)

    def teardown(self):
        self.machine.close()
        shutil.rmtree(self.folder)

    def allow(self, verb, request):
        """Refusals are part of life."""
        try:
            done = verb(self.app, request)
        except SagacityError as error:
            if error.code not in ("invalid", "not_found", "ambiguous", "conflict", "refused"):
                raise
            return
        self.notes.update({one.id: one.version for one in done.notes if one.version})

    def note(self, title):
        self.allow(remember, RememberRequest(content=f"about {title}", title=title))

    @rule(title=TITLES, op=OPS, end=TITLES)
    def write(self, title, op, end):
        self.allow(remember, RememberRequest(content=title, title=title, relations=(RelationInput(op, end),)))

    @rule(one=TITLES, other=TITLES, op=OPS)
    def write_two(self, one, other, op):
        notes = (
            NoteInput(content="1", title=one, relations=(RelationInput(op, other),)),
            NoteInput(content="2", title=other, relations=(RelationInput(op, one),)),
        )
        self.allow(remember, RememberRequest(notes=notes))

    @rule(start=TITLES, op=OPS, end=TITLES, remove=st.booleans())
    def relate(self, start, op, end, remove):
        self.allow(link, LinkRequest(start, op, end, remove=remove))

    @rule(title=TITLES, new=TITLES)
    def retitle(self, title, new):
        self.allow(update, UpdateRequest(title, title=new))

    @rule(title=TITLES, new=TITLES)
    def call(self, title, new):
        self.allow(update, UpdateRequest(title, add_synonyms=(new,)))

    @rule(title=TITLES)
    def delete(self, title):
        self.allow(forget, ForgetRequest((title,), "delete"))

    @rule(data=st.data())
    def bring_back(self, data):
        note_id = data.draw(st.sampled_from(sorted(self.notes)))
        self.allow(restore, RestoreRequest(note_id, self.notes[note_id]))

    @rule()
    def take_back(self):
        self.allow(undo, UndoRequest())

    def graph(self):
        scope = here(self.app)
        rows = self.app.index.newest(Filters(scope.filters.layers, archived=True), limit=100)
        terrain = Terrain(self.app, scope, Filters(scope.filters.layers, archived=True), Ways(), rows)
        ids = {row.key: row.id for row in rows}
        return {(ids[link[0]], link[3], ids[link[1]]) for link in terrain.ends(list(ids)) if link[2] and link[1] in ids}

    @invariant()
    def there_is_no_circle(self):
        edges: dict[str, list[tuple[str, str]]] = {}
        for source, op, target in self.graph():
            assert source != target
            if found := ordered(op, source, target):
                edges.setdefault(found[0], []).append(found[1:])
        for pairs in edges.values():
            for pair in pairs:
                assert find_cycle([one for one in pairs if one != pair], pair) == ()

    @rule()
    def rebuild(self):
        before = self.graph()
        reindex(self.app, ReindexRequest())
        assert self.graph() == before


TestGraph = Graph.TestCase
TestGraph.settings = settings(
    max_examples=12, stateful_step_count=20, deadline=None, phases=(Phase.explicit, Phase.generate)
)
