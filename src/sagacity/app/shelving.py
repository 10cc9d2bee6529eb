"""What `skill install`, `skill uninstall` and `skill verify` take and give, besides plans."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg

EDITED = ("keep", "overwrite")


class SkillInstallRequest(Request):
    """Skills that come with Sagacity, put where agents look for skills. Without `yes` it only says what it would do."""

    agents: tuple[str, ...] = arg((), help="the agents, or all", positional=True, option="agent", required=True)
    project: bool = arg(False, help="into the project at hand, for all who work on it")
    global_: bool = arg(False, help="for all of your projects", option="global")
    skills: tuple[str, ...] = arg((), help="only these", option="skill")
    edited: str = arg("keep", help="what to do with a file that you have changed: keep or overwrite", choices=EDITED)
    yes: bool = arg(False, help="apply without asking")
    dry_run: bool = arg(False, help="only show the plan", option="dry-run", faces=("cli",))
    expect: str = arg(help="the plan that was agreed to; refused if another is due by now", faces=("python",))


class SkillRemoveRequest(Request):
    """Takes away what `skill install` wrote and nobody changed since. Without `yes` it only says what it would do."""

    agents: tuple[str, ...] = arg((), help="the agents, or all", positional=True, option="agent", required=True)
    project: bool = arg(False, help="from the project at hand")
    global_: bool = arg(False, help="from where all of your projects find them", option="global")
    skills: tuple[str, ...] = arg((), help="only these", option="skill")
    yes: bool = arg(False, help="apply without asking")
    dry_run: bool = arg(False, help="only show the plan", option="dry-run", faces=("cli",))
    expect: str = arg(help="the plan that was agreed to; refused if another is due by now", faces=("python",))


class SkillVerifyRequest(Request):
    """Which of the shipped skills are installed where, and whether they still are what was installed."""


class ShelfLine(Value):
    """An installed skill. state: sound, outdated, edited or missing."""

    name: str
    path: str
    state: str


class SkillVerifyResult(Value):
    """shipped: (name, when to use it). agents: those that can have them. sound: nothing is outdated or missing."""

    installed: tuple[ShelfLine, ...]
    shipped: tuple[tuple[str, str], ...]
    agents: tuple[str, ...]
    sound: bool
