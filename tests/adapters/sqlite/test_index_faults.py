"""Whatever happens to its files, the index answers, and says what it lost."""

from __future__ import annotations

import os
import random

import apsw
import pytest

from sagacity.adapters.sqlite import generations, recovery
from sagacity.adapters.sqlite.filelock import FileLock
from sagacity.adapters.sqlite.index import SqliteIndex
from sagacity.app.records import Filters, IndexBatch
from sagacity.core.errors import SagacityError
from tests.contracts.samples import ALL, MINE, entry, found, put, unchanged


@pytest.fixture
def directory(tmp_path):
    return str(tmp_path / "home" / "index")


@pytest.fixture
def opened(directory):
    """Opens indexes on the directory and closes them at the end."""
    indexes = []

    def open_one(**options) -> SqliteIndex:
        indexes.append(SqliteIndex(directory, **{"busy_timeout_ms": 2000, "lock_timeout_s": 5, **options}))
        return indexes[-1]

    yield open_one
    for index in indexes:
        index.close()


def filled(opened) -> SqliteIndex:
    index = opened()
    put(index, *(entry(number, body="word " * 50) for number in range(1, 200)))
    index.set_meta("complete", "1")
    return index


def settle(index: SqliteIndex) -> str:
    """The file of the closed index, with everything moved out of the write-ahead log."""
    path = index.path
    index.close()
    db = apsw.Connection(path)
    db.pragma("schema_version")
    db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    db.close()
    return path


def overwrite(path: str, at: int, data: bytes) -> None:
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def truncate(path: str, size: int) -> None:
    os.truncate(path, size)


def foreign(path: str) -> None:
    os.unlink(path)
    stamp(path, "CREATE TABLE t (x)")


def filling(*entries):
    """What fills a rebuilt index with the entries."""

    def fill(new) -> None:
        put(new, *entries)

    return fill


def stamp(path: str, sql: str) -> None:
    db = apsw.Connection(path)
    db.execute(sql)
    db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    db.close()


