"""What another process does between two steps of a call: what it was told is written can be found."""

from __future__ import annotations

import pytest

from sagacity.adapters.files.store import FileStore
from sagacity.adapters.sqlite.index import SqliteIndex
from sagacity.app.forget import forget
from sagacity.app.freshness import UNBOUNDED, refresh
from sagacity.app.reindex import reindex
from sagacity.app.requests import ForgetRequest, ReindexRequest
from tests.app.conftest import put, titles


class Watched(FileStore):
    """Lets another process act, once, right after the step of that name."""

    def __init__(self, name, act):
        super().__init__()
        self.name = name
        self.act = act

    def list_dir(self, layer, path):
        found = super().list_dir(layer, path)
        self._after(f"list {path}")
        return found

    def dir_mtimes(self, layer, paths):
        found = super().dir_mtimes(layer, paths)
        self._after("dir_mtimes")
        return found

    def differing(self, layer, recorded):
        found = super().differing(layer, recorded)
        self._after("differing")
        return found

    def _after(self, name):
        if name == self.name:
            self.name = ""
            self.act()


@pytest.fixture
def notes(app, machine):
    """The folder of the notes, two of them indexed, one in a folder of its own."""
    put(app, "the first", title="First")
    put(app, "the shop's", title="Sold", project="shop")
    refresh(app, app.workspace.all_layers(), UNBOUNDED)
    return machine.home / "personal" / "notes"


def look(machine, store):
    """A look at all there is by a process with this store."""
    app = machine.app().replace(store=store)
    assert refresh(app, app.workspace.all_layers(), UNBOUNDED).problems == ()


def indexed(machine):
    """What the index alone says."""
    app = machine.app()
    return {
        path
        for layer in app.workspace.all_layers()
        for folder in ("", "shop")
        for path in app.index.stats_in(layer.root, folder)
    }


def test_a_note_written_after_the_folder_was_listed_stays_in_the_index(machine, notes):
    (notes / "by-hand.md").write_text("by hand")
    look(machine, Watched("list ", lambda: put(machine.app(), "the second", title="Second")))
    assert indexed(machine) == {"first.md", "shop/sold.md", "by-hand.md", "second.md"}


def test_a_note_written_anew_after_it_was_missed_stays_in_the_index(machine, notes):
    def again():
        (notes / "first.md").write_text("by hand")
        look(machine, FileStore())

    (notes / "first.md").unlink()
    look(machine, Watched("differing", again))
    assert indexed(machine) == {"first.md", "shop/sold.md"}


def test_a_note_written_anew_after_it_was_forgotten_stays_in_the_index(machine, notes):
    def again(step):
        if step == "write.unlocked":
            (notes / "first.md").write_text("by hand")
            look(machine, FileStore())

    forget(machine.app(step=again), ForgetRequest(("first",), how="delete"))
    assert indexed(machine) == {"first.md", "shop/sold.md"}


def test_a_folder_that_is_there_again_keeps_its_notes(machine, notes):
    def again():
        (notes / "shop").mkdir()
        (notes / "shop" / "sold.md").write_text("by hand")

    (notes / "shop" / "sold.md").unlink()
    (notes / "shop").rmdir()
    look(machine, Watched("dir_mtimes", again))
    assert indexed(machine) == {"first.md", "shop/sold.md"}


def test_a_note_that_cannot_be_read_any_more_leaves_the_index(machine, notes):
    (notes / "first.md").write_bytes(b"long " * 500_000)
    app = machine.app()
    assert refresh(app, app.workspace.all_layers(), UNBOUNDED).problems != ()
    assert indexed(machine) == {"shop/sold.md"}


class IgnoringCase(FileStore):
    """As on a file system that finds a file under any spelling of its name."""

    def read(self, layer, path):
        return super().read(layer, self._spelled(layer, path))

    def stat(self, layer, path):
        return super().stat(layer, self._spelled(layer, path))

    def _spelled(self, layer, path):
        names = {note.path.lower(): note.path for note in self.list_dir(layer, path.rpartition("/")[0]).notes}
        return names.get(path.lower(), path)


def test_a_note_spelled_in_another_case_is_indexed_once(machine, notes):
    (notes / "first.md").rename(notes / "First.md")
    look(machine, IgnoringCase())
    assert indexed(machine) == {"First.md", "shop/sold.md"}


class Searched(SqliteIndex):
    """Lets another process act, once, right after a search."""

    def __init__(self, directory, act):
        super().__init__(directory)
        self.acts = [act]

    def search(self, terms, filters, *, window, **more):
        found = super().search(terms, filters, window=window, **more)
        if self.acts:
            self.acts.pop()()
        return found


def test_what_was_found_is_shown_when_another_process_rebuilds(machine, notes):
    for title in ("otter", "heron", "ibis"):
        put(machine.app(), f"all about the {title}", title=title)
    (notes / "first.md").unlink()
    app = machine.app()
    index = Searched(str(machine.home / "index"), lambda: reindex(machine.app(), ReindexRequest()))
    assert titles(app.replace(index=index), "the heron") == ["heron"]
    assert index.acts == []
    index.close()
