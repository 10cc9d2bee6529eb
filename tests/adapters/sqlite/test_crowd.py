"""Many real processes at once, and processes killed in the middle: what was acknowledged is there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sagacity.adapters.sqlite.generations import SCHEMA
from sagacity.adapters.sqlite.index import SqliteIndex
from sagacity.adapters.sqlite.journal import SqliteJournal
from sagacity.app.records import Filters
from tests.contracts.samples import ALL, entry, found, put

ROOT = Path(__file__).parents[3]
CROWD = Path(__file__).parent / "crowd.py"


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return str(folder)


def start(role: str, home: str, number: int, count: int) -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    command = [sys.executable, str(CROWD), role, home, str(number), str(count)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def acknowledged(processes: list[subprocess.Popen], *, killed: bool = False) -> list[int]:
    """What they said was written; none may have complained."""
    numbers: list[int] = []
    for process in processes:
        output, complaint = process.communicate(timeout=200)
        assert complaint == ""
        assert process.returncode == (-9 if killed else 0)
        numbers += map(int, output.split())
    return numbers


def check_all_there(home: str, numbers: list[int]) -> None:
    index, journal = SqliteIndex(f"{home}/index"), SqliteJournal(f"{home}/journal.db")
    slugs = {row.slug for row in index.newest(Filters(ALL), limit=100_000)}
    assert slugs >= {f"note-{number}" for number in numbers}
    assert len(found(index, "word", window=100_000)) >= len(numbers)
    assert {one.at_ms for one in journal.recalls(limit=100_000)} >= set(numbers)
    assert journal.known_ids([f"{kind}{number}" for number in numbers for kind in "vw"]) == {
        f"{kind}{number}" for number in numbers for kind in "vw"
    }
    assert [number for number in numbers if journal.content(f"hash text {number}") is None] == []
    assert index.check() == []
    assert journal.check() == []
    index.close()
    journal.close()


def test_many_writers_lose_nothing(home):
    numbers = acknowledged([start("write", home, number, 5) for number in range(16)])
    assert len(numbers) == 16 * 5
    check_all_there(home, numbers)


def test_many_writers_lose_nothing_while_one_rebuilds(home):
    index = SqliteIndex(f"{home}/index")
    put(index, *(entry(number) for number in range(100)))
    index.close()
    rebuilding = start("rebuild", home, 1, 4)
    writers = [start("write", home, number, 6) for number in range(1, 6)]
    numbers = acknowledged(writers)
    assert len(acknowledged([rebuilding])) == 4
    check_all_there(home, numbers)


def test_many_first_starts_at_once_all_succeed(home):
    for round_number in range(3):
        fresh = f"{home}/{round_number}"
        os.mkdir(fresh, 0o700)
        numbers = acknowledged([start("open", fresh, number, 2) for number in range(8)])
        index = SqliteIndex(f"{fresh}/index")
        assert {row.slug for row in index.newest(Filters(ALL), limit=99)} == {f"note-{number}" for number in numbers}
        assert sorted(name for name in os.listdir(f"{fresh}/index") if name.endswith(".db")) == [f"{SCHEMA}-1.db"]
        assert index.check() == []
        index.close()


def test_a_killed_writer_leaves_no_residue(home):
    numbers = acknowledged([start("die", home, number, 3) for number in range(1, 7)], killed=True)
    check_all_there(home, numbers)
    index, journal = SqliteIndex(f"{home}/index"), SqliteJournal(f"{home}/journal.db", busy_timeout_ms=0)
    assert journal.known_ids(["never"]) == set()
    assert put(index, entry(7)) == 1
    journal.close()
    index.close()
