"""What every index must do to be kept: folders, stats, layers, meta, rebuilding. The rest is in index.py."""

from __future__ import annotations

import pytest

from sagacity.app.records import DirList, FileStat, Filters, IndexBatch
from sagacity.core.errors import SagacityError
from sagacity.core.note import Relation
from tests.contracts.samples import ALL, MINE, OLD_NS, SHOP, entry, found, put, unchanged


class IndexUpkeepContract:
    def test_folders_are_known_as_listed(self, index):
        listed = OLD_NS + 10_000_000_000
        dirs = (DirList("", OLD_NS, (), ("a",)), DirList("a", listed - 5, (), ()))
        index.write([IndexBatch(MINE, dirs=dirs, listed_ns=listed)], unchanged())
        assert index.known_dirs(MINE.root) == {"": (OLD_NS, False), "a": (listed - 5, True)}
        assert index.known_dirs(SHOP.root) == {}
        assert index.layers() == [MINE.root]
        index.write(
            [IndexBatch(MINE, dirs=(DirList("a", OLD_NS, (), ()),), dirs_gone=("",), listed_ns=listed)], unchanged()
        )
        assert index.known_dirs(MINE.root) == {"a": (OLD_NS, False)}

    def test_the_notes_of_a_folder_that_is_gone_are_gone(self, index):
        put(index, entry(1, path="a/x.md"), entry(2, path="a/b/y.md"), entry(3, path="z.md"))
        index.write([IndexBatch(MINE, dirs_gone=("a",))], unchanged())
        assert {row.slug for row in index.newest(Filters(ALL), limit=9)} == {"y", "z"}

    def test_stats_are_those_recorded(self, index):
        put(index, entry(1, path="b.md"), entry(2, path="a/c.md"), entry(3, path="a/d/e.md"), entry(4, path="a.md"))
        put(index, entry(5, path="b.md", layer=SHOP), layer=SHOP)
        assert index.stats_in(MINE.root, "a") == {"a/c.md": FileStat("a/c.md", 102, OLD_NS + 2)}
        assert set(index.stats_in(MINE.root, "")) == {"a.md", "b.md"}
        assert [path for path, *_ in index.slice_stats(MINE.root, after="", limit=2)] == ["a.md", "a/c.md"]
        assert index.slice_stats(MINE.root, after="a/c.md", limit=9) == [
            ("a/d/e.md", 103, OLD_NS + 3), ("b.md", 101, OLD_NS + 1),
        ]  # fmt: skip

    def test_what_keeps_a_note_here_is_told_of_every_note_of_the_layer(self, index):
        put(
            index, entry(1, path="b.md", sensitivity="public", lifecycle="archived"), entry(2, path="a/c.md", error="?")
        )
        put(index, entry(3, path="c.md", sensitivity="confidential"))
        put(index, entry(4, layer=SHOP), layer=SHOP)
        assert index.sensitivities(MINE.root) == [
            ("a/c.md", "", "?"), ("b.md", "public", ""), ("c.md", "confidential", ""),
        ]  # fmt: skip

    def test_a_note_read_right_after_its_change_is_racy(self, index):
        one, two = entry(1), entry(2)
        index.write([IndexBatch(MINE, puts=(one,), listed_ns=one.mtime_ns + 1_000_000_000)], unchanged(one))
        index.write([IndexBatch(MINE, puts=(two,), listed_ns=two.mtime_ns + 3_000_000_000)], unchanged(two))
        assert index.racy(MINE.root) == ["note-1.md"]
        put(index, one)
        assert index.racy(MINE.root) == []

    def test_what_was_read_too_soon_is_believed_where_it_is_still_what_is_recorded(self, index):
        one, two = entry(1), entry(2)
        index.write([IndexBatch(MINE, puts=(one, two), listed_ns=one.mtime_ns)], unchanged(one, two))
        (first, hash), (second, _) = index.unsettled(MINE.root)
        assert (first.path, first.size, first.mtime_ns, hash) == (one.path, one.size, one.mtime_ns, one.hash)
        index.believe(MINE.root, [first, second.replace(size=1)])
        assert index.racy(MINE.root) == [two.path]
        assert [stat.path for stat, _ in index.unsettled(MINE.root)] == [two.path]

    def test_a_dropped_layer_is_forgotten(self, index):
        put(index, entry(1, tags=("t",), relations=(Relation("refines", "x"),)))
        put(index, entry(2, layer=SHOP), layer=SHOP)
        assert index.layers() == sorted([MINE.root, SHOP.root])
        index.drop_layer(MINE.root)
        index.drop_layer("/never")
        assert index.layers() == [SHOP.root]
        assert [row.slug for row in index.newest(Filters(ALL), limit=9)] == ["note-2"]
        assert index.check() == []

    def test_meta_is_kept(self, index):
        index.set_meta("settings", "x = 1\n")
        index.set_meta("settings", "x = 2\n")
        assert index.get_meta("settings") == "x = 2\n"
        assert index.get_meta("other") == ""

    def test_a_rebuild_serves_what_it_was_filled_with(self, index):
        put(index, entry(1, title="before"))
        told: list[int] = []
        late = entry(3, title="late")
        with index.rebuild(lambda new: put(new, entry(2, title="after")), progress=told.append) as new:
            assert found(index, "before") == ["before"]
            put(new, late)
        assert told[-1] == 2
        assert found(index, "before") == []
        assert sorted(found(index, "after", "late")) == ["after", "late"]
        assert index.get_meta("complete") != ""
        put(index, entry(4, title="later"))
        assert found(index, "later") == ["later"]

    def test_a_rebuild_that_fails_changes_nothing(self, index):
        put(index, entry(1, title="before"))
        with pytest.raises(ZeroDivisionError), index.rebuild(lambda new: put(new, entry(2, title="after"))):
            raise ZeroDivisionError
        assert found(index, "before", "after") == ["before"]
        assert put(index, entry(3)) == 1

    def test_an_interrupted_rebuild_is_taken_up(self, index):
        with pytest.raises(ZeroDivisionError), index.rebuild(lambda new: put(new, entry(1, title="first"))):
            raise ZeroDivisionError
        seen = []
        with index.rebuild(lambda new: seen.extend(found(new, "first"))):
            pass
        assert seen == ["first"]
        assert found(index, "first") == ["first"]

    def test_a_second_rebuild_is_refused(self, index):
        with index.rebuild(lambda _new: None), pytest.raises(SagacityError) as caught:
            index.rebuild(lambda _new: None).__enter__()
        assert caught.value.code == "busy"

    def test_size_grows_with_notes(self, index):
        before = index.size_bytes()
        put(index, *(entry(number, body="many different words " * 50) for number in range(1, 300)))
        assert index.size_bytes() > before > 0

    def test_close_is_idempotent(self, index):
        index.close()
        index.close()
