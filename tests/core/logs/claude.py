"""One session as Claude Code 2.1.332 writes it down, without the fields that nobody reads."""

WHEN = "2026-11-30T23:26:43.250Z"


def user(text, **fields):
    content = {"role": "user", "content": text}
    return {"type": "user", "isSidechain": False, "timestamp": WHEN, "message": content, **fields}


def agent(*parts):
    message = {"role": "assistant", "content": list(parts)}
    return {"type": "assistant", "isSidechain": False, "timestamp": WHEN, "message": message}


def say(text):
    return agent({"type": "text", "text": text})


def use(key, tool, **given):
    return agent({"type": "tool_use", "id": key, "name": tool, "input": given})


def result(key, output, *, is_error=False, **fields):
    part = {"type": "tool_result", "tool_use_id": key, "content": output, "is_error": is_error}
    return user([part], toolUseResult={"stdout": output, "interrupted": False}, **fields)


def run(key, command, exit_code, output):
    """A command and what came of it."""
    text = f"Exit code {exit_code}\n{output}" if exit_code else output
    return [use(key, "Bash", command=command, description="x"), result(key, text, is_error=bool(exit_code))]


SESSION = [
    {"type": "queue-operation", "operation": "enqueue", "timestamp": WHEN, "content": "Fix the build"},
    user("Fix the build; use pnpm, not npm"),
    {"type": "attachment", "attachment": {"type": "environment"}, "timestamp": WHEN},
    say("Trying."),
    *run("1", "npm run build", 2, "missing script: build"),
    *run("2", "pnpm build && ls", 0, "built"),
    use("3", "Edit", file_path="src/a.py", old_string="a", new_string="b"),
    result("3", "The file has been updated"),
    use(
        "4", "TodoWrite", todos=[{"content": "Build", "status": "completed"}, {"content": "Test", "status": "pending"}]
    ),
    result("4", "Todos have been modified"),
    say("All done."),
    {"type": "last-prompt", "lastPrompt": "Fix the build"},
]
