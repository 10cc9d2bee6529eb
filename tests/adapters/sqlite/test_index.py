"""The index on SQLite keeps the contract of the port."""

from __future__ import annotations

import pytest

from sagacity.adapters.sqlite.index import SqliteIndex
from tests.contracts.index import IndexContract
from tests.contracts.index_upkeep import IndexUpkeepContract


@pytest.fixture
def index(tmp_path):
    index = SqliteIndex(str(tmp_path / "index"), busy_timeout_ms=2000, lock_timeout_s=5)
    yield index
    index.close()


class TestSqliteIndex(IndexContract):
    pass


class TestSqliteIndexUpkeep(IndexUpkeepContract):
    pass
