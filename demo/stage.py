"""What the demonstration runs on: a throw-away home, a small real project, and real processes of the product."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BIN = Path(sys.executable).parent
# A hook gives up, in silence, at its deadline; on a machine that busy it is asked again.
DEADLINE_MS, TRIES = 290, 5
FILES = {
    "README.md": "# shop\n\nA small web shop. `make deploy` ships it.\n",
    "Makefile": "deploy:\n\t./scripts/deploy.sh\n",
    "scripts/deploy.sh": "#!/bin/sh\nset -eu\necho 1 build\necho 2 push\necho 3 migrate database\necho 4 switch\n",
    "shop/payments.py": "class PaymentOrchestrator:\n    def capture(self, order):\n        return order\n",
    "shop/orders.py": "def place(order):\n    return order\n",
}


class DemoError(SystemExit):
    """A step did not show what it had to."""


@dataclass(frozen=True)
class Answer:
    """What a process said, and how long it took from start to end."""

    text: str
    took_ms: float


@dataclass(frozen=True)
class Stage:
    """A home that nothing was set up in, and a project with one commit."""

    home: Path
    project: Path

    @property
    def env(self) -> dict[str, str]:
        """The environment of everything that runs here: the home is the throw-away one, no settings, no colours."""
        dropped = ("SAGACITY_", "CLAUDE", "GIT_", "PYTHONDONTWRITEBYTECODE")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
        path = os.pathsep.join((str(BIN), kept.get("PATH", "")))
        return {**kept, "HOME": str(self.home), "PATH": path, "NO_COLOR": "1", "GIT_CONFIG_NOSYSTEM": "1"}

    def run(self, command: list[str], *, stdin: str = "") -> Answer:
        """Runs a command in the project. Raises DemoError when it fails."""
        started = time.perf_counter()
        done = subprocess.run(
            command, cwd=self.project, env=self.env, input=stdin, capture_output=True, text=True, check=False
        )
        took_ms = (time.perf_counter() - started) * 1000
        if done.returncode or done.stderr:
            raise DemoError(f"{' '.join(command)} exited {done.returncode}: {done.stderr or done.stdout}")
        return Answer(done.stdout, took_ms)

    def settings(self, name: str) -> Any:
        """A file of the client's settings, as `sagacity setup` wrote it."""
        return json.loads((self.home / name).read_text("utf-8"))

    def sagacity(self, *args: str) -> Answer:
        """The command line, as a person would call it."""
        return self.run([str(BIN / "sagacity"), *args])

    def hook(self, event: str, **fields: str) -> Answer:
        """What an agent gets from the hook of an event, started as Claude Code starts it: a shell, JSON on stdin."""
        given = {
            "session_id": "demo-session",
            "transcript_path": str(self.home / "none.jsonl"),
            "cwd": str(self.project),
            "hook_event_name": event,
            **fields,
        }
        command = self.settings(".claude/settings.json")["hooks"][event][0]["hooks"][0]["command"]
        for _ in range(TRIES):
            answer = self.run(["/bin/sh", "-c", command], stdin=json.dumps(given))
            if answer.text or answer.took_ms < DEADLINE_MS:
                break
        return Answer(_context(answer.text, event), answer.took_ms)


def _context(stdout: str, event: str) -> str:
    """The text that reaches the agent; empty when the hook has nothing to say."""
    if not stdout.strip():
        return ""
    said = json.loads(stdout)["hookSpecificOutput"]
    if said["hookEventName"] != event:
        raise DemoError(f"the hook of {event} answered for {said['hookEventName']}")
    return str(said["additionalContext"])


def make_stage(folder: Path) -> Stage:
    """Lays the project, and commits it."""
    stage = Stage(folder / "home", folder / "shop")
    (stage.home / ".claude").mkdir(parents=True)  # what Claude Code leaves behind when it is first started
    for name, text in FILES.items():
        file = stage.project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    who = ["-c", "user.name=Demo", "-c", "user.email=demo@example.org", "-c", "init.defaultBranch=main"]
    for args in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "A small shop"]):
        stage.run(["git", *who, *args])
    return stage
