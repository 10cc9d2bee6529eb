"""What every Vcs must do. A subclass gives `make_vcs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sagacity.core.errors import SagacityError
from tests.contracts.workspace import git, repository

if TYPE_CHECKING:
    from pathlib import Path

    from sagacity.app.ports import Vcs


class VcsContract:
    def make_vcs(self) -> Vcs:
        raise NotImplementedError

    @pytest.fixture
    def vcs(self) -> Vcs:
        return self.make_vcs()

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        root = tmp_path.resolve() / "layer"
        (root / "notes").mkdir(parents=True)
        (root / "meta.yml").write_text("scope: personal\n")
        return root

    def test_what_changed_is_committed_once(self, vcs: Vcs, root: Path) -> None:
        vcs.init(str(root))
        vcs.init(str(root))
        (root / "notes/a.md").write_bytes(b"one\r\n")
        assert vcs.commit(str(root), "one note")
        assert not vcs.commit(str(root), "nothing")
        assert git(root, "log", "--format=%s").split("\n")[:-1] == ["one note"]
        assert git(root, "ls-files").split() == ["meta.yml", "notes/a.md"]
        assert git(root, "cat-file", "-s", "HEAD:notes/a.md") == "5\n"
        assert git(root, "fsck", "--strict") == ""

    def test_deleted_and_renamed_notes_are_committed(self, vcs: Vcs, root: Path) -> None:
        vcs.init(str(root))
        (root / "notes/a.md").write_text("a")
        (root / "notes/b.md").write_text("b")
        vcs.commit(str(root), "two notes")
        (root / "notes/a.md").unlink()
        (root / "notes/b.md").rename(root / "notes/c.md")
        assert vcs.commit(str(root), "changes")
        assert git(root, "ls-files").split() == ["meta.yml", "notes/c.md"]
        assert git(root, "status", "--porcelain") == ""

    def test_a_folder_without_a_repository_of_its_own_is_left_alone(self, vcs: Vcs, tmp_path: Path) -> None:
        host = repository(tmp_path / "host")
        layer = host / ".sagacity"
        layer.mkdir()
        (layer / "a.md").write_text("a")
        assert not vcs.commit(str(layer), "not ours")
        assert git(host, "status", "--porcelain") == "?? .sagacity/\n"

    def test_temporary_files_are_never_committed(self, vcs: Vcs, root: Path) -> None:
        vcs.init(str(root))
        (root / ".sagacity-tmp-1").write_text("x")
        (root / "notes/.sagacity-tmp-2").write_text("x")
        assert vcs.commit(str(root), "first")
        assert git(root, "ls-files").split() == ["meta.yml"]

    def test_a_merge_under_way_is_not_touched(self, vcs: Vcs, root: Path) -> None:
        vcs.init(str(root))
        vcs.commit(str(root), "first")
        (root / ".git/MERGE_HEAD").write_text(git(root, "rev-parse", "HEAD"))
        (root / "notes/a.md").write_text("a")
        with pytest.raises(SagacityError) as caught:
            vcs.commit(str(root), "second")
        assert caught.value.code == "busy"

    def test_another_gits_lock_is_busy_and_stays(self, vcs: Vcs, root: Path) -> None:
        vcs.init(str(root))
        (root / ".git/index.lock").touch()
        for _ in range(2):
            with pytest.raises(SagacityError) as caught:
                vcs.commit(str(root), "first")
            assert caught.value.code == "busy"
        assert (root / ".git/index.lock").exists()
        (root / ".git/index.lock").unlink()
        assert vcs.commit(str(root), "first")

    def test_what_is_kept_back_is_in_no_commit(self, vcs: Vcs, root: Path) -> None:
        vcs.init(str(root))
        names = ("plain.md", "staged.md", "was.md", "odd [a]*.md", "a.md")
        for name in names:
            (root / "notes" / name).write_text(f"secret {name}")
        git(root, "add", "notes/staged.md")
        kept_back = [f"notes/{name}" for name in names if name not in ("a.md", "was.md")]
        assert vcs.commit(str(root), "first", exclude=kept_back)
        assert git(root, "ls-files").split() == ["meta.yml", "notes/a.md", "notes/was.md"]
        kept_back.append("notes/was.md")
        assert vcs.commit(str(root), "second", exclude=kept_back)
        assert git(root, "ls-tree", "-r", "--name-only", "HEAD").split() == ["meta.yml", "notes/a.md"]
        assert not vcs.commit(str(root), "third", exclude=kept_back)
        assert sorted(path.name for path in (root / "notes").iterdir()) == sorted(names)

    def test_thousands_may_be_kept_back(self, vcs: Vcs, root: Path) -> None:
        vcs.init(str(root))
        assert vcs.commit(str(root), "first", exclude=[f"notes/{nth:0200}.md" for nth in range(2000)])
