"""The parts of the published note format that are made from the registries: types, relations, limits, rules of lint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sagacity.core import lint_rules
from sagacity.core.format import LIMITS
from sagacity.core.relations import ORDERED, RELATIONS
from sagacity.core.types import TYPES
from scripts.readme import with_block

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "docs/note-format.md"


def pages(root: Path) -> dict[str, str]:
    """The page with its made parts as they must be."""
    text = (root / PAGE).read_text()
    for name, made in (
        ("types", types()),
        ("relations", relations()),
        ("limits", limits()),
        ("rules", lint_rules.page()),
    ):
        text = with_block(text, name, made)
    return {PAGE: text}


def types() -> str:
    """A row a type."""
    head = ["| type | family | what it is | also | kinds | statuses | cap |", "|---|---|---|---|---|---|---|"]
    rows = (
        f"| `{one.name}` | {one.family} | {one.summary} | {_words(one.aliases)} | {_words(one.kinds)} |"
        f" {_words(one.statuses)} | {one.body_cap:,} |"
        for one in TYPES
    )
    return "\n".join([*head, *rows])


def relations() -> str:
    """A row a relation."""
    rows = ["| relation | the note … | read backwards | also | circles |", "|---|---|---|---|---|"]
    for one in RELATIONS:
        inverse = "the same" if one.symmetric else f"`{one.inverse}`"
        also = _words(one.aliases) + (f"; backwards {_words(one.inverse_aliases)}" if one.inverse_aliases else "")
        circles = "refused" if one.op in ORDERED else ""
        rows.append(f"| `@{one.op}` | {one.summary} | {inverse} | {also.removeprefix('; ')} | {circles} |")
    return "\n".join(rows)


def limits() -> str:
    """A row a limit."""
    rows = ["| what | at most |", "|---|---|"]
    return "\n".join([*rows, *(f"| {name.replace('_', ' ')} | {value:,} |" for name, value in LIMITS)])


def _words(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)
