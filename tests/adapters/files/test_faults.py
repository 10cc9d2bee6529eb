"""What the machine can do to a store: odd files, full and failing disks, no permission, no descriptors."""

from __future__ import annotations

import errno
import gc
import os
import resource
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sagacity.adapters.files import platform
from sagacity.adapters.files.platform import TEMP_PREFIX
from sagacity.adapters.files.store import FileStore
from sagacity.adapters.files.workspace import FileWorkspace
from sagacity.app.records import FileChange, Layer
from sagacity.core.errors import SagacityError
from sagacity.core.hashing import content_hash


@pytest.fixture
def layer(tmp_path: Path) -> Layer:
    root = tmp_path.resolve() / "layer"
    (root / "notes").mkdir(parents=True)
    return Layer("personal", "personal", str(root), str(root / "notes"))


def apply(layer: Layer, *changes: FileChange, step=lambda _name: None) -> list:
    store = FileStore(lock_timeout_s=1, step=step)
    with store.lock(layer):
        return store.apply(layer, changes)


def temps(layer: Layer) -> list[str]:
    return [str(path) for path in Path(layer.root).rglob(f"{TEMP_PREFIX}*")]


def refusal(call) -> SagacityError:
    with pytest.raises(SagacityError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return caught.value


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    here = socket.socket(socket.AF_UNIX)
    os.chdir(path.parent)
    here.bind(path.name)
    here.close()


def make_link(path: Path) -> None:
    path.parent.parent.joinpath("secret.md").write_text("secret")
    path.symlink_to(path.parent.parent / "secret.md")


def make_device_link(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


def make_folder(path: Path) -> None:
    path.mkdir()


ODD = {
    "a named pipe": make_fifo,
    "a socket": make_socket,
    "a symbolic link": make_link,
    "link": make_device_link,
    "bytes": make_sparse,
    "a folder": make_folder,
}


@pytest.mark.parametrize("reason", ODD)
def test_what_is_no_note_is_refused_at_once_with_the_reason(reason: str, layer: Layer, monkeypatch) -> None:
    monkeypatch.chdir(layer.root)
    path = Path(layer.notes_dir, "x.md")
    ODD[reason](path)
    store = FileStore()
    begun = time.monotonic()
    error = refusal(lambda: store.read(layer, "x.md"))
    listed = store.list_dir(layer, "")
    found = store.stat(layer, "x.md")
    assert time.monotonic() - begun < 0.05
    assert error.code == "refused"
    assert reason in error.message
    if reason != "bytes":
        assert found is None
        assert listed is not None
        assert listed.notes == ()
    for change in (FileChange("x.md", b"new"), FileChange("x.md", b"new", before=content_hash(b""))):
        assert refusal(lambda change=change: apply(layer, change)).code in ("refused", "conflict")
    assert os.path.lexists(path)


def test_folders_that_are_links_are_neither_listed_nor_entered(layer: Layer, tmp_path: Path) -> None:
    outside = tmp_path.resolve() / "outside"
    outside.mkdir()
    (outside / "x.md").write_text("secret")
    Path(layer.notes_dir, "sub").symlink_to(outside)
    store = FileStore()
    listed = store.list_dir(layer, "")
    assert listed is not None
    assert listed.dirs == ()
    assert store.list_dir(layer, "sub") is None
    assert store.stat(layer, "sub/x.md") is None
    assert refusal(lambda: store.read(layer, "sub/x.md")).code == "not_found"
    assert refusal(lambda: apply(layer, FileChange("sub/y.md", b"x"))).code == "refused"
    assert [path.name for path in outside.iterdir()] == ["x.md"]


def test_a_folder_swapped_for_a_link_between_two_reads_is_not_entered(layer: Layer, tmp_path: Path) -> None:
    sub = Path(layer.notes_dir, "sub")
    sub.mkdir()
    (sub / "x.md").write_text("mine")
    store = FileStore()
    assert store.read(layer, "sub/x.md").data == b"mine"
    sub.rename(tmp_path / "away")
    (tmp_path / "away/x.md").write_text("secret")
    sub.symlink_to(tmp_path / "other")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/x.md").write_text("secret")
    assert store.stat(layer, "sub/x.md") is None
    assert refusal(lambda: store.read(layer, "sub/x.md")).code == "not_found"


def test_listing_gives_notes_and_folders_alone(layer: Layer) -> None:
    notes = Path(layer.notes_dir)
    for name in ("b.md", "a.MD", "README.md", "readme.MD", ".hidden.md", "x.txt", "é.md", f"{TEMP_PREFIX}1"):
        (notes / name).write_text("x")
    Path(os.fsdecode(os.fsencode(notes) + b"/\xff.md")).write_text("x")
    for name in (".git", "sub", "c.md.d"):
        (notes / name).mkdir()
    listed = FileStore().list_dir(layer, "")
    assert listed is not None
    assert [note.path for note in listed.notes] == ["a.MD", "b.md", "é.md"]
    assert listed.dirs == ("c.md.d", "sub")


def test_the_mode_of_a_replaced_note_is_kept_and_a_new_one_is_private(layer: Layer) -> None:
    old = Path(layer.notes_dir, "old.md")
    old.write_text("old")
    old.chmod(0o640)
    apply(layer, FileChange("old.md", b"new", before=content_hash(b"old")), FileChange("sub/new.md", b"new"))
    assert old.stat().st_mode & 0o777 == 0o640
    assert Path(layer.notes_dir, "sub/new.md").stat().st_mode & 0o777 == 0o600
    assert Path(layer.notes_dir, "sub").stat().st_mode & 0o777 == 0o700


def test_an_editor_that_saves_while_we_sync_is_not_overwritten(layer: Layer) -> None:
    note = Path(layer.notes_dir, "a.md")
    note.write_text("old")

    def save(name: str) -> None:
        if name == "store.temp_synced":
            note.write_text("by hand")

    error = refusal(lambda: apply(layer, FileChange("a.md", b"new", before=content_hash(b"old")), step=save))
    assert error.code == "conflict"
    assert note.read_text() == "by hand"
    assert temps(layer) == []


def test_a_file_that_appears_while_we_sync_is_not_overwritten(layer: Layer) -> None:
    note = Path(layer.notes_dir, "a.md")

    def save(name: str) -> None:
        if name == "store.temp_synced":
            note.write_text("by hand")

    assert refusal(lambda: apply(layer, FileChange("a.md", b"new"), step=save)).code == "conflict"
    assert note.read_text() == "by hand"
    assert temps(layer) == []


@pytest.mark.parametrize("number", ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EIO", "EMFILE", "ENFILE", "EFBIG", "EWHAT"])
def test_each_refusal_of_the_system_is_one_clear_line(number: str, tmp_path: Path) -> None:
    code = getattr(errno, number, 9999)
    error = platform.failure(OSError(code, os.strerror(code)), "write", str(tmp_path / "no/such/a.md"))
    assert error.code == "degraded"
    assert str(tmp_path / "no/such/a.md") in str(error)
    assert "{" not in str(error)
    assert "\n" not in str(error)
    if number in ("ENOSPC", "EROFS", "EIO"):
        assert " / " in f"{error.hint} " or error.hint.count("/") >= 1


@pytest.mark.parametrize("at", ["store.temp_open", "store.temp_written", "store.temp_synced", "store.rechecked"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_a_write_that_fails_leaves_the_old_note_and_nothing_else(at: str, number: int, layer: Layer) -> None:
    note = Path(layer.notes_dir, "a.md")
    note.write_text("old")

    def fail(name: str) -> None:
        if name == at:
            raise OSError(number, os.strerror(number))

    change = FileChange("a.md", b"new", before=content_hash(b"old"))
    assert refusal(lambda: apply(layer, change, step=fail)).code == "degraded"
    assert note.read_text() == "old"
    assert temps(layer) == []
    apply(layer, change)
    assert note.read_text() == "new"


def limited(kind: int, limit: int, layer: Layer, change: FileChange) -> str:
    """In a child with a resource limit: code and text of the error of the write, "" for none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(kind, (limit, limit))
            os.write(writing, outcome(layer, change).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return said


def outcome(layer: Layer, change: FileChange) -> str:
    try:
        apply(layer, change)
    except SagacityError as error:
        return f"{error.code}: {error}"
    return ""


def test_a_file_size_limit_is_degraded_and_nothing_half_written_stays(layer: Layer) -> None:
    said = limited(resource.RLIMIT_FSIZE, 1000, layer, FileChange("a.md", b"x" * 5000))
    assert said.startswith("degraded")
    assert not Path(layer.notes_dir, "a.md").exists()
    assert temps(layer) == []


def test_without_descriptors_a_write_is_degraded(layer: Layer) -> None:
    highest = max(int(name) for name in os.listdir("/dev/fd"))
    said = [limited(resource.RLIMIT_NOFILE, most, layer, FileChange("a.md", b"x")) for most in range(3, highest + 12)]
    first = said.index("")
    assert first > 0
    assert {text.partition(":")[0] for text in said[:first]} == {"degraded"}
    assert temps(layer) == []


def test_failing_calls_leave_no_descriptor_open(layer: Layer) -> None:
    store = FileStore(lock_timeout_s=0)

    def fail() -> None:
        for path in ("no.md", "no/no.md", "../x.md"):
            refusal(lambda path=path: store.read(layer, path))
        with store.lock(layer):
            refusal(lambda: store.apply(layer, [FileChange("a.md", b"x", before="0" * 32)]))
            refusal(lambda: FileStore(lock_timeout_s=0).lock(layer).__enter__())

    fail()
    gc.collect()  # what holds a failed call's frames is the test itself
    before = len(os.listdir("/dev/fd"))
    for _ in range(50):
        fail()
    gc.collect()
    assert len(os.listdir("/dev/fd")) == before


@pytest.mark.needs("platform:linux", "root")
def test_a_full_disk_is_named_and_the_next_write_works_when_there_is_space(tmp_path: Path) -> None:
    mount = tmp_path.resolve() / "small"
    mount.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k,nr_inodes=20", "tmpfs", str(mount)], check=False, capture_output=True
    )
    if done.returncode:
        pytest.skip(f"not run: needs the right to mount ({done.stderr.decode().strip()})")
    try:
        (mount / "notes").mkdir()
        layer = Layer("personal", "personal", str(mount), str(mount / "notes"))
        apply(layer, FileChange("old.md", b"old"))
        error = refusal(lambda: apply(layer, FileChange("old.md", b"x" * 100_000, before=content_hash(b"old"))))
        assert error.code == "degraded"
        assert str(mount) in error.hint
        assert FileStore().read(layer, "old.md").data == b"old"
        assert temps(layer) == []
        apply(layer, FileChange("old.md", None, before=content_hash(b"old")))
        apply(layer, FileChange("new.md", b"x" * 4000))
        many = [FileChange(f"n{nth}.md", b"") for nth in range(30)]
        assert refusal(lambda: apply(layer, *many)).code == "degraded"
        assert temps(layer) == []
    finally:
        subprocess.run(["umount", "--lazy", str(mount)], check=True)


@pytest.mark.needs("user")
def test_without_permission_reading_goes_on_and_writing_is_degraded(layer: Layer) -> None:
    apply(layer, FileChange("a.md", b"x"))
    Path(layer.root).chmod(0o500)
    try:
        assert FileStore().read(layer, "a.md").data == b"x"
        assert refusal(lambda: apply(layer, FileChange("b.md", b"x"))).code == "degraded"
    finally:
        Path(layer.root).chmod(0o700)


@pytest.mark.needs("platform:linux", "root")
def test_a_read_only_home_is_degraded_and_looking_still_works(tmp_path: Path) -> None:
    mount = tmp_path.resolve() / "user"
    mount.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(mount)], check=False, capture_output=True)
    if done.returncode:
        pytest.skip(f"not run: needs the right to mount ({done.stderr.decode().strip()})")
    try:
        workspace = FileWorkspace(str(mount / ".sagacity"), str(mount))
        error = refusal(workspace.ensure_personal)
        assert error.code == "degraded"
        assert "read-only" in str(error)
        assert workspace.place(str(mount)).layers == ()
    finally:
        subprocess.run(["umount", "--lazy", str(mount)], check=True)


def test_a_home_that_vanishes_is_not_made_anew_in_silence(tmp_path: Path) -> None:
    user = tmp_path.resolve()
    workspace = FileWorkspace(str(user / ".sagacity"), str(user))
    workspace.ensure_personal()
    (user / ".sagacity").rename(user / "away")
    assert refusal(workspace.ensure_personal).code == "degraded"
    assert not (user / ".sagacity").exists()


def test_a_deleted_working_directory_means_the_personal_layer_alone(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "from sagacity.adapters.files.workspace import FileWorkspace\n"
        "user = sys.argv[1]\n"
        "workspace = FileWorkspace(user + '/.sagacity', user)\n"
        "workspace.ensure_personal()\n"
        "os.mkdir(user + '/gone'); os.chdir(user + '/gone'); os.rmdir(user + '/gone')\n"
        "for cwd in ('.', '', user + '/gone', 'a\\0b'):\n"
        "    place = workspace.place(cwd)\n"
        "    print(place.project, len(place.layers))\n"
    )
    env = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path.resolve())], env=env, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout == "None 1\n" * 4
