"""The modules of hooks and of commands in one file each: made by itself, and never trusted over the sources."""

import __future__

import ast
import marshal
import os
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from sagacity.bundle import BLOCK_BYTES, FIRST, TABLE_BYTES
from sagacity.bundle_write import PARSE_ONLY, STRING_ANNOTATIONS, compiled
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

    @property
    def command_bundle(self) -> Path:
        return self.package / "__pycache__" / f"command.{TAG}.pyc"

    def command(self, *words: str) -> str:
        """What a command prints, of the copy and not of the package that is installed."""
        program = "import sys; sys.path.insert(0, sys.argv.pop(1)); from sagacity.wiring import cli; sys.exit(cli())"
        done = subprocess.run(
            [sys.executable, "-c", program, str(self.package.parent), *words],
            env={"HOME": str(self.home)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def settle(self) -> str:
        """What a hook says, when all that it loads is in the bundle; each adds as much as it has time for."""
        for _ in range(100):
            before = self.bundle.read_bytes() if self.bundle.exists() else b""
            said = self.start()
            if self.bundle.read_bytes() == before:
                return said
        raise AssertionError("a hook always finds more to add")

    def settle_command(self, *words: str) -> str:
        """As `settle`, of a command."""
        for _ in range(100):
            before = self.command_bundle.read_bytes() if self.command_bundle.exists() else b""
            said = self.command(*words)
            if self.command_bundle.read_bytes() == before:
                return said
        raise AssertionError("a command always finds more to add")

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
    assert copy.bundle.exists()
    assert copy.settle() == first


def test_all_that_a_hook_loads_comes_from_the_bundle(copy):
    first = copy.settle()
    for one in copy.package.rglob("*.pyc"):
        if one != copy.bundle:
            one.unlink()
    assert copy.start() == first
    assert list(copy.package.rglob("*.pyc")) == [copy.bundle]


def test_modules_are_compiled_as_python_compiles_them():
    assert ast.PyCF_ONLY_AST == PARSE_ONLY
    assert __future__.annotations.compiler_flag == STRING_ANNOTATIONS


def test_functions_say_nothing_of_types_there_and_records_keep_their_fields(tmp_path):
    source = tmp_path / "shapes.py"
    source.write_text(
        "class Shape:\n    sides: int\n\n    def grown(self, by: int, *more: int) -> int:\n        return sum((by, *more))\n"
    )
    *_, code = compiled({"shapes": (str(source), False)})["shapes"]
    made = {"__name__": "shapes"}
    exec(marshal.loads(code), made)
    assert list(made["Shape"].__annotations__) == ["sides"]
    assert made["Shape"].grown.__annotations__ == {}
    assert made["Shape"]().grown(1, 2) == 3


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


@pytest.mark.parametrize("package", ["__init__.py", "core/__init__.py"])
def test_a_changed_package_is_what_runs(copy, package):
    first = copy.start()
    with open(copy.package / package, "a") as source:
        source.write("\n")
    assert copy.start() == first
    assert copy.start() == first


DAMAGE = {
    "empty": lambda _sound: b"",
    "junk": lambda _sound: b"junk",
    "of another version": lambda sound: sound.replace(b"bundle 3", b"bundle 2", 1),
    "half": lambda sound: sound[: len(sound) // 2],
    "only its first line": lambda sound: sound.partition(b"\n")[0] + b"\n",
    "no table": lambda sound: sound[:BLOCK_BYTES] + bytes(TABLE_BYTES) + sound[FIRST:],
    "longer": lambda sound: sound + b"more",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_bundle_is_made_anew(copy, damage):
    first = copy.settle()
    damaged = DAMAGE[damage](copy.bundle.read_bytes())
    copy.bundle.write_bytes(damaged)
    assert copy.start() == first
    assert copy.bundle.read_bytes() != damaged
    assert copy.settle() == first


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
    command = "import sys; sys.path.insert(0, sys.argv[1]); import sagacity.hook; print(sagacity.hook.__name__)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", command, str(copy.package.parent)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "sagacity.hook\n"
    assert "Tools" in copy.start()


def test_commands_share_a_bundle_that_grows_with_what_they_load(copy):
    first = copy.settle_command("version")
    small = copy.command_bundle.stat().st_size
    copy.settle_command("list")
    grown = copy.command_bundle.read_bytes()
    assert len(grown) > small
    assert copy.command("version") == first
    assert copy.command_bundle.read_bytes() == grown


def test_a_command_runs_a_changed_source(copy):
    copy.command("version")
    source = copy.package / "faces" / "cli" / "main.py"
    source.write_text(source.read_text().replace('f"sagacity {__version__}"', 'f"changed {__version__}"'))
    assert copy.command("version").startswith("changed ")
    assert copy.command("version").startswith("changed ")


@pytest.mark.needs("user")
def test_a_command_runs_where_nothing_can_be_written(copy):
    for folder, _, _ in os.walk(copy.package):
        os.chmod(folder, 0o500)
    try:
        assert copy.command("version").startswith("sagacity ")
    finally:
        for folder, _, _ in os.walk(copy.package):
            os.chmod(folder, 0o700)


def test_compiling_ends_in_time_and_each_program_adds_something(copy):
    copy.settle()
    sources = [copy.package / "core" / f"{name}.py" for name in ("pack", "frame", "slug")]
    fresh = {f"sagacity.core.{source.stem}": (str(source), False) for source in sources}
    assert list(compiled(fresh, within_s=0)) == ["sagacity.core.pack"]
    assert list(compiled(fresh, within_s=600)) == list(fresh)


def test_what_an_ended_process_left_is_taken_away(copy):
    copy.start()
    old, new = (copy.bundle.with_name(f"{copy.bundle.name}.{pid}") for pid in (1, 2))
    old.write_bytes(b"half")
    new.write_bytes(b"being written")
    os.utime(old, (1, 1))
    copy.bundle.unlink()
    copy.start()
    assert not old.exists()
    assert new.exists()


def test_the_table_has_room_for_every_module():
    found = {
        path: "sagacity." + ".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in SOURCE.rglob("*.py")
    }
    fresh = {name.removesuffix(".__init__"): (str(path), path.stem == "__init__") for path, name in found.items()}
    entries = {name: (*kept[:4], 1 << 30, 1 << 30) for name, kept in compiled(fresh, within_s=600).items()}
    assert len(marshal.dumps(entries)) <= TABLE_BYTES
