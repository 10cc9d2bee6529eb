from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from sagacity.adapters.git.repo import GitProgram
from sagacity.core.errors import SagacityError
from tests.contracts.vcs import VcsContract
from tests.contracts.workspace import git, repository

if TYPE_CHECKING:
    from pathlib import Path

    from sagacity.app.ports import Vcs

PATH = os.environ.get("PATH", os.defpath)


class TestGitProgram(VcsContract):
    def make_vcs(self) -> Vcs:
        return GitProgram({"PATH": PATH})

    def test_what_git_finds_in_the_environment_does_not_lead_it_elsewhere(self, root: Path, tmp_path: Path) -> None:
        host = repository(tmp_path / "host")
        leaks = {
            "PATH": PATH,
            "GIT_DIR": str(host / ".git"),
            "GIT_INDEX_FILE": str(host / ".git/index"),
            "GIT_WORK_TREE": str(host),
        }
        vcs = GitProgram(leaks)
        vcs.init(str(root))
        assert vcs.commit(str(root), "mine")
        assert git(host, "log", "--format=%s") == "first\n"
        assert git(root, "log", "--format=%s") == "mine\n"

    def test_hooks_signing_and_ignores_of_the_user_do_not_take_part(self, root: Path, tmp_path: Path) -> None:
        user = tmp_path / "user"
        (user / "hooks").mkdir(parents=True)
        hook = user / "hooks/pre-commit"
        hook.write_text(f"#!/bin/sh\ntouch {user}/ran\nexit 1\n")
        hook.chmod(0o755)
        (user / "ignored").write_text("*.md\n")
        (user / ".gitconfig").write_text(
            f"[core]\n\thooksPath = {user}/hooks\n\texcludesFile = {user}/ignored\n\tautocrlf = true\n"
            "[commit]\n\tgpgSign = true\n[user]\n\tname = Ada\n\temail = ada@example.org\n"
        )
        vcs = GitProgram({"PATH": PATH, "HOME": str(user)})
        vcs.init(str(root))
        local = root / ".git/hooks/pre-commit"
        local.parent.mkdir(exist_ok=True)
        local.write_text(hook.read_text())
        local.chmod(0o755)
        (root / "notes/a.md").write_bytes(b"a\r\n")
        assert vcs.commit(str(root), "mine")
        assert not (user / "ran").exists()
        assert git(root, "log", "--format=%an <%ae>") == "Ada <ada@example.org>\n"
        assert git(root, "cat-file", "-s", "HEAD:notes/a.md") == "3\n"

    def test_without_an_identity_the_commit_is_made_under_our_own(self, root: Path, tmp_path: Path) -> None:
        vcs = GitProgram({"PATH": PATH, "HOME": str(tmp_path)})
        vcs.init(str(root))
        assert vcs.commit(str(root), "mine")
        assert git(root, "log", "--format=%an") == "Sagacity\n"

    def test_without_git_nothing_happens(self, root: Path) -> None:
        vcs = GitProgram({"PATH": str(root)})
        assert not vcs.available()
        vcs.init(str(root))
        assert not vcs.commit(str(root), "mine")
        assert not (root / ".git").exists()

    def test_a_dot_git_that_leads_elsewhere_is_refused(self, root: Path, tmp_path: Path) -> None:
        host = repository(tmp_path / "host")
        (root / ".git").write_text(f"gitdir: {host}/.git\n")
        vcs = self.make_vcs()
        assert not vcs.commit(str(root), "mine")
        with pytest.raises(SagacityError) as caught:
            vcs.init(str(root))
        assert caught.value.code == "refused"

    def test_what_a_killed_commit_left_is_cleared_by_the_next(self, root: Path, tmp_path: Path) -> None:
        slow = tmp_path / "bin/git"
        slow.parent.mkdir()
        slow.write_text(
            f'#!/bin/sh\ncase "$*" in *" add "*) touch {root}/.git/index.lock; exec sleep 60;; esac\nexec git "$@"\n'
        )
        slow.chmod(0o755)
        vcs = self.make_vcs()
        vcs.init(str(root))
        stuck = GitProgram({"PATH": PATH}, program=str(slow), timeout_s=0.5)
        with pytest.raises(SagacityError) as caught:
            stuck.commit(str(root), "first")
        assert caught.value.code == "busy"
        assert (root / ".git/index.lock").exists()
        begun_s = (root / ".git/sagacity-at-work").stat().st_mtime - 60
        os.utime(root / ".git/sagacity-at-work", times=(begun_s, begun_s))
        os.utime(root / ".git/index.lock", times=(begun_s, begun_s))
        assert vcs.commit(str(root), "first")
        assert not (root / ".git/sagacity-at-work").exists()
        assert subprocess.run(["git", "fsck", "--strict"], cwd=root, capture_output=True, check=True).stdout == b""
