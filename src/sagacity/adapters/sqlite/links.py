"""The relations of many notes at once, with both of their ends, for whoever goes from note to note."""

from __future__ import annotations

from ...app.records import Edge
from ...core.handles import fold
from .connection import fetch, scalar
from .gate import gate_of
from .names import key_of
from .search import clean
from .sqltext import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from ...app.links import Link
    from ...app.records import Filters
    from .sqltext import Statements


def links(
    db: apsw.Connection, statements: Statements, keys: Sequence[int], filters: Filters, ops: tuple[str, ...]
) -> list[Link]:
    """See `app.index_port.Index.links`."""
    gate = gate_of(db, statements, filters)
    condition = statements.listed("ops", len(ops)) if ops else ""
    values = (*gate.values, listing(keys), *ops)
    plain = ("links_from", "links_to")
    aimed = ("links_from_aimed", "links_to_aimed") if scalar(db, statements["any_aim"]) else ()
    found = [
        fetch(db, statements[name].replace("{gate}", gate.sql).replace("{ops}", condition), values)
        for name in (*plain, *aimed)
    ]
    if not aimed:
        return found[0] + found[1]
    ended = {(link[0], link[3], link[6]) for link in found[2]}
    kept = [link for link in found[0] if link[1] >= 0 or (link[0], link[3], link[6]) not in ended]
    return list(dict.fromkeys((*kept, *found[2], *found[1], *found[3])))


def edges_named(db: apsw.Connection, statements: Statements, names: Sequence[str], ops: tuple[str, ...]) -> list[Edge]:
    """See `app.index_port.Index.edges_named`."""
    condition = statements.listed("ops", len(ops)) if ops else ""
    keys = [key_of(fold(clean(name))) for name in names]
    values = (listing(keys), *ops)
    asked = ("edges_named", "edges_named_aimed") if scalar(db, statements["any_aim"]) else ("edges_named",)
    rows = {row for name in asked for row in fetch(db, statements[name].replace("{ops}", condition), values)}
    return [Edge(*row) for row in sorted(rows)]
