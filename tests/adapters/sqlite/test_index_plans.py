"""What is asked about a few notes never walks through all notes of a layer."""

from __future__ import annotations

import pytest

from sagacity.adapters.sqlite.generations import empty_index
from sagacity.adapters.sqlite.sqltext import Statements

GATE = "n.layer IN (?) AND n.archived = 0 AND n.confidential <> 1"
BY_KEY = ["best_passing", "candidates", "newest_candidates", "find", "find_tail", "passing", "rows"]
BY_INDEX = {
    "stats_in": "note_dir",
    "slice_stats": "sqlite_autoindex_note_1",
    "racy": "note_racy",
    "newest": "note_updated",
}


def plan(name: str) -> list[str]:
    """How SQLite finds the notes: the steps that touch table n."""
    db = empty_index()
    db.register_fts5_function("collect_hits", lambda *_anything: None)
    sql = Statements("index.sql").listed(name, 3).replace("{gate}", GATE)
    steps = [str(row[3]) for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", (1,) * sql.count("?"))]
    db.close()
    return [step for step in steps if " n " in f"{step} "]


@pytest.mark.parametrize("name", BY_KEY)
def test_notes_are_looked_up_by_key(name):
    steps = plan(name)
    assert steps
    assert all("USING INTEGER PRIMARY KEY" in step for step in steps)


@pytest.mark.parametrize("name", BY_INDEX)
def test_notes_are_found_by_their_own_index(name):
    assert all(f"USING INDEX {BY_INDEX[name]} " in step for step in plan(name))
