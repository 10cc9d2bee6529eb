"""One session as a rollout of Codex."""

import json

WHEN = "2026-11-30T23:26:43.250Z"
PATCH = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** End Patch"


def item(**payload):
    return {"timestamp": WHEN, "type": "response_item", "payload": payload}


def user(text):
    return {"timestamp": WHEN, "type": "event_msg", "payload": {"type": "user_message", "message": text}}


def say(text):
    return item(type="message", role="assistant", content=[{"type": "output_text", "text": text}])


def call(key, name, **given):
    return item(type="function_call", name=name, arguments=json.dumps(given), call_id=key)


def output(key, text):
    return item(type="function_call_output", call_id=key, output=text)


SESSION = [
    {"timestamp": WHEN, "type": "session_meta", "payload": {"id": "x", "cwd": "/repo"}},
    item(type="message", role="user", content=[{"type": "input_text", "text": "<environment_context>y"}]),
    item(type="message", role="user", content=[{"type": "input_text", "text": "Fix the build; use pnpm, not npm"}]),
    user("Fix the build; use pnpm, not npm"),
    say("Trying."),
    call("1", "shell", command=["bash", "-lc", "npm run build"], workdir="/repo"),
    output("1", json.dumps({"output": "missing script: build", "metadata": {"exit_code": 2, "duration_seconds": 0.1}})),
    call("2", "exec_command", cmd="pnpm build && ls"),
    output("2", "Exit code: 0\nWall time: 1 seconds\nOutput:\nbuilt"),
    item(type="custom_tool_call", name="apply_patch", input=PATCH, call_id="3", status="completed"),
    item(type="custom_tool_call_output", call_id="3", output='{"output":"Success","metadata":{"exit_code":0}}'),
    call("4", "update_plan", plan=[{"step": "Build", "status": "completed"}, {"step": "Test", "status": "pending"}]),
    output("4", "Plan updated"),
    say("All done."),
]
