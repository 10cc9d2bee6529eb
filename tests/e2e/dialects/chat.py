"""OpenAI's /v1/chat/completions."""

from __future__ import annotations

import json
from typing import Any


def speaks(path: str) -> bool:
    """Whether a request to that path asks for an answer."""
    return path == "/v1/chat/completions"


def counts(_path: str) -> bool:
    """No client asks."""
    return False


def count(_tokens: int) -> dict[str, Any]:
    """Nothing to answer."""
    return {}


def write(blocks: list[dict[str, Any]], model: str, *, streamed: bool) -> tuple[str, bytes]:
    """(media type, body)."""
    said = "".join(block["text"] for block in blocks if block["type"] == "text")
    calls = [_call(at, block) for at, block in enumerate(block for block in blocks if block["type"] == "tool_use")]
    message = {"role": "assistant", "content": said or None} | ({"tool_calls": calls} if calls else {})
    finish = "tool_calls" if calls else "stop"
    whole = {"id": "chatcmpl-1", "created": 1, "model": model}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    if not streamed:
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return "application/json", json.dumps(
            whole | {"object": "chat.completion", "choices": [choice], "usage": usage}
        ).encode()
    pieces = [{"index": 0, "delta": message, "finish_reason": None}, {"index": 0, "delta": {}, "finish_reason": finish}]
    chunks = [whole | {"object": "chat.completion.chunk", "choices": [piece]} for piece in pieces]
    chunks.append(whole | {"object": "chat.completion.chunk", "choices": [], "usage": usage})
    lines = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
    return "text/event-stream", f"{lines}data: [DONE]\n\n".encode()


def _call(at: int, block: dict[str, Any]) -> dict[str, Any]:
    function = {"name": block["name"], "arguments": json.dumps(block["input"])}
    return {"index": at, "id": block["id"], "type": "function", "function": function}
