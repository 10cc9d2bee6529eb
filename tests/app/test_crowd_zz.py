"""Many processes at once: nothing acknowledged is lost, nobody fails."""

from __future__ import annotations

import random

from sagacity.app.read import read
from sagacity.app.recall import list_notes, recall
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import ListRequest, ReadRequest, RecallRequest, ReindexRequest, RememberRequest
from tests.app.forking import finish, start

WRITERS = 64
WRITES = 4
FIRST_STARTS = 100
AT_ONCE = 8


def fresh(machine, seed):
    """The application of another process, with its own chance."""
    machine.random_bytes = random.Random(seed).randbytes
    return machine.app()


def test_64_processes_write_and_read_while_one_rebuilds(machine):
    remember(machine.app(), RememberRequest(content="shared", title="Shared", type="reference"))
    machine.close()

    def writer(number):
        app = fresh(machine, number)
        ids = []
        for at in range(WRITES):
            written = remember(app, RememberRequest(content=f"word{number}x{at} stands here", title=f"N {number} {at}"))
            ids.append(written.notes[0].id)
            remember(app, RememberRequest(content=f"line {number} {at}", to="shared"))
            hits = recall(app, RecallRequest(query=f"word{number}x{at}")).results
            assert hits[0].id == ids[-1]
        return " ".join(ids).encode()

    def rebuilder():
        app = fresh(machine, 10_000)
        for _ in range(3):
            reindex(app, ReindexRequest())
        return b""

    children = [start(lambda number=number: writer(number)) for number in range(WRITERS // 2)]
    children.append(start(rebuilder))
    children += [start(lambda number=number: writer(number)) for number in range(WRITERS // 2, WRITERS)]
    ends = [finish(child) for child in children]
    assert [ended for ended, _ in ends if ended != "ok"] == []
    acknowledged = {note_id for _, said in ends for note_id in said.decode().split()}
    assert len(acknowledged) == WRITERS * WRITES
    app = fresh(machine, 20_000)
    listed = {hit.id for hit in list_notes(app, ListRequest(limit=1000)).results}
    assert acknowledged <= listed
    shared = read(app, ReadRequest(("shared",))).notes[0].body
    missing = [
        f"line {n} {at}" for n in range(WRITERS) for at in range(WRITES) if f"line {n} {at}\n" not in shared + "\n"
    ]
    assert missing == []
    incremental = app.index.dump()
    reindex(app, ReindexRequest())
    assert app.index.dump() == incremental


def test_simultaneous_first_starts_all_succeed(machine, tmp_path):
    failures = []
    for round_no in range(FIRST_STARTS):
        machine.home = tmp_path / f"home{round_no}"

        def first(number, round_no=round_no):
            app = fresh(machine, round_no * 100 + number)
            title = f"First {number}"
            remember(app, RememberRequest(content=f"from process {number}", title=title))
            assert title in [hit.title for hit in recall(app, RecallRequest(query=title)).results]
            return b""

        children = [start(lambda number=number: first(number)) for number in range(AT_ONCE)]
        failures += [ended[-1800:] for ended, _ in map(finish, children) if ended != "ok"]
        listed = list_notes(fresh(machine, 99_000), ListRequest(limit=100)).results
        if len(listed) != AT_ONCE:
            failures.append(f"round {round_no}: {len(listed)} of {AT_ONCE} notes")
        machine.close()
        machine.opened.clear()
    print("\n".join(failures)); assert failures == []
