"""What is written ahead stays short, whoever writes, and moving it into the database makes nobody wait."""

from __future__ import annotations

import os
import time

import apsw
import pytest

from sagacity.adapters.sqlite.connection import WAL_MAX_PAGES
from sagacity.adapters.sqlite.journal import SqliteJournal
from tests.contracts.samples import recall

PATIENCE_MS = 60_000
LONG_BYTES = WAL_MAX_PAGES * 4200


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "journal.db")


def record(path: str, n: int) -> None:
    journal = SqliteJournal(path, busy_timeout_ms=PATIENCE_MS)
    for at_ms in range(n):
        journal.record_recall(recall(at_ms + 1, "a"))
    journal.close()


def wal_bytes(path: str) -> int:
    return os.path.getsize(f"{path}-wal")


def test_it_stays_short_when_every_process_writes_once(path):
    longest = 0
    for _ in range(WAL_MAX_PAGES):
        record(path, 1)
        longest = max(longest, wal_bytes(path))
    assert 0 < longest < LONG_BYTES
    assert len(SqliteJournal(path).recalls(limit=1000)) == WAL_MAX_PAGES


def test_a_reader_keeps_it_long_without_making_the_writer_wait(path):
    record(path, 1)
    reader = apsw.Connection(path)
    reader.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    reader.execute("BEGIN")
    before = reader.execute("SELECT count(*) FROM recall").get
    started_s = time.monotonic()
    record(path, WAL_MAX_PAGES)
    assert time.monotonic() - started_s < PATIENCE_MS / 2000
    assert wal_bytes(path) > LONG_BYTES
    assert reader.execute("SELECT count(*) FROM recall").get == before
    reader.close()
    record(path, 1)
    assert wal_bytes(path) == 0
