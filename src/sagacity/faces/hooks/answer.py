"""What a hook says, in the shape its client expects, in one write."""

from __future__ import annotations

import os

from ...core.value import Value
from .shapes import clients
from .text import write_json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .shapes import Shape

ENVELOPE_CHARS = 120
DENY, ASK = "deny", "ask"


class Answer(Value):
    """What an event is answered with. text: for the model. told: for the user.

    verdict: DENY or ASK, before a tool; reason: of it, for the model. then: what is done once the answer is out, as
    keeping in the journal what was said.
    """

    text: str = ""
    told: str = ""
    verdict: str = ""
    reason: str = ""
    then: Callable[[], None] | None = None


NOTHING = Answer()


def answer_of(shape: Shape, answer: Answer) -> bytes:
    """The bytes for standard output, ASCII only; empty when there is nothing to say."""
    fields = []
    if answer.told:
        fields.append(f'"systemMessage":{write_json_text(answer.told)}')
    inner = []
    if answer.verdict:
        inner.append(f'"permissionDecision":"{answer.verdict}"')
        inner.append(f'"permissionDecisionReason":{write_json_text(answer.reason)}')
    if answer.text and shape.adds:
        inner.append(f'"additionalContext":{write_json_text(answer.text)}')
    if inner:
        fields.append(f'"hookSpecificOutput":{{"hookEventName":"{shape.name}",{",".join(inner)}}}')
    return f"{{{','.join(fields)}}}\n".encode("ascii") if fields else b""


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
