"""Whatever is done with plans and tasks: the index is a rebuilt one's equal, and undo takes each step back as one."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sagacity.app.link import link
from sagacity.app.recall import list_notes
from sagacity.app.reindex import reindex
from sagacity.app.requests import LinkRequest, ListRequest, ReindexRequest, UndoRequest
from sagacity.app.undo import undo
from sagacity.core.errors import SagacityError
from tests.app.conftest import Machine, RunningClock, put
from tests.app.worked import agenda, does, plan, task

TASKS = ["write-it", "test-it", "announce-it", "film-it"]
NOTES = st.sampled_from(["ship-it", "sell-it", *TASKS])
PRS = st.lists(st.sampled_from(["https://example.org/1", "https://example.org/2"]), max_size=2)
STEPS = st.one_of(
    st.tuples(st.just("start"), st.fixed_dictionaries({"due": st.sampled_from(["", "friday", "none"])})),
    st.tuples(
        st.just("complete"),
        st.fixed_dictionaries(
            {
                "prs": PRS,
                "lessons": st.sampled_from([[], ["Mind the gap"], ["One", "Two"]]),
                "force": st.booleans(),
            }
        ),
    ),
    st.tuples(st.just("block"), st.fixed_dictionaries({"reason": st.sampled_from(["no key", "no time"])})),
    st.tuples(st.just("cancel"), st.fixed_dictionaries({"reason": st.sampled_from(["", "no use"])})),
    st.tuples(st.just("reopen"), st.just({})),
    st.tuples(st.just("graduate"), st.fixed_dictionaries({"archive": st.booleans()})),
)


class Work(RuleBasedStateMachine):
    """Two plans and four tasks, whose relations change while steps are taken."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="sagacity-work-"))
        (self.folder / "work").mkdir()
        self.machine = Machine(
            self.folder / ".sagacity", self.folder / "work", RunningClock(), random.Random(2).randbytes
        )
        self.app = self.machine.app()
        for title in ("Ship it", "Sell it"):
            plan(self.app, title)
        for title in ("Write it", "Test it", "Announce it", "Film it"):
            task(self.app, title, of="ship-it")
        put(self.app, "Once and for all.", title="Decided", type="decision")

    def teardown(self):
        self.machine.close()
        shutil.rmtree(self.folder)

    def files(self):
        notes = self.machine.home / "personal" / "notes"
        return {str(path.relative_to(notes)): path.read_bytes() for path in notes.rglob("*.md")}

    def allow(self, act):
        """What was written; what the rules forbid is refused in words, and writes nothing."""
        before = self.files()
        try:
            return act().notes
        except SagacityError as error:
            words = error
        assert words.code in ("refused", "invalid", "not_found"), words
        assert self.files() == before
        return ()

    @rule(handle=NOTES, step=STEPS, back=st.booleans())
    def take(self, handle, step, back):
        action, fields = step
        before = self.files()
        written = self.allow(lambda: does(self.app, action, handle, **fields))
        operations = {one.operation for one in written} - {""}
        assert len(operations) <= 1
        assert bool(operations) == (self.files() != before)
        if back and operations:
            undo(self.app, UndoRequest(operation=operations.pop()))
            assert self.files() == before

    @rule(handle=NOTES, step=STEPS)
    def twice(self, handle, step):
        action, fields = step
        self.allow(lambda: does(self.app, action, handle, **fields))
        after = self.files()
        if action != "start":  # a due date in words is another day tomorrow
            self.allow(lambda: does(self.app, action, handle, **fields))
            assert self.files() == after

    @rule(source=NOTES, far=NOTES, op=st.sampled_from(["part_of", "depends_on", "blocks"]), remove=st.booleans())
    def relate(self, source, far, op, remove):
        self.allow(lambda: link(self.app, LinkRequest(source, op, far, remove=remove)))

    @invariant()
    def each_open_one_is_listed_once(self):
        listed = [item.slug for item in agenda(self.app)]
        assert len(listed) == len(set(listed))
        everything = [
            item.slug for item in agenda(self.app, status=("open", "pending", "blocked", "done", "cancelled"))
        ]
        assert set(listed) <= set(everything)

    @invariant()
    def incremental_equals_rebuilt(self):
        list_notes(self.app, ListRequest())
        incremental = self.app.index.dump()
        reindex(self.app, ReindexRequest())
        assert self.app.index.dump() == incremental


TestWork = Work.TestCase
TestWork.settings = settings(max_examples=8, stateful_step_count=12, deadline=None)
