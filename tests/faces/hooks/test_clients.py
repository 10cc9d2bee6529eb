"""Events as clients send them, read and answered by the table alone.

`recorded/` holds what the real programs sent, headless, with the paths shortened; the others are written after their
documentation.
"""

import json
from pathlib import Path

import pytest

from sagacity.faces.hooks.answer import ASK, DENY, Answer, answer_of
from sagacity.faces.hooks.request import parse_request
from sagacity.faces.hooks.shapes import AFTER_TOOL, BEFORE_TOOL, CLIENTS, END, PROMPT, SILENT, START, STOP, find_shape

RECORDED = {path.stem: path.read_text().splitlines() for path in (Path(__file__).parent / "recorded").glob("*.jsonl")}
LINES = [(client, line) for client, lines in sorted(RECORDED.items()) for line in lines]
NEEDED = {
    START: ("session", "cwd", "source"),
    BEFORE_TOOL: ("session", "cwd", "tool", "tool_input"),
    AFTER_TOOL: ("session", "cwd", "tool", "tool_input"),
    STOP: ("session", "cwd"),
    END: ("session", "cwd", "reason"),
}
ROWS = [(client, name) for client, facts in CLIENTS.items() for name, _ in facts.events]
DOCUMENTED = [
    (
        "cursor",
        "sessionStart",
        {
            "conversation_id": "c1",
            "hook_event_name": "sessionStart",
            "workspace_roots": ["/w"],
            "composer_mode": "agent",
        },
        {"session": "c1", "cwd": "/w"},
    ),
    (
        "cursor",
        "beforeSubmitPrompt",
        {"conversation_id": "c1", "workspace_roots": ["/w", "/x"], "prompt": "Fix it", "attachments": []},
        {"session": "c1", "cwd": "/w", "prompt": "Fix it"},
    ),
    (
        "cursor",
        "preToolUse",
        {
            "conversation_id": "c1",
            "tool_name": "Shell",
            "tool_input": {"command": "ls"},
            "cwd": "/w/sub",
            "workspace_roots": ["/w"],
        },
        {"tool": "Shell", "tool_input": {"command": "ls"}, "cwd": "/w/sub"},
    ),
    (
        "cursor",
        "postToolUse",
        {"conversation_id": "c1", "tool_name": "Shell", "tool_input": {}, "tool_output": '{"exitCode":0}', "cwd": ""},
        {"response": '{"exitCode":0}', "cwd": ""},
    ),
    (
        "cline",
        "TaskStart",
        {"clineVersion": "4.1", "hookName": "TaskStart", "taskId": "t1", "workspaceRoots": ["/w"], "taskStart": {}},
        {"session": "t1", "cwd": "/w", "source": "startup"},
    ),
    ("cline", "TaskResume", {"taskId": "t1", "workspaceRoots": []}, {"session": "t1", "cwd": "", "source": "resume"}),
    (
        "cline",
        "UserPromptSubmit",
        {"taskId": "t1", "workspaceRoots": ["/w"], "userPromptSubmit": {"prompt": "Fix it", "attachments": []}},
        {"prompt": "Fix it"},
    ),
    (
        "cline",
        "PreToolUse",
        {"taskId": "t1", "preToolUse": {"toolName": "execute_command", "parameters": {"command": "ls"}}},
        {"tool": "execute_command", "tool_input": {"command": "ls"}},
    ),
    (
        "cline",
        "PostToolUse",
        {"taskId": "t1", "postToolUse": {"toolName": "read_file", "parameters": {"path": "a"}, "result": "text"}},
        {"tool": "read_file", "tool_input": {"path": "a"}, "response": "text"},
    ),
    ("kiro", "agentSpawn", {"hook_event_name": "agentSpawn", "cwd": "/w"}, {"cwd": "/w", "source": "startup"}),
    ("kiro", "userPromptSubmit", {"cwd": "/w", "prompt": "Fix it"}, {"prompt": "Fix it"}),
    (
        "windsurf",
        "post_cascade_response",
        {"agent_action_name": "post_cascade_response", "trajectory_id": "t1", "tool_info": {"response": "Done"}},
        {"session": "t1", "last_message": "Done"},
    ),
    (
        "vscode",
        "SessionStart",
        {"sessionId": "v1", "cwd": "/w", "source": "new"},
        {"session": "v1", "source": "startup"},
    ),
]


