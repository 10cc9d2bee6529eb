"""A user's home with notes in it, and the real hook program started on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from sagacity.adapters.files.store import FileStore
from sagacity.adapters.files.workspace import FileWorkspace
from sagacity.adapters.sqlite.index import SqliteIndex
from sagacity.adapters.sqlite.journal import SqliteJournal
from sagacity.adapters.system.clock import SystemClock
from sagacity.app.context import App, Caller
from sagacity.app.remember import remember
from sagacity.app.requests import NoteInput, RememberRequest
from sagacity.core.settings import Settings

HOOK = str(Path(__file__).parents[3] / "src" / "sagacity" / "hook.py")
PROGRAM = [sys.executable, "-I", "-S", "-E", HOOK]
PATIENT = {"SAGACITY_HOOK_DEADLINE_MS": "20000"}
"""For tests of what is said: a busy machine must not decide them."""
OWN_S = 0.3
STARTS = 40
"""Starts of a bare interpreter, which is what a busy machine may take on top of the hook's own deadline."""


@dataclass
class Stage:
    """home: what HOME says. work: where the client is."""

    home: Path
    work: Path
    env: dict[str, str] = field(default_factory=dict)

    def app(self, origin: str = "human_cli") -> App:
        home = f"{self.home}/.sagacity"
        journal = SqliteJournal(f"{home}/journal.db")
        return App(
            store=FileStore(),
            index=SqliteIndex(f"{home}/index"),
            journal=journal,
            workspace=FileWorkspace(home, str(self.home), approvals=journal.approvals),
            clock=SystemClock(),
            settings=Settings(home=home, user_home=str(self.home)),
            caller=Caller("cli", origin, str(self.work), interactive=origin == "human_cli"),
            random_bytes=os.urandom,
        )

    def remember(self, *notes: NoteInput, origin: str = "human_cli", **note) -> list[str]:
        """Ids of the notes written."""
        app = self.app(origin)
        try:
            request = RememberRequest(notes=notes) if notes else RememberRequest(**note)
            return [written.id for written in remember(app, request).notes]
        finally:
            app.index.close()
            app.journal.close()

    def run(self, event: str, stdin: bytes | None = None, *, env=None, client="claude-code", **fields):
        """The finished process."""
        payload = {"session_id": "s1", "cwd": str(self.work), "hook_event_name": event, **fields}
        return subprocess.run(
            [*PROGRAM, event, "--client", client],
            input=json.dumps(payload).encode() if stdin is None else stdin,
            env={"HOME": str(self.home), **PATIENT, **self.env} if env is None else env,
            capture_output=True,
            timeout=60,
            check=False,
        )

    def said(self, event: str, **fields) -> str:
        """The context that the event puts before the model; "" for none."""
        done = self.run(event, **fields)
        assert (done.returncode, done.stderr) == (0, b"")
        return context_of(done.stdout, event)

    def start(self, source="startup", **fields) -> str:
        return self.said("SessionStart", source=source, **fields)

    def prompt(self, prompt: str, **fields) -> str:
        return self.said("UserPromptSubmit", prompt=prompt, **fields)

    def recalls(self):
        app = self.app()
        try:
            return app.journal.recalls(limit=100)
        finally:
            app.journal.close()


def context_of(stdout: bytes, event: str) -> str:
    """Strict: ASCII, one JSON object of the documented shape, or nothing at all."""
    if not stdout:
        return ""
    answer = json.loads(stdout.decode("ascii"))
    assert list(answer) == ["hookSpecificOutput"]
    assert answer["hookSpecificOutput"]["hookEventName"] == event
    text = answer["hookSpecificOutput"]["additionalContext"]
    text.encode("utf-8")
    assert len(text) <= 9000
    assert list(answer["hookSpecificOutput"]) == ["hookEventName", "additionalContext"]
    return text


def damage_index(stage: Stage, how: str) -> None:
    """how: missing, empty, cut or noise."""
    folder = stage.home / ".sagacity" / "index"
    for file in folder.iterdir():
        if how == "missing":
            file.unlink()
        elif file.suffix == ".db":
            data = file.read_bytes()
            file.write_bytes({"empty": b"", "cut": data[: len(data) // 3], "noise": os.urandom(len(data))}[how])
