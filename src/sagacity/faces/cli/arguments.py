"""A command line, read with the table of operations: what was asked for, as plain data.

Options may stand anywhere, before and after the command and its words. Everything stays text here: what it means is
decided where every face decides it, in `app.shape`.
"""

from __future__ import annotations

from ...app.operations import OPERATIONS
from ...app.shape import FieldShape, fields_for, shown
from ...core.errors import SagacityError
from ...core.nearest import nearest
from ...core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...app.operation import Operation

FREE_TEXT = ("query", "content", "text")
"""Positional fields that take all words of the line as one text."""

ALIASES = {
    "show": "read",
    "--version": "version",
    "-V": "version",
    "skill get": "skill",
    "skill list": "skill",
    "tags list": "tags",
    "tags suggest": "tags",
}

PAIRS = frozenset(name for name in (*ALIASES, *(op.name for op in OPERATIONS)) if " " in name)
"""Commands of two words."""


class Option(Value):
    """One option. value: what stands for its value in the help, "" for a switch. many: may be repeated."""

    name: str
    key: str
    help: str
    value: str = ""
    many: bool = False


class Line(Value):
    """A command line. words: what has no name. given: option key to text, list of texts, or True."""

    command: str
    words: tuple[str, ...]
    given: dict[str, Any]

    @property
    def wants_help(self) -> bool:
        return "help" in self.given

    @property
    def wants_json(self) -> bool:
        return "json" in self.given


class Command(Value):
    """What stands behind a word: an operation of the table, or something of this face alone."""

    name: str
    summary: str
    example: str
    options: tuple[Option, ...] = ()
    words: tuple[FieldShape, ...] = ()
    operation: Operation | None = None
    usage: str = ""


GLOBALS = (
    Option("json", "json", "print JSON"),
    Option("color", "color", "auto, always or never", "WHEN"),
    Option("help", "help", "show this"),
)

BATCH = Option("batch", "batch", "write many: a file, or -, with a JSON object of these fields on each line", "FILE")

PLOT = Option("plot", "plot", "write the curves of recall and cost as a picture (SVG)", "FILE")

EXTRA = {"remember": (BATCH,), "eval": (PLOT,)}
"""Options that the command line adds to an operation."""

LOCAL = (
    Command(
        "mcp",
        "Serve agents over standard input and output",
        "sagacity mcp --tools full",
        (Option("tools", "tools", "which tools are offered, default or full (default: the setting mcp_tools)", "SET"),),
    ),
    Command("hook", "Answer a client's hook", "sagacity hook prompt --client claude-code", usage="EVENT --client NAME"),
    Command("completion", "Print the completion script of a shell", "sagacity completion bash", usage="bash|zsh|fish"),
    Command("help", "Show how a command is used", "sagacity help recall", usage="[COMMAND]"),
    Command("version", "Print the version", "sagacity version"),
)


def commands() -> tuple[Command, ...]:
    """All commands in the order of the help."""
    return (*(_of_operation(op) for op in OPERATIONS if "cli" in op.faces), *LOCAL)


def command_named(name: str) -> Command:
    """Raises SagacityError `invalid` naming the nearest command."""
    wanted = ALIASES.get(name, name)
    for op in OPERATIONS:
        if op.name == wanted and "cli" in op.faces:
            return _of_operation(op)
    for command in LOCAL:
        if command.name == wanted:
            return command
    near = nearest(name, [command.name for command in commands()])
    hint = f"did you mean {near}?" if near else "`sagacity help` lists the commands"
    raise SagacityError("invalid", f"unknown command {shown(name)}", hint=hint)


def _of_operation(op: Operation) -> Command:
    shapes = fields_for(op.request, "cli")
    options = tuple(_option(shape) for shape in shapes if not shape.positional)
    return Command(
        name=op.name,
        summary=op.summary,
        example=op.example,
        options=options + EXTRA.get(op.name, ()),
        words=tuple(shape for shape in shapes if shape.positional),
        operation=op,
    )


