"""Which client sends what, and wants what back. One row an event; a client is added here."""

from __future__ import annotations

from ...core.value import Value

START, PROMPT, SILENT = "start", "prompt", "silent"


class Shape(Value):
    """One event of one client. name: as the client writes it. does: START, PROMPT or SILENT (accepted, no answer).

    astral: whether the client keeps characters beyond U+FFFF whole.
    """

    client: str
    name: str
    does: str
    astral: bool = False


SHAPES = (
    # Claude Code 2.x, https://code.claude.com/docs/en/hooks: hookSpecificOutput.additionalContext, 10,000 characters.
    Shape("claude-code", "SessionStart", START),
    Shape("claude-code", "UserPromptSubmit", PROMPT),
    Shape("claude-code", "PreToolUse", SILENT),
    Shape("claude-code", "PostToolUse", SILENT),
    Shape("claude-code", "PreCompact", SILENT),
    Shape("claude-code", "Stop", SILENT),
    Shape("claude-code", "SessionEnd", SILENT),
)
OUR_WORDS = {
    "start": "sessionstart",
    "prompt": "userpromptsubmit",
    "beforetool": "pretooluse",
    "aftertool": "posttooluse",
    "beforecompaction": "precompact",
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
