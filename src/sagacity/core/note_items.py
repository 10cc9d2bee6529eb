"""Changes lists of a note item by item: what stays keeps its rows, comments and the parts unknown to us."""

from __future__ import annotations

from .note_read import items_of, reference_of, relation_of
from .note_write import item_tree, text_layout
from .yaml_scalars import UnreadableError
from .yaml_tree import read_entries
from .yaml_write import list_rows, map_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .note import Reference, Relation
    from .yaml_flow import Tree
    from .yaml_tree import Entry

    Items = tuple[str, ...] | tuple[Relation, ...] | tuple[Reference, ...]

_KNOWN_PARTS = frozenset(
    ("op", "target", "note", "notes", "properties", "path", "lines", "commit", "hash", "blame_hash")
)


def list_chunks(entry: Entry, rows: list[str], value: Items) -> list[str]:
    """The rows of a block list with other items. An item comes with the comments above it."""
    first = rows[entry.items[0][0]]
    indent = len(first) - len(first.lstrip(" "))
    end = first[len(first.rstrip("\r\n")) :]
    starts = [entry.first + 1, *(last for _, last in entry.items)]
    old = items_of(entry.value)
    chunks: list[str] = []
    for at, tree in merged_items(entry, value):
        if at >= 0 and tree is old[at]:
            chunks += rows[starts[at] : entry.items[at][1]]
            continue
        changed = None
        if at >= 0 and isinstance(tree, dict):
            own, last = entry.items[at]
            chunks += rows[starts[at] : own]
            changed = _with_parts(rows[own:last], tree, end)
        chunks += [row + end for row in list_rows([tree], indent)] if changed is None else changed
    return chunks


def _with_parts(rows: list[str], parts: dict[str, Tree], end: str) -> list[str] | None:
    """The rows of a mapping behind a dash, ours as given, all others as they are; None if that is not safe."""
    line = rows[0]
    column = len(line) - len(line.lstrip(" ")[1:].lstrip(" "))
    if any(row.strip() and not row.startswith(" " * column) for row in rows[1:]):
        return None
    inner = [line[column:], *(row[column:] if row.strip() else row.lstrip(" ") for row in rows[1:])]
    try:
        entries = read_entries([row.rstrip("\r\n") for row in inner])
    except UnreadableError:
        return None
    for entry in reversed(entries):
        if entry.key not in parts:
            del inner[entry.first : entry.last]
        elif entry.value != parts[entry.key]:
            inner[entry.first : entry.last] = _part_rows(entry.key, parts[entry.key], end, entry.style)
    present = {entry.key for entry in entries}
    for key, tree in parts.items():
        if key not in present:
            inner += _part_rows(key, tree, end)
    if inner[0][0] in "# \r\n":
        return None
    return [line[:column] + inner[0], *(" " * column + row if row.strip() else row for row in inner[1:])]


def _part_rows(key: str, tree: Tree, end: str, style: str = "") -> list[str]:
    if isinstance(tree, str):
        text, below = text_layout(tree, style, block=False)
        return [f"{key}: {text}{end}", *below]
    return [row + end for row in map_rows({key: tree}, 0)]


def merged_items(entry: Entry, value: Items) -> list[tuple[int, Tree]]:
    """The items of a list to be written: (index of the old item it comes from or -1, tree).

    An old item with the same meaning stays, the very same tree; one that names the same thing keeps the parts unknown
    to us; one that we cannot read stays, at the end.
    """
    # Tags in one plain scalar are no list that could be kept.
    old = [] if isinstance(entry.value, str) and entry.key == "tags" else items_of(entry.value)
    meanings = [_meaning(entry.key, tree) for tree in old]
    free: dict[object, list[int]] = {}
    for at in reversed(range(len(old))):
        free.setdefault(meanings[at], []).append(at)
        free.setdefault(_identity(meanings[at]), []).append(at)
    used: set[int] = set()
    items: list[tuple[int, Tree]] = []
    for new in value:
        same = _take(free, new, used)
        if same >= 0:
            items.append((same, old[same]))
        else:
            like = -1 if isinstance(new, str) else _take(free, _identity(new), used)
            items.append((like, _merged_parts(old[like], item_tree(new)) if like >= 0 else item_tree(new)))
    unread = [at for at, meaning in enumerate(meanings) if meaning is None and old[at] is not None]
    return items + [(at, old[at]) for at in unread]


def _take(free: dict[object, list[int]], key: object, used: set[int]) -> int:
    """The first unused old item under this key, -1 for none; it is used then."""
    places = free.get(key, [])
    while places:
        at = places.pop()
        if at not in used:
            used.add(at)
            return at
    return -1


def _meaning(key: str, tree: Tree) -> str | Relation | Reference | None:
    """What an item of a list says; None if we cannot read it."""
    if key == "relations":
        return relation_of(tree)
    if key == "references":
        return reference_of(tree)
    return tree if isinstance(tree, str) and tree else None


def _identity(item: str | Relation | Reference | None) -> tuple[str, ...]:
    """What makes two items the same thing with different details; empty for none."""
    if item is None or isinstance(item, str):
        return ()
    tree = item_tree(item)
    return tuple(str(tree.get(part)) for part in ("op", "target", "path")) if isinstance(tree, dict) else ()


def _merged_parts(old: Tree, new: Tree) -> Tree:
    """A mapping with our parts from `new` and all other parts from `old`, in the old order."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    op = old.get("op")
    if isinstance(op, str) and "@" + op == new.get("op"):
        new = {**new, "op": op}  # written without its @, which says the same
    parts = {key: new.get(key, tree) for key, tree in old.items() if key in new or key not in _KNOWN_PARTS}
    return {**parts, **new}
