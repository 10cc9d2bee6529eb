"""The index on SQLite keeps the contract of the port."""

from __future__ import annotations

from contextlib import closing

import pytest

from sagacity.adapters.sqlite.index import SqliteIndex
from sagacity.app.records import Filters, Probe
from sagacity.core.note import Relation
from tests.contracts.index import IndexContract
from tests.contracts.index_links import LinkContract
from tests.contracts.index_lists import IndexListsContract
from tests.contracts.index_upkeep import IndexUpkeepContract
from tests.contracts.index_vectors import VectorContract, vector
from tests.contracts.samples import ALL, STAMP, entry, key_of, put


@pytest.fixture
def index(tmp_path):
    index = SqliteIndex(str(tmp_path / "index"), busy_timeout_ms=2000, lock_timeout_s=5)
    yield index
    index.close()


@pytest.fixture
def another():
    """A second one, empty."""
    index = SqliteIndex("")
    yield index
    index.close()


class TestSqliteIndex(IndexContract):
    pass


class TestSqliteIndexVectors(VectorContract):
    pass


class TestSqliteIndexLinks(LinkContract):
    pass


class TestSqliteIndexUpkeep(IndexUpkeepContract):
    pass


class TestSqliteIndexLists(IndexListsContract):
    pass


def test_keys_stay_good_when_another_process_rebuilds(index, tmp_path):
    chain = [
        entry(1, title="alpha", relations=(Relation("refines", "beta"),)),
        entry(2, title="beta", relations=(Relation("refines", "gamma"),)),
        entry(3, title="gamma"),
    ]
    put(index, *chain)
    alpha, beta, gamma = (key_of(index, name) for name in ("alpha", "beta", "gamma"))
    other = SqliteIndex(str(tmp_path / "index"))
    for _ in range(2):
        keys = [key_of(index, name) for name in ("alpha", "beta", "gamma")]
        edges = index.edges_from(keys[:1]), index.edges_to(keys[2:], ["refines"])
        with other.rebuild(lambda _new: None) as new:
            put(new, *reversed(chain))
        assert index.get_meta("complete") != ""
        assert [row.slug for row in index.rows(keys)] == ["alpha", "beta", "gamma"]
        assert (index.edges_from(keys[:1]), index.edges_to(keys[2:], ["refines"])) == edges
        assert index.passing(keys, Filters(ALL)) == set(keys)
    assert index.rows([alpha, beta, gamma]) == []
    other.close()


def test_what_was_kept_of_the_index_gives_way_to_what_others_write(index, tmp_path):
    with closing(SqliteIndex(str(tmp_path / "index"), busy_timeout_ms=5000, lock_timeout_s=5.0)) as other:
        put(index, entry(1, title="payment connection"))
        typed = ["paymnet", "connection"]
        assert index.nearest_words(typed) == {"paymnet": "payment"}
        put(other, entry(2, title="paymnet"))
        assert index.nearest_words(typed) == {}
        put(index, entry(3, path="paymnet.md", title="other"))
        assert index.nearest_words(typed) == other.nearest_words(typed) == {"paymnet": "payment"}


def test_vectors_that_others_write_are_compared(index, tmp_path):
    def n_vectors(one) -> int:
        probe = Probe(STAMP, vector(1))
        return sum(bool(match.cosine) for match in one.search([], Filters(ALL), window=9, probe=probe).matches)

    with closing(SqliteIndex(str(tmp_path / "index"), busy_timeout_ms=5000, lock_timeout_s=5.0)) as other:
        for n, writer in enumerate((index, other, index), 1):
            put(writer, entry(n, title=f"note {n}", vector=vector(n)))
            assert n_vectors(index) == n_vectors(other) == n
