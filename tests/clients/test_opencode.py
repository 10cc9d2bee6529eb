"""The plugin for OpenCode by itself: whatever the hook program does, a message and a tool go on."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from sagacity.adapters.clients.launch import Launch
from sagacity.adapters.clients.opencode import plugin
from scripts import clients

DRIVER = """
import { Sagacity } from "./plugin.mjs"
const hooks = await Sagacity({ directory: "/w" })
const parts = [{ id: "prt_1", type: "text", text: "hello" }]
const result = { output: "out", metadata: { exit: 1 } }
let refused = ""
await hooks.event({ event: { type: "session.created", properties: { sessionID: "s" } } })
await hooks["chat.message"]({ sessionID: "s" }, { message: { id: "m" }, parts })
await hooks["chat.message"]({ sessionID: "s" }, { message: { id: "m" }, parts: [...parts] })
await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, { args: { command: "ls" } }).catch((e) => (refused = e.message))
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "c", args: {} }, result)
await hooks["experimental.session.compacting"]({ sessionID: "s" })
await hooks.event({ event: { type: "session.compacted", properties: { sessionID: "s" } } })
await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s" } } })
await hooks["chat.message"]({ sessionID: "s" }, { message: { id: "m" }, parts: [] })
await hooks.event({ event: { type: "nonsense" } })
console.log(JSON.stringify({ texts: parts.map((part) => part.text), ids: parts.map((part) => part.id), output: result.output, refused }))
"""
ANSWERING = """
import json, sys
event, fields = sys.argv[1], json.load(sys.stdin)
with open(sys.argv[0] + ".log", "a") as log:
    print(event, fields.get("source", ""), fields.get("error", ""), file=log)
said = {"hookEventName": event, "additionalContext": "said at " + event}
if event == "PreToolUse":
    said = {"permissionDecision": "deny", "permissionDecisionReason": "because"}
print(json.dumps({"hookSpecificOutput": said}))
"""
QUIET = {"texts": ["hello"], "ids": ["prt_1"], "output": "out", "refused": ""}


def drive(folder, program, *, python=sys.executable):
    """What became of a message and of a tool; a hook program of the test's own stands where ours would."""
    (folder / "hook.py").write_text(program)
    text = plugin(Launch(python, str(folder))).replace("LIMIT_MS = 3000", "LIMIT_MS = 400")
    (folder / "plugin.mjs").write_text(text)
    (folder / "driver.mjs").write_text(DRIVER)
    done = subprocess.run(
        [*clients.command("node"), str(folder / "driver.mjs")], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


pytestmark = pytest.mark.needs("npm", "client:node")


def test_what_hooks_say_is_part_of_the_message_and_of_what_the_tool_gave(tmp_path):
    assert drive(tmp_path, ANSWERING) == {
        "texts": ["hello", "said at SessionStart", "said at UserPromptSubmit"],
        "ids": ["prt_1", "prt_1s0", "prt_1s1"],
        "output": "out\n\nsaid at PostToolUseFailure",
        "refused": "because",
    }
    assert (tmp_path / "hook.py.log").read_text().splitlines() == [
        "SessionStart startup ",
        "UserPromptSubmit  ",
        "UserPromptSubmit  ",
        "PreToolUse  ",
        "PostToolUseFailure  out",
        "PreCompact  ",
        "Stop  ",
        "SessionStart compact ",
        "UserPromptSubmit  ",
    ]


@pytest.mark.parametrize(
    "program",
    ["", "print('no JSON')", "print('[1]')", "print('null')", "import sys; sys.exit(3)", "import os; os.close(0)"],
    ids=["silent", "text", "list", "null", "failing", "deaf"],
)
def test_a_program_that_answers_nothing_of_use_changes_nothing(tmp_path, program):
    assert drive(tmp_path, program) == QUIET


def test_a_program_that_hangs_is_given_up(tmp_path):
    assert drive(tmp_path, "import time; time.sleep(60)") == QUIET


def test_a_program_that_is_gone_is_silence(tmp_path):
    assert drive(tmp_path, ANSWERING, python="/gone/python") == QUIET
