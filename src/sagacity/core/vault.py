"""Notes as Obsidian shows them: relations as links that its graph draws, pages that list notes, settings to begin with.

Source: Obsidian's help on properties (links in quoted lists), aliases and the graph view's settings.
"""

from __future__ import annotations

import json

from .looks import all_colors
from .note_read import unknown_keys
from .notefile import edit_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .note import Note
    from .note_read import FieldValue

ALIASES = "aliases"
RELATION = "rel_"
INDEX = "_index"
NO_LINK = frozenset("[]|#^")


def wiki_link(path: str, title: str) -> str:
    """A link to a file of the vault, "" where none can lead to its name."""
    target = path.removesuffix(".md")
    if NO_LINK.intersection(target):
        return ""
    words = " ".join("".join(" " if sign in NO_LINK else sign for sign in title).split())
    return f"[[{target}|{words}]]" if words else f"[[{target}]]"


def with_links(data: bytes, note: Note, relations: Mapping[str, Sequence[str]]) -> bytes:
    """The file with a property for each relation (`rel_supersedes`, a list of links) and its title and synonyms as
    aliases. A property of one of these names that the note has stays as it is. The rest keeps its bytes.

    relations: word → links. Raises `refused` for a file that cannot be edited safely.
    """
    there = frozenset(unknown_keys(data))
    names = tuple(dict.fromkeys(name for name in (note.title, *note.synonyms) if name.strip()))
    fields: dict[str, FieldValue] = {
        RELATION + word: tuple(links) for word, links in sorted(relations.items()) if links
    }
    if names:
        fields[ALIASES] = names
    return edit_note(data, {key: value for key, value in fields.items() if key not in there})


def page(title: str, count: int, links: Sequence[str]) -> bytes:
    """A note that lists others."""
    said = f"{count} {'note' if count == 1 else 'notes'}"
    return "\n".join([f"# {title}", "", said, "", *(f"- {link}" for link in links), ""]).encode("utf-8", "replace")


def settings() -> dict[str, bytes]:
    """The files of `.obsidian` that a new vault begins with: links by path, and a graph coloured by type."""
    groups = [
        {"query": f'["type":{name}]', "color": {"a": 1, "rgb": int(color[1:], 16)}} for name, color in all_colors()
    ]
    files = {
        "app.json": {"newLinkFormat": "absolute", "useMarkdownLinks": False},
        "graph.json": {"search": f"-path:{INDEX}", "showOrphans": True, "colorGroups": groups},
    }
    return {name: (json.dumps(said, indent=1) + "\n").encode() for name, said in files.items()}
