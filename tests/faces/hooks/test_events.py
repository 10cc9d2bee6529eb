"""Events that need no answer, by the real program: accepted, silent, and hardly more than the interpreter's own start."""

import json
import os
import subprocess
import sys

import pytest

from tests.faces.hooks.stage import PROGRAM

EVENTS: dict[str, dict] = {
    "PreToolUse": {"tool_name": "Edit", "tool_input": {"file_path": "/x", "old_string": "a", "new_string": "b"}},
    "PostToolUse": {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": {"stdout": "x" * 300_000}},
    "PostToolUseFailure": {"tool_name": "Bash", "tool_input": {"command": "ls"}, "error": "no such file"},
    "PreCompact": {"trigger": "auto", "custom_instructions": ""},
    "Stop": {"stop_hook_active": False, "last_assistant_message": "done"},
    "SessionEnd": {"reason": "prompt_input_exit"},
}
OURS = ["before-tool", "after-tool", "before-compaction", "stop", "session-end"]
MOST_TIMES_BARE = 2.2


@pytest.mark.parametrize("event", EVENTS)
def test_it_says_nothing_and_leaves_everything_as_it_was(stage, event):
    before = stage.recalls()
    done = stage.run(event, **EVENTS[event])
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert stage.recalls() == before


@pytest.mark.parametrize("event", OURS)
def test_our_words_for_it_do_as_well(stage, event):
    done = stage.run(event)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def cpu_s(argv, stdin: bytes, env) -> float:
    """Of the process, user and system."""
    read, write = os.pipe()
    os.write(write, stdin)
    os.close(write)
    process = subprocess.Popen(argv, stdin=read, env=env, stdout=subprocess.DEVNULL)
    os.close(read)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return usage.ru_utime + usage.ru_stime


def test_it_costs_little_more_than_the_interpreter(stage):
    stdin = json.dumps({"session_id": "s", "cwd": str(stage.work), **EVENTS["PreToolUse"]}).encode()
    env = {"HOME": str(stage.home)}
    bare = min(cpu_s([sys.executable, "-I", "-S", "-E", "-c", "pass"], stdin, env) for _ in range(15))
    hook = min(cpu_s([*PROGRAM, "PreToolUse"], stdin, env) for _ in range(15))
    assert hook <= MOST_TIMES_BARE * bare, (hook, bare)
