"""One session as Gemini CLI writes it down, a message a line."""

WHEN = "2026-11-30T23:26:43.250Z"


def user(text):
    return {"type": "user", "timestamp": WHEN, "content": [{"text": text}]}


def say(text, *calls):
    return {"type": "gemini", "timestamp": WHEN, "content": text, "toolCalls": list(calls)}


def call(name, output, status="success", **given):
    result = [{"functionResponse": {"id": "1", "name": name, "response": {"output": output}}}]
    return {"id": "1", "name": name, "args": given, "result": result, "status": status, "timestamp": WHEN}


TODOS = [{"description": "Build", "status": "completed"}, {"description": "Test", "status": "pending"}]
SESSION = [
    {"sessionId": "x", "projectHash": "y", "startTime": WHEN, "kind": "main"},
    user("Fix the build; use pnpm, not npm"),
    say(
        "Trying.",
        call("run_shell_command", "Output: missing script: build\nExit Code: 2", command="npm run build"),
        call("run_shell_command", "built", command="pnpm build && ls"),
    ),
    {"$set": {"lastUpdated": WHEN}},
    say("", call("replace", "Replaced", file_path="src/a.py"), call("write_todos", "ok", todos=TODOS)),
    say("All done."),
    {"type": "info", "timestamp": WHEN, "content": "Goodbye"},
]
