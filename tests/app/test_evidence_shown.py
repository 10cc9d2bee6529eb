"""What became of evidence is said when a note is shown."""

from __future__ import annotations

import os
import subprocess

import pytest

from sagacity.adapters.git.history import GitHistory
from sagacity.app.evidence_text import line_of
from sagacity.app.read import read
from sagacity.app.requests import ReadRequest
from tests.app.shop import CODE, PAY, Project


@pytest.fixture
def project(machine):
    return Project(machine)


# --- checked when shown -----------------------------------------------------------------------------------------------


def above(project):
    project.write("# one\n# two\n" + CODE)


def edit(project):
    project.write(CODE.replace("charge", "refund"))


def edit_elsewhere(project):
    project.write(CODE + "\n\ndef other():\n    pass\n")


def crlf(project):
    project.write(CODE.replace("\n", "\r\n"))


def bom(project):
    project.write(b"\xef\xbb\xbf" + CODE.encode())


def rename(project):
    project.git("mv", "src/pay.py", "src/payment.py")


def rename_and_commit(project):
    rename(project)
    project.commit()


def rename_twice_below_new_lines(project):
    rename_and_commit(project)
    project.write("# one\n" + CODE, "src/payment.py")
    project.git("mv", "src/payment.py", "till.py")
    project.commit()


def move_without_git(project):
    (project.top / "lib").mkdir()
    os.rename(project.top / "src/pay.py", project.top / "lib/pay.py")


def delete(project):
    os.remove(project.top / "src/pay.py")


def delete_and_commit(project):
    delete(project)
    project.commit()


BECAME = [
    (above, f"{PAY} moved to src/pay.py:6-8"),
    (edit, f"{PAY} changed"),
    (edit_elsewhere, f"{PAY} holds"),
    (crlf, f"{PAY} holds"),
    (bom, f"{PAY} holds"),
    (rename, f"{PAY} moved to src/payment.py:4-6"),
    (rename_and_commit, f"{PAY} moved to src/payment.py:4-6"),
    (rename_twice_below_new_lines, f"{PAY} moved to till.py:5-7"),
    (move_without_git, f"{PAY} moved to lib/pay.py:4-6"),
    (delete, f"{PAY} is gone"),
    (delete_and_commit, f"{PAY} is gone"),
]


@pytest.mark.parametrize(("what", "said"), BECAME, ids=lambda one: getattr(one, "__name__", ""))
def test_what_became_of_evidence(project, what, said):
    project.note()
    what(project)
    assert project.said() == [said]


@pytest.mark.parametrize(("what", "said"), [one for one in BECAME if one[0] in (above, edit, edit_elsewhere, delete)])
def test_without_git_the_files_alone_decide(machine, what, said):
    project = Project(machine, git=False)
    project.note()
    what(project)
    assert project.said() == [said]


def test_a_renamed_file_that_says_something_else_is_named(project):
    filler = "".join(f"# line {n}\n" for n in range(40))
    project.write(CODE + filler)
    project.commit()
    project.note()
    project.write(CODE.replace("charge", "refund") + filler)
    project.git("mv", "src/pay.py", "src/payment.py")
    project.commit()
    assert project.said() == [f"{PAY} changed, now src/payment.py"]


def test_lines_that_went_into_another_file_are_followed(project):
    project.write(CODE + "\n\ndef other():\n    pass\n")
    project.commit()
    project.note()
    project.write("# payments\n\n" + CODE, "src/till.py")
    project.write("def other():\n    pass\n")
    assert project.said() == [f"{PAY} moved to src/till.py:6-8"]
    project.commit()
    assert project.said() == [f"{PAY} moved to src/till.py:6-8"]


def test_a_copy_that_was_there_before_is_no_place_the_lines_went_to(project):
    project.write(CODE, "vendor/copy.py")
    project.commit()
    project.note()
    edit(project)
    assert project.said() == [f"{PAY} changed"]


def test_of_files_of_one_name_the_one_in_the_likest_place_is_meant(project):
    project.write(CODE, "src/shop/deep/__init__.py")
    project.commit()
    project.note("src/shop/deep/__init__.py:4-6")
    os.remove(project.top / "src/shop/deep/__init__.py")
    for path in ("a/__init__.py", "lib/shop/deep/__init__.py", "z/__init__.py"):
        project.write(CODE, path)
    assert project.said() == ["src/shop/deep/__init__.py:4-6 moved to lib/shop/deep/__init__.py:4-6"]


class LateGit(GitHistory):
    """Takes longer than there is."""

    clock = None

    def renames(self, top, commit, timeout_s):
        self.clock.advance(days=1)
        return super().renames(top, commit, 0)


def test_when_git_is_late_it_is_said_that_no_more_is_known(project):
    project.note()
    rename(project)
    git = LateGit(dict(os.environ))
    git.clock = project.machine.clock
    app = project.app().replace(history=lambda: git)
    [view] = read(app, ReadRequest(handles=("pay",))).notes[0].evidence
    assert line_of(view) == f"{PAY} is gone (git had no time to look further)"


def test_evidence_taken_on_another_branch_is_there(project):
    project.git("switch", "--quiet", "-c", "feature")
    project.write(CODE.replace("check", "verify"))
    project.write("new\n", "src/new.py")
    project.commit()
    project.note(PAY, "src/new.py")
    assert [view.state for view in project.evidence()] == ["holds", "holds"]
    project.git("switch", "--quiet", "main")
    assert project.said() == [f"{PAY} is on another branch: feature", "src/new.py is on another branch: feature"]
    project.git("merge", "--quiet", "feature")
    assert [view.state for view in project.evidence()] == ["holds", "holds"]


def test_evidence_taken_before_it_was_committed_to_a_branch_is_there(project):
    project.write("new\n" * 9, "src/new.py")
    project.note("src/new.py")
    project.git("switch", "--quiet", "-c", "feature")
    project.commit()
    project.git("switch", "--quiet", "main")
    assert project.said() == ["src/new.py is on another branch: feature"]


def test_an_older_branch_does_not_make_a_change_here_undone(project):
    project.git("branch", "old")
    project.git("switch", "--quiet", "old")
    project.write("x\n", "x")
    project.commit()
    project.git("switch", "--quiet", "main")
    project.note()
    edit(project)
    project.commit()
    assert project.said() == [f"{PAY} changed"]


def test_in_a_shallow_clone_that_lacks_the_commit_text_is_still_followed(project, machine):
    project.git("remote", "add", "origin", f"file://{machine.work}/origin")
    project.note()
    os.makedirs(project.top / "lib")
    project.git("mv", "src/pay.py", "lib/pay.py")
    project.commit()
    os.rename(project.top, machine.work / "origin")
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=1", f"file://{machine.work}/origin", str(project.top)], check=True
    )
    assert project.said() == [f"{PAY} moved to lib/pay.py:4-6"]
    os.remove(project.top / "lib/pay.py")
    assert project.said() == [f"{PAY} is gone"]


def test_a_repository_names_no_program_that_is_run(project):
    mark = project.machine.work / "ran"
    script = project.machine.work / "evil"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    project.note()
    for key in (
        "core.fsmonitor",
        "diff.external",
        "core.pager",
        "core.sshCommand",
        "filter.x.clean",
        "diff.x.textconv",
    ):
        project.git("config", key, str(script))
    project.write("* filter=x diff=x\n", ".gitattributes")
    mark.unlink(missing_ok=True)
    delete(project)
    project.git("switch", "--quiet", "-c", "other")
    mark.unlink(missing_ok=True)
    assert project.said() == [f"{PAY} is gone"]
    assert not mark.exists()
