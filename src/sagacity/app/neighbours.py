"""What a new note may want to be linked with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.mentions import names_in
from ..core.preview import summary_of
from ..core.similar import similarity, sketch
from .freshness import verify
from .relate import is_past, standing
from .relation_view import LinkHint
from .resolve import may_name
from .similar import alike, near

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .context import App
    from .records import Row
    from .results import Written
    from .scope import Scope

NAMES = 8
"""So many names of the text are looked up."""
SHOWN = 3
AKIN = 0.2
"""Likeness from which two notes speak of the same."""


def hints_for(app: App, scope: Scope, one: Written, content: str) -> tuple[LinkHint, ...]:
    """As `suggested_links`, of a note with this text that is there."""
    others = [(score, row) for score, row in near(app, scope, content, title=one.title) if row.id != one.id]
    similar = alike(app, scope, others, content, title=one.title)
    return suggested_links(app, scope, one.replace(similar=similar), content, others)


def suggested_links(
    app: App, scope: Scope, one: Written, content: str, near: Sequence[tuple[float, Row]]
) -> tuple[LinkHint, ...]:
    """At most three, named ones first: notes that it is not linked with and that do not say the same. near: notes with
    the same words, best first. None across the limits of trust, layers and projects.
    """
    others = {other.id for other in one.similar}
    own = [row for row, _ in app.index.find(one.id, scope.filters.layers)][:1]
    if not own:
        return ()
    edges = [*app.index.edges_from([own[0].key]), *app.index.edges_to([own[0].key], ())]
    linked = {edge.target for edge in edges} | {edge.source for edge in edges}
    found: dict[int, tuple[Row, str]] = {}
    for row, why in (*_named(app, scope, one, content), *_akin(one, content, near)):
        if row.key not in linked and row.id not in others and _may(app, scope, own[0], row):
            found.setdefault(row.key, (row, why))
    rows = [row for row, _ in found.values()][:SHOWN]
    stands = standing(app, rows, scope) if rows and verify(app, scope.layers, rows) else {}
    return tuple(
        LinkHint(_op(row, why), row.id, row.title, scope.layer_of(row.layer).name, why)
        for row, why in list(found.values())[:SHOWN]
        if row.key in stands and not is_past(stands[row.key])
    )


def _op(row: Row, why: str) -> str:
    if row.type == "entity":
        return "mentions"
    return "references" if why == NAMED else "relates_to"


NAMED = "names it"


def _named(app: App, scope: Scope, one: Written, content: str) -> Iterator[tuple[Row, str]]:
    for name in names_in(content)[:NAMES]:
        rows = [row for row, _ in app.index.find(name, scope.filters.layers) if row.id != one.id]
        if len(rows) == 1:
            yield rows[0], NAMED


def _akin(one: Written, content: str, near: Sequence[tuple[float, Row]]) -> Iterator[tuple[Row, str]]:
    new = sketch(one.title, summary_of("", content))
    for _, row in near:
        if similarity(new, sketch(row.title, row.summary)) >= AKIN:
            yield row, "speaks of the same"


def _may(app: App, scope: Scope, own: Row, row: Row) -> bool:
    projects = scope.filters.projects
    if row.trust == 0 or not may_name(app, row) or row.lifecycle == "archived":
        return False
    if projects is not None and row.project not in ("", *projects):
        return False
    return row.layer == own.layer or scope.layer_of(own.layer).kind == "personal"
