"""Several processes at once."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from sagacity.adapters.files.platform import TEMP_PREFIX
from sagacity.adapters.files.store import FileStore
from sagacity.adapters.files.workspace import FileWorkspace
from sagacity.app.records import FileChange, Layer
from sagacity.core.errors import SagacityError
from sagacity.core.hashing import content_hash

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def together(work: Callable[[int], None], *, processes: int) -> list[int]:
    """Runs work(nth) in that many processes, started as close together as can be; their exit statuses."""
    reading, writing = os.pipe()
    children = []
    for nth in range(processes):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.close(writing)
                os.read(reading, 1)
                work(nth)
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    os.close(reading)
    os.close(writing)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def layer_in(folder: Path) -> Layer:
    root = folder.resolve() / "layer"
    (root / "notes").mkdir(parents=True, exist_ok=True)
    return Layer("personal", "personal", str(root), str(root / "notes"))


def test_simultaneous_first_starts_all_succeed(tmp_path: Path) -> None:
    for round in range(20):
        user = tmp_path.resolve() / str(round)
        user.mkdir()

        def start(_nth: int, user: Path = user) -> None:
            assert FileWorkspace(str(user / ".sagacity"), str(user)).ensure_personal().name == "personal"

        assert together(start, processes=8) == [0] * 8
        assert sorted(path.name for path in (user / ".sagacity").iterdir()) == ["personal"]
        assert (user / ".sagacity").stat().st_mode & 0o777 == 0o700


def test_of_simultaneous_inits_one_makes_the_layer(tmp_path: Path) -> None:
    for round in range(10):
        user = tmp_path.resolve() / str(round)
        (user / "api").mkdir(parents=True)

        def start(_nth: int, user: Path = user) -> None:
            FileWorkspace(str(user / ".sagacity"), str(user)).create_layer(str(user / "api"))

        assert sorted(together(start, processes=4)) == [0, 1, 1, 1]
        assert sorted(path.name for path in (user / "api/.sagacity").iterdir()) == ["README.md", "meta.yml", "notes"]


def test_simultaneous_projects_of_one_name_get_names_of_their_own(tmp_path: Path) -> None:
    user = tmp_path.resolve()
    for nth in range(6):
        (user / str(nth) / "api").mkdir(parents=True)

    def start(nth: int) -> None:
        FileWorkspace(str(user / ".sagacity"), str(user)).create_layer(str(user / str(nth) / "api"))

    assert together(start, processes=6) == [0] * 6
    layers = FileWorkspace(str(user / ".sagacity"), str(user)).all_layers()[1:]
    assert sorted(layer.project for layer in layers) == ["api", *(f"api-{nth}" for nth in range(2, 7))]


def test_every_append_of_many_writers_to_one_note_is_kept(tmp_path: Path) -> None:
    layer = layer_in(tmp_path)
    store = FileStore()
    with store.lock(layer):
        store.apply(layer, [FileChange("a.md", b"")])

    def append(nth: int) -> None:
        store = FileStore(lock_timeout_s=60)
        for line in range(10):
            with store.lock(layer):
                data = store.read(layer, "a.md").data
                new = data + f"{nth}.{line}\n".encode()
                store.apply(layer, [FileChange("a.md", new, before=content_hash(data))])

    assert together(append, processes=8) == [0] * 8
    lines = store.read(layer, "a.md").data.decode().split()
    assert sorted(lines) == sorted(f"{nth}.{line}" for nth in range(8) for line in range(10))


def test_a_reader_never_sees_a_torn_note(tmp_path: Path) -> None:
    layer = layer_in(tmp_path)
    texts = [bytes([65 + nth]) * 100_000 for nth in range(4)]
    store = FileStore()
    with store.lock(layer):
        store.apply(layer, [FileChange("a.md", texts[0])])

    def work(nth: int) -> None:
        store = FileStore(lock_timeout_s=60)
        for turn in range(40):
            data = store.read(layer, "a.md").data
            assert data in texts
            if nth == 0:
                with store.lock(layer):
                    store.apply(layer, [FileChange("a.md", texts[turn % 4], before=content_hash(data))])

    assert together(work, processes=3) == [0] * 3


def test_the_lock_is_free_when_its_holder_is_killed_and_busy_while_it_is_stopped(tmp_path: Path) -> None:
    layer = layer_in(tmp_path)
    reading, writing = os.pipe()

    def halt(name: str) -> None:
        if name == "store.temp_open":
            os.write(writing, b"x")
            signal.pause()

    child = os.fork()
    if child == 0:
        try:
            store = FileStore(step=halt)
            with store.lock(layer):
                store.apply(layer, [FileChange("a.md", b"theirs")])
        finally:
            os._exit(1)
    os.read(reading, 1)
    os.kill(child, signal.SIGSTOP)
    mine = FileStore(lock_timeout_s=0.1)
    with pytest.raises(SagacityError) as caught, mine.lock(layer):
        pass
    assert caught.value.code == "busy"
    assert [path for path in (tmp_path / "layer").iterdir() if path.name.startswith(TEMP_PREFIX)]
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with mine.lock(layer):
        mine.apply(layer, [FileChange("a.md", b"mine")])
    assert mine.read(layer, "a.md").data == b"mine"
    assert not [path for path in (tmp_path / "layer").iterdir() if path.name.startswith(TEMP_PREFIX)]
    os.close(reading)
    os.close(writing)


def test_a_lock_on_a_folder_that_was_replaced_is_not_believed(tmp_path: Path) -> None:
    layer = layer_in(tmp_path)
    root = tmp_path.resolve() / "layer"
    first = FileStore(lock_timeout_s=0.05)
    with first.lock(layer):
        root.rename(tmp_path / "away")
        layer_in(tmp_path)
        second = FileStore(lock_timeout_s=0.05)
        with second.lock(layer):
            second.apply(layer, [FileChange("a.md", b"x")])
    assert (root / "notes/a.md").exists()
