"""One session as OpenCode keeps it, a message with its parts each."""

MS = 1_796_081_203_250


def message(role, *parts):
    return {"info": {"role": role, "time": {"created": MS}}, "parts": list(parts)}


def user(text):
    return message("user", {"type": "text", "text": text})


def call(tool, output, metadata=None, **given):
    state = {"status": "completed", "input": given, "output": output, "metadata": metadata or {}, "time": {"start": MS}}
    return {"type": "tool", "tool": tool, "callID": "1", "state": state}


TODOS = [{"content": "Build", "status": "completed"}, {"content": "Test", "status": "pending"}]
SESSION = [
    user("Fix the build; use pnpm, not npm"),
    message(
        "assistant",
        {"type": "step-start"},
        {"type": "text", "text": "Trying."},
        call("bash", "missing script: build", {"exit": 2}, command="npm run build"),
        call("bash", "built", {"exit": 0}, command="pnpm build && ls"),
        call("edit", "ok", filePath="src/a.py"),
        call("todowrite", "ok", todos=TODOS),
        {"type": "text", "text": "All done."},
    ),
]
