"""The small formats read by hand: meta.yml, the names table, git's configuration and pointers."""

from __future__ import annotations

import contextlib
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.adapters.files.gitdir import normalised, read_repository
from sagacity.adapters.files.meta import Meta, parse_meta, render_meta
from sagacity.adapters.files.names import Row, clean_name, find_row, parse_names, proposed_name, render_names
from tests.contracts.workspace import git, repository

if TYPE_CHECKING:
    from pathlib import Path

URLS = {
    "git@github.com:Me/Api.git": "github.com/Me/Api",
    "https://GitHub.com/Me/Api": "github.com/Me/Api",
    "https://me:token@github.com/Me/Api.git": "github.com/Me/Api",
    "https://x-access-token:t@k@github.com/Me/Api": "github.com/Me/Api",
    "ssh://git@github.com:2222/Me/Api.git/": "github.com/Me/Api",
    "git://github.com/Me/Api.git?ref=x": "github.com/Me/Api",
    "github.com:/Me/Api.git": "github.com/Me/Api",
    "ssh://git@[::1]:22/api.git": "[::1]/api",
    "file:///srv/git/api.git": "/srv/git/api",
    "/srv/git/api.git/": "/srv/git/api",
    "../api": "",
    "": "",
}


@pytest.mark.parametrize("url", URLS)
def test_an_origin_is_host_and_path(url: str) -> None:
    assert normalised(url) == URLS[url]


METAS = {
    b"": Meta(),
    b"\xef\xbb\xbf---\nscope: personal # own\r\ndisplay_name: 'A: b'\r\n": Meta(scope="personal", display_name="A: b"),
    b"display_name: a: b\nnotes_dir: ./topics/\n": Meta(display_name="a: b", notes_dir="topics"),
    b"inherits: [dept:x, 'org:y']\n": Meta(inherits=("dept:x", "org:y")),
    b"inherits:\n  - dept:x\n  - org:y\nmore:\n  deep: 1\n  list:\n    - 2\n": Meta(inherits=("dept:x", "org:y")),
    b"isolation: private\nwrite_policy: requires-pr\n": Meta(isolation="private", write_policy="requires-pr"),
    b"notes_dir: .\n": Meta(notes_dir=""),
}


@pytest.mark.parametrize("data", METAS)
def test_a_meta_file_is_read_as_strings(data: bytes) -> None:
    assert parse_meta(data, notes_dir="notes") == METAS[data]


@pytest.mark.parametrize("said", ["../x", "/etc", "a/../../b", ".git", "a/.hidden", "a\\b", "~/.ssh/../.x"])
def test_a_notes_folder_outside_the_layer_is_not_used(said: str) -> None:
    meta = parse_meta(f"notes_dir: {said}\n".encode(), notes_dir="topics")
    assert meta.notes_dir == "topics"
    assert len(meta.doubts) == 1


def test_an_unknown_value_counts_as_the_stricter_one() -> None:
    meta = parse_meta(b"sensitivity_default: confidental\nwrite_policy: pr\nisolation: yes\n", notes_dir="notes")
    assert (meta.sensitivity_default, meta.write_policy, meta.isolation) == ("confidential", "requires-pr", "private")
    assert len(meta.doubts) == 3


@given(st.text())
def test_any_display_name_is_written_so_that_it_is_read(name: str) -> None:
    meta = parse_meta(render_meta(Meta(scope="project:x", display_name=name)), notes_dir="notes")
    assert meta.scope == "project:x"
    assert meta.doubts == ()


@given(st.binary())
def test_no_bytes_break_the_readers(data: bytes) -> None:
    parse_names(data)
    with contextlib.suppress(ValueError):
        parse_meta(data, notes_dir="notes")


words = st.text(min_size=1)
rows = st.builds(
    Row,
    words,
    words,
    st.sampled_from(["git", "path"]),
    st.lists(words, unique=True).map(tuple),
    st.lists(words, unique=True).map(tuple),
)


@given(st.lists(rows, unique_by=lambda row: row.id))
def test_a_names_table_is_read_as_it_was_written(table: list[Row]) -> None:
    assert parse_names(render_names(table)) == tuple(sorted(table, key=lambda row: row.id))


