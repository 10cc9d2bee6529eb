"""Which actions a rule governs: its triggers, and what a tool is about to do.

A trigger is `NAME` or `NAME(GLOB)`. The name is that of a tool, the glob must match the whole of one of the texts of
the action; `*` stands for any run of characters in both, and nothing else is special.
"""

from __future__ import annotations

from .shell import commands_in_words, commands_of
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

NAME_MAX_CHARS = 200
MAX_TEXTS = 1000
MAX_FIELDS = 200
MAX_DEPTH = 8
TEXT_MAX_CHARS = 65_536
# What agents call the same thing; rules are written with the names of the first column and meet all of them.
COMMON_NAMES = {
    "Bash": "bash shell local_shell container.exec exec_command unified_exec run_shell_command powershell run_command"
    " execute_command execute_bash executeBash run_in_terminal runInTerminal terminal developer__shell runCommand",
    "Edit": "edit MultiEdit NotebookEdit replace apply_patch patch edit_file replace_in_file str_replace"
    " str_replace_editor fs_replace replace_string_in_file insert_edit_into_file developer__text_editor",
    "Write": "write write_file create create_file write_to_file fs_write fsWrite",
    "Read": "read read_file view fs_read read_many_files",
    "WebFetch": "webfetch web_fetch fetch fetch_webpage",
    "WebSearch": "websearch web_search google_web_search",
}
_COMMON = {own: name for name, all_own in COMMON_NAMES.items() for own in all_own.split()}
SHELL_FIELDS = ("command", "cmd", "script", "shell_command", "CommandLine")
PATCH_MARKS = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")


class Trigger(Value):
    """glob: None for any action of the tool."""

    name: str
    glob: str | None = None


class Action(Value):
    """What a tool is about to do. names: its own, and what rules may call it. texts: each of its arguments, each
    command in them, and paths below the folder as seen from there. whole: nothing was left unread.
    """

    names: tuple[str, ...]
    texts: tuple[str, ...] = ()
    whole: bool = True


def why_no_trigger(text: str) -> str:
    """What keeps a text from being `NAME` or `NAME(GLOB)`; "" for nothing."""
    name, paren, rest = text.strip().partition("(")
    name = name.rstrip()
    if not name:
        return "has no name"
    if paren and not rest.endswith(")"):
        return "has no closing parenthesis"
    if not paren and ")" in name:
        return "has no opening parenthesis"
    if any(char.isspace() for char in name) or len(name) > NAME_MAX_CHARS:
        return "has a name that is none"
    return ""


def trigger_of(text: str) -> Trigger | None:
    """None for a text that `why_no_trigger` objects to."""
    if why_no_trigger(text):
        return None
    name, paren, rest = text.strip().partition("(")
    return Trigger(name.rstrip(), rest[:-1] if paren else None)


def meets(trigger: Trigger, action: Action) -> bool:
    """Whether the trigger governs the action."""
    if not any(matches(trigger.name, name) for name in action.names):
        return False
    glob = trigger.glob
    return glob is None or any(matches(glob, text) for text in action.texts) or (glob == "" and not action.texts)


def matches(glob: str, text: str) -> bool:
    """Whether the glob matches the whole text, in time that grows with the length of both at worst."""
    first, *rest = glob.split("*")
    if not rest:
        return text == glob
    last = rest.pop()
    if not text.startswith(first) or len(text) < len(first) + len(last) or not text.endswith(last):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in rest:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


def action_of(tool: str, tool_input: Any, folder: str) -> Action:
    """What the tool is about to do. tool_input: as the client sends it. folder: where it works, "" for unknown."""
    seen = _Seen(tool, folder.rstrip("/"))
    seen.look(tool_input, "", 0)
    return Action(tuple(seen.names), tuple(seen.texts), seen.whole)


class _Seen:
    """What was seen so far; dicts for their order."""

    def __init__(self, tool: str, folder: str) -> None:
        self.names = {tool: None, _COMMON.get(tool, tool): None}
        self.texts: dict[str, None] = {}
        self.whole = True
        self._folder = folder
        self._n_fields = 0

    def look(self, value: Any, field: str, depth: int) -> None:
        """A value of the arguments, and all within it."""
        self._n_fields += 1
        if depth > MAX_DEPTH or self._n_fields > MAX_FIELDS or len(self.texts) > MAX_TEXTS:
            self.whole = False
        elif isinstance(value, str):
            self._text(value, field)
        elif isinstance(value, dict):
            for name, one in value.items():
                self.look(one, name, depth + 1)
        elif isinstance(value, list):
            if field in SHELL_FIELDS and all(isinstance(one, str) for one in value):
                self._take(commands_in_words(value))
            for one in value:
                self.look(one, "" if field in SHELL_FIELDS else field, depth + 1)
        elif isinstance(value, (int, float)):
            self._keep(str(value))

    def _text(self, text: str, field: str) -> None:
        if len(text) > TEXT_MAX_CHARS:
            self.whole = False
            text = text[:TEXT_MAX_CHARS]
        self._keep(text)
        if field in SHELL_FIELDS:
            self._take(commands_of(text))
        if "*** Begin Patch" in text:
            self.names["Edit"] = None
            for path in _patched(text):
                self._keep(path)

    def _take(self, commands: Any) -> None:
        self.names["Bash"] = None
        self.whole = self.whole and commands.whole
        self.texts.update(dict.fromkeys(commands.texts))

    def _keep(self, text: str) -> None:
        self.texts[text] = None
        if self._folder and text.startswith(f"{self._folder}/"):
            self.texts[text[len(self._folder) + 1 :]] = None


def _patched(text: str) -> Iterator[str]:
    """The files that a patch speaks of."""
    for line in text.split("\n"):
        for mark in PATCH_MARKS:
            if line.startswith(mark):
                yield line[len(mark) :].strip()
