"""A relation as it is shown at a note."""

from __future__ import annotations

from ..core.ids import tail
from ..core.value import Value


class RelationView(Value):
    """One edge at a note. direction: out or in; word: the relation read from this side. id "" when dangling; then
    deleted_at says when the other end was deleted, if it was, and title what it was called.

    properties: each as `name=value`. by, at, confirmed: only when explained: the origin of the version that brought it
    and when that was, and whether a person wrote or approved the text that holds it now.
    """

    op: str
    word: str
    direction: str
    id: str
    title: str
    layer: str
    target: str
    note: str = ""
    deleted_at: str = ""
    properties: tuple[str, ...] = ()
    by: str = ""
    at: str = ""
    confirmed: bool = False


class LinkHint(Value):
    """A relation that a new note may want. why: it names the other note, or speaks of the same."""

    op: str
    id: str
    title: str
    layer: str
    why: str


class EntityTie(Value):
    """An entity that a note was given. type: with its kind. is_new: it was made with the note."""

    op: str
    id: str
    title: str
    type: str
    is_new: bool = False


def relation_line(view: RelationView) -> str:
    """What a relation leads to, and what is written at it, in a line."""
    gone = f"(deleted {view.deleted_at})" if view.deleted_at else "(not found)"
    return f"{view.word} {tail(view.id) if view.id else gone} {view.title or view.target}{said_of(view)}"


def said_of(view: RelationView) -> str:
    """As `said_at`, with who made it where that is explained."""
    made = f"{view.by}, {view.at}, {'confirmed' if view.confirmed else 'unconfirmed'}" if view.at else ""
    return said_at(view.note, view.properties, made)


def said_at(note: str, properties: tuple[str, ...], made: str = "") -> str:
    """What is written at a relation, in brackets behind a blank; "" for nothing."""
    facts = "; ".join(part for part in (note, ", ".join(properties), made) if part)
    return f" ({facts})" if facts else ""
