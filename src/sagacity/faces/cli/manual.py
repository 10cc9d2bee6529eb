"""The help: of one command, of all, and as the manual's page."""

from __future__ import annotations

import textwrap

from .arguments import GLOBALS, Command, Option, commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.shape import FieldShape

WIDTH = 100
COLUMN = 28

STATUS_TEXT = """\
Exit status: 0 done, 1 the input cannot be used, 2 somebody else changed it first, 3 degraded, 4 what is stored is
damaged, 5 busy, 70 a defect of ours."""


def usage(command: Command) -> str:
    """The line that shows the form of a command."""
    words = " ".join(map(_word, command.words))
    parts = ["sagacity", command.name, words or command.usage, "[options]" if command.options else ""]
    return " ".join(part for part in parts if part)


def _word(shape: FieldShape) -> str:
    name = shape.key.upper() + ("…" if shape.many else "")
    return name if shape.required else f"[{name}]"


def command_help(command: Command) -> str:
    """Everything about one command."""
    blocks = [f"Usage: {usage(command)}", command.summary + "."]
    words = [_row(shape.key.upper(), shape.help) for shape in command.words]
    if words:
        blocks.append("\n".join(words))
    blocks.append("\n".join(["Options:", *(_option_row(option) for option in (*command.options, *GLOBALS))]))
    blocks.append(f"Example:\n  {command.example}")
    return "\n\n".join(blocks)


def _option_row(option: Option) -> str:
    name = f"--{option.name} {option.value}".rstrip()
    return _row(name, option.help + (" (may be repeated)" if option.many else ""))


def _row(name: str, text: str) -> str:
    lines = textwrap.wrap(text, WIDTH - COLUMN) or [""]
    head = f"  {name}".ljust(COLUMN - 2) + "  "
    if len(head) > COLUMN:
        return "\n".join([head.rstrip(), *(" " * COLUMN + line for line in lines)])
    return "\n".join([head + lines[0], *(" " * COLUMN + line for line in lines[1:])]).rstrip()


def overview() -> str:
    """All commands, one line each."""
    rows = [_row(command.name, command.summary) for command in commands()]
    return "\n".join(
        [
            "Persistent memory for AI coding agents.",
            "",
            "Usage: sagacity COMMAND [options]",
            "",
            *rows,
            "",
            "`sagacity help COMMAND` shows the options of one. `sg` is short for `sagacity`.",
            STATUS_TEXT,
        ]
    )


def page() -> str:
    """The manual's page on the command line."""
    parts = ["# Command line", f"```\n{overview()}\n```"]
    parts += [f"## {command.name}\n\n```\n{command_help(command)}\n```" for command in commands()]
    return "\n\n".join(parts) + "\n"
