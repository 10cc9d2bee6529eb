"""Files made for the user: whole or not at all, where they were meant to be, and over nothing."""

from __future__ import annotations

import os

import pytest

from sagacity.adapters.files.outputs import OutputFiles
from sagacity.app.export_port import FILE, FOLDER, LINK, OTHER
from sagacity.core.errors import SagacityError

OUT = OutputFiles()


def refusal(work, *args, **fields):
    with pytest.raises(SagacityError) as caught:
        work(*args, **fields)
    return caught.value


def test_a_file_appears_whole_or_not_at_all(tmp_path):
    def breaking():
        yield b"half"
        raise SagacityError("degraded", "no more")

    target = tmp_path / "deep" / "file"
    assert refusal(OUT.write, str(target), breaking(), replace=False).message == "no more"
    assert list((tmp_path / "deep").iterdir()) == []
    assert OUT.write(str(target), [b"one", b"two"], replace=False) == 6
    assert target.read_bytes() == b"onetwo"
    assert target.stat().st_mode & 0o077 == 0
    assert refusal(OUT.write, str(target), [b"x"], replace=False).code == "refused"
    refusal(OUT.write, str(target), breaking(), replace=True)
    assert target.read_bytes() == b"onetwo"
    assert [path.name for path in target.parent.iterdir()] == ["file"]


def test_a_link_in_the_place_of_a_file_is_replaced_and_not_followed(tmp_path):
    (tmp_path / "victim").write_text("x")
    (tmp_path / "file").symlink_to(tmp_path / "victim")
    assert refusal(OUT.write, str(tmp_path / "file"), [b"y"], replace=False).code == "refused"
    OUT.write(str(tmp_path / "file"), [b"y"], replace=True)
    OUT.put(str(tmp_path), "other", b"z", link=False)
    assert (tmp_path / "victim").read_text() == "x"
    assert (tmp_path / "file").read_text() == "y"


def test_what_is_there_is_told_without_following(tmp_path):
    folder = str(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("sub/file")
    (tmp_path / "way").symlink_to("sub")
    os.mkfifo(tmp_path / "pipe")
    cases = {
        "sub/file": (FILE, b"x"),
        "link": (LINK, b"sub/file"),
        "sub": (FOLDER, b""),
        "pipe": (OTHER, b""),
        "way/file": (OTHER, b""),
        "sub/file/below": (OTHER, b""),
        "nothing": ("", b""),
        "no/folder": ("", b""),
    }
    assert {path: OUT.found(folder, path) for path in cases} == cases
    assert [OUT.kind(f"{folder}/{name}") for name in ("sub", "link", "pipe", "nothing")] == [FOLDER, FILE, OTHER, ""]
    assert (OUT.is_empty(folder), OUT.is_empty(f"{folder}/sub")) == (False, False)
    for path in ("way/file", "sub", "pipe", "sub/file/below"):
        assert refusal(OUT.put, folder, path, b"y", link=False).code in ("refused", "invalid"), path
    assert (tmp_path / "sub" / "file").read_bytes() == b"x"


def test_what_is_put_can_be_removed_with_the_folders_it_took(tmp_path):
    folder = str(tmp_path / "new")
    OUT.put(folder, "a/b/one", b"1", link=False)
    OUT.put(folder, "a/two", os.fsencode(str(tmp_path)), link=True)
    assert OUT.found(folder, "a/two") == (LINK, os.fsencode(str(tmp_path)))
    OUT.put(folder, "a/two", b"2", link=False)
    OUT.remove(folder, "a/b/one")
    assert sorted(path.name for path in (tmp_path / "new" / "a").iterdir()) == ["two"]
    OUT.remove(folder, "a/two")
    OUT.remove(folder, "a/two")
    assert list((tmp_path / "new").iterdir()) == []


def test_a_path_is_resolved_from_where_the_caller_stands(tmp_path, home):
    (tmp_path / "way").symlink_to(tmp_path)
    assert OUT.real("way/x", str(tmp_path)) == f"{tmp_path}/x"
    assert OUT.real("~/x", "/") == f"{home}/x"
    assert refusal(OUT.real, "", "/").code == "invalid"
