"""kill -9 at every step of the write path: a note is old or new, what was acknowledged is there, the next write works."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sagacity.adapters.files import layers, write
from sagacity.adapters.files.platform import TEMP_PREFIX
from sagacity.adapters.files.store import FileStore
from sagacity.adapters.files.workspace import FileWorkspace
from sagacity.app.records import FileChange, Layer
from sagacity.core.hashing import content_hash
from tests.adapters.files.explorer import explore, steps_of

if TYPE_CHECKING:
    from pathlib import Path

OLD = b"old text\n" * 300
NEW = b"the new text\n" * 400
OTHER = b"never touched\n"

CASES = {
    "create": [FileChange("new.md", NEW)],
    "create in new folders": [FileChange("a/b/new.md", NEW)],
    "write": [FileChange("old.md", NEW, before=content_hash(OLD))],
    "rename": [FileChange("moved.md", NEW, before=content_hash(OLD), moved_from="old.md")],
    "rename into a new folder": [FileChange("a/moved.md", NEW, before=content_hash(OLD), moved_from="old.md")],
    "delete": [FileChange("old.md", None, before=content_hash(OLD))],
    "group": [
        FileChange("old.md", NEW, before=content_hash(OLD)),
        FileChange("gone.md", None, before=content_hash(OLD)),
        FileChange("from.md", NEW, before=content_hash(OLD), moved_from="to.md"),
        FileChange("new.md", NEW),
    ],
    "large group": [FileChange(f"n{nth}.md", NEW) for nth in range(9)],
}


def layer_in(folder: Path) -> Layer:
    return Layer("personal", "personal", str(folder), str(folder / "notes"))


def fixture(folder: Path) -> None:
    """Three old notes, one that nobody touches, and a temporary file of a writer long dead."""
    notes = folder / "notes"
    notes.mkdir()
    for name in ("old.md", "gone.md", "to.md"):
        (notes / name).write_bytes(OLD)
    (notes / "other.md").write_bytes(OTHER)
    (folder / f"{TEMP_PREFIX}dead").write_bytes(b"x")


def apply(folder: Path, changes: list[FileChange], step=lambda _name: None) -> None:
    store = FileStore(step=step, lock_timeout_s=0.5)
    with store.lock(layer_in(folder)):
        store.apply(layer_in(folder), changes)


def contents(folder: Path) -> dict[str, bytes]:
    notes = folder / "notes"
    return {str(path.relative_to(notes)): path.read_bytes() for path in notes.rglob("*.md")}


def allowed(before: dict[str, bytes], change: FileChange) -> list[dict[str, bytes]]:
    """What one change may have left of the notes it names; a path that is not in there is not there."""
    if change.moved_from:
        return [{change.moved_from: OLD}, {change.path: OLD}, {change.path: NEW}]
    states = [{change.path: before[change.path]} if change.path in before else {}]
    return [*states, {} if change.data is None else {change.path: change.data}]


def check(changes: list[FileChange], folder: Path, *, acknowledged: bool) -> None:
    left = contents(folder)
    before = {"old.md": OLD, "gone.md": OLD, "to.md": OLD, "other.md": OTHER}
    for change in changes:
        paths = {change.path, change.moved_from}
        found = {path: data for path, data in left.items() if path in paths}
        states = allowed(before, change)
        assert found in (states[-1:] if acknowledged else states)
    touched = {path for change in changes for path in (change.path, change.moved_from)}
    assert {path: data for path, data in left.items() if path not in touched} == {
        path: data for path, data in before.items() if path not in touched
    }
    apply(folder, [FileChange("after.md", b"after")])
    assert contents(folder)["after.md"] == b"after"
    assert not [path for path in folder.rglob("*") if path.name.startswith(TEMP_PREFIX)]


@pytest.mark.parametrize("name", CASES)
def test_a_killed_write_leaves_old_or_new(name: str, tmp_path: Path) -> None:
    changes = CASES[name]
    deaths = list(explore(lambda folder, step: apply(folder, changes, step), fixture, tmp_path.resolve()))
    assert len(deaths) > 3
    for death in deaths:
        assert death.killed
        assert death.acknowledged == (death is deaths[-1])
        check(changes, death.folder, acknowledged=death.acknowledged)


def test_every_step_of_the_write_path_was_died_at(tmp_path: Path) -> None:
    seen: set[str] = set()
    for nth, changes in enumerate(CASES.values()):
        folder = tmp_path.resolve() / str(nth)
        folder.mkdir()
        fixture(folder)
        seen.update(steps_of(lambda folder, step: apply(folder, changes, step), folder))  # noqa: B023
    assert seen == set(write.STEPS)


def make_all(folder: Path, step) -> None:
    user = folder / "user"
    workspace = FileWorkspace(str(user / ".sagacity"), str(user), step=step, lock_timeout_s=0.5)
    workspace.ensure_personal()
    workspace.create_layer(str(user / "api"))


def a_project(folder: Path) -> None:
    git_dir = folder / "user/api/.git"
    git_dir.mkdir(parents=True)
    (git_dir / "HEAD").write_text("ref: refs/heads/main\n")
    (git_dir / "config").write_text('[remote "origin"]\n\turl = git@example.org:me/api.git\n')


def test_a_killed_first_start_or_init_is_completed_by_the_next(tmp_path: Path) -> None:
    for death in explore(make_all, a_project, tmp_path.resolve()):
        user = death.folder / "user"
        workspace = FileWorkspace(str(user / ".sagacity"), str(user), lock_timeout_s=0.5)
        place = workspace.place(str(user / "api"))
        assert workspace.problems() == []
        if not any(layer.kind == "project" for layer in place.layers):
            workspace.create_layer(str(user / "api"))
        project = workspace.ensure_project(str(user / "api"))
        assert project is not None
        place = workspace.place(str(user / "api"))
        assert [layer.name for layer in place.layers] == ["project:api", "personal"]
        assert place.project == project
        assert workspace.problems() == []
        workspace.ensure_project(str(user / "api"))
        assert workspace.all_layers() == [place.layers[1], place.layers[0]]


def test_every_step_of_making_layers_was_died_at(tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    a_project(folder)
    steps = steps_of(make_all, folder)
    (folder / "user/.sagacity" / f"{TEMP_PREFIX}dead").mkdir()
    (folder / "user/plain").mkdir()
    workspace = FileWorkspace(str(folder / "user/.sagacity"), str(folder / "user"), step=steps.append)
    workspace.create_layer(str(folder / "user/plain"))
    assert set(steps) == set(layers.STEPS)
