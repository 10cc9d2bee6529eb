"""The clients that can be set up, as a table: where their files are and what of ours goes into them."""

from __future__ import annotations

import os

from ...core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Hook(Value):
    """One event we ask for. name: the client's word; event: ours; timeout_s: when the client gives up on us.

    matcher: which tools it is about, in the client's words; "" where that is no question.
    """

    name: str
    event: str
    timeout_s: int
    matcher: str = ""


class TargetFile(Value):
    """One file of a client. holds: `hooks` or `servers`. locked: the client guards it with a lock folder beside it.

    mode: permissions of a file that is made anew.
    """

    path: str
    holds: str
    locked: bool = False
    mode: int = 0o600


class Target(Value):
    """One client. hooks: only events that our hook does something with.

    strict: it refuses comments in its JSON.
    """

    name: str
    title: str
    hooks: tuple[Hook, ...]
    folder: Callable[[str, str], str]
    files: Callable[[str, str], tuple[TargetFile, ...]]
    strict: bool = True
    managed: tuple[str, ...] = ()


def _claude_folder(user_home: str, config_dir: str) -> str:
    return config_dir or os.path.join(user_home, ".claude")


def _claude_files(user_home: str, config_dir: str) -> tuple[TargetFile, ...]:
    """Claude Code 2.1: CLAUDE_CONFIG_DIR moves both files; an old .config.json, where there is one, is the one read."""
    folder = _claude_folder(user_home, config_dir)
    state = os.path.join(folder, ".config.json")
    if not os.path.lexists(state):
        state = os.path.join(config_dir or user_home, ".claude.json")
    settings = os.path.join(folder, "settings.json")
    return TargetFile(state, "servers", locked=True), TargetFile(settings, "hooks")


CLAUDE_TOOLS = "Bash|Edit|MultiEdit|Write|NotebookEdit|WebFetch|Task|mcp__.*"
"""Those that change something, reach out, or are somebody else's; what only reads on this machine runs unasked."""

TARGETS: Mapping[str, Target] = {
    "claude-code": Target(
        name="claude-code",
        title="Claude Code",
        hooks=(
            Hook("SessionStart", "session-start", 5),
            Hook("UserPromptSubmit", "prompt", 5),
            Hook("PreToolUse", "before-tool", 5, CLAUDE_TOOLS),
            Hook("PreCompact", "before-compaction", 5),
        ),
        folder=_claude_folder,
        files=_claude_files,
        managed=(
            "/etc/claude-code/managed-settings.json",
            "/Library/Application Support/ClaudeCode/managed-settings.json",
        ),
    )
}