def _option(shape: FieldShape) -> Option:
    value = "" if shape.kind == "bool" else shape.option.rsplit("-", 1)[-1].upper()
    if shape.item is not None:
        value = ":".join(one.key.upper() for one in fields_for(shape.item) if one.required)
    return Option(name=shape.option, key=shape.key, help=_help(shape), value=value, many=shape.many)


def _help(shape: FieldShape) -> str:
    """The help, with the range and the default where the text does not say them."""
    facts = f"{shape.minimum} to {shape.maximum}" if shape.maximum is not None else ""
    if shape.default and not shape.many and shape.kind != "bool":
        facts += f"{', ' if facts else ''}default {shape.default}"
    return f"{shape.help} ({facts})" if facts else shape.help


def split(argv: Sequence[str]) -> tuple[str, list[str]]:
    """The command, of one word or of two that follow one another, and the rest of the line; "" when no command was
    given.
    """
    skip = False
    for index, part in enumerate(argv):
        if skip:
            skip = False
        elif part in ALIASES or not _is_option(part):
            pair = " ".join(argv[index : index + 2])
            name = pair if pair in PAIRS else part
            return name, [*argv[:index], *argv[index + (2 if name == pair else 1) :]]
        else:
            skip = part == "--color"
    return "", list(argv)


def parse(command: Command, argv: Sequence[str]) -> Line:
    """Raises SagacityError `invalid` for an unknown option, naming the nearest, and for a value that is missing."""
    known = {option.name: option for option in (*command.options, *GLOBALS)}
    words: list[str] = []
    given: dict[str, Any] = {}
    rest = list(argv)
    while rest:
        part = rest.pop(0)
        if part == "--":
            words.extend(rest)
            break
        if not _is_option(part):
            words.append(part)
            continue
        name, has_value, value = _name_of(part).partition("=")
        option = known.get(name)
        if option is None:
            raise _unknown_option(command, part.partition("=")[0], tuple(known))
        if option.value and not has_value:
            if not rest:
                raise SagacityError("invalid", f"--{name} needs a value: {option.help}", hint=usage_hint(command))
            value = rest.pop(0)
        _put(given, option, value if option.value or has_value else True)
    return Line(command=command.name, words=tuple(words), given=given)


def _is_option(part: str) -> bool:
    """A dash alone is standard input, and what holds blanks is a text."""
    return part.startswith("-") and part != "-" and not any(blank in part for blank in " \n\t")


def _name_of(part: str) -> str:
    return "help" if part == "-h" else part.removeprefix("--")


def _unknown_option(command: Command, part: str, known: tuple[str, ...]) -> SagacityError:
    near = nearest(part.lstrip("-"), known)
    hint = f"did you mean --{near}?" if near else usage_hint(command)
    return SagacityError("invalid", f"{command.name} has no option {part}", hint=hint)


def usage_hint(command: Command) -> str:
    """Where to read more."""
    return f"`sagacity {command.name} --help` shows how"


def said(shape: FieldShape) -> str:
    """How the help calls a field: a word of the line in capitals, else an option."""
    return shape.key.upper() if shape.positional else f"--{shape.option}"


def _put(given: dict[str, Any], option: Option, value: Any) -> None:
    if option.many:
        given.setdefault(option.key, []).append(value)
    else:
        given[option.key] = value


def data_of(command: Command, line: Line) -> dict[str, Any]:
    """The fields of the request as the line gives them, without what belongs to the command line alone.

    Raises SagacityError `invalid` for words that nothing takes.
    """
    mine = {option.key for option in (*GLOBALS, *EXTRA.get(command.name, ()))}
    data = {key: value for key, value in line.given.items() if key not in mine}
    words = list(line.words)
    for shape in command.words:
        if not words:
            break
        if shape.many:
            data[shape.key], words = words, []
        elif shape.key in FREE_TEXT:
            data[shape.key], words = " ".join(words), []
        else:
            data[shape.key] = words.pop(0)
    if words:
        raise SagacityError(
            "invalid", f"{command.name} has no use for {shown(words[0])}", hint="quote what belongs together"
        )
    return data
