"""What `guard` and `rules` take and give."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class GuardRequest(Request):
    """Which rules an action would meet."""

    tool: str = arg(help="the tool's name, as Bash, Edit or mcp__SERVER__TOOL", positional=True, required=True)
    argument: str = arg(help="what it is given: a command, a path, a text", positional=True)


class RulesRequest(Request):
    """The rules in force here that are bound to actions."""


class RuleLine(Value):
    """A rule. triggers: those that met, or all. blocks: it forbids the action. why: what keeps it from blocking or from
    being met at all, "" for nothing.
    """

    id: str
    title: str
    layer: str
    project: str
    trust: str
    enforcement: str
    triggers: tuple[str, ...]
    blocks: bool
    why: str = ""


class GuardResult(Value):
    """verdict: deny, advise or none. commands: the texts that globs were held against. whole: all was read."""

    verdict: str
    rules: tuple[RuleLine, ...]
    commands: tuple[str, ...] = ()
    whole: bool = True
    notices: tuple[str, ...] = ()


class RulesResult(Value):
    """scope: the layers looked at. notices: what else is wrong."""

    rules: tuple[RuleLine, ...]
    scope: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
