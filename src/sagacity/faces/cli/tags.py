"""Tags, as a person reads them."""

from __future__ import annotations

from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.tagging import TagsChangeResult, TagsResult
    from .screen import Screen

STYLES = {"@": "dim", "+": "green", "-": "red"}
TAIL = 7


def show_tags(screen: Screen, result: TagsResult) -> None:
    """A tag a line: in use, with the number of its notes; or suggested, with the reason."""
    for use in result.tags:
        others = f"  also {', '.join(map(line, use.spellings))}" if use.spellings else ""
        screen.say(f"{use.notes:>6}  {screen.paint(line(use.tag), 'bold')}{screen.paint(others, 'dim')}")
    for one in result.suggested:
        notes = "1 note" if one.notes == 1 else f"{one.notes} notes"
        facts = f"{one.score:.2f} \u00b7 {notes} \u00b7 {line(one.why)}"
        screen.say(f"{screen.paint(line(one.tag), 'bold')}  {screen.paint(facts, 'dim')}")
    if not (result.tags or result.suggested):
        screen.say(f"no such tags among {result.tagged} notes with tags" if result.tagged else "no note has tags yet")
    if result.more:
        screen.say(screen.paint(f"{result.more} more: --limit", "dim"))
    for text in (result.hint, *result.problems):
        if text:
            screen.say(screen.paint(line(text), "yellow"))


def show_change(screen: Screen, result: TagsChangeResult) -> None:
    """The notes, in a dry run with what would change in each; then what it comes to."""
    for change in result.changes:
        facts = " \u00b7 ".join(line(fact) for fact in (change.layer, change.project, change.id[-TAIL:]) if fact)
        screen.say(f"{screen.paint(line(change.title), 'bold')}  {screen.paint(facts, 'dim')}")
        for text in change.diff if result.dry_run else ():
            screen.say(
                f"  {screen.paint(safe(text), STYLES.get(text[:1], ''))}" if text[:1] in STYLES else f"  {safe(text)}"
            )
    count = len(result.changes)
    notes = "1 note" if count == 1 else f"{count} notes"
    done = f"{notes} would change; nothing was done" if result.dry_run else f"{notes} changed"
    screen.say(screen.paint(done, "dim"))
    for text in result.left_out:
        screen.say(screen.paint(f"left as they are: {line(text)}", "yellow"))
    if result.operation:
        screen.say(screen.paint(f"`sagacity undo --operation {result.operation}` takes it back", "dim"))
