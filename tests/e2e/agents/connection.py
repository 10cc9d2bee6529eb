"""What connects an agent where setup does not know its hooks: written as a person would."""

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
PLUGIN = ".config/opencode/plugins/sagacity.js"


def connect(name: str, home: Path, python: Path) -> None:
    """Writes our entries into the files of the agent."""
    package = next(python.parent.parent.glob("lib/python*/site-packages")) / sagacity.__name__
    launch = Launch(str(python), str(package))
    if name == "opencode":
        _write(home / PLUGIN, plugin(launch))
        return
    hooks = {
        event: [{"hooks": [{"type": "command", "command": hook_command(launch, name, event), "timeout": TIMEOUT_S}]}]
        for event, _ in CLIENTS[name].events
    }
    _write(home / ".codex" / "hooks.json", json.dumps({"hooks": hooks}))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
