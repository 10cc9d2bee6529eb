"""What every Workspace must do. A subclass gives `make_workspace`; folders are real, git is real."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sagacity.core.errors import SagacityError

if TYPE_CHECKING:
    from sagacity.app.ports import Workspace
    from sagacity.app.records import Layer, Place


def git(cwd: Path, *args: str) -> str:
    """Runs git outside of any configuration of the machine."""
    env = {
        "PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
        "HOME": str(cwd),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "T",
        "GIT_AUTHOR_EMAIL": "t@example.org",
        "GIT_COMMITTER_NAME": "T",
        "GIT_COMMITTER_EMAIL": "t@example.org",
    }
    settings = ("-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *settings, *args], cwd=cwd, env=env, capture_output=True, text=True, check=True)
    return done.stdout


def repository(path: Path, *, origin: str = "", commit: bool = True) -> Path:
    """A repository with one commit."""
    path.mkdir(parents=True)
    git(path, "init", "-q")
    if origin:
        git(path, "remote", "add", "origin", origin)
    if commit:
        git(path, "commit", "-q", "--allow-empty", "-m", "first")
    return path


def refused(code: str, call: object) -> SagacityError:
    with pytest.raises(SagacityError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.code == code, caught.value
    return caught.value


def project_layers(place: Place) -> list[Layer]:
    return [layer for layer in place.layers if layer.kind == "project"]


class WorkspaceContract:
    def make_workspace(self, home: Path, user_home: Path) -> Workspace:
        raise NotImplementedError

    @pytest.fixture
    def user(self, tmp_path: Path) -> Path:
        """The user's home folder."""
        user = tmp_path.resolve() / "user"
        user.mkdir()
        return user

    @pytest.fixture
    def workspace(self, user: Path) -> Workspace:
        return self.make_workspace(user / ".sagacity", user)

    def project_id(self, workspace: Workspace, cwd: Path) -> str:
        project = workspace.place(str(cwd)).project
        assert project is not None
        return project.id

    def joined(self, workspace: Workspace, cwd: Path) -> str:
        """The project's id after something was written for it."""
        project = workspace.ensure_project(str(cwd))
        assert project is not None
        assert project.id
        assert workspace.place(str(cwd)).project == project
        return project.id

    def test_looking_creates_nothing(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "api")
        place = workspace.place(str(top))
        assert place.layers == ()
        assert place.project
        assert place.project.id == ""
        assert place.project.name == "api"
        assert place.project.top == str(top)
        assert not (user / ".sagacity").exists()
        assert not (top / ".git/sagacity").exists()

    def test_the_personal_layer_is_made_once(self, workspace: Workspace, user: Path) -> None:
        own = workspace.ensure_personal()
        assert (own.name, own.kind, own.approval) == ("personal", "personal", "own")
        assert workspace.ensure_personal() == own == workspace.place(str(user)).layers[0]
        assert workspace.all_layers() == [own]

    def test_outside_of_any_project_there_is_none(self, workspace: Workspace, user: Path) -> None:
        (user / "docs").mkdir()
        for cwd in (user / "docs", user, Path("/"), user / "no such folder"):
            assert workspace.place(str(cwd)).project is None
            assert workspace.ensure_project(str(cwd)) is None

    def test_a_project_gets_its_id_once(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "api")
        (top / "src").mkdir()
        assert self.joined(workspace, top) == self.joined(workspace, top / "src")

    def test_known_projects_are_listed_by_their_paths(self, workspace: Workspace, user: Path) -> None:
        assert workspace.projects() == []
        top = repository(user / "shop")
        git(top, "worktree", "add", "-q", str(user / "branch"))
        for place in (top, user / "branch"):
            workspace.ensure_project(str(place))
        assert sorted((one.name, one.top) for one in workspace.projects()) == [
            ("shop", str(user / "branch")),
            ("shop", str(top)),
        ]

    def test_work_trees_of_one_repository_are_one_project(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "api")
        id = self.joined(workspace, top)
        git(top, "worktree", "add", "-q", str(user / "tree"), "-b", "other")
        assert self.project_id(workspace, user / "tree") == id == self.joined(workspace, user / "tree")
        assert workspace.problems() == []

    def test_a_submodule_is_a_project_of_its_own(self, workspace: Workspace, user: Path) -> None:
        inner = repository(user / "library")
        top = repository(user / "api")
        git(top, "submodule", "add", "-q", str(inner), "lib")
        place = workspace.place(str(top / "lib"))
        assert place.project
        assert place.project.top == str(top / "lib")
        assert self.joined(workspace, top / "lib") != self.joined(workspace, top)

    @pytest.mark.parametrize("depth", [(), ("--depth", "1")])
    def test_clones_of_one_origin_are_one_project(
        self, workspace: Workspace, user: Path, depth: tuple[str, ...]
    ) -> None:
        source = repository(user / "source")
        for name in ("one", "two"):
            git(user, "clone", "-q", *depth, f"file://{source}", name)
        id = self.joined(workspace, user / "one")
        assert self.project_id(workspace, user / "two") == id == self.joined(workspace, user / "two")
        assert workspace.problems() == []

    def test_one_origin_in_any_spelling_is_one_project(self, workspace: Workspace, user: Path) -> None:
        spellings = (
            "git@GitHub.com:me/api.git",
            "https://me:secret@github.com/me/api",
            "ssh://git@github.com:22/me/api.git/",
        )
        ids = {self.joined(workspace, repository(user / f"c{nth}", origin=url)) for nth, url in enumerate(spellings)}
        project = workspace.place(str(user / "c1")).project
        assert len(ids) == 1
        assert project
        assert project.origin == "github.com/me/api"
        kept = b"".join(path.read_bytes() for path in (user / ".sagacity").rglob("*") if path.is_file())
        assert b"secret" not in kept

    def test_a_fork_with_another_origin_is_another_project(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "api", origin="https://github.com/them/api")
        git(user, "clone", "-q", str(top), "fork/api")
        git(user / "fork/api", "remote", "set-url", "origin", "https://github.com/me/api")
        assert self.joined(workspace, top) != self.joined(workspace, user / "fork/api")
        forked = workspace.place(str(user / "fork/api")).project
        assert forked
        assert forked.name == "api-2"

    def test_a_repository_without_commits_is_a_project(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "new", commit=False)
        assert self.joined(workspace, top)

    def test_a_moved_repository_keeps_its_id(self, workspace: Workspace, user: Path) -> None:
        id = self.joined(workspace, repository(user / "api"))
        (user / "api").rename(user / "renamed")
        assert self.joined(workspace, user / "renamed") == id
        assert workspace.problems() == []

    def test_a_copied_repository_is_taken_as_another_project(self, workspace: Workspace, user: Path) -> None:
        id = self.joined(workspace, repository(user / "api"))
        subprocess.run(["cp", "-r", "api", "copy"], cwd=user, check=True)
        assert self.project_id(workspace, user / "copy") == ""
        assert self.joined(workspace, user / "copy") != id
        (problem,) = workspace.problems()
        assert str(user / "api") in problem
        assert self.project_id(workspace, user / "api") == id

    def test_two_folders_of_one_name_are_two_projects(self, workspace: Workspace, user: Path) -> None:
        names = []
        for parent in ("a", "b", "c"):
            project = workspace.ensure_project(str(repository(user / parent / "api")))
            names.append(project.name if project else "")
        assert names == ["api", "api-2", "api-3"]

    def test_without_git_the_folder_with_the_layer_is_the_project(self, workspace: Workspace, user: Path) -> None:
        plain = user / "plain"
        (plain / "sub").mkdir(parents=True)
        layer = workspace.create_layer(str(plain))
        place = workspace.place(str(plain / "sub"))
        assert project_layers(place) == [layer]
        assert place.project
        assert place.project.top == str(plain)
        assert place.project.id == layer.project_id == self.joined(workspace, plain / "sub")

    def test_init_makes_the_layer_at_the_top(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "api")
        (top / "src").mkdir()
        layer = workspace.create_layer(str(top / "src"), display_name='The "API": one')
        assert layer.kind == "project"
        assert layer.name == "project:api"
        assert layer.project == "api"
        assert Path(layer.root).parent == top
        assert layer.approval == "none"
        assert layer.project_id
        assert project_layers(workspace.place(str(top))) == [layer]
        assert layer in workspace.all_layers()
        refused("invalid", lambda: workspace.create_layer(str(top)))
        assert workspace.problems() == []

    def test_init_below_an_existing_layer_makes_a_sub_layer(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "mono")
        (top / "pkg/src").mkdir(parents=True)
        outer = workspace.create_layer(str(top))
        inner = workspace.create_layer(str(top / "pkg"))
        assert project_layers(workspace.place(str(top / "pkg/src"))) == [inner]
        assert project_layers(workspace.place(str(top))) == [outer]
        assert inner.project_id == outer.project_id
        assert {outer.root, inner.root} <= {layer.root for layer in workspace.all_layers()}
        refused("invalid", lambda: workspace.create_layer(str(top / "pkg")))

    def test_init_takes_a_name_that_is_free(self, workspace: Workspace, user: Path) -> None:
        layer = workspace.create_layer(str(repository(user / "a")), name="core")
        assert layer.project == "core"
        refused("invalid", lambda: workspace.create_layer(str(repository(user / "b")), name="Core"))
        refused("invalid", lambda: workspace.create_layer(str(repository(user / "c")), name="a/b: c"))

    def test_init_is_refused_where_no_project_can_be(self, workspace: Workspace, user: Path) -> None:
        workspace.ensure_personal()
        for cwd in (user, user.parent, Path("/"), user / ".sagacity", user / ".sagacity/personal"):
            refused("refused", lambda cwd=cwd: workspace.create_layer(str(cwd)))
        refused("not_found", lambda: workspace.create_layer(str(user / "gone")))

    def test_a_layer_above_the_repository_is_not_its_layer(self, workspace: Workspace, user: Path) -> None:
        (user / "work").mkdir()
        workspace.create_layer(str(user / "work"))
        top = repository(user / "work/api")
        assert project_layers(workspace.place(str(top))) == []
        assert self.joined(workspace, top) != self.joined(workspace, user / "work")

    def test_a_layer_outside_of_any_repository_holds_for_all_below(self, workspace: Workspace, user: Path) -> None:
        (user / "work/a/b").mkdir(parents=True)
        layer = workspace.create_layer(str(user / "work"))
        assert project_layers(workspace.place(str(user / "work/a/b"))) == [layer]

    def test_a_home_folder_that_is_a_repository_is_no_project(self, workspace: Workspace, user: Path) -> None:
        git(user, "init", "-q")
        (user / "docs").mkdir()
        assert workspace.place(str(user)).project is None
        assert workspace.place(str(user / "docs")).project is None

    def test_inside_sagacitys_own_home_nothing_is_a_project(self, workspace: Workspace, user: Path) -> None:
        own = workspace.ensure_personal()
        git(Path(own.root), "init", "-q")
        assert workspace.place(own.notes_dir).project is None

    def test_a_linked_working_directory_means_its_target(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "api")
        (user / "link").symlink_to(top)
        assert self.joined(workspace, user / "link") == self.project_id(workspace, top)

    def test_a_layer_of_saga_is_used_in_place(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "api")
        (top / ".saga/topics").mkdir(parents=True)
        (top / ".saga/meta.yml").write_text("scope: project:other\ndisplay_name: Their: name\n")
        (layer,) = project_layers(workspace.place(str(top)))
        assert layer.root == str(top / ".saga")
        assert layer.notes_dir == str(top / ".saga/topics")
        assert layer.name == "project:api"
        refused("invalid", lambda: workspace.create_layer(str(top)))
        workspace.ensure_project(str(top))
        assert [one.root for one in workspace.all_layers()][1:] == [layer.root]

    def test_a_repository_that_says_it_is_personal_stays_a_project_layer(
        self, workspace: Workspace, user: Path
    ) -> None:
        workspace.ensure_personal()
        top = repository(user / "evil")
        (top / ".sagacity").mkdir()
        (top / ".sagacity/meta.yml").write_text("scope: personal\nnotes_dir: ../../../.sagacity/personal/notes\n")
        (layer,) = project_layers(workspace.place(str(top)))
        assert (layer.kind, layer.name, layer.approval) == ("project", "project:evil", "none")
        assert layer.notes_dir == str(top / ".sagacity/notes")
        assert len(workspace.problems()) == 1

    def test_a_broken_layer_is_left_out_and_named(self, workspace: Workspace, user: Path) -> None:
        own = workspace.ensure_personal()
        top = repository(user / "api")
        layer = Path(workspace.create_layer(str(top)).root)
        for broken in (b"no colon here\n", b"\xff\xfe\x00", b"a: [b\n", b"a: 'b\n", b"x" * 70_000):
            (layer / "meta.yml").write_bytes(broken)
            place = workspace.place(str(top))
            assert place.layers == (own,)
            assert place.project
            (problem,) = workspace.problems()
            assert str(layer) in problem
        (layer / "meta.yml").write_text("scope: project:api\n")
        assert len(project_layers(workspace.place(str(top)))) == 1
        assert workspace.problems() == []

    def test_two_machines_that_share_the_names_table_agree(self, workspace: Workspace, user: Path) -> None:
        origin = "https://github.com/me/api"
        id = self.joined(workspace, repository(user / "api", origin=origin))
        laptop = user.parent / "laptop"
        subprocess.run(["cp", "-r", str(user / ".sagacity"), str(user.parent / "home2")], check=True)
        other = self.make_workspace(user.parent / "home2", laptop)
        place = other.place(str(repository(laptop / "elsewhere", origin=origin)))
        assert place.project
        assert (place.project.id, place.project.name) == (id, "api")

    def test_layers_come_in_the_order_of_lookup_project_before_personal(self, workspace: Workspace, user: Path) -> None:
        top = repository(user / "api")
        layer = workspace.create_layer(str(top))
        assert workspace.place(str(top)).layers == (layer, workspace.ensure_personal())
