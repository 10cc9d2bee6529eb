"""Which client sends what, and wants what back. A client is added here, as data."""

from __future__ import annotations

from ...core.value import Value

START, PROMPT, SILENT = "start", "prompt", "silent"
BEFORE_TOOL, AFTER_TOOL = "before-tool", "after-tool"
BEFORE_COMPACTION, STOP, END = "before-compaction", "stop", "end"


class Form(Value):
    """How an answer is written: the keys of its JSON object, "" for what the client has no place for.

    nested: keys that stand within hookSpecificOutput. blank: what stands in each answer, as JSON. plain: the text
    alone, without JSON, and no verdict.
    """

    text: str = "additionalContext"
    verdict: str = "permissionDecision"
    reason: str = "permissionDecisionReason"
    told: str = "systemMessage"
    nested: tuple[str, ...] = ()
    refusal: str = '"deny"'
    blank: str = ""
    plain: bool = False


class Client(Value):
    """events: (name as the client writes it, what it is to us). adds: the kinds of event whose answer reaches the
    model.

    words: (field, where the client has it instead, steps divided by dots). sources: (what the client says of how a
    session starts, what we say). fixed: (event, how the session starts). failed: events of a tool that failed.
    asks: whether it can ask the user before a tool. max_bytes: of a context, beyond our own limit in characters.
    """

    form: Form
    events: tuple[tuple[str, str], ...]
    adds: tuple[str, ...] = (START, PROMPT, BEFORE_TOOL, AFTER_TOOL)
    words: tuple[tuple[str, str], ...] = ()
    sources: tuple[tuple[str, str], ...] = ()
    fixed: tuple[tuple[str, str], ...] = ()
    failed: tuple[str, ...] = ("PostToolUseFailure",)
    asks: bool = False
    max_bytes: int = 0


class Shape(Value):
    """One event of one client. name: as the client writes it. does: what it is to us, one of the words above; SILENT is
    accepted and never answered.

    astral: whether the client keeps characters beyond U+FFFF whole. adds: whether it takes context for the model.
    failed: the tool that the event speaks of failed.
    """

    client: str
    name: str
    does: str
    facts: Client
    astral: bool = False
    adds: bool = True
    failed: bool = False


