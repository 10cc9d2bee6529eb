"""A machine of one user: a home, an installation of ours, the real Claude Code, and a stand-in for its model."""

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
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
}
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


class World:
    """home: the user's. project: where sessions run."""

    def __init__(self, home: Path, *, claude: Path, python: Path, model: Model) -> None:
        self.home = home
        self.claude_program = claude
        self.python = python
        self.model = model
        self.project = home / "project"
        self.project.mkdir(parents=True)
        self.settings = home / ".claude" / "settings.json"
        self.state = home / ".claude.json"

    def environment(self) -> dict[str, str]:
        """Everything that would leave the machine goes to the stand-in, which writes it down."""
        url = self.model.url
        return (
            QUIET
            | PATIENT
            | {
                "HOME": str(self.home),
                "PATH": f"{self.python.parent}:{os.environ['PATH']}",
                "LANG": "C.UTF-8",
                "ANTHROPIC_BASE_URL": url,
                "ANTHROPIC_API_KEY": "none",
                "HTTP_PROXY": url,
                "HTTPS_PROXY": url,
                "NO_PROXY": "127.0.0.1",
            }
        )

    def session(self, prompt: str, *args: str) -> str:
        """One session of Claude Code from start to end; gives what its model was shown."""
        done = subprocess.run(
            [self.claude_program, "-p", prompt, "--allowedTools", "mcp__sagacity", *args],
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        seen = self.model.seen()
        self.model.requests.clear()
        return seen

    def begin(self, prompt: str) -> subprocess.Popen[bytes]:
        """A session that is left to itself, in a process group of its own."""
        return subprocess.Popen(
            [self.claude_program, "-p", prompt, "--allowedTools", "mcp__sagacity"],
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def our_processes(self) -> list[str]:
        """Command lines of running processes that came from our installation."""
        mark = str(self.python.parent.parent).encode()
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if mark in command and int(folder.name) != os.getpid():
                found.append(f"{folder.name} {command.replace(bytes(1), b' ').decode('utf-8', 'replace')}")
        return found

    def claude(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Another command of Claude Code."""
        return self._run([str(self.claude_program), *args])

    def sagacity(self, *args: str, status: int = 0) -> str:
        """One of our commands, as the user types it; gives its output."""
        done = self._run([str(self.python.parent / "sagacity"), *args])
        assert done.returncode == status, done.stderr + done.stdout
        return done.stdout

    def notes(self) -> list[dict]:
        """All notes there are."""
        return json.loads(self.sagacity("list", "--json"))["results"]

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
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
