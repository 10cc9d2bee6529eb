"""From a handle to the one note it names."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.handles import STRENGTH
from ..core.ids import MIN_TAIL, is_id
from ..core.relations import parse_target
from ..core.trust import stays_here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import Layer, Row
    from .scope import Scope

NEAR = 5
KEPT_BACK = "(confidential)"


def resolve(app: App, handle: str, scope: Scope) -> Row:
    """The note that an id, its last 7 or more characters, a slug, title or synonym names; `layer:handle` in that layer.

    The strongest kind of handle in the first layer that knows it wins, layers that nobody approved coming last: a
    repository cannot answer to the names of the user's own notes. An id is found in every layer this user opened.
    Raises SagacityError `ambiguous` with the candidates, `not_found` with near names.
    """
    found = find(app, handle, scope.layers, scope.filters.projects)
    if not found and (is_id(handle) or len(handle) >= MIN_TAIL):
        found = _by_id_anywhere(app, handle, scope)
    if not found:
        near = _near(app, handle, scope)
        raise SagacityError(
            "not_found",
            f"no note is called {handle!r} in {', '.join(scope.names()) or 'an empty memory'}",
            hint="" if near else "`sagacity list` shows what is there, `sagacity history --deleted` what is gone",
            candidates=tuple(near),
        )
    if len(found) > 1:
        names = tuple(f"{row.slug} ({row.id}, {row.path})" for row in found if may_name(app, row))
        raise SagacityError("ambiguous", f"{handle!r} names {len(found)} notes", hint="use the id", candidates=names)
    return found[0]


def find(app: App, handle: str, layers: Sequence[Layer], projects: tuple[str, ...] | None = None) -> list[Row]:
    """All notes that the handle names equally well; empty when unknown. Not an error to be ambiguous here.

    projects: notes about these, or about none, come before those about others, however weaker their handle.
    """
    for target in parse_target(handle):
        named = (
            [layer for layer in layers if _is_called(layer, target.layer)] if target.layer else trusted_first(layers)
        )
        for layer in named:
            found = app.index.find(target.handle, [layer.root])
            own = [one for one in found if projects is None or one[0].project in ("", *projects)]
            best = _strongest(own) or _strongest(found)
            if best:
                return best
    return []


def trusted_first(layers: Sequence[Layer]) -> list[Layer]:
    """The layers in their order, those that nobody approved behind the others."""
    return sorted(layers, key=lambda layer: layer.approval == "none")


def may_name(app: App, row: Row) -> bool:
    """Whether this caller may hear the title of a note that was not asked for by it."""
    return app.caller.interactive or not stays_here(row.sensitivity)


def title_for(app: App, row: Row) -> str:
    """The title as this caller may hear it."""
    return row.title if may_name(app, row) else KEPT_BACK


def _near(app: App, handle: str, scope: Scope) -> list[str]:
    """Names alike, of notes that a search from here could show."""
    roots = [layer.root for layer in scope.layers]
    projects = scope.filters.projects
    near = []
    for slug in app.index.near_handles(handle, roots, limit=4 * NEAR):
        rows = [row for row, kind in app.index.find(slug, roots) if kind == "slug"]
        if any(may_name(app, row) and (projects is None or row.project in ("", *projects)) for row in rows):
            near.append(slug)
    return near[:NEAR]


def _strongest(found: list[tuple[Row, str]]) -> list[Row]:
    for kind in STRENGTH:
        rows = {row.key: row for row, matched in found if matched == kind}
        if rows:
            return _one_per_id(list(rows.values()))
    return []


def _one_per_id(rows: list[Row]) -> list[Row]:
    """Of two files with one id the first by path stands for both; doctor reports them."""
    by_id: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: row.path):
        by_id.setdefault(row.id, row)
    return list(by_id.values())


def _by_id_anywhere(app: App, handle: str, scope: Scope) -> list[Row]:
    here = {layer.root for layer in scope.layers}
    others = [layer for layer in app.workspace.all_layers() if layer.root not in here and layer.isolation != "private"]
    for kind in ("id", "tail"):
        found = app.index.find(handle, [layer.root for layer in others])
        rows = [row for row, matched in found if matched == kind]
        if rows:
            return _one_per_id(rows)
    return []


def _is_called(layer: Layer, name: str) -> bool:
    return layer.name == name or (name == "project" and layer.kind == "project")
