"""Which client sends what, and wants what back. One row an event; a client is added here."""

from __future__ import annotations

from ...core.value import Value

START, PROMPT, SILENT = "start", "prompt", "silent"
BEFORE_TOOL, AFTER_TOOL = "before-tool", "after-tool"
BEFORE_COMPACTION, STOP, END = "before-compaction", "stop", "end"


class Shape(Value):
    """One event of one client. name: as the client writes it. does: what it is to us, one of the words above; SILENT is
    accepted and never answered.

    astral: whether the client keeps characters beyond U+FFFF whole. adds: whether it takes context for the model.
    failed: the tool that the event speaks of failed.
    """

    client: str
    name: str
    does: str
    astral: bool = False
    adds: bool = True
    failed: bool = False


SHAPES = (
    # Claude Code 2.x, https://code.claude.com/docs/en/hooks: hookSpecificOutput.additionalContext, 10,000 characters.
    Shape("claude-code", "SessionStart", START),
    Shape("claude-code", "UserPromptSubmit", PROMPT),
    Shape("claude-code", "PreToolUse", BEFORE_TOOL),
    Shape("claude-code", "PostToolUse", AFTER_TOOL),
    Shape("claude-code", "PostToolUseFailure", AFTER_TOOL, failed=True),
    Shape("claude-code", "PreCompact", BEFORE_COMPACTION, adds=False),
    Shape("claude-code", "Stop", STOP),
    Shape("claude-code", "SessionEnd", END, adds=False),
)
OUR_WORDS = {
    "start": "sessionstart",
    "prompt": "userpromptsubmit",
    "beforetool": "pretooluse",
    "aftertool": "posttooluse",
    "beforecompaction": "precompact",
    "end": "sessionend",
}


def find_shape(client: str, event: str) -> Shape | None:
    """The row for a client's event, named in its words or in ours (`session-start`, `prompt`); None for neither."""
    word = event.replace("-", "").replace("_", "").lower()
    word = OUR_WORDS.get(word, word)
    for shape in SHAPES:
        if shape.client == client and shape.name.lower() == word:
            return shape
    return None


def clients() -> list[str]:
    """In the order of the table."""
    return list(dict.fromkeys(shape.client for shape in SHAPES))
