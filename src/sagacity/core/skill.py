"""A skill: a SKILL.md, kept to the byte below the frontmatter of its note, that says its name and its use itself."""

from __future__ import annotations

from .fences import FENCE, after_fence, body_text, closing_fence, line_feeds
from .frontmatter import read_text
from .handles import fold
from .note_read import as_text
from .preview import TITLE_MAX_CHARS, shorten, summary_of, title_of
from .value import Value

TYPE = "skill"
TRIGGER_MAX_CHARS = 800
"""Of 2,740 published skills ninety-nine in a hundred say in 775 characters when they are to be used."""


class SkillHead(Value):
    """What a skill says of itself. name: "" when it has none. trigger: when to use it, one line, may be "".

    authored: it says both in frontmatter of its own.
    """

    name: str
    trigger: str
    authored: bool


def head_of(text: str) -> SkillHead:
    """name and description of a SKILL.md's own frontmatter; else its first heading and its first paragraph."""
    doc = read_text(text)
    said = {entry.key: _line(as_text(entry)) for entry in doc.entries}
    rest = doc.rest
    if doc.error:
        said, rest = _loosely(text)
    body = body_text(text[rest:])
    name, trigger = said.get("name", ""), said.get("description", "")
    authored = bool(name and trigger)
    return SkillHead(
        shorten(name or title_of(body), TITLE_MAX_CHARS),
        shorten(trigger or _line(summary_of("", body)), TRIGGER_MAX_CHARS),
        authored,
    )


def _loosely(text: str) -> tuple[dict[str, str], int]:
    """The keys with what stands behind them, where a colon or a sign in a plain text makes it no YAML, as in many
    published skills; and where the text after the frontmatter begins.
    """
    start = after_fence(text, 0) if text.startswith(FENCE) else -1
    fence, rest = closing_fence(text, start) if start >= 0 else (-1, 0)
    if fence < 0:
        return {}, 0
    said: dict[str, str] = {}
    key = ""
    for row in line_feeds(text[start:fence]).split("\n"):
        head, colon, value = row.partition(":")
        if colon and head and not head[0].isspace():
            key, said[head] = head, _line(value).strip("\"'")
        elif key:
            said[key] = _line(f"{said[key]} {row}")
    return said, rest


def is_skill(type_name: str) -> bool:
    """Whether a note that has this as its type is a skill."""
    return type_name.strip().lower() == TYPE


def fold_name(name: str) -> str:
    """The key of a skill's name: what `fold` makes of it where a slash, also the one that a command begins with, is a
    blank.
    """
    return fold(name.replace("/", " "))


def _line(text: str) -> str:
    return " ".join(text.split())
