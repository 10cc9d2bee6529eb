"""What git is asked of a project, and what it is not."""

from __future__ import annotations

import os
import subprocess

import pytest

from sagacity.adapters.git.history import GitHistory
from sagacity.core.evidence import text_lines

TIME_S = 60.0
NAMES = ("a b.py", "\u00fc.py", "it's.py", "-x.py", ":(top)y.py", "*.py", "tab\t.py", "new\nline.py")


@pytest.fixture
def history():
    return GitHistory(dict(os.environ))


@pytest.fixture
def top(tmp_path):
    """A repository in which each file has one line, its own name."""
    folder = tmp_path / "code"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text(f"the name of this file is {name!r}\n")
    (folder / os.fsdecode(b"\xff.py")).write_text("no name\n")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    return folder


def git(top, *args):
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *args]
    return subprocess.run(command, cwd=top, check=True, capture_output=True, text=True).stdout.strip()


def commit(top):
    git(top, "add", "--all")
    git(top, "commit", "--quiet", "--allow-empty", "-m", "x")
    return git(top, "rev-parse", "HEAD")


def test_names_of_all_kinds_are_listed_and_read(history, top):
    assert sorted(history.files(str(top), TIME_S)) == sorted(NAMES)
    asked = [("main", name) for name in NAMES]
    found = history.texts(str(top), [("main", "none.py"), *asked, ("none", NAMES[0])], TIME_S)
    assert {name: text.decode() for (_, name), text in found.items()} == {
        name: f"the name of this file is {name!r}\n" for name in NAMES if "\n" not in name
    }


def test_renames_are_followed_to_the_index(history, top):
    first = git(top, "rev-parse", "HEAD")
    for name in NAMES:
        git(top, "mv", "--", f"./{name}", f"./moved {name}")
    git(top, "mv", "./" + os.fsdecode(b"\xff.py"), "./plain.py")
    assert history.renames(str(top), first, TIME_S) == {name: f"moved {name}" for name in NAMES}
    assert history.renames(str(top), "0" * 40, TIME_S) == {}


def test_lines_are_found_in_tracked_and_untracked_files_as_they_stand(history, top):
    (top / "later.py").write_text("x\n  the name (.*) \\ of it\n")
    lines = text_lines((top / "a b.py").read_bytes())
    assert set(history.holding(str(top), [*lines, b"  the name (.*) \\ of it"], TIME_S)) == {"a b.py", "later.py"}


def test_branches_are_those_that_are_not_part_of_what_is_checked_out(history, top):
    first = git(top, "rev-parse", "HEAD")
    git(top, "branch", "merged")
    git(top, "switch", "--quiet", "-c", "topic/x")
    second = commit(top)
    git(top, "switch", "--quiet", "main")
    assert history.branches(str(top), TIME_S) == ("topic/x",)
    assert history.in_head(str(top), [first[:12], second[:12], "0" * 12], TIME_S) == {first[:12]}


def test_without_git_or_time_or_repository_there_are_no_answers(history, top, tmp_path):
    inner = top / "inner"
    inner.mkdir()
    empty = tmp_path / "empty"
    empty.mkdir()
    git(empty, "init", "--quiet")
    cases = [
        (GitHistory(dict(os.environ), program="no-such-git"), top, TIME_S),
        (history, top, 0.0),
        (history, inner, TIME_S),
        (history, empty, TIME_S),
        (history, tmp_path / "none", TIME_S),
    ]
    for asked, folder, time_s in cases:
        place = str(folder)
        assert not asked.renames(place, "0" * 12, time_s)
        assert not asked.files(place, time_s)
        assert not asked.branches(place, time_s)
        assert not asked.in_head(place, ["0" * 12], time_s)
        assert not asked.texts(place, [("main", "a b.py")], time_s)
        assert not asked.holding(place, [b"the name of this file"], time_s)


def test_what_a_partial_clone_lacks_is_fetched_by_no_program(history, top, tmp_path):
    head, blob = git(top, "rev-parse", "HEAD", "HEAD:-x.py").split()
    os.unlink(top / ".git" / "objects" / blob[:2] / blob[2:])
    mark = tmp_path / "ran"
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::touch {mark}",
        "protocol.ext.allow": "always",
    }.items():
        git(top, "config", name, value)
    assert history.texts(str(top), [(head, "-x.py")], TIME_S) == {}
    assert not mark.exists()
