"""The hooks' modules in one file: made by itself, and never trusted over the sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from tests.faces.hooks.stage import context_of

SOURCE = Path(__file__).parents[1] / "src" / "sagacity"
TAG = sys.implementation.cache_tag


class Copy:
    """The package in a folder of its own, beside a link to apsw: as an ordinary installation has it."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "site" / "sagacity"
        shutil.copytree(SOURCE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        os.symlink(os.path.dirname(apsw.__file__), folder / "site" / "apsw")
        self.home = folder / "home"
        (self.home / ".sagacity").mkdir(parents=True)

    @property
    def bundle(self) -> Path:
        return self.package / "__pycache__" / f"hook.{TAG}.pyc"

    def start(self, *, python=(sys.executable, "-I", "-S", "-E"), check=True) -> str:
        done = subprocess.run(
            [*python, str(self.package / "hook.py"), "SessionStart"],
            input=b'{"source": "startup"}',
            env={"HOME": str(self.home), "SAGACITY_HOOK_DEADLINE_MS": "20000"},
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return context_of(done.stdout, "SessionStart")


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


def test_an_ordinary_installation_works_and_makes_its_bundle(copy):
    first = copy.start()
    assert "Tools" in first
    made = copy.bundle.read_bytes()
    assert copy.start() == first
    assert copy.bundle.read_bytes() == made


def test_a_changed_source_is_what_runs(copy):
    copy.start()
    source = copy.package / "core" / "pack.py"
    source.write_text(source.read_text().replace("Tools: recall", "Werkzeuge: recall"))
    assert "Werkzeuge" in copy.start()
    assert "Werkzeuge" in copy.start()


def test_a_removed_source_is_not_run_from_the_bundle(copy):
    copy.start()
    (copy.package / "core" / "pack.py").unlink()
    assert copy.start() == ""


@pytest.mark.parametrize("junk", [b"", b"junk", b"sagacity bundle 2\n", b"sagacity bundle 1\n" + bytes(400)])
def test_a_damaged_bundle_is_made_anew(copy, junk):
    copy.start()
    sound = copy.bundle.read_bytes()
    copy.bundle.write_bytes(junk if len(junk) < 400 else sound[: len(sound) // 2])
    copy.start()
    assert "Tools" in copy.start()


@pytest.mark.needs("user")
def test_a_package_that_cannot_be_written_works(copy):
    for folder, _, _ in os.walk(copy.package):
        os.chmod(folder, 0o500)
    try:
        assert "Tools" in copy.start()
    finally:
        for folder, _, _ in os.walk(copy.package):
            os.chmod(folder, 0o700)


def test_python_writes_no_bundle_where_it_may_write_no_bytecode(copy):
    assert "Tools" in copy.start(python=(sys.executable, "-I", "-S", "-E", "-B"))
    assert not (copy.package / "__pycache__").exists()


def test_importing_the_entry_as_a_module_survives_the_bundle(copy):
    copy.start()
    command = "import sys; sys.path.insert(0, sys.argv[1]); import sagacity.hook; print(sagacity.hook.DEADLINE_MS)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", command, str(copy.package.parent)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "300\n"
    assert "Tools" in copy.start()