NESTED = Form(nested=("additionalContext", "permissionDecision", "permissionDecisionReason"))
CLAUDE_EVENTS = (
    ("SessionStart", START),
    ("UserPromptSubmit", PROMPT),
    ("PreToolUse", BEFORE_TOOL),
    ("PostToolUse", AFTER_TOOL),
    ("PostToolUseFailure", AFTER_TOOL),
    ("PreCompact", BEFORE_COMPACTION),
    ("Stop", STOP),
    ("SessionEnd", END),
)
CLIENTS = {
    # 2.1, https://code.claude.com/docs/en/hooks: 10,000 characters of context.
    "claude-code": Client(NESTED, CLAUDE_EVENTS, adds=(START, PROMPT, BEFORE_TOOL, AFTER_TOOL, STOP), asks=True),
    # 0.171: 2,500 tokens of context, counted as 10,000 bytes; refuses keys it does not know. A command that failed is
    # told like any other, by its output alone.
    "codex": Client(NESTED, CLAUDE_EVENTS, max_bytes=9000),
    # 0.61: BeforeTool takes no context. Of a session that goes on, the turns that hooks wrote into are left out.
    "gemini": Client(
        Form(verdict="decision", reason="reason", nested=("additionalContext",)),
        (
            ("SessionStart", START),
            ("BeforeAgent", PROMPT),
            ("BeforeTool", BEFORE_TOOL),
            ("AfterTool", AFTER_TOOL),
            ("PreCompress", BEFORE_COMPACTION),
            ("AfterAgent", STOP),
            ("SessionEnd", END),
        ),
        adds=(START, PROMPT, AFTER_TOOL),
        words=(("last_assistant_message", "prompt_response"),),
        sources=(("resume", "startup"),),
    ),
    # 0.24: sends UserPromptSubmit with an empty prompt after each tool. A session that goes on has lost what its start
    # brought.
    "qwen": Client(NESTED, CLAUDE_EVENTS, sources=(("resume", "startup"),)),
    # 1.0: names with capitals make it send the fields of Claude Code. A session that goes on has lost what its start
    # brought.
    "copilot": Client(
        Form(told=""),
        CLAUDE_EVENTS,
        words=(("tool_response", "tool_result"),),
        sources=(("new", "startup"), ("resume", "startup")),
        asks=True,
    ),
    # 1.18: our plugin makes the events, in the words of Claude Code.
    "opencode": Client(NESTED, CLAUDE_EVENTS),
    # Preview since 1.110: a prompt takes no context.
    "vscode": Client(
        NESTED,
        CLAUDE_EVENTS,
        adds=(START, BEFORE_TOOL, AFTER_TOOL),
        words=(("session_id", "sessionId"),),
        sources=(("new", "startup"),),
        asks=True,
    ),
    # 3.20: a prompt's additional_context is taken, though it is not documented; 10,000 characters.
    "cursor": Client(
        Form(text="additional_context", verdict="permission", reason="agent_message", told=""),
        (
            ("sessionStart", START),
            ("beforeSubmitPrompt", PROMPT),
            ("preToolUse", BEFORE_TOOL),
            ("postToolUse", AFTER_TOOL),
            ("postToolUseFailure", AFTER_TOOL),
            ("preCompact", BEFORE_COMPACTION),
            ("stop", STOP),
            ("sessionEnd", END),
        ),
        adds=(START, PROMPT, AFTER_TOOL),
        words=(
            ("session_id", "conversation_id"),
            ("cwd", "workspace_roots.0"),
            ("tool_response", "tool_output"),
            ("error", "error_message"),
        ),
        failed=("postToolUseFailure",),
        asks=True,
    ),
    # 4.1: programs named as the event; fields of an event stand under its name. 50,000 characters.
    "cline": Client(
        Form("contextModification", "cancel", "errorMessage", "", refusal="true", blank='"cancel":false'),
        (
            ("TaskStart", START),
            ("TaskResume", START),
            ("UserPromptSubmit", PROMPT),
            ("PreToolUse", BEFORE_TOOL),
            ("PostToolUse", AFTER_TOOL),
            ("PreCompact", BEFORE_COMPACTION),
            ("TaskComplete", END),
            ("TaskCancel", END),
        ),
        words=(
            ("session_id", "taskId"),
            ("cwd", "workspaceRoots.0"),
            ("prompt", "userPromptSubmit.prompt"),
            ("tool_name", "preToolUse.toolName"),
            ("tool_name", "postToolUse.toolName"),
            ("tool_input", "preToolUse.parameters"),
            ("tool_input", "postToolUse.parameters"),
            ("tool_response", "postToolUse.result"),
        ),
        fixed=(("TaskStart", "startup"), ("TaskResume", "resume")),
    ),
    # CLI: what is printed joins the context; a tool is refused by an exit status, which our hooks do not use.
    "kiro": Client(
        Form(plain=True),
        (
            ("agentSpawn", START),
            ("userPromptSubmit", PROMPT),
            ("preToolUse", SILENT),
            ("postToolUse", AFTER_TOOL),
            ("stop", STOP),
        ),
        adds=(START, PROMPT),
        fixed=(("agentSpawn", "startup"),),
    ),
    # A prompt or a command can be refused by an exit status, and nothing can be said to the model.
    "windsurf": Client(
        Form(plain=True),
        (
            ("pre_user_prompt", SILENT),
            ("pre_run_command", SILENT),
            ("pre_write_code", SILENT),
            ("pre_mcp_tool_use", SILENT),
            ("post_cascade_response", STOP),
        ),
        adds=(),
        words=(("session_id", "trajectory_id"), ("last_assistant_message", "tool_info.response")),
    ),
    # 1.38, by the Open Plugins layout.
    "goose": Client(NESTED, CLAUDE_EVENTS),
}
OUR_WORDS = {
    "start": START,
    "sessionstart": START,
    "prompt": PROMPT,
    "beforetool": BEFORE_TOOL,
    "aftertool": AFTER_TOOL,
    "beforecompaction": BEFORE_COMPACTION,
    "stop": STOP,
    "end": END,
    "sessionend": END,
}


def find_shape(client: str, event: str) -> Shape | None:
    """The row for a client's event, named in its words or in ours (`session-start`, `prompt`); None for neither."""
    facts = CLIENTS.get(client)
    if facts is None:
        return None
    word = _plain(event)
    ours = OUR_WORDS.get(word, "")
    found = [one for one in facts.events if _plain(one[0]) == word] or [one for one in facts.events if one[1] == ours]
    if not found:
        return None
    name, does = found[0]
    adds = does in facts.adds
    does = SILENT if does in (START, PROMPT) and not adds else does
    return Shape(client, name, does, facts, adds=adds, failed=name in facts.failed)


def _plain(event: str) -> str:
    return event.replace("-", "").replace("_", "").lower()
