"""What a hook says, in the shape its client expects, in one write."""

from __future__ import annotations

import os

from .shapes import clients
from .text import write_json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Shape

ENVELOPE_CHARS = 120


def answer_of(shape: Shape, text: str, *, to_user: bool = False) -> bytes:
    """The bytes for standard output, ASCII only; empty when there is nothing to say. to_user: the user is told, too."""
    if not text:
        return b""
    context = write_json_text(text)
    told = f'"systemMessage":{context},' if to_user else ""
    return (
        f'{{{told}"hookSpecificOutput":{{"hookEventName":"{shape.name}","additionalContext":{context}}}}}\n'
    ).encode("ascii")


def write_whole(descriptor: int, data: bytes) -> None:
    """One system call where the system takes it all, which a pipe does for what a hook may say."""
    while data:
        data = data[os.write(descriptor, data) :]


def explanation(event: str, client: str) -> bytes:
    """For a person who typed the command."""
    known = ", ".join(clients())
    lines = (
        "`sagacity hook EVENT --client NAME` is started by a coding agent: it reads JSON on standard input and answers",
        f"with notes for the agent, or with nothing. Clients: {known}. You gave: {event or 'no event'}, {client}.",
        "To see what a session starts with: `sagacity context`. To connect an agent: `sagacity setup`.",
    )
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
