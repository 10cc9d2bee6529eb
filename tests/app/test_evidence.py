"""Evidence is taken when a note is written, and what is none is refused."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sagacity.app.read import read
from sagacity.app.recall import list_notes
from sagacity.app.requests import (
    ListRequest,
    ReadRequest,
)
from sagacity.core.errors import SagacityError
from tests.app.conftest import put
from tests.app.shop import CODE, PAY, Project


@pytest.fixture
def project(machine):
    return Project(machine)


def refusal(work, *args):
    with pytest.raises(SagacityError) as caught:
        work(*args)
    return caught.value


# --- taken at the write -----------------------------------------------------------------------------------------------


def test_a_reference_is_written_with_commit_and_fingerprint(project):
    project.note()
    assert f"commit: {project.git('rev-parse', 'HEAD')[:12]}" in project.file().replace('"', "")
    assert project.said() == [f"{PAY} holds"]


def test_a_note_that_rests_on_a_project_is_about_it(project):
    assert project.note(type="preference").project == "shop"


def test_a_path_is_seen_from_the_top_or_else_from_the_folder_of_the_call(project):
    put(project.app(project.top / "src"), "x", title="Pay", references=("pay.py:4-6", "src/pay.py"))
    assert project.said() == [f"{PAY} holds", "src/pay.py holds"]


def test_in_a_linked_worktree_the_commit_is_its_own(project):
    project.git("worktree", "add", "--quiet", "-b", "side", str(project.machine.work / "side"))
    project.top = project.machine.work / "side"
    project.write(CODE + "# more\n")
    project.commit()
    project.note()
    assert f"commit: {project.git('rev-parse', 'HEAD')[:12]}" in project.file().replace('"', "")


def test_the_commit_is_found_among_packed_references(project):
    project.git("pack-refs", "--all")
    project.note()
    assert f"commit: {project.git('rev-parse', 'HEAD')[:12]}" in project.file().replace('"', "")


def test_outside_of_any_project_references_are_kept_as_given(machine):
    written = put(machine.app(), "x", title="Pay", references=(PAY,))
    assert any("kept as given" in warning for warning in written.warnings)
    [view] = read(machine.app(), ReadRequest(handles=("pay",))).notes[0].evidence
    assert view.state == "unchecked"


def special(project):
    """Everything in a repository that is no evidence: reference → a word of what is said about it."""
    outside = project.machine.work / "sealed.txt"
    outside.write_text("outside")
    os.symlink(outside, project.top / "link.txt")
    os.symlink(project.machine.work, project.top / "folder")
    os.symlink(".git", project.top / "dotgit")
    os.mkfifo(project.top / "pipe")
    os.mkfifo(project.machine.work / "pipe")
    os.symlink(project.machine.work / "pipe", project.top / "piped")
    project.write(b"\x00\x01\n\x02\n", "image.bin")
    with open(project.top / "huge.log", "wb") as file:
        file.truncate(64 << 20)
    return {
        "link.txt": "leads out",
        "folder/sealed.txt": "leads out",
        "piped": "leads out",
        "dotgit/config": "git's own folder",
        "pipe": "named pipe",
        "src": "folder",
        "huge.log": "67108864 bytes",
        "missing.py": "no file missing.py",
        "src/pay.py/x": "no file src/pay.py/x",
        "src/pay.py:4-7": "6 lines",
        "image.bin:1-2": "binary",
    }


def test_what_cannot_be_evidence_is_refused_in_one_line_and_nothing_is_written(project):
    for reference, word in special(project).items():
        error = refusal(project.note, reference)
        assert (error.code, "\n" in str(error)) == ("invalid", False)
        assert word in str(error), reference
        assert error.hint
    assert list_notes(project.app(), ListRequest()).results == ()


def test_a_binary_file_as_a_whole_and_a_link_inside_are_evidence(project):
    project.write(b"\x00\x01\n\x02\n", "image.bin")
    os.symlink("src/pay.py", project.top / "alias.py")
    project.note("image.bin", "alias.py:4-6")
    assert project.said() == ["image.bin holds", "alias.py:4-6 holds"]
    project.write(b"\x00\x01\n\x03\n", "image.bin")
    assert [view.state for view in project.evidence()] == ["changed", "holds"]


NEVER_READ = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from sagacity import Memory
home, top, outside = sys.argv[1:]
with Memory(home=home, cwd=top) as memory:
    memory.read("pay"), memory.recall("payments"), memory.stale()
    try:
        memory.update("pay", reanchor=True)
    except Exception:
        pass
assert not [path for path in opened if "sealed" in path or "pipe" in path]
"""


def test_nothing_outside_the_project_is_read_whatever_a_note_says(project):
    special(project)
    written = project.note("src/pay.py")
    there = read(project.app(), ReadRequest(handles=(written.id,))).notes[0]
    secret = str(project.machine.work / "sealed.txt")
    paths = [secret, "../sealed.txt", "link.txt", "folder/sealed.txt", "~/x", "pipe", "piped", ".git/config"]
    with open(there.path, "w", encoding="utf-8") as file:
        file.write(
            "---\nid: "
            + written.id
            + "\ntype: fact\ntitle: Pay\nproject: shop\nreferences:\n"
            + "".join(f'  - path: "{one}"\n' for one in paths)
            + "---\n\nPayments are checked first\n"
        )
    views = project.evidence()
    assert [view.state for view in views] == ["unchecked"] * len(paths)
    done = subprocess.run(
        [sys.executable, "-c", NEVER_READ, str(project.machine.home), str(project.top), secret],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
