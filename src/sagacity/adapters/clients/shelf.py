"""The shipped skills, and where agents look for skills; see `app.shelf_port.Shelf`."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from ...app.shelf_port import ShippedSkill
from ...core.skill import head_of
from . import disk

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "SKILL.md"
# agent: folder of a project, folder below the user's home. Of Claude Code seen with the real program, of the others as
# their documentation says.
FOLDERS: Mapping[str, tuple[str, str]] = {
    "claude-code": (".claude/skills", ".claude/skills"),
    "codex": (".agents/skills", ".agents/skills"),
    "gemini": (".gemini/skills", ".gemini/skills"),
    "qwen": (".qwen/skills", ".qwen/skills"),
    "opencode": (".agents/skills", ".agents/skills"),
    "copilot": (".github/skills", ".copilot/skills"),
    "cursor": (".cursor/skills", ".cursor/skills"),
    "amp": (".agents/skills", ".config/agents/skills"),
}


class FileShelf:
    """package: folder of the shipped skills. moved: folders of agents that a setting or a variable moves, by agent."""

    def __init__(self, package: str, *, home: str, user_home: str, moved: Mapping[str, str]) -> None:
        self._package = package
        self._user_home = user_home
        self._moved = moved
        self._ledger = os.path.join(home, "backups", "skills", "manifest.json")

    def agents(self) -> tuple[str, ...]:
        return tuple(FOLDERS)

    def shipped(self) -> tuple[ShippedSkill, ...]:
        found = []
        for name in sorted(os.listdir(self._package)):
            data = disk.read(os.path.join(self._package, name, FILE))
            if data is not None:
                found.append(ShippedSkill(name, head_of(data.decode("utf-8")).trigger, data))
        return tuple(found)

    def path(self, agent: str, top: str, skill: str) -> str:
        of_project, of_user = FOLDERS[agent]
        if top:
            return os.path.join(top, of_project, skill, FILE)
        if self._moved.get(agent):
            return os.path.join(self._moved[agent], "skills", skill, FILE)
        return os.path.join(self._user_home, of_user, skill, FILE)

    def read(self, path: str) -> bytes | None:
        return disk.read(disk.real(path))

    def check(self, path: str) -> None:
        disk.check_writable(disk.real(path))

    def write(self, path: str, data: bytes | None) -> None:
        disk.replace(disk.real(path), data, 0o644)
        if data is None:
            try:
                os.rmdir(os.path.dirname(path))
            except OSError:
                return  # others have files there

    def written(self) -> Mapping[str, str]:
        try:
            found = json.loads(disk.read(self._ledger) or b"{}")["files"]
            return {str(path): str(digest) for path, digest in found.items()}
        except (ValueError, TypeError, KeyError, AttributeError):
            return {}

    def record(self, written: Mapping[str, str]) -> None:
        text = json.dumps({"version": 1, "files": dict(written)}, ensure_ascii=False, indent=1)
        disk.replace(self._ledger, text.encode() + b"\n", 0o600)
