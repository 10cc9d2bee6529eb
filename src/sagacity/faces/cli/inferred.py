"""Relations that notes suggest, as a person reads them."""

from __future__ import annotations

from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.inferring import InferResult
    from .screen import Screen


def show_inferred(screen: Screen, result: InferResult) -> None:
    """A line for each, why, and the command that writes it."""
    for one in result.proposals:
        said = f"{line(one.source_title)} {screen.paint(line(one.op), 'bold')} {line(one.target_title)}"
        screen.say(f"{one.score:.2f}  {said}")
        screen.say(screen.paint(f"      {one.signal}: {line(one.evidence)}", "dim"))
        screen.say(f"      {safe(one.command)}")
    if not result.proposals:
        screen.say("nothing is suggested")
    more = f"; {result.more} more: --limit" if result.more else ""
    screen.say(screen.paint(f"{result.examined} notes read, nothing changed{more}", "dim"))
    if result.cut:
        screen.say(screen.paint(line(result.cut), "yellow"))
