"""Google's /v1beta/models/NAME:generateContent."""

from __future__ import annotations

import json
from typing import Any


def speaks(path: str) -> bool:
    """Whether a request to that path asks for an answer."""
    return path.endswith((":generateContent", ":streamGenerateContent"))


def counts(path: str) -> bool:
    """Whether it asks how many tokens it is."""
    return path.endswith(":countTokens")


def count(tokens: int) -> dict[str, Any]:
    """The answer to that."""
    return {"totalTokens": tokens}


def write(blocks: list[dict[str, Any]], model: str, *, streamed: bool) -> tuple[str, bytes]:
    """(media type, body)."""
    parts = [
        {"text": block["text"]}
        if block["type"] == "text"
        else {"functionCall": {"name": block["name"], "args": block["input"]}}
        for block in blocks
    ]
    answer = {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
        "modelVersion": model,
    }
    data = json.dumps(answer)
    return ("text/event-stream", f"data: {data}\n\n".encode()) if streamed else ("application/json", data.encode())
