"""A machine with the real Claude Code."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.machine import Machine

if TYPE_CHECKING:
    from tests.e2e.model import Model

QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
}


class World(Machine):
    """settings, state: the two files that setup writes to."""

    def __init__(self, home: Path, *, claude: Path, python: Path, model: Model) -> None:
        super().__init__(home, python=python, model=model)
        self.claude_program = claude
        self.settings = home / ".claude" / "settings.json"
        self.state = home / ".claude.json"

    def environment(self) -> dict[str, str]:
        """With the stand-in as the model."""
        return super().environment() | QUIET | {"ANTHROPIC_BASE_URL": self.model.url, "ANTHROPIC_API_KEY": "none"}

    def session(self, prompt: str, *args: str) -> str:
        """One session of Claude Code from start to end; gives what its model was shown."""
        return self.seen_in([str(self.claude_program), "-p", prompt, "--allowedTools", "mcp__sagacity", *args])

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
        return self.run([str(self.claude_program), *args])
