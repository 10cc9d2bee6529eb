"""Anthropic's /v1/messages."""

from __future__ import annotations

import json
from typing import Any

PATH = "/v1/messages"


def speaks(path: str) -> bool:
    """Whether a request to that path asks for an answer."""
    return path == PATH


def counts(path: str) -> bool:
    """Whether it asks how many tokens it is."""
    return path == f"{PATH}/count_tokens"


def count(tokens: int) -> dict[str, Any]:
    """The answer to that."""
    return {"input_tokens": tokens}


def write(blocks: list[dict[str, Any]], model: str, *, streamed: bool) -> tuple[str, bytes]:
    """(media type, body)."""
    used = any(block["type"] == "tool_use" for block in blocks)
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        "stop_reason": "tool_use" if used else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    if not streamed:
        return "application/json", json.dumps(message).encode()
    events = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(message))
    return "text/event-stream", events.encode()


def _events(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The message as the stream tells it."""
    start = message | {"content": [], "stop_reason": None}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty, delta = (
                block | {"input": {}},
                {"type": "input_json_delta", "partial_json": json.dumps(block["input"])},
            )
        events.append({"type": "content_block_start", "index": index, "content_block": empty})
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": ending, "usage": {"output_tokens": 1}})
    events.append({"type": "message_stop"})
    return events
