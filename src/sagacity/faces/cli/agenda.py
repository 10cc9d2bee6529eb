"""The agenda as a person reads it."""

from __future__ import annotations

from ...core.work import DONE, WHENS, due_said
from .screen import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...app.working import WorkItem, WorkResult
    from .screen import Screen

TAIL = 7
STYLES = {"overdue": "red", "today": "yellow"}


def show_agenda(screen: Screen, result: WorkResult) -> None:
    """Below a heading for each time what is due then, sub-tasks below their plan; then the numbers."""
    heading = ""
    for group in _groups(result.items):
        first = min((item.when for item in group), key=WHENS.index)
        if first != heading:
            heading = first
            screen.say(screen.paint(heading, STYLES.get(heading, "bold")))
        for item in group:
            _item(screen, item)
    counts = ", ".join(f"{count.items} {count.when}" for count in result.counts)
    if counts:
        screen.say(screen.paint(counts + (f"; {result.more} more: --limit" if result.more else ""), "dim"))
    for text in (*result.withheld, result.hint):
        if text:
            screen.say(screen.paint(line(text), "yellow"))


def _groups(items: Sequence[WorkItem]) -> Iterator[list[WorkItem]]:
    """A plan with what stands below it."""
    group: list[WorkItem] = []
    for item in items:
        if group and not item.depth:
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def _item(screen: Screen, item: WorkItem) -> None:
    indent = "  " * (item.depth + 1)
    facts = (
        item.type,
        item.status.replace("_", " "),
        _due(item),
        f"{item.done} of {item.parts} done" if item.parts else "",
        f"of {item.plan}" if item.plan and not item.depth else "",
        item.layer,
        item.project,
        item.trust if item.trust == "untrusted" else "",
        item.id[-TAIL:],
    )
    meta = " \u00b7 ".join(line(fact) for fact in facts if fact)
    screen.say(f"{indent}{screen.paint(line(item.title or item.slug), 'bold')}  {screen.paint(meta, 'dim')}")
    flags = [f"waits for {one}" for one in item.waits_for] + ([f"blocked: {item.reason}"] if item.reason else [])
    for flag in flags:
        screen.say(screen.paint(f"{indent}  {line(flag)}", "yellow"))


def _due(item: WorkItem) -> str:
    """The date, and of what is open how far away it is."""
    if not item.due or item.when == "no date":
        return ""
    return f"due {item.due}" if item.when == DONE else f"{due_said(item.due_days)} ({item.due})"
