"""What connects an agent, written by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import sagacity
from sagacity.adapters.clients.launch import Launch, hook_command
from sagacity.adapters.clients.opencode import plugin
from sagacity.faces.hooks.shapes import CLIENTS

if TYPE_CHECKING:
    from pathlib import Path

TIMEOUT_S = 20
HOOK_FILES = {
    "codex": ".codex/hooks.json",
    "gemini": ".gemini/settings.json",
    "qwen": ".qwen/settings.json",
    "copilot": ".copilot/hooks/sagacity.json",
}
TIMEOUT = {
    "codex": ("timeout", 1),
    "gemini": ("timeout", 1000),
    "qwen": ("timeout", 1000),
    "copilot": ("timeoutSec", 1),
}
PLUGIN = ".config/opencode/plugins/sagacity.js"


def connect(name: str, home: Path, python: Path) -> None:
    """Writes our entries into the files of the agent."""
    package = next(python.parent.parent.glob("lib/python*/site-packages")) / sagacity.__name__
    launch = Launch(str(python), str(package))
    if name == "opencode":
        path = home / PLUGIN
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(plugin(launch))
        return
    path = home / HOOK_FILES[name]
    path.parent.mkdir(parents=True, exist_ok=True)
    settings = json.loads(path.read_text()) if path.exists() else {}
    key, unit = TIMEOUT[name]
    events = {event: [] for event, _ in CLIENTS[name].events}
    for event, entries in events.items():
        handler = {"type": "command", "command": hook_command(launch, name, event), key: TIMEOUT_S * unit}
        entries.append(handler if name == "copilot" else {"hooks": [handler]})
    version = {"version": 1} if name == "copilot" else {}
    path.write_text(json.dumps(version | settings | {"hooks": events}))
