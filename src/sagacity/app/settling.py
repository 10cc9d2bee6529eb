"""What `conflicts` and `review` take and give."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class ConflictsRequest(Request):
    """Pairs of notes that cannot both hold."""

    project: str = arg(help="as if in this project")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")
    limit: int = arg(20, help="most pairs listed; all are counted", minimum=1, maximum=1000)


class ReviewRequest(Request):
    """What waits for a person, or the end of one such item."""

    action: str = arg(
        "list", help="list, or dismiss: the note stays as it is", choices=("list", "dismiss"), positional=True
    )
    handle: str = arg(help="the note that a dismissal is about", positional=True)
    reason: str = arg(help="why it is dismissed; needed")
    project: str = arg(help="as if in this project")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")
    limit: int = arg(20, help="most notes of each kind listed; all are counted", minimum=1, maximum=1000)


class Side(Value):
    """One note of a pair. text: its body, cut. age_days: since its last change."""

    id: str
    title: str
    layer: str
    project: str
    trust: str
    age_days: int
    text: str
    cut: bool = False


class Conflict(Value):
    """kind: declared, two replacements, circle or lost replacement. why: in words. commands: what settles it."""

    kind: str
    why: str
    one: Side
    other: Side
    commands: tuple[str, ...]


class ConflictsResult(Value):
    """total: pairs found, also beyond the limit."""

    conflicts: tuple[Conflict, ...]
    total: int
    scope: tuple[str, ...]
    project: str
    withheld: tuple[str, ...] = ()


class ReviewItem(Value):
    """A note that waits. kind: judged wrong, canonical proposed or waiting (nobody approved it). why: the reason given.

    who: the door and session that said so, or the origin of a waiting text. commands: that close it, to paste.
    """

    kind: str
    id: str
    title: str
    layer: str
    project: str
    trust: str
    at: str
    who: str
    why: str
    commands: tuple[str, ...]


class ReviewResult(Value):
    """items: the oldest first within a kind. total: also those beyond the limit. conflicts: pairs that `conflicts`
    lists. dismissed: id of the note, after a dismissal.
    """

    items: tuple[ReviewItem, ...]
    total: int
    conflicts: int
    scope: tuple[str, ...]
    project: str
    dismissed: str = ""
    withheld: tuple[str, ...] = ()
