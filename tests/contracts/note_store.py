"""What every NoteStore must do. A subclass gives `make_store` and `make_layer`; notes are reached through the port."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sagacity.app.records import FileChange, FileStat, Layer
from sagacity.core.errors import SagacityError
from sagacity.core.hashing import content_hash

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sagacity.app.ports import NoteStore

ESCAPES = (
    "../x.md",
    "a/../x.md",
    "/etc/x.md",
    "./x.md",
    "a//x.md",
    "a/./x.md",
    "x\0.md",
    ".hidden.md",
    ".git/x.md",
    "README.md",
    "sub/readme.MD",
    "x.txt",
    "",
    "a/",
    "x\udcff.md",
)


def refused(code: str, call: Callable[[], object]) -> SagacityError:
    with pytest.raises(SagacityError) as caught:
        call()
    assert caught.value.code == code, caught.value
    assert "\n" not in str(caught.value)
    return caught.value


class NoteStoreContract:
    def make_store(self) -> NoteStore:
        raise NotImplementedError

    def make_layer(self, tmp_path: Path) -> Layer:
        raise NotImplementedError

    @pytest.fixture
    def store(self) -> NoteStore:
        return self.make_store()

    @pytest.fixture
    def layer(self, tmp_path: Path) -> Layer:
        return self.make_layer(tmp_path)

    def apply(self, store: NoteStore, layer: Layer, *changes: FileChange) -> list[FileStat | None]:
        with store.lock(layer):
            return store.apply(layer, changes)

    def paths(self, store: NoteStore, layer: Layer, folder: str = "") -> tuple[str, ...]:
        listed = store.list_dir(layer, folder)
        return tuple(note.path for note in listed.notes) if listed else ()

    def test_a_new_note_is_read_back_with_the_stat_that_was_given(self, store: NoteStore, layer: Layer) -> None:
        (given,) = self.apply(store, layer, FileChange("a.md", b"one\n"))
        raw = store.read(layer, "a.md")
        assert raw.data == b"one\n"
        assert given == FileStat("a.md", raw.size, raw.mtime_ns) == store.stat(layer, "a.md")

    def test_recorded_stats_are_compared_in_one_go(self, store: NoteStore, layer: Layer) -> None:
        files = ("a.md", "b.md", "sub/c.md", "sub/d.md")
        given = self.apply(store, layer, *(FileChange(path, b"x") for path in files))
        recorded = [(one.path, one.size, one.mtime_ns) for one in given if one]
        assert store.differing(layer, recorded) == ([], [])
        assert store.dir_mtimes(layer, ["", "sub", "none"]) == [
            store.dir_mtime(layer, ""),
            store.dir_mtime(layer, "sub"),
            None,
        ]
        self.apply(store, layer, FileChange("b.md", b"longer", content_hash(b"x")))
        self.apply(store, layer, FileChange("sub/c.md", None, content_hash(b"x")))
        assert store.differing(layer, [*recorded, ("no/where.md", 1, 1)]) == (
            ["b.md"],
            ["sub/c.md", "no/where.md"],
        )

    def test_a_note_in_new_folders_is_listed_there(self, store: NoteStore, layer: Layer) -> None:
        self.apply(store, layer, FileChange("sub/deep/a.md", b"x"))
        top = store.list_dir(layer, "")
        below = store.list_dir(layer, "sub/deep")
        assert top
        assert top.dirs == ("sub",)
        assert top.notes == ()
        assert below
        assert [note.path for note in below.notes] == ["sub/deep/a.md"]

    def test_what_is_not_there_is_none_or_not_found(self, store: NoteStore, layer: Layer) -> None:
        assert store.stat(layer, "no.md") is None
        assert store.list_dir(layer, "no") is None
        assert store.dir_mtime(layer, "no") is None
        refused("not_found", lambda: store.read(layer, "no.md"))
        refused("not_found", lambda: store.read(layer, "no/no.md"))

    def test_creating_never_overwrites(self, store: NoteStore, layer: Layer) -> None:
        self.apply(store, layer, FileChange("a.md", b"one"))
        refused("conflict", lambda: self.apply(store, layer, FileChange("a.md", b"two")))
        assert store.read(layer, "a.md").data == b"one"

    def test_writing_needs_the_hash_that_is_on_disk(self, store: NoteStore, layer: Layer) -> None:
        self.apply(store, layer, FileChange("a.md", b"one"))
        stale = FileChange("a.md", b"two", before=content_hash(b"zero"))
        refused("conflict", lambda: self.apply(store, layer, stale))
        self.apply(store, layer, FileChange("a.md", b"two", before=content_hash(b"one")))
        assert store.read(layer, "a.md").data == b"two"

    def test_writing_or_deleting_what_is_gone_is_a_conflict(self, store: NoteStore, layer: Layer) -> None:
        refused("conflict", lambda: self.apply(store, layer, FileChange("a.md", b"x", before=content_hash(b""))))
        refused("conflict", lambda: self.apply(store, layer, FileChange("a.md", None, before=content_hash(b""))))

    def test_a_deleted_note_is_gone(self, store: NoteStore, layer: Layer) -> None:
        self.apply(store, layer, FileChange("a.md", b"one"))
        assert self.apply(store, layer, FileChange("a.md", None, before=content_hash(b"one"))) == [None]
        assert self.paths(store, layer) == ()

    def test_a_renamed_note_has_the_new_bytes_at_the_new_place_only(self, store: NoteStore, layer: Layer) -> None:
        self.apply(store, layer, FileChange("a.md", b"one"))
        move = FileChange("sub/b.md", b"two", before=content_hash(b"one"), moved_from="a.md")
        (given,) = self.apply(store, layer, move)
        assert given == store.stat(layer, "sub/b.md")
        assert store.read(layer, "sub/b.md").data == b"two"
        assert self.paths(store, layer) == ()

    def test_a_rename_never_overwrites(self, store: NoteStore, layer: Layer) -> None:
        self.apply(store, layer, FileChange("a.md", b"one"), FileChange("b.md", b"other"))
        move = FileChange("b.md", b"two", before=content_hash(b"one"), moved_from="a.md")
        refused("conflict", lambda: self.apply(store, layer, move))
        assert store.read(layer, "a.md").data == b"one"
        assert store.read(layer, "b.md").data == b"other"

    def test_one_conflict_stops_the_whole_group_before_anything_is_written(
        self, store: NoteStore, layer: Layer
    ) -> None:
        self.apply(store, layer, FileChange("old.md", b"one"))
        group = (FileChange("new.md", b"x"), FileChange("old.md", b"two", before=content_hash(b"zero")))
        refused("conflict", lambda: self.apply(store, layer, *group))
        assert self.paths(store, layer) == ("old.md",)
        assert store.read(layer, "old.md").data == b"one"

    def test_a_large_group_is_written_whole(self, store: NoteStore, layer: Layer) -> None:
        changes = [FileChange(f"n{nth:03}.md", f"note {nth}".encode()) for nth in range(50)]
        given = self.apply(store, layer, *changes)
        listed = store.list_dir(layer, "")
        assert listed
        assert list(listed.notes) == given
        assert all(store.read(layer, change.path).data == change.data for change in changes)

    def test_an_empty_group_changes_nothing(self, store: NoteStore, layer: Layer) -> None:
        assert self.apply(store, layer) == []

    def test_one_path_twice_in_a_group_is_invalid(self, store: NoteStore, layer: Layer) -> None:
        refused("invalid", lambda: self.apply(store, layer, FileChange("a.md", b"1"), FileChange("a.md", b"2")))
        assert self.paths(store, layer) == ()

    @pytest.mark.parametrize("path", ESCAPES)
    def test_a_path_that_is_no_notes_path_is_refused(self, store: NoteStore, layer: Layer, path: str) -> None:
        refused("refused", lambda: store.read(layer, path))
        refused("refused", lambda: store.stat(layer, path))
        if path:
            refused("refused", lambda: self.apply(store, layer, FileChange(path, b"x")))

    @pytest.mark.parametrize("path", ["..", "a/..", "/", "/etc", ".", ".git", "a//b", "a\0"])
    def test_a_folder_outside_is_refused(self, store: NoteStore, layer: Layer, path: str) -> None:
        refused("refused", lambda: store.list_dir(layer, path))
        refused("refused", lambda: store.dir_mtime(layer, path))

    def test_the_folders_mtime_is_the_one_listed_and_moves_with_its_notes(self, store: NoteStore, layer: Layer) -> None:
        self.apply(store, layer, FileChange("a.md", b"one"))
        listed = store.list_dir(layer, "")
        assert listed
        assert listed.mtime_ns == store.dir_mtime(layer, "")

    def test_a_held_lock_is_busy_and_free_after(self, store: NoteStore, layer: Layer) -> None:
        with store.lock(layer):
            refused("busy", lambda: self.apply(self.make_store(), layer, FileChange("a.md", b"x")))
        self.apply(store, layer, FileChange("a.md", b"x"))

    def test_applying_without_the_lock_is_a_defect(self, store: NoteStore, layer: Layer) -> None:
        refused("internal", lambda: store.apply(layer, [FileChange("a.md", b"x")]))