@pytest.mark.parametrize(("client", "line"), LINES)
def test_what_a_real_client_sent_is_understood(client, line):
    sent = json.loads(line)
    shape = find_shape(client, sent["hook_event_name"])
    assert shape is not None
    request = parse_request(line.encode(), shape)
    for field in NEEDED.get(shape.does, ()):
        assert getattr(request, field), field
    if shape.does == AFTER_TOOL:
        assert request.error if shape.failed else request.response
    if shape.does == START:
        assert request.source in {"startup", "resume"}
    if shape.does == PROMPT:
        assert request.prompt == sent["prompt"]
    if shape.does == STOP and client != "copilot":
        assert request.last_message == "ok" or request.last_message == "Done."


@pytest.mark.parametrize(
    ("client", "source"), [("codex", "resume"), ("copilot", "startup"), ("gemini", "startup"), ("qwen", "startup")]
)
def test_a_session_that_goes_on_without_what_its_start_brought_starts_anew(client, source):
    line = next(line for line in RECORDED[client] if '"source":"resume"' in line)
    shape = find_shape(client, "SessionStart")
    assert shape is not None
    assert parse_request(line.encode(), shape).source == source


@pytest.mark.parametrize(("client", "event", "sent", "expected"), DOCUMENTED)
def test_what_is_documented_is_understood(client, event, sent, expected):
    shape = find_shape(client, event)
    assert shape is not None
    request = parse_request(json.dumps(sent).encode(), shape)
    assert {field: getattr(request, field) for field in expected} == expected


@pytest.mark.parametrize("client", CLIENTS)
def test_fields_of_other_types_are_no_fault(client):
    for name, _ in CLIENTS[client].events:
        shape = find_shape(client, name)
        assert shape is not None
        for value in (None, 7, [], {}, [[]], "x"):
            fields = {path.partition(".")[0]: value for _, path in CLIENTS[client].words}
            request = parse_request(json.dumps(fields).encode(), shape)
            assert isinstance(request.session, str)


SAID = {
    "claude-code": {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "é"}},
    "codex": {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "é"}},
    "gemini": {"hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": "é"}},
    "qwen": {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "é"}},
    "copilot": {"additionalContext": "é"},
    "opencode": {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "é"}},
    "vscode": None,
    "cursor": {"additional_context": "é"},
    "cline": {"cancel": False, "contextModification": "é"},
    "kiro": "é\n",
    "windsurf": None,
    "goose": {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "é"}},
}
REFUSED = {
    "claude-code": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "why"}},
    "codex": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "why"}},
    "gemini": {"decision": "deny", "reason": "why"},
    "qwen": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "why"}},
    "copilot": {"permissionDecision": "deny", "permissionDecisionReason": "why"},
    "opencode": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "why"}},
    "vscode": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "why"}},
    "cursor": {"permission": "deny", "agent_message": "why"},
    "cline": {"cancel": True, "errorMessage": "why"},
    "goose": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "why"}},
}  # fmt: skip
ASKING = {"claude-code", "copilot", "cursor", "vscode"}


def written(client, event, answer):
    """What is on standard output, read; None for nothing."""
    shape = find_shape(client, event)
    assert shape is not None
    data = answer_of(shape, answer)
    if not data:
        return None
    return data.decode() if CLIENTS[client].form.plain else json.loads(data.decode("ascii"))


@pytest.mark.parametrize("client", SAID)
def test_context_is_where_the_client_looks_for_it(client):
    event = next(name for name, does in CLIENTS[client].events if does in (PROMPT, SILENT))
    assert written(client, event, Answer("é")) == SAID[client]


@pytest.mark.parametrize("client", REFUSED)
def test_a_tool_is_refused_in_the_words_of_the_client(client):
    assert written(client, "before-tool", Answer(verdict=DENY, reason="why")) == REFUSED[client]


@pytest.mark.parametrize("client", REFUSED)
def test_where_the_user_cannot_be_asked_the_tool_is_refused(client):
    answer = written(client, "before-tool", Answer(verdict=ASK, reason="why"))
    assert (answer != REFUSED[client]) == (client in ASKING)
    assert ("ask" in json.dumps(answer)) == (client in ASKING)


@pytest.mark.parametrize(("client", "event"), ROWS)
def test_what_there_is_no_place_for_is_left_out_and_nothing_is_nothing(client, event):
    shape = find_shape(client, event)
    assert shape is not None
    assert (shape.name, answer_of(shape, Answer())) == (event, b"")
    said = answer_of(shape, Answer("needle"))
    assert (b"needle" in said) == shape.adds
