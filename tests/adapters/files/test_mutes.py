"""The file in home that says where hooks are off, whatever is in it."""

import os
import threading

import pytest

from sagacity.adapters.files.mutes import FileMutes
from sagacity.app.records import Mute
from sagacity.core.errors import SagacityError
from tests.contracts.mutes import MutesContract


@pytest.fixture
def mutes(tmp_path):
    return FileMutes(str(tmp_path))


class TestFileMutes(MutesContract):
    pass


def test_on_again_leaves_no_file(mutes, tmp_path):
    mutes.change(lambda _before: [Mute("always")])
    assert [path.name for path in tmp_path.iterdir()] == ["off"]
    assert (tmp_path / "off").stat().st_mode & 0o077 == 0
    mutes.change(lambda _before: [])
    assert list(tmp_path.iterdir()) == []


def test_lines_nobody_understands_are_named_and_the_rest_holds(mutes, tmp_path):
    (tmp_path / "off").write_bytes(b"\n  always  \nnonsense\nhere x relative\nsession\n\xff\xfe\nalways and more\n")
    assert mutes.read() == (Mute("always"),)
    assert len(mutes.problems()) == 5


@pytest.mark.parametrize("broken", ["folder", "fifo", "huge", "dangling"])
def test_what_is_no_small_file_is_a_problem_and_mutes_nothing(mutes, tmp_path, broken):
    path = tmp_path / "off"
    {
        "folder": path.mkdir,
        "fifo": lambda: os.mkfifo(path),
        "huge": lambda: path.write_text("always\n" * 100_000),
        "dangling": lambda: path.symlink_to("nowhere"),
    }[broken]()
    with pytest.raises(SagacityError) as caught:
        mutes.read()
    assert str(path) in caught.value.message
    assert len(mutes.problems()) == 1


def test_many_at_once_lose_nothing(mutes):
    def add(at):
        mutes.change(lambda before: (*before, Mute("session", f"s{at}")))

    threads = [threading.Thread(target=add, args=(at,)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(mute.id for mute in mutes.read()) == [f"s{at}" for at in range(8)]
