"""What the memory cost and was good for, as a person reads it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.counting import StatsResult
    from .screen import Screen


def show_stats(screen: Screen, result: StatsResult) -> None:
    """A line a day, then what was used of what was shown."""
    for one in result.days:
        told = f"{one.starts} starts, {one.prompts} prompts, {one.tools} tools, {one.asked} asked for"
        screen.say(f"{screen.paint(one.day, 'bold')}  {one.tokens} tokens: {told}")
    if not result.days:
        screen.say("nothing was shown in this time")
    if result.shown:
        share = f"{result.hit_rate:.0%}"
        screen.say(f"{result.used} of {result.shown} notes shown unasked were then read or called useful ({share})")
