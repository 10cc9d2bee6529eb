"""What a hook says, in the shape its client expects, in one write."""

from __future__ import annotations

import os

from ...core.jsontext import write_json_text
from ...core.value import Value
from .shapes import CLIENTS

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
    """The bytes for standard output, ASCII only but for a client that takes the text as it is; empty when there is
    nothing to say.
    """
    form = shape.facts.form
    text = answer.text if shape.adds else ""
    if form.plain:
        return f"{text}\n".encode("utf-8", "replace") if text else b""
    verdict = form.refusal
    if answer.verdict == ASK and shape.facts.asks:
        verdict = f'"{ASK}"'
    said = (
        (form.told, write_json_text(answer.told) if answer.told else ""),
        (form.verdict, verdict if answer.verdict else ""),
        (form.reason, write_json_text(answer.reason) if answer.verdict else ""),
        (form.text, write_json_text(text) if text else ""),
    )
    inner = [f'"{key}":{value}' for key, value in said if value and key in form.nested]
    fields = [f'"{key}":{value}' for key, value in said if value and key and key not in form.nested]
    if inner:
        fields.append(f'"hookSpecificOutput":{{"hookEventName":"{shape.name}",{",".join(inner)}}}')
    if form.blank and fields and not answer.verdict:
        fields.insert(0, form.blank)
    return f"{{{','.join(fields)}}}\n".encode("ascii") if fields else b""


def write_whole(descriptor: int, data: bytes) -> None:
    """One system call where the system takes it all, which a pipe does for what a hook may say."""
    while data:
        data = data[os.write(descriptor, data) :]


def explanation(event: str, client: str) -> bytes:
    """For a person who typed the command."""
    known = ", ".join(CLIENTS)
    lines = (
        "`sagacity hook EVENT --client NAME` is started by a coding agent: it reads JSON on standard input and answers",
        f"with notes for the agent, or with nothing. Clients: {known}. You gave: {event or 'no event'}, {client}.",
        "To see what a session starts with: `sagacity context`. To connect an agent: `sagacity setup`.",
    )
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def unknown(event: str, client: str) -> bytes:
    """A line for the log of whatever started us."""
    known = CLIENTS.get(client)
    names = ", ".join(name for name, _ in known.events) if known else ", ".join(CLIENTS)
    what = f"client {client!r} has no event {event!r}" if known else f"no client {client!r}"
    return f"sagacity hook: {what}; known: {names}\n".encode("utf-8", "replace")
