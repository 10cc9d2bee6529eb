"""A user's home with an agent in it, and an installation of ours that can be moved."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from sagacity.adapters.clients.configuration import FileClients
from sagacity.adapters.clients.launch import Launch

if TYPE_CHECKING:
    from pathlib import Path

HOOK = """\
import sys
sys.stdin.buffer.read()
name = {"session-start": "SessionStart", "prompt": "UserPromptSubmit", "before-tool": "PreToolUse", "before-compaction": "PreCompact"}[sys.argv[1]]
print('{"hookSpecificOutput": {"hookEventName": "%s", "additionalContext": "notes"}}' % name)
"""


class Scene:
    """home: the user's folder. Files are named as the agent names them."""

    def __init__(self, root: Path, *, package: str = "site/sagacity", moved_to: str = "", own_home: str = "") -> None:
        self.home = root / "user"
        self.folder = root / moved_to if moved_to else self.home / ".claude"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.home.mkdir(exist_ok=True)
        self.settings = self.folder / "settings.json"
        self.state = self.folder / ".claude.json" if moved_to else self.home / ".claude.json"
        self.data = self.home / ".sagacity"
        self.package = root / package
        self.package.mkdir(parents=True, exist_ok=True)
        (self.package / "hook.py").write_text(HOOK)
        (self.package / "__init__.py").write_text("")
        self.launch = Launch(python=sys.executable, package=str(self.package), home=own_home)
        self.config_dir = str(self.folder) if moved_to else ""

    @property
    def clients(self) -> FileClients:
        return FileClients(
            self.launch,
            home=str(self.data),
            user_home=str(self.home),
            folders={"claude-code": self.config_dir},
            environ=os.environ,
        )

    def install(self, *, now_ms: int = 1000):
        plan = self.clients.plan("claude-code", remove=False)
        self.clients.apply(plan, now_ms=now_ms)
        return plan

    def remove(self):
        plan = self.clients.plan("claude-code", remove=True)
        self.clients.apply(plan, now_ms=2000)
        return plan

    def commands(self) -> dict[str, list[str]]:
        """All hook commands by event."""
        hooks = json.loads(self.settings.read_text())["hooks"]
        return {name: [one["command"] for group in groups for one in group["hooks"]] for name, groups in hooks.items()}

    def server(self):
        return json.loads(self.state.read_text())["mcpServers"].get("sagacity")