def test_two_machines_lines_are_merged_by_git_without_a_conflict(tmp_path: Path) -> None:
    top = repository(tmp_path / "personal")
    (top / ".gitattributes").write_text("projects.tsv merge=union\n")
    shared = Row("b" * 32, "api", "git", ("h/api",), ("/one",))

    def commit(branch: str, *table: Row) -> None:
        (top / "projects.tsv").write_bytes(render_names(table))
        git(top, "add", "-A")
        git(top, "commit", "-q", "-m", branch)

    commit("base", shared)
    git(top, "checkout", "-q", "-b", "laptop")
    commit("laptop", Row("a" * 32, "one"), shared.replace(paths=("/one", "/two")))
    git(top, "checkout", "-q", "main")
    commit("desk", Row("c" * 32, "two"), shared.replace(origins=("h/api", "h/old")))
    git(top, "merge", "-q", "laptop")
    merged = parse_names((top / "projects.tsv").read_bytes())
    assert [row.name for row in merged] == ["one", "api", "two"]
    assert set(merged[1].paths) == {"/one", "/two"}
    assert set(merged[1].origins) == {"h/api", "h/old"}


def test_two_ids_given_apart_for_one_origin_are_one_project_on_both_machines() -> None:
    table = (Row("a", "api", "git", ("h/api",)), Row("b", "api-2", "git", ("h/api",)))
    for id in ("a", "b", ""):
        assert find_row(table, id=id, origin="h/api") == table[0]
    assert find_row(table, id="", origin="") is None


NAMES = {
    "api": "api",
    "My App!": "My-App",
    "日本": "日本",
    "...": "",
    "a/b: c": "a-b-c",
    "\udcff": "",
    "x" * 99: "x" * 64,
}


@pytest.mark.parametrize("text", NAMES)
def test_a_project_name_is_plain(text: str) -> None:
    assert clean_name(text) == NAMES[text]


def test_a_proposed_name_is_nobody_elses_in_any_case() -> None:
    assert proposed_name((Row("1", "API"), Row("2", "api-2")), "/x/api") == "api-3"
    assert proposed_name((), "/") == "project"


CONFIGS = {
    '[remote "origin"]\n\turl = https://h/a.git\n': "h/a",
    '[remote "upstream"]\nurl = https://h/b\n[remote "origin"]\nfetch = x\nURL=https://h/a\nurl = https://h/c\n': "h/a",
    '[REMOTE "origin"] url = "https://h/a" ; mine\n': "h/a",
    '[remote "origin"]\nurl = https://h/\\\na\n': "h/a",
    '[remote "Origin"]\nurl = https://h/a\n': "",
    '# [remote "origin"]\n# url = https://h/a\n': "",
    '[remote "origin"]\n; url = https://h/a\n': "",
}


@pytest.mark.parametrize("config", CONFIGS)
def test_the_origin_is_read_from_gits_configuration(config: str, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / ".git/config").write_text(config)
    found = read_repository(str(tmp_path))
    assert found is not None
    assert found.origin == CONFIGS[config]


def test_a_dot_git_file_cannot_claim_another_project(tmp_path: Path) -> None:
    top = repository(tmp_path.resolve() / "api")
    git(top, "worktree", "add", "-q", "../tree", "-b", "other")
    evil = tmp_path.resolve() / "evil"
    evil.mkdir()
    for claimed in (top / ".git", top / ".git/worktrees/tree"):
        (evil / ".git").write_text(f"gitdir: {claimed}\n")
        found = read_repository(str(evil))
        assert found is not None
        assert found.common == ""
        assert "does not lead back" in found.doubt
    tree = read_repository(str(tmp_path.resolve() / "tree"))
    assert tree is not None
    assert tree.common == str(top / ".git")


def test_a_separate_git_directory_is_followed(tmp_path: Path) -> None:
    subprocess.run(
        ["git", "init", "-q", "--separate-git-dir", str(tmp_path / "store.git"), str(tmp_path / "api")], check=True
    )
    found = read_repository(str(tmp_path.resolve() / "api"))
    assert found is not None
    assert found.common == str(tmp_path.resolve() / "store.git")


def test_a_linked_dot_git_cannot_claim_another_project(tmp_path: Path) -> None:
    victim, evil = tmp_path / "victim", tmp_path / "evil"
    repository(victim)
    evil.mkdir()
    (evil / ".git").symlink_to("../victim/.git")
    found = read_repository(str(evil))
    assert found is not None
    assert (found.common, found.id) == ("", "")
    assert "does not lead back" in found.doubt
    bare = tmp_path / "store" / "p.git"
    bare.parent.mkdir()
    (victim / ".git").rename(bare)
    (victim / ".git").symlink_to(bare)
    kept_elsewhere = read_repository(str(victim))
    assert kept_elsewhere is not None
    assert kept_elsewhere.common == str(bare.resolve())


@pytest.mark.parametrize("content", ["", "gitdir:", "gitdir: /no/such", "nonsense", "x" * 5000])
def test_a_broken_dot_git_is_a_doubt_and_no_error(content: str, tmp_path: Path) -> None:
    (tmp_path / ".git").write_text(content)
    found = read_repository(str(tmp_path))
    assert found is not None
    assert found.common == ""
    assert found.doubt
