"""Takes the triggers of all rules out of the index, for the list that hooks read."""

from __future__ import annotations

import os

from .connection import fetch
from .sqltext import LIST_SEPARATOR
from .trigger_list import stamp_of, stamps_of_index, write_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    import apsw

    from .sqltext import Statements

MAX_DIRS = 300


def keep_triggers(db: apsw.Connection, statements: Statements, path: str, folders: Mapping[str, str]) -> None:
    """As the index's contract says; path: of the index. Where the list cannot be written, hooks ask the index."""
    if not path:
        return
    stamps = stamps_of_index(path)
    rules: list[tuple[str, str]] = []
    for enforcement, triggers, root, name, mtime_ns, size in fetch(db, statements["all_triggered"]):
        rules += [(enforcement, one) for one in triggers.split(LIST_SEPARATOR)]
        if root in folders:
            stamps.append((stamp_of(mtime_ns, size), f"{folders[root]}/{name}"))
    for root, name, mtime_ns in fetch(db, statements["some_dirs"], (MAX_DIRS,)):
        if root in folders:
            stamps.append((stamp_of(mtime_ns, 0), f"{folders[root]}/{name}".rstrip("/")))
    lists = fetch(db, statements["all_anchors"])
    anchors = list(dict.fromkeys(one for (text,) in lists for one in text.split(LIST_SEPARATOR)))
    try:
        write_list(os.path.dirname(path), stamps, rules, anchors)
    except OSError:
        return
