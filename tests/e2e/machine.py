"""A machine of one user: a home, an installation of ours, and a stand-in for the model."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path
from typing import TYPE_CHECKING

import sagacity

if TYPE_CHECKING:
    from tests.e2e.model import Model

LIMIT_S = 180
PATIENT = {"SAGACITY_HOOK_DEADLINE_MS": "4000"}
"""These tests are about what arrives; a hook that is late on a crowded machine says nothing, which others test."""


def make_installation(folder: Path) -> Path:
    """A virtual environment with this checkout as an ordinary, copied package; gives its interpreter."""
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    site = next(folder.glob("lib/python*/site-packages"))
    for entry in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if "sagacity" not in entry.name and entry.suffix != ".pth":
            (site / entry.name).symlink_to(entry)
    source = Path(sagacity.__file__).parent
    shutil.copytree(source, site / "sagacity", ignore=shutil.ignore_patterns("__pycache__"))
    program = folder / "bin" / "sagacity"
    program.write_text('#!/bin/sh\nexec "${0%/*}/python" -I -m sagacity "$@"\n')
    program.chmod(0o755)
    return python


class Machine:
    """home: the user's. project: where sessions run."""

    def __init__(self, home: Path, *, python: Path, model: Model) -> None:
        self.home = home
        self.python = python
        self.model = model
        self.project = home / "project"
        self.project.mkdir(parents=True)

    def environment(self) -> dict[str, str]:
        """Everything that would leave the machine goes to the stand-in, which writes it down."""
        return PATIENT | {
            "HOME": str(self.home),
            "PATH": f"{self.python.parent}:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "HTTP_PROXY": self.model.url,
            "HTTPS_PROXY": self.model.url,
            "NO_PROXY": "127.0.0.1",
        }

    def seen_in(self, command: list[str]) -> str:
        """What the model was shown while a command ran, which must succeed."""
        done = self.run(command)
        assert done.returncode == 0, done.stderr + done.stdout
        seen = self.model.seen()
        self.model.requests.clear()
        return seen

    def sagacity(self, *args: str, status: int = 0) -> str:
        """One of our commands, as the user types it; gives its output."""
        done = self.run([str(self.python.parent / "sagacity"), *args])
        assert done.returncode == status, done.stderr + done.stdout
        return done.stdout

    def notes(self) -> list[dict]:
        """All notes there are."""
        return json.loads(self.sagacity("list", "--json"))["results"]

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Whatever it answers."""
        return subprocess.run(
            command,
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
