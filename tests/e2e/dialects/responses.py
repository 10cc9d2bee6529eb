"""OpenAI's /v1/responses, streamed."""

from __future__ import annotations

import json
from typing import Any

USAGE = {
    "input_tokens": 1,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 1,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 2,
}


def speaks(path: str) -> bool:
    """Whether a request to that path asks for an answer."""
    return path == "/v1/responses"


def counts(_path: str) -> bool:
    """No client asks."""
    return False


def count(_tokens: int) -> dict[str, Any]:
    """Nothing to answer."""
    return {}


def write(blocks: list[dict[str, Any]], model: str, *, streamed: bool) -> tuple[str, bytes]:
    """(media type, body)."""
    output = [_item(at, block) for at, block in enumerate(blocks)]
    begun = {"id": "resp_1", "object": "response", "model": model, "status": "in_progress", "output": []}
    done = begun | {"status": "completed", "output": output, "usage": USAGE}
    if not streamed:
        return "application/json", json.dumps(done).encode()
    events: list[dict[str, Any]] = [{"type": "response.created", "response": begun}]
    for at, item in enumerate(output):
        events.append({"type": "response.output_item.added", "output_index": at, "item": item})
        events.append({"type": "response.output_item.done", "output_index": at, "item": item})
    events.append({"type": "response.completed", "response": done})
    return "text/event-stream", "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events).encode()


def _item(at: int, block: dict[str, Any]) -> dict[str, Any]:
    if block["type"] == "text":
        content = [{"type": "output_text", "text": block["text"], "annotations": []}]
        return {"type": "message", "id": f"msg_{at}", "status": "completed", "role": "assistant", "content": content}
    namespace, _, name = block["name"].rpartition("/")
    return {
        "type": "function_call",
        "id": f"fc_{at}",
        "status": "completed",
        "call_id": block["id"],
        "name": name,
        "arguments": json.dumps(block["input"]),
    } | ({"namespace": namespace} if namespace else {})
