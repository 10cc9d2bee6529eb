"""JSON as the json module has it, on every supported interpreter, and without loading it."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.jsontext import read_json, write_json_text
from sagacity.faces.hooks.answer import DENY, Answer, answer_of, explanation
from sagacity.faces.hooks.door import arguments
from sagacity.faces.hooks.request import Request, bounded, parse_request
from sagacity.faces.hooks.shapes import find_shape
from tests.interpreters import find_python

START = next(shape for shape in (find_shape("claude-code", "start"),) if shape is not None)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(values, st.booleans())
def test_every_value_is_read_as_the_json_module_reads_it(value, plain):
    text = json.dumps(value, ensure_ascii=plain)
    assert read_json(f" \n{text}\t") == json.loads(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_as_by_the_json_module(text):
    try:
        expected = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        with pytest.raises((ValueError, RecursionError)):
            read_json(text)
    else:
        assert repr(read_json(text)) == repr(expected)


@given(st.text())
def test_every_text_is_written_in_ascii_and_comes_back(text):
    written = write_json_text(text + "\ud800\udfff\U0001f680")
    assert written.isascii()
    assert json.loads(written) == json.loads(json.dumps(text + "\ud800\udfff\U0001f680"))


PROGRAM = """
import sys; sys.path.append(sys.argv[1])
from sagacity.core.jsontext import read_json, write_json_text
assert read_json('{"a": [1, 2.5, "\\\\ud800", null, true, {"b": "\\\\n"}]}') == {"a": [1, 2.5, "\\ud800", None, True, {"b": "\\n"}]}
assert write_json_text('\\ud800"\\n\\U0001f680') == '"\\\\ud800\\\\"\\\\n\\\\ud83d\\\\ude80"'
for wrong in ("", "{", "nope", '{"a":}', "[1] 2", "[" * 100000):
    try:
        read_json(wrong)
    except (ValueError, RecursionError):
        continue
    raise SystemExit(wrong)
"""


@pytest.mark.parametrize(
    "python",
    [
        sys.executable,
        *(pytest.param(v, marks=pytest.mark.needs(f"python:{v}")) for v in ("3.11", "3.12", "3.13")),
    ],
)
def test_every_supported_interpreter_has_the_compiled_halves(python):
    src = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "..", "src"))
    python = python if os.path.isabs(python) else find_python(python)
    done = subprocess.run([python, "-I", "-S", "-E", "-c", PROGRAM, src], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"{}", Request()),
        (b'{"session_id": "s", "cwd": "/w", "prompt": "p", "source": "resume"}', Request("s", "/w", "p", "resume")),
        (b'{"session_id": 1, "cwd": null, "prompt": ["p"], "source": {}}', Request()),
        (b'\xef\xbb\xbf{"prompt": "p"}', Request(prompt="p")),
        (b'{"prompt": "a\xff\xfeb"}', Request(prompt="a\ufffd\ufffdb")),
        (b'{"prompt": "\\ud800x"}', Request(prompt="?x")),
        (b'{"prompt": "a\nb"}', Request(prompt="a\nb")),
        (b"", None),
        (b"[]", None),
        (b'{"prompt": "p"', None),
        (b'{"prompt": "p"} x', None),
    ],
)
def test_requests_are_read_tolerantly(data, expected):
    assert parse_request(data, START) == expected


@given(st.binary(max_size=60))
def test_no_input_is_a_defect(data):
    parse_request(data, START)


@pytest.mark.parametrize(
    ("client", "event", "name"),
    [
        ("claude-code", "SessionStart", "SessionStart"),
        ("claude-code", "session-start", "SessionStart"),
        ("claude-code", "prompt", "UserPromptSubmit"),
        ("claude-code", "UserPromptSubmit", "UserPromptSubmit"),
        ("claude-code", "before-tool", "PreToolUse"),
        ("claude-code", "before-compaction", "PreCompact"),
        ("claude-code", "session-end", "SessionEnd"),
        ("claude-code", "end", "SessionEnd"),
        ("claude-code", "stop", "Stop"),
        ("claude-code", "PostToolUseFailure", "PostToolUseFailure"),
        ("claude-code", "Nonsense", None),
        ("nobody", "SessionStart", None),
        ("claude-code", "", None),
    ],
)
def test_events_are_known_by_the_clients_words_and_ours(client, event, name):
    shape = find_shape(client, event)
    assert (shape.name if shape else None) == name


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ([], ("", "claude-code")),
        (["prompt"], ("prompt", "claude-code")),
        (["prompt", "--client", "codex"], ("prompt", "codex")),
        (["--client=codex", "prompt", "--new-option", "x"], ("prompt", "codex")),
        (["prompt", "--client"], ("prompt", "claude-code")),
    ],
)
def test_command_lines_of_other_versions_work(argv, expected):
    assert arguments(argv) == expected


@pytest.mark.parametrize(
    ("event", "answer", "expected"),
    [
        ("start", Answer(), None),
        ("start", Answer("a\n\u00e9"), {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "a\n\u00e9"}}),
        ("start", Answer("off", "off"), {"systemMessage": "off", "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "off"}}),
        (
            "before-tool",
            Answer("context", verdict=DENY, reason="a rule"),
            {
                "hookSpecificOutput": {
                    "hookEventName": "PreToolUse",
                    "permissionDecision": "deny",
                    "permissionDecisionReason": "a rule",
                    "additionalContext": "context",
                }
            },
        ),
        ("before-compaction", Answer("nobody takes it"), None),
        ("end", Answer("nobody takes it", "told"), {"systemMessage": "told"}),
    ],
)  # fmt: skip
def test_an_answer_has_the_documented_shape(event, answer, expected):
    shape = find_shape("claude-code", event)
    assert shape is not None
    written = answer_of(shape, answer)
    assert (json.loads(written) if written else None) == expected


def test_what_a_tool_event_tells_is_read():
    data = {
        "tool_name": "Bash",
        "tool_input": {"command": "x" * 50_000},
        "tool_response": {"stdout": "a" * 9000 + "end", "code": 1, "list": list(range(500)), "none": None},
        "error": "e" * 9000,
        "agent_id": "a1",
    }
    request = parse_request(json.dumps(data).encode(), START)
    assert (request.tool, request.agent, request.tool_input) == ("Bash", "a1", data["tool_input"])
    assert len(request.response["stdout"]) < 4100
    assert request.response["stdout"].endswith("end")
    assert (request.response["code"], request.response["none"], len(request.response["list"])) == (1, None, 64)
    assert len(request.error) < 4100


@given(values)
def test_what_is_bounded_is_small_and_of_the_same_kind(value):
    deep = value
    for _ in range(50):
        deep = [deep]
    assert type(bounded(value)) is type(value)
    assert len(repr(bounded(deep))) < 40


def test_a_person_is_told_what_the_command_is_for():
    assert b"claude-code" in explanation("", "claude-code")
