"""Whatever happens to its file, the journal says what it lost and trusts nothing more than before."""

from __future__ import annotations

import os

import apsw
import pytest

from sagacity.adapters.sqlite import journal_repair
from sagacity.adapters.sqlite.journal import SqliteJournal
from sagacity.adapters.sqlite.journal_file import SCHEMA
from sagacity.core.errors import SagacityError
from tests.contracts.samples import recall, version


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "journal.db")


def opened(path: str, **options) -> SqliteJournal:
    return SqliteJournal(path, **{"busy_timeout_ms": 2000, "lock_timeout_s": 5, **options})


def settled(path: str) -> None:
    """A journal with a version, a recall and an approval, all in its one file."""
    journal = opened(path)
    journal.record_versions([version("a", "one", op="create", origin="human_cli")])
    journal.record_recall(recall(1, "a"))
    journal.set_approval("p", "/r", "follow", 1)
    journal.close()
    change(path, "SELECT 1")


def change(path: str, sql: str) -> None:
    db = apsw.Connection(path)
    db.execute(sql)
    db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    db.close()


def overwrite(path: str, at: int, data: bytes) -> None:
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


DAMAGE = {
    "zero length": lambda path: os.truncate(path, 0),
    "no database": lambda path: overwrite(path, 0, b"no database " * 1000),
    "half a header": lambda path: os.truncate(path, 50),
    "no stamp": lambda path: change(path, "DELETE FROM meta"),
    "odd stamp": lambda path: change(path, "UPDATE meta SET value = 'x'"),
    "no meta": lambda path: change(path, "DROP TABLE meta"),
    "pages": lambda path: overwrite(path, 8192, b"\xee" * (os.path.getsize(path) - 8192)),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_journal_is_set_aside_loudly_and_raises_no_trust(path, damage):
    settled(path)
    DAMAGE[damage](path)
    journal = opened(path)
    assert journal.origins([("a", "text one")]) == {}
    assert journal.approvals() == {}
    assert journal.check() == []
    [kept] = journal.set_aside()
    assert kept.startswith(f"{path}.corrupt-")
    assert os.path.exists(kept)
    journal.record_versions([version("a", "two")])
    assert journal.content("hash two") == b"two"
    journal.close()
    assert opened(path).set_aside() == [kept]
    os.unlink(kept)
    assert opened(path).set_aside() == []


def test_damage_met_by_a_write_is_set_aside(path):
    settled(path)
    DAMAGE["pages"](path)
    journal = opened(path)
    journal.record_versions([version("b", "new")])
    assert journal.content("hash new") == b"new"
    assert len(journal.set_aside()) == 1
    journal.close()


def test_a_newer_journal_is_read_and_refuses_writes(path):
    settled(path)
    change(path, "UPDATE meta SET value = '7' WHERE key = 'schema'")
    change(path, "ALTER TABLE version ADD COLUMN mood TEXT")
    journal = opened(path)
    assert journal.content("hash one") == b"one"
    assert journal.approvals() == {("p", "/r"): "follow"}
    for write in (
        lambda: journal.record_versions([version("a", "two")]),
        lambda: journal.observe_versions([version("a", "two")]),
        lambda: journal.record_recall(recall(2)),
        lambda: journal.set_approval("p", "/r", "none", 2),
        lambda: journal.prune(recalls_before_ms=9, contents_before_ms=9),
    ):
        with pytest.raises(SagacityError) as caught:
            write()
        assert caught.value.code == "integrity"
        assert "7" in caught.value.message
        assert f" {SCHEMA}" in caught.value.message
    assert "7" in journal.check()[0]
    journal.close()


def test_an_upgrade_keeps_every_row_and_a_copy(path):
    settled(path)
    scripts = (
        *["SELECT 1"] * (SCHEMA - 1),
        "ALTER TABLE version ADD COLUMN mood TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE more (x)",
    )
    journal_repair.upgrade(path, SCHEMA + 2, lock_timeout_s=1, scripts=scripts)
    db = apsw.Connection(path)
    assert db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchall() == [(str(SCHEMA + 2),)]
    assert db.execute("SELECT note_id, mood FROM version").fetchall() == [("a", "")]
    db.close()
    copy = opened(f"{path}.backup-{SCHEMA}")
    assert copy.content("hash one") == b"one"
    assert copy.check() == []
    copy.close()
    journal_repair.upgrade(path, SCHEMA + 2, lock_timeout_s=1, scripts=scripts)


def test_a_journal_of_schema_1_is_taken_over_row_by_row(path):
    settled(path)
    change(path, "ALTER TABLE recall DROP COLUMN left_out")
    change(path, "ALTER TABLE recall_note DROP COLUMN part")
    change(path, "DROP INDEX recall_feedback")
    change(path, "DROP TABLE snapshot")
    change(path, "UPDATE meta SET value = '1' WHERE key = 'schema'")
    journal = opened(path)
    assert journal.recalls() == [recall(1, "a")]
    journal.record_recall(recall(2, "a", left_out=7, previewed=("a",)))
    assert [(entry.left_out, entry.previewed) for entry in journal.recalls()] == [(7, ("a",)), (0, ())]
    assert journal.content("hash one") == b"one"
    assert journal.check() == []
    journal.close()
    assert os.path.exists(f"{path}.backup-1")


def test_a_failing_upgrade_changes_nothing(path):
    settled(path)
    with pytest.raises(apsw.SQLError):
        steps = (*["SELECT 1"] * (SCHEMA - 1), "CREATE TABLE more (x)", "NONSENSE")
        journal_repair.upgrade(path, SCHEMA + 2, lock_timeout_s=1, scripts=steps)
    journal = opened(path)
    assert journal.check() == []
    assert journal.content("hash one") == b"one"
    journal.record_recall(recall(3))
    journal.close()
    db = apsw.Connection(path)
    assert not db.table_exists("main", "more")
    db.close()


def test_without_its_folder_reads_are_empty_and_writes_say_why(tmp_path):
    journal = opened(str(tmp_path / "nowhere" / "journal.db"))
    assert journal.versions("a") == []
    assert journal.approvals() == {}
    assert journal.check() == []
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(SagacityError) as caught:
        journal.record_recall(recall(1))
    assert caught.value.code == "degraded"
    assert "nowhere" in caught.value.message
    (tmp_path / "nowhere").mkdir()
    journal.record_recall(recall(1))
    assert len(journal.recalls()) == 1
    journal.close()


def test_reading_makes_no_file(path):
    journal = opened(path)
    assert journal.recalls() == []
    journal.prune(recalls_before_ms=1, contents_before_ms=1)
    journal.close()
    assert os.listdir(os.path.dirname(path)) == []


def test_its_files_are_for_their_owner_alone(path):
    settled(path)
    journal = opened(path)
    journal.record_recall(recall(1))
    folder = os.path.dirname(path)
    assert {name for name in os.listdir(folder) if os.stat(f"{folder}/{name}").st_mode & 0o077} == set()
    journal.close()


def test_a_busy_journal_is_said(path):
    settled(path)
    holder = apsw.Connection(path)
    holder.execute("BEGIN IMMEDIATE")
    journal = opened(path, busy_timeout_ms=20)
    with pytest.raises(SagacityError) as caught:
        journal.record_recall(recall(1))
    assert caught.value.code == "busy"
    assert journal.content("hash one") == b"one"
    holder.close()
    journal.record_recall(recall(1))
    journal.close()


def test_a_journal_deleted_under_a_running_process_is_begun_anew(path):
    settled(path)
    journal = opened(path)
    assert journal.approvals() != {}
    for name in os.listdir(os.path.dirname(path)):
        os.unlink(f"{os.path.dirname(path)}/{name}")
    assert journal.approvals() == {}
    journal.record_versions([version("a", "two")])
    journal.close()
    assert opened(path).content("hash two") == b"two"


def test_damaged_bytes_are_not_handed_out(path):
    settled(path)
    change(path, "UPDATE blob SET data = x'0102'")
    journal = opened(path)
    with pytest.raises(SagacityError) as caught:
        journal.content("hash one")
    assert caught.value.code == "integrity"
    journal.close()


def test_versions_are_synced_and_recalls_are_not(path):
    settled(path)
    journal = opened(path)
    levels = []

    class Watched(list):
        def __iter__(self):
            levels.append(journal._file.writable().pragma("synchronous"))
            return super().__iter__()

    journal.record_versions(Watched([version("a", "two")]))
    journal.observe_versions(Watched([version("a", "three")]))
    assert levels[0] == 2
    assert set(levels[1:]) == {1}
    journal.close()
