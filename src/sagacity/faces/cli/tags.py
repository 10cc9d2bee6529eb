"""Tags, as a person reads them."""

from __future__ import annotations

from .screen import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.tagging import TagsResult
    from .screen import Screen


def show_tags(screen: Screen, result: TagsResult) -> None:
    """A tag a line: in use, with the number of its notes; or suggested, with the reason."""
    for use in result.tags:
        others = f"  also {', '.join(map(line, use.spellings))}" if use.spellings else ""
        screen.say(f"{use.notes:>6}  {screen.paint(line(use.tag), 'bold')}{screen.paint(others, 'dim')}")
    for one in result.suggested:
        facts = f"{one.score:.2f} \u00b7 {one.notes} notes \u00b7 {line(one.why)}"
        screen.say(f"{screen.paint(line(one.tag), 'bold')}  {screen.paint(facts, 'dim')}")
    if not (result.tags or result.suggested):
        screen.say(f"no such tags among {result.tagged} notes with tags" if result.tagged else "no note has tags yet")
    if result.more:
        screen.say(screen.paint(f"{result.more} more: --limit", "dim"))
    for text in (result.hint, *result.problems):
        if text:
            screen.say(screen.paint(line(text), "yellow"))
