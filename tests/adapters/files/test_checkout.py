"""What git's own files say of a work tree, without git."""

from __future__ import annotations

import os
import subprocess

import pytest

from sagacity.adapters.files.checkout import AT_ONCE, GitCheckouts

LONG_AGO, LATE = 1_600_000_000, 1_700_000_000


def git(top, *words):
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", "-C", str(top), *who, *words], check=True, capture_output=True)


@pytest.fixture
def top(tmp_path):
    git(tmp_path, "init", "-q", "-b", "trunk")
    return tmp_path


def changed(top, when, *names):
    for name in names:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(name)
        os.utime(top / name, (when, when))
    git(top, "add", ".")


def recent(top, since_s=LATE - 100, limit=5):
    return GitCheckouts().recent(str(top), since_s=since_s, limit=limit)


def test_files_changed_since_then_are_named_newest_first(top):
    changed(top, LONG_AGO, "old.py")
    changed(top, LATE, "a/näme one.py")
    changed(top, LATE + 5, "b.py")
    assert recent(top) == ["b.py", "a/näme one.py"]
    assert recent(top, limit=1) == ["b.py"]


def test_what_a_checkout_wrote_at_once_is_passed_over(top):
    changed(top, LATE, *(f"file{number}.py" for number in range(AT_ONCE)))
    changed(top, LATE + 9, "mine.py")
    assert recent(top) == ["mine.py"]


def test_the_branch_is_read_in_a_linked_work_tree_too(top):
    changed(top, LATE, "a.py")
    git(top, "commit", "-q", "-m", "one")
    git(top, "worktree", "add", "-q", "-b", "feature/x", str(top / "linked"))
    assert GitCheckouts().branch(str(top)) == "trunk"
    assert GitCheckouts().branch(str(top / "linked")) == "feature/x"
    git(top, "checkout", "-q", "--detach")
    assert GitCheckouts().branch(str(top)) == ""


@pytest.mark.parametrize(
    "data", [b"", b"DIRC", b"DIRC\0\0\0\4" + b"\0" * 99, b"DIRC\0\0\0\2\xff\xff\xff\xff" + b"y" * 99]
)
def test_a_broken_or_foreign_index_says_nothing(top, data):
    (top / ".git" / "index").write_bytes(data)
    assert recent(top, since_s=0) == []
    assert GitCheckouts().recent(str(top / "nowhere"), since_s=0, limit=3) == []
