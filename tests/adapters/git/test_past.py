"""What git has of a file is read from any repository, and none of them gets to run anything."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sagacity.adapters.git.past import ONE_MAX_BYTES, GitPast
from sagacity.core.errors import SagacityError
from tests.contracts.workspace import git, repository

if TYPE_CHECKING:
    from pathlib import Path

PATH = os.environ.get("PATH", os.defpath)


@pytest.fixture
def past():
    return GitPast({"PATH": PATH})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A layer that is a repository, without a commit."""
    root = repository(tmp_path / "layer", commit=False)
    (root / "notes").mkdir()
    return root


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "next")


def states(past: GitPast, root: Path, path: str = "notes/a.md", limit: int = 9) -> list[tuple[str, bytes | None]]:
    return [(one.path, one.data) for one in past.of(str(root), path, limit=limit)]


def test_a_file_is_followed_through_its_names(past, root):
    texts = [b"a text that is long enough\r\n", b"a text that is long enough, too\xff\n"]
    (root / "notes/old \u00e9.md").write_bytes(texts[0])
    commit(root)
    (root / "notes/old \u00e9.md").rename(root / "notes/a.md")
    commit(root)
    (root / "notes/a.md").write_bytes(texts[1])
    commit(root)
    (root / "notes/a.md").unlink()
    commit(root)
    found = states(past, root)
    assert found == [
        ("notes/a.md", None),
        ("notes/a.md", texts[1]),
        ("notes/a.md", texts[0]),
        ("notes/old \u00e9.md", texts[0]),
    ]
    assert all(
        one.at_ms > 0 and len(one.commit) == 40 and one.by == "T" for one in past.of(str(root), "notes/a.md", limit=9)
    )
    assert states(past, root, limit=2) == found[:2]
    assert states(past, root, "notes/nothing.md") == []
    assert states(past, root, "notes/*.md") == []


def test_where_there_is_no_repository_or_no_commit_there_is_no_past(past, root, tmp_path):
    (tmp_path / "plain").mkdir()
    for folder in (root, tmp_path / "plain", tmp_path / "nowhere"):
        assert states(past, folder) == []
    commit_less = GitPast({"PATH": str(tmp_path)})
    assert states(commit_less, root) == []


def test_a_layer_inside_a_repository_has_its_past(past, tmp_path):
    host = repository(tmp_path / "host")
    layer = host / ".sagacity"
    (layer / "notes").mkdir(parents=True)
    (layer / "notes/a.md").write_text("a")
    commit(host)
    (host / "b.md").write_text("b")
    before = git(host, "status", "--porcelain=v2", "--branch")
    assert states(past, layer) == [("notes/a.md", b"a")]
    assert git(host, "status", "--porcelain=v2", "--branch") == before


def test_nothing_is_run_that_the_repository_names(past, root, tmp_path):
    (root / ".gitattributes").write_text("*.md diff=evil filter=evil\n")
    for text in ("one", "two"):
        (root / "notes/a.md").write_text(text)
        commit(root)
    evil = tmp_path / "evil"
    evil.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    evil.chmod(0o755)
    programs = (
        "core.fsmonitor", "core.pager", "pager.log", "diff.external", "diff.evil.textconv", "diff.evil.command",
        "filter.evil.smudge", "filter.evil.process", "gpg.program", "core.sshCommand", "core.editor",
    )  # fmt: skip
    settings = {
        **dict.fromkeys(programs, str(evil)),
        "alias.log": f"!{evil}",
        "log.showSignature": "true",
        "remote.origin.url": f"ext::{evil}",
        "remote.origin.promisor": "true",
        "protocol.ext.allow": "always",
        "extensions.partialClone": "origin",
    }
    blob = git(root, "rev-parse", "HEAD:notes/a.md").strip()
    for key, value in settings.items():
        git(root, "config", key, value)
    assert [data for _, data in states(past, root)] == [b"two", b"one"]
    (root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    try:
        assert ("notes/a.md", b"two") not in states(past, root)
    except SagacityError as error:
        assert error.code == "degraded"  # noqa: PT017 - either is an answer; what counts is below
    assert not (tmp_path / "ran").exists()


def test_what_takes_too_long_is_given_up(root, tmp_path):
    slow = tmp_path / "bin/git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    with pytest.raises(SagacityError) as caught:
        GitPast({"PATH": PATH}, program=str(slow), timeout_s=0.2).of(str(root), "notes/a.md", limit=9)
    assert caught.value.code == "busy"


def test_what_is_too_large_is_left_out(past, root):
    for text in ("x" * (ONE_MAX_BYTES + 1), "small"):
        (root / "notes/a.md").write_text(text)
        commit(root)
    assert states(past, root) == [("notes/a.md", b"small")]


def test_a_repository_that_cannot_be_read_says_so(past, root):
    (root / "notes/a.md").write_text("one")
    commit(root)
    head = git(root, "rev-parse", "HEAD").strip()
    (root / ".git/objects" / head[:2] / head[2:]).unlink()
    with pytest.raises(SagacityError) as caught:
        states(past, root)
    assert caught.value.code == "degraded"
