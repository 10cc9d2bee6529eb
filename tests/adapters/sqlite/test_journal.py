"""The journal on SQLite keeps the contract of the port, and what it is told, whatever happens to its file."""

from __future__ import annotations

import pytest

from sagacity.adapters.sqlite.journal import SqliteJournal
from tests.contracts.journal import JournalContract


@pytest.fixture
def journal(tmp_path):
    journal = SqliteJournal(str(tmp_path / "journal.db"), busy_timeout_ms=2000, lock_timeout_s=5)
    yield journal
    journal.close()


class TestSqliteJournal(JournalContract):
    pass
