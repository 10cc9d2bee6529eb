"""The list of triggers that hooks read before they open the index."""

import os

import pytest

from sagacity.adapters.sqlite.trigger_list import NAME, read_list, stamp, write_list

RULES = [("block", "Bash(git push*)"), ("", "Edit(a\tb)")]


@pytest.fixture
def watched(tmp_path):
    file, folder = tmp_path / "a.md", tmp_path / "notes"
    file.write_text("x")
    folder.mkdir()
    return [str(file), str(folder), str(tmp_path / "missing")]


def write(tmp_path, watched, rules=RULES):
    write_list(str(tmp_path), [(stamp(path), path) for path in watched], rules)


def test_it_reads_as_it_was_written(tmp_path, watched):
    write(tmp_path, watched)
    assert read_list(str(tmp_path)) == (True, RULES, "")
    assert os.stat(tmp_path / NAME).st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path / "notes") == []


def change_file(path):
    with open(path, "a") as file:
        file.write("y")


@pytest.mark.parametrize(
    "change",
    [
        lambda watched: change_file(watched[0]),
        lambda watched: os.unlink(watched[0]),
        lambda watched: os.utime(watched[0], ns=(1, 1)),
        lambda watched: os.utime(watched[1], ns=(1, 1)),
        lambda watched: open(watched[2], "w").close(),
    ],
)
def test_it_is_good_until_something_changes(tmp_path, watched, change):
    write(tmp_path, watched)
    change(watched)
    assert read_list(str(tmp_path)) == (False, RULES, "")


@pytest.mark.parametrize(
    "data", [b"", b"x", b"sagacity triggers 1", b"sagacity triggers 1\nrule\tblock\tBash\n", b"\xff\x00\n"]
)
def test_what_is_none_is_never_good(tmp_path, data):
    (tmp_path / NAME).write_bytes(data)
    assert read_list(str(tmp_path)) == (False, [], "")


def test_none_is_there_at_first(tmp_path):
    assert read_list(str(tmp_path)) == (False, [], "")
    assert read_list("/nowhere") == (False, [], "")


def test_a_line_break_makes_it_a_question_for_the_index(tmp_path, watched):
    write(tmp_path, watched, [("", "Edit(a\nb)")])
    assert read_list(str(tmp_path)) == (False, [], "")


def test_files_of_evidence_stand_between_marks(tmp_path, watched):
    write_list(str(tmp_path), [(stamp(watched[0]), watched[0])], RULES, ["src/a.py", "b c.py"])
    assert read_list(str(tmp_path)) == (True, RULES, "\x1fsrc/a.py\x1fb c.py\x1f")
