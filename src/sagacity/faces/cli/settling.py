"""Conflicts, and what waits for a person."""

from __future__ import annotations

from .screen import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.grouping import DuplicatesResult
    from ...app.settling import ConflictsResult, ReviewItem, ReviewResult, Side
    from .screen import Screen

TAIL = 7


def show_conflicts(screen: Screen, result: ConflictsResult) -> None:
    """Each pair: why, both texts, what settles it."""
    for conflict in result.conflicts:
        screen.say(screen.paint(f"{conflict.kind}: {conflict.why}", "yellow"))
        _side(screen, conflict.one)
        _side(screen, conflict.other)
        for command in conflict.commands:
            screen.say(f"  {screen.paint(line(command), 'dim')}")
    shown, total = len(result.conflicts), result.total
    more = f", {total - shown} more: --limit" if shown < total else ""
    screen.say(screen.paint(f"{total} {'pair' if total == 1 else 'pairs'} in conflict{more}", "dim"))
    _withheld(screen, result.withheld)


def _side(screen: Screen, side: Side) -> None:
    age = f"{side.age_days}d" if side.age_days else "today"
    facts = (side.layer, side.project, side.trust, age, side.id[-TAIL:])
    meta = " \u00b7 ".join(line(fact) for fact in facts if fact)
    screen.say(f"  {screen.paint(line(side.title), 'bold')}  {screen.paint(meta, 'dim')}")
    screen.say("\n".join(screen.wrap(side.text + ("\u2026" if side.cut else ""), "    ")))


def show_duplicates(screen: Screen, result: DuplicatesResult) -> None:
    """Each group: its notes, the one to keep first, and the command that merges them."""
    for group in result.groups:
        screen.say(screen.paint(group.kind, "yellow"))
        for note in group.notes:
            facts = (note.layer, note.project, note.updated_at[:10], f"{note.score:.2f}", note.id[-TAIL:])
            meta = " \u00b7 ".join(line(fact) for fact in facts if fact)
            screen.say(f"  {screen.paint(line(note.title), 'bold')}  {screen.paint(meta, 'dim')}")
        screen.say(f"  {screen.paint(line(group.command), 'dim')}")
    shown, total = len(result.groups), result.total
    more = f", {total - shown} more: --limit" if shown < total else ""
    counted = f"{total} {'group' if total == 1 else 'groups'} among {result.compared} notes{more}"
    screen.say(screen.paint(f"{counted}, {result.took_ms / 1000:.1f} s", "dim"))
    _withheld(screen, result.unchecked)


def show_review(screen: Screen, result: ReviewResult) -> None:
    """A line an item and what closes it; then the counts."""
    if result.dismissed:
        screen.say(f"dismissed: {result.dismissed[-TAIL:]} stays as it is")
    for item in result.items:
        _item(screen, item)
    shown, total = len(result.items), result.total
    more = f", {total - shown} more: --limit" if shown < total else ""
    waits = "nothing waits" if not total else f"{total} {'note waits' if total == 1 else 'notes wait'}{more}"
    settled = f"; {result.conflicts} in conflict: sagacity conflicts" if result.conflicts else ""
    screen.say(screen.paint(f"{waits}{settled}", "dim"))
    _withheld(screen, result.withheld)


def _item(screen: Screen, item: ReviewItem) -> None:
    facts = (item.layer, item.project, item.trust, item.at, item.who, item.id[-TAIL:])
    meta = " \u00b7 ".join(line(fact) for fact in facts if fact)
    screen.say(f"{item.kind}: {screen.paint(line(item.title), 'bold')}  {screen.paint(meta, 'dim')}")
    if item.why:
        screen.say(screen.paint(f"  {line(item.why)}", "yellow"))
    for command in item.commands:
        screen.say(f"  {screen.paint(line(command), 'dim')}")


def _withheld(screen: Screen, lines: tuple[str, ...]) -> None:
    for text in lines:
        screen.say(screen.paint(line(text), "yellow"))
