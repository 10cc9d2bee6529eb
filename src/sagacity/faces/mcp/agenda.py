"""The agenda as a model is to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.frame import Block, Listing, render, tail
from ...core.work import DONE, due_said
from .caps import CAPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...app.working import WorkItem, WorkResult


def agenda_text(result: WorkResult, nonce: str) -> str:
    """Framed, since titles are text of notes."""
    heading = "ID type layer trust status when: title, sub-tasks behind their plan"
    lines = tuple(text for item in result.items for text in _item(item))
    items: list[Block | Listing] = [Listing(heading, lines, tuple(item.id for item in result.items))] if lines else []
    counts = ", ".join(f"{count.items} {count.when}" for count in result.counts) or "nothing"
    project = f"project {result.project}" if result.project else "no project"
    more = f"{result.more} more with limit" if result.more else ""
    notices = [Listing("; ".join(filter(None, (counts, project, *result.withheld, more, result.hint))))]
    return render("recall", items, nonce, caps=CAPS, notices=notices).text


def _item(item: WorkItem) -> Iterator[str]:
    due = [f"due {item.due}"] if item.due and item.when != "no date" else []
    due += [due_said(item.due_days)] if due and item.when != DONE else []
    flags = [f"{item.done} of {item.parts} done"] if item.parts else []
    flags += [f"of {item.plan}"] if item.plan and not item.depth else []
    flags += [f"project {item.project}"] if item.project else []
    facts = " ".join((tail(item.id), item.type, item.layer, item.trust, item.status))
    indent = "  " * item.depth
    yield f"{indent}{', '.join((facts, *due, *flags))}: {item.title or item.slug}"
    yield from (f"{indent}  waits for {one}" for one in item.waits_for)
    if item.reason:
        yield f"{indent}  blocked: {item.reason}"
