"""What `stats` takes and gives."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class StatsRequest(Request):
    """What the memory put before agents, day by day, and how much of it was of use."""

    since: str = arg("7d", help="7d, 24h, a date or `last week`")
    project: str = arg(help="only in this project")


class DayLine(Value):
    """A day in UTC. starts, prompts, tools: how often something was put before an agent when a session started, with a
    prompt, before a tool. asked: recalls, reads and contexts that were asked for. tokens: of all of them.
    """

    day: str
    starts: int
    prompts: int
    tools: int
    asked: int
    tokens: int


class StatsResult(Value):
    """days: the newest first, those without anything left out. shown: notes put before an agent unasked, each once in a
    session; used: those of them that were read whole, or called useful, later in that session. hit_rate: used of
    shown, 0 to 1; -1 where nothing was shown.
    """

    days: tuple[DayLine, ...]
    tokens: int
    shown: int
    used: int
    hit_rate: float