DAMAGE = {
    "zero length": lambda path: truncate(path, 0),
    "no database": lambda path: overwrite(path, 0, b"not a database at all" * 300),
    "half a header": lambda path: truncate(path, 50),
    "foreign database": foreign,
    "no stamp": lambda path: stamp(path, "DELETE FROM meta WHERE key = 'schema'"),
    "wrong stamp": lambda path: stamp(path, "UPDATE meta SET value = '999' WHERE key = 'schema'"),
    "zeroed schema page": lambda path: overwrite(path, 100, b"\0" * 3000),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_index_is_set_aside_and_begun_anew(opened, directory, damage):
    path = settle(filled(opened))
    DAMAGE[damage](path)
    index = opened()
    assert found(index, "word") == []
    assert index.recovered
    assert index.get_meta("complete") == ""
    assert "could not serve" in index.check()[0]
    assert [name for name in os.listdir(directory) if ".corrupt-" in name]
    assert put(index, entry(1, title="again")) == 1
    assert found(index, "again") == ["again"]
    index.set_meta("complete", "1")
    assert index.check() == []


def test_damage_met_while_reading_is_set_aside(opened, directory):
    path = settle(filled(opened))
    size = os.path.getsize(path)
    for at in range(8192, size, 4096):
        overwrite(path, at, b"\xee" * 4096)
    index = opened()
    assert found(index, "word") == []
    assert index.newest(Filters(ALL), limit=5) == []
    assert index.recovered
    assert put(index, entry(1, title="again")) == 1
    assert found(index, "again") == ["again"]


def test_random_damage_never_escapes(opened, directory):
    chance = random.Random(5)
    codes = set()
    for _ in range(25):
        path = settle(filled(opened))
        for _ in range(chance.choice((1, 8))):
            overwrite(path, chance.randrange(os.path.getsize(path)), bytes([chance.randrange(256)]))
        index = opened()
        try:
            found(index, "word")
            index.rows([1, 2, 3])
            index.dump()
            index.check()
            put(index, entry(7, title="again"))
        except SagacityError as error:
            codes.add((error.code, str(error.__cause__)))
        index.close()
        for name in os.listdir(directory):
            os.unlink(f"{directory}/{name}")
    assert codes <= {"integrity"}


@pytest.mark.parametrize("damage", ["missing", "truncated", "header zeroed", "bit flipped"])
def test_a_damaged_write_ahead_log_leaves_an_older_sound_index(opened, damage):
    index = filled(opened)
    settle(index)
    index = opened()
    put(index, *(entry(number, title=f"late {number}") for number in range(300, 320)))
    wal = f"{index.path}-wal"
    index.close()
    if damage == "missing":
        os.unlink(wal)
    elif damage == "truncated":
        truncate(wal, os.path.getsize(wal) // 2)
    else:
        overwrite(wal, 0 if damage == "header zeroed" else 2000, b"\0" * 32)
    again = opened()
    assert found(again, "word", window=300) != []
    assert again.check() == []
    assert put(again, entry(400, title="after")) == 1


def test_garbage_in_shared_memory_is_rebuilt(opened):
    index = filled(opened)
    path = index.path
    index.close()
    overwrite(f"{path}-shm", 0, b"\xaa" * 4096)
    again = opened()
    assert len(found(again, "word", window=300)) == 199
    assert again.check() == []


@pytest.mark.parametrize(
    "pointer", [b"", b"\0\xff\xfe", b"nonsense\n", b"7-0.db\n", b"../../etc/passwd\n", b"7-x.db", None]
)
def test_a_damaged_pointer_finds_the_newest_generation(opened, directory, pointer):
    filled(opened).close()
    if pointer is None:
        os.unlink(f"{directory}/current")
    else:
        with open(f"{directory}/current", "wb") as file:
            file.write(pointer)
    index = opened()
    assert len(found(index, "word", window=300)) == 199
    assert not index.recovered
    with open(f"{directory}/current") as file:
        assert file.read() == "7-1.db\n"


def test_a_pointer_to_a_missing_file_begins_a_new_generation(opened, directory):
    index = filled(opened)
    for ending in ("", "-wal", "-shm"):
        os.unlink(f"{directory}/7-1.db{ending}")
    assert found(index, "word") == []
    assert index.recovered
    assert put(index, entry(1)) == 1
    assert index.path.endswith("/7-2.db")


def test_a_deleted_folder_is_made_again_under_a_running_process(opened, directory):
    index = filled(opened)
    for name in os.listdir(directory):
        os.unlink(f"{directory}/{name}")
    os.rmdir(directory)
    assert found(index, "word") == []
    assert put(index, entry(1, title="again")) == 1
    assert found(opened(), "again") == ["again"]


def test_another_schema_keeps_its_generation_and_its_line(opened, directory):
    os.makedirs(directory)
    for name, data in (("current", b"1-7.db\n"), ("1-7.db", b"of another version")):
        with open(f"{directory}/{name}", "wb") as file:
            file.write(data)
    index = opened()
    assert put(index, entry(1, title="ours")) == 1
    with index.rebuild(filling(entry(1, title="ours"))):
        pass
    with open(f"{directory}/current") as file:
        assert file.read().split() == ["1-7.db", "7-2.db"]
    with open(f"{directory}/1-7.db", "rb") as file:
        assert file.read() == b"of another version"
    assert index.check() == []


def test_a_held_lock_makes_writes_busy_and_leaves_reads_alone(opened, directory):
    index = filled(opened)
    hurried = opened(lock_timeout_s=0.05)
    with FileLock(directory, timeout_s=1):
        assert found(index, "word") != []
        with pytest.raises(SagacityError) as caught:
            put(hurried, entry(1))
    assert caught.value.code == "busy"
    assert directory in caught.value.message
    assert put(hurried, entry(1)) == 1


def test_a_reader_that_cannot_wait_for_the_first_index_finds_nothing(opened, directory):
    os.makedirs(directory)
    hurried = opened(lock_timeout_s=0.02)
    with FileLock(directory, timeout_s=1):
        assert found(hurried, "word") == []
        assert hurried.get_meta("complete") == ""
    assert put(hurried, entry(1, title="word")) == 1
    assert found(hurried, "word") == ["word"]


def test_a_writer_inside_sqlite_makes_writes_busy(opened, directory):
    index = filled(opened)
    hurried = opened(busy_timeout_ms=20)
    db = apsw.Connection(index.path)
    db.execute("BEGIN IMMEDIATE")
    with pytest.raises(SagacityError) as caught:
        put(hurried, entry(1))
    assert caught.value.code == "busy"
    assert found(hurried, "word") != []
    db.execute("ROLLBACK")
    db.close()
    assert put(hurried, entry(1)) == 1


@pytest.mark.parametrize("place", ["file in the way", "no folder above"])
def test_where_no_index_can_be_made_reads_find_nothing_and_writes_say_why(tmp_path, place):
    if place == "file in the way":
        (tmp_path / "home").write_text("x")
    index = SqliteIndex(str(tmp_path / ("home/index" if place == "file in the way" else "a/b/c/index")))
    assert found(index, "word") == []
    assert index.layers() == []
    with pytest.raises(SagacityError) as caught:
        put(index, entry(1))
    assert caught.value.code == "degraded"
    assert "index" in caught.value.message
    assert "no index can be kept" in index.check()[0]
    index.close()


@pytest.mark.needs("user")
def test_a_read_only_folder_is_read(opened, directory):
    index = filled(opened)
    settle(index)
    for name in ("7-1.db-wal", "7-1.db-shm"):
        if os.path.exists(f"{directory}/{name}"):
            os.unlink(f"{directory}/{name}")
    os.chmod(directory, 0o500)
    try:
        assert found(opened(), "word") != []
        with pytest.raises(SagacityError) as caught:
            put(opened(), entry(1))
        assert caught.value.code == "degraded"
    finally:
        os.chmod(directory, 0o700)


def test_a_full_disk_is_said_and_forgotten_when_there_is_room(opened, directory):
    index = filled(opened)
    db = index._store.writable()
    pages = db.pragma("page_count")
    db.pragma("max_page_count", pages)
    with pytest.raises(SagacityError) as caught:
        put(index, *(entry(number, body="other words " * 100) for number in range(500, 800)))
    assert caught.value.code == "degraded"
    assert len(found(index, "word", window=300)) == 199
    db.pragma("max_page_count", 1 << 30)
    assert put(index, entry(500)) == 1
    assert index.check() == []


def test_files_are_for_their_owner_alone(opened, directory):
    filled(opened)
    assert os.stat(directory).st_mode & 0o777 == 0o700
    assert {name: os.stat(f"{directory}/{name}").st_mode & 0o077 for name in os.listdir(directory)} == dict.fromkeys(
        os.listdir(directory), 0
    )


def test_an_index_in_memory_needs_no_folder():
    index = SqliteIndex("")
    assert put(index, entry(1, title="here")) == 1
    assert found(index, "here") == ["here"]
    assert index.size_bytes() > 0
    index.close()


def test_old_generations_go_when_nobody_holds_them(opened, directory):
    index = filled(opened)
    holder = apsw.Connection(index.path)
    holder.execute("SELECT count(*) FROM note").fetchall()
    for number in range(3):
        with index.rebuild(filling(entry(number + 1))):
            pass
    kept = {name for name in os.listdir(directory) if generations.number_of(name)}
    assert kept == {"7-1.db", "7-3.db", "7-4.db"}
    assert holder.execute("SELECT count(*) FROM note").fetchall() == [(199,)]
    holder.close()
    with index.rebuild(lambda _new: None):
        pass
    assert {name for name in os.listdir(directory) if generations.number_of(name)} == {"7-4.db", "7-5.db"}
    assert not [name for name in os.listdir(directory) if "building" in name or name.startswith(("7-1", "7-2", "7-3"))]


def test_a_damaged_beginning_of_a_rebuild_is_thrown_away(opened, directory):
    index = filled(opened)
    with open(f"{directory}/7-2.db.building", "wb") as file:
        file.write(b"half")
    with index.rebuild(filling(entry(1, title="new"))):
        pass
    assert found(index, "new") == ["new"]
    assert index.check() == []


def test_a_long_lived_reader_follows_a_rebuild(opened):
    index, other = filled(opened), opened()
    assert found(other, "word") != []
    with index.rebuild(filling(entry(1, title="fresh"))):
        pass
    assert found(other, "fresh") == ["fresh"]
    assert found(other, "word") == []


def test_numbers_are_never_used_twice(opened, directory):
    index = filled(opened)
    index.close()
    os.rename(f"{directory}/7-1.db", f"{directory}/7-9.db.corrupt-20260101T000000")
    with FileLock(directory, timeout_s=1):
        assert recovery.next_number(directory) == 10


def test_many_batches_are_one_transaction(opened):
    index = opened()
    one, two = entry(1), entry(2, layer=MINE.replace(root="/other"))
    batches = [IndexBatch(MINE, puts=(one,)), IndexBatch(MINE.replace(root="/other"), puts=(two,))]
    assert index.write(batches, unchanged(one, two)) == 2
    assert index.layers() == sorted([MINE.root, "/other"])
