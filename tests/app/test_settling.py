"""Files that were read right after they were written are looked at once more, and put once."""

from __future__ import annotations

import os

import apsw
import pytest

from sagacity.app.freshness import UNBOUNDED, refresh
from sagacity.app.reindex import rebuild
from tests.app.conftest import put, titles


@pytest.fixture
def notes(app):
    put(app, "The herons fish at dawn.", title="Herons")
    [layer] = app.workspace.all_layers()
    for number in range(60):
        with open(f"{layer.notes_dir}/note-{number}.md", "w") as file:
            file.write(f"Otter number {number} swims.\n")
    return layer


def test_files_that_still_say_the_same_are_not_put_again(app, machine, notes):
    def later(what, _done, _total):
        if what.startswith("indexing"):
            machine.clock.advance(seconds=3)

    rebuild(app.replace(progress=later), app.workspace.all_layers())
    assert app.index.racy(notes.root) == []
    db = apsw.Connection(app.index.path, flags=apsw.SQLITE_OPEN_READONLY)
    [(n_free,)] = db.execute("PRAGMA freelist_count")
    [(n_keys,)] = db.execute("SELECT max(key) % 16777216 FROM note")
    db.close()
    assert n_free == 0
    assert n_keys == 61
    assert refresh(app, [notes], UNBOUNDED).changed == 0


def test_a_file_that_says_something_else_under_the_same_stat_is_put(app, machine, notes):
    refresh(app, [notes], UNBOUNDED)
    path = f"{notes.notes_dir}/note-7.md"
    before = os.stat(path)
    with open(path, "w") as file:
        file.write("Crane number 7 swims.\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert os.stat(path).st_size == before.st_size
    machine.clock.advance(seconds=3)
    assert len(app.index.racy(notes.root)) >= 60
    assert refresh(app, [notes], UNBOUNDED).changed == 1
    assert len(titles(app, "crane")) == 1
