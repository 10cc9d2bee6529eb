"""One of many processes that use one index and one journal at once: `python crowd.py ROLE HOME NUMBER COUNT`.

Prints `n` for each write that was acknowledged; never anything else on success.
"""

from __future__ import annotations

import os
import signal
import sys

from sagacity.adapters.sqlite.index import SqliteIndex
from sagacity.adapters.sqlite.journal import SqliteJournal
from sagacity.app.records import Filters, IndexBatch
from tests.contracts.samples import ALL, MINE, entry, put, recall, version


def write(home: str, number: int, count: int) -> None:
    """Notes into the index, versions and recalls into the journal, reading in between."""
    index, journal = both(home)
    for step in range(count):
        key = number * 1000 + step
        journal.record_versions([version(f"v{key}", f"text {key}"), version(f"w{key}", f"text {key}")])
        journal.record_recall(recall(key, f"v{key}"))
        put(index, entry(key, title=f"note {key}", body="word " * 20))
        index.search(["word"], Filters(ALL), window=20)
        print(key, flush=True)
    index.close()
    journal.close()


def open_first(home: str, number: int, count: int) -> None:
    """Everything a first start does, on a home that is not there yet."""
    for step in range(count):
        index, journal = both(home)
        index.search(["word"], Filters(ALL), window=20)
        put(index, entry(number * 1000 + step))
        journal.record_recall(recall(number * 1000 + step))
        print(number * 1000 + step, flush=True)
        index.close()
        journal.close()


def die_writing(home: str, number: int, count: int) -> None:
    """Is killed in the middle of a transaction after `count` acknowledged ones."""
    write(home, number, count)
    index, journal = both(home)

    def die(*_anything):
        os.kill(os.getpid(), signal.SIGKILL)

    one = entry(number * 1000 + 900, title="never")
    if number % 2:
        put(index, one)
        index.write([_batch(one)], die)
    else:
        journal.record_versions(_Deadly([version("never", "never")], die))


def rebuild(home: str, number: int, count: int) -> None:
    """New generations, one after the other, filled with what the serving one holds and caught up under the lock."""
    index, _ = both(home)
    for _ in range(count):
        with index.rebuild(lambda _new: None) as new:
            rows = index.newest(Filters(ALL), limit=100_000)
            keys = [int(row.slug.removeprefix("note-")) for row in rows]
            put(new, *(entry(key, title=f"note {key}", body="word " * 20) for key in keys))
        print(number, flush=True)


def both(home: str) -> tuple[SqliteIndex, SqliteJournal]:
    index = SqliteIndex(f"{home}/index", busy_timeout_ms=60_000, lock_timeout_s=60)
    return index, SqliteJournal(f"{home}/journal.db", busy_timeout_ms=60_000, lock_timeout_s=60)


class _Deadly(list):
    """Versions of which the second can never be had."""

    def __init__(self, items, die) -> None:
        super().__init__(items)
        self._die = die

    def __iter__(self):
        yield from super().__iter__()
        self._die()


def _batch(one):
    return IndexBatch(MINE, puts=(one, one), drops=("note-1.md",))


ROLES = {"write": write, "open": open_first, "die": die_writing, "rebuild": rebuild}

if __name__ == "__main__":
    ROLES[sys.argv[1]](sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
