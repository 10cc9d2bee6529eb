"""Real agents, pinned, on a machine of their own that reaches nothing but loopback."""

from __future__ import annotations

import pytest

from scripts import clients
from tests.e2e.agents.programs import PROGRAMS, Program
from tests.e2e.machine import Machine
from tests.e2e.model import Model


def pytest_collection_modifyitems(items):
    """All of these need the program."""
    for item in items:
        if "e2e/agents" in str(item.path):
            item.add_marker(pytest.mark.needs("npm", f"client:{item.callspec.params['name']}"))
            item.add_marker(pytest.mark.slow)


class AgentMachine(Machine):
    """A machine with one of the programs."""

    def __init__(self, home, *, name, python, model) -> None:
        super().__init__(home, python=python, model=model)
        self.name = name
        self.program: Program = PROGRAMS[name]
        self.command = clients.command(name)
        for path, text in self.program.files.items():
            (home / path).parent.mkdir(parents=True, exist_ok=True)
            (home / path).write_text(text.replace("{url}", model.url))

    def environment(self) -> dict[str, str]:
        own = {key: value.replace("{url}", self.model.url) for key, value in self.program.environment.items()}
        return super().environment() | own

    def session(self, prompt: str, *, go_on: bool = False) -> str:
        """One session from start to end; gives what its model was shown last, which repeats all before it."""
        args = self.program.go_on if go_on else self.program.ask
        self.model.requests.clear()
        done = self.run([*self.command, *(arg.replace("{}", prompt) for arg in args)])
        assert done.returncode == 0, done.stderr + done.stdout
        return self.model.seen_last()

    def settings(self) -> dict[str, bytes]:
        """What its files of settings say, and all else of that kind in the home that names us."""
        found = {}
        for ending in ("json", "toml", "js"):
            for path in self.home.glob(f".*/**/*.{ending}"):
                name, data = path.relative_to(self.home).as_posix(), path.read_bytes()
                passing = name.startswith((".sagacity/", ".cache/")) or "/tmp/" in name
                if name in self.program.files or (b"sagacity" in data and not passing):
                    found[name] = data
        return found

    def connect(self) -> None:
        self.sagacity("setup", self.name, "--yes")


@pytest.fixture
def machine(tmp_path, installation, name):
    """Nothing may have tried to leave the machine by the end."""
    with Model() as model:
        yield AgentMachine(tmp_path / "home", name=name, python=installation, model=model)
    assert set(model.strays) <= PROGRAMS[name].strays
