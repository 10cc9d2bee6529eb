"""Every client of the table is set up and taken back by the same rules."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys

import pytest

from sagacity.adapters.clients.configuration import FileClients
from sagacity.adapters.clients.launch import Launch
from sagacity.adapters.clients.table import TARGETS
from sagacity.core.errors import SagacityError
from sagacity.faces.hooks.shapes import find_shape

every_client = pytest.mark.parametrize("name", TARGETS)
STRANGE = 'a b/it\'s "quoted"/żółw$HOME'
FOREIGN = """{
  // mine
  "big": 12345678901234567890,
  "servers_of": {"other": [1, 2,],},
}
"""


FOREIGNS = {
    ".toml": '# // mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # [mcp_servers.sagacity]\n',
    ".yaml": "# // mine\nextensions:\n    other:\n        enabled: true\n        args: [a, b]\nGOOSE_MODEL: x # y\n",
    ".js": "",
}


class Machine:
    """A user's home with one client, and an installation of ours below `place`."""

    def __init__(self, root, name, *, place="site"):
        self.name = name
        self.home = root / "user"
        self.package = root / place / "sagacity"
        self.package.mkdir(parents=True)
        (self.package / "__init__.py").write_text("")
        (self.package / "hook.py").write_text("import sys\nprint(sys.argv[1:])\n")
        self.home.mkdir()
        self.clients = FileClients(
            Launch(sys.executable, str(self.package)),
            home=str(self.home / ".sagacity"),
            user_home=str(self.home),
            folders={},
            environ={"PATH": os.environ["PATH"]},
        )

    def do(self, *, remove=False):
        plan = self.clients.plan(self.name, remove=remove)
        self.clients.apply(plan, now_ms=1000)
        return plan

    def paths(self):
        return [self.home / os.path.relpath(path, self.home) for path in self.plan_files()]

    def plan_files(self):
        return self.clients.plan(self.name, remove=False).files

    def files(self):
        """All files of the user but ours, with their bytes."""
        own = self.home / ".sagacity"
        return {
            path: path.read_bytes() for path in self.home.rglob("*") if path.is_file() and not path.is_relative_to(own)
        }

    def fill(self, text):
        """Something of the user in each file."""
        for path in self.paths():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, newline="")


def foreign(path):
    """What a user may have there, in the file's own language."""
    return FOREIGNS.get(path.suffix, FOREIGN)


@every_client
def test_what_was_not_there_is_gone_again(tmp_path, name):
    machine = Machine(tmp_path, name)
    machine.do()
    assert machine.files()
    assert machine.do().edits == ()
    machine.do(remove=True)
    assert machine.files() == {}


@every_client
def test_what_others_wrote_comes_back_to_the_byte(tmp_path, name):
    machine = Machine(tmp_path, name)
    for path in machine.paths():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(foreign(path).replace("\n", "\r\n").encode())
    before = machine.files()
    assert len(machine.do().edits) == len(before)
    for path, data in machine.files().items():
        assert data != before[path]
        assert b"// mine" in data or not foreign(path)
    machine.do(remove=True)
    assert machine.files() == before


@every_client
def test_what_others_write_in_between_stays(tmp_path, name):
    machine = Machine(tmp_path, name)
    machine.do()
    for path in machine.files():
        path.write_bytes(path.read_bytes() + b"\n\n")
    assert not any(edit.restores for edit in machine.do(remove=True).edits)
    for data in machine.files().values():
        assert data.strip() in (b"", b"{}")


@every_client
def test_any_path_is_handed_on_whole(tmp_path, name):
    machine = Machine(tmp_path, name, place=STRANGE)
    machine.do()
    for data in machine.files().values():
        hooks = json.loads(data).get("hooks", {}) if data.lstrip().startswith(b"{") else {}
        for handler in (row.get("hooks", [row])[0] for rows in hooks.values() for row in rows):
            ran = subprocess.run(["/bin/sh", "-c", handler["command"]], input=b"", capture_output=True, check=False)
            assert (ran.returncode, ran.stderr) == (0, b"")
            assert name.encode() in ran.stdout
            assert shlex.quote(str(machine.package / "hook.py")) in handler["command"]


@every_client
def test_links_stay_links(tmp_path, name):
    machine = Machine(tmp_path, name)
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    for i, path in enumerate(machine.paths()):
        (dotfiles / str(i)).write_text(foreign(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(dotfiles / str(i))
    machine.do()
    assert all("sagacity" in path.read_text() for path in dotfiles.iterdir())
    machine.do(remove=True)
    for path in machine.paths():
        assert path.is_symlink()
        assert path.read_text() == foreign(path)


def spoil_text(path):
    path.write_bytes(b'{"a": [= \n')


def spoil_bytes(path):
    path.write_bytes(b"\xff\xfe\x00")


def spoil_mode(path):
    path.write_text("")
    path.chmod(0o444)


def spoil_owner(path):
    path.write_text("")
    os.chown(path, 12345, -1)


SPOILS = [
    (spoil_text, "invalid"),
    (spoil_bytes, "invalid"),
    (spoil_mode, "refused"),
    pytest.param(spoil_owner, "refused", marks=pytest.mark.needs("root")),
]


@every_client
@pytest.mark.parametrize(("spoil", "code"), SPOILS)
def test_what_cannot_be_changed_is_refused_untouched(tmp_path, name, spoil, code):
    machine = Machine(tmp_path, name)
    path = machine.paths()[-1]
    path.parent.mkdir(parents=True, exist_ok=True)
    spoil(path)
    before = machine.files()
    with pytest.raises(SagacityError) as raised:
        machine.do()
    assert raised.value.code == code
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)
    assert machine.files() == before


@every_client
def test_each_hook_that_is_registered_is_understood(name):
    for hook in TARGETS[name].hooks:
        shape = find_shape(name, hook.name)
        assert shape is not None, (name, hook)
        assert shape.does != "silent"


@every_client
def test_each_client_says_how_it_is_known_and_where_its_instructions_are(name):
    target = TARGETS[name]
    assert target.seen
    assert target.instructions
    assert bool(target.cap) >= bool(target.hooks)


def test_a_name_that_is_nearly_one_is_told(tmp_path):
    machine = Machine(tmp_path, "cursr")
    with pytest.raises(SagacityError) as raised:
        machine.do()
    assert raised.value.code == "invalid"
    assert "cursor" in raised.value.hint


def test_a_named_folder_moves_the_files(tmp_path):
    machine = Machine(tmp_path, "copilot")
    moved = tmp_path / "elsewhere"
    machine.clients = FileClients(
        Launch(sys.executable, str(machine.package)),
        home=str(machine.home / ".sagacity"),
        user_home=str(machine.home),
        folders={},
        environ={"COPILOT_HOME": str(moved)},
    )
    assert {os.path.dirname(path) for path in machine.plan_files()} == {str(moved), str(moved / "hooks")}
