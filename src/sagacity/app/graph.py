"""Drawing notes and their relations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.egress import without_secrets
from ..core.errors import SagacityError
from ..core.graph import Graph, Link, Node, as_dot, as_json, as_mermaid
from ..core.graph_svg import as_svg
from ..core.slug import slug
from ..core.trust import UNTRUSTED
from ..core.walk import NODES, Bounds, spread
from .freshness import UNBOUNDED, refresh
from .graphing import GraphResult
from .output import save
from .projects import check_project
from .read import layer_of, locate
from .scope import here
from .selecting import Choice, choose
from .session import is_confidential
from .steps import Terrain, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .context import App
    from .graphing import GraphRequest
    from .records import Filters, Row
    from .scope import Scope

DRAWN = {"svg": as_svg, "dot": as_dot, "json": as_json, "mermaid": as_mermaid}
ENDINGS = {"svg": "svg", "dot": "dot", "json": "json", "mermaid": "mmd"}


def graph(app: App, request: GraphRequest) -> GraphResult:
    """Nothing confidential is in it, whoever asks: a picture goes from hand to hand. Raises `invalid` unless a note or
    all of them are asked for, else as `locate`, `choose` and `save` do.
    """
    if request.all == bool(request.handle):
        raise SagacityError("invalid", "a picture of what?", hint="give a note, or --all for all notes")
    if request.types and not request.all:
        raise SagacityError("invalid", "types is for all notes, not for those around one", hint="leave it out")
    drawn = _of_all(app, request) if request.all else _around(app, request)
    text = DRAWN[request.format](drawn)
    result = GraphResult(request.format, len(drawn.nodes), len(drawn.links), drawn.left_out)
    if not request.output:
        return result.replace(text=text)
    name = f"{slug(drawn.title)}.{ENDINGS[request.format]}"
    return result.replace(path=save(app, request.output, name, text, force=request.force))


def _around(app: App, request: GraphRequest) -> Graph:
    scope = here(app, project=request.project, layer=request.layer)
    problems = refresh(app, scope.layers, UNBOUNDED).problems
    check_project(app, scope, request.project)
    _, root = locate(app, request.handle, scope)
    if _stays(app, scope, root):
        raise SagacityError(
            "refused", f"{request.handle!r} is confidential and goes into no picture", hint="name another note"
        )
    filters = scope.filters.replace(archived=True, confidential=False)
    terrain = Terrain(app, scope, filters, Ways(), [root])
    found = spread(root.key, terrain.onward, Bounds(request.depth, request.limit, lambda: False, terrain.first))
    terrain.load(found.depths)
    order = sorted(found.depths, key=lambda key: (found.depths[key], terrain.rows[key].id))
    rows = [row for row in (terrain.rows[key] for key in order) if not _stays(app, scope, row)]
    hidden = sorted(terrain.hidden)
    n_kept = len(app.index.passing(hidden, filters.replace(confidential=True, confidential_only=True))) if hidden else 0
    left_out = [*_kept(n_kept + len(order) - len(rows)), *problems]
    if found.cut == NODES:
        left_out.append(f"only the first {request.limit} notes: --limit or a smaller --depth changes that")
    title = without_secrets(root.title)
    drawn = _drawn(app, scope, filters, rows, left_out).replace(title=f"What is around {title}")
    return drawn.replace(nodes=(drawn.nodes[0].replace(root=True), *drawn.nodes[1:]))


def _of_all(app: App, request: GraphRequest) -> Graph:
    """Those with most relations first, and the newest among equals."""
    chosen = choose(app, Choice(layer=request.layer, project=request.project, types=request.types))
    scope = chosen.scope
    rows = [row for row in chosen.rows if not _stays(app, scope, row)]
    filters = scope.filters.replace(archived=True, confidential=False)
    known = {row.key for row in rows}
    terrain = Terrain(app, scope, filters, Ways(), rows)
    degrees = dict.fromkeys(known, 0)
    for step in terrain.onward(sorted(known)):
        degrees[step[0]] += step[1] in known
    rows.sort(key=lambda row: row.id, reverse=True)
    rows.sort(key=lambda row: -degrees[row.key])
    shown = rows[: request.limit]
    left_out = [*_kept(len(chosen.rows) - len(rows)), *chosen.problems]
    if len(shown) < len(rows):
        left_out.append(f"{len(rows) - len(shown)} notes with fewer relations are left out")
    return _drawn(app, scope, filters, shown, left_out)


def _stays(app: App, scope: Scope, row: Row) -> bool:
    """What is confidential, or cannot be read and might be."""
    return bool(row.error) or is_confidential(row, layer_of(app, row, scope))


def _kept(count: int) -> Iterator[str]:
    if count:
        yield f"{count} confidential {'note' if count == 1 else 'notes'} left out"


def _drawn(app: App, scope: Scope, filters: Filters, rows: Sequence[Row], left_out: Sequence[str]) -> Graph:
    terrain = Terrain(app, scope, filters, Ways(), rows)
    ids = _ids(rows)
    links = set()
    for near, far, op, along, note, _ in terrain.onward(sorted(ids)) if ids else ():
        if near in ids and far in ids:
            ends = [ids[near], ids[far]] if along else [ids[far], ids[near]]
            source, target = sorted(ends) if terrain.relation(op).symmetric else ends
            links.add(Link(source, op, target, without_secrets(note)))
    order = sorted(links, key=lambda link: (link.source, link.op, link.target, link.note))
    return Graph(f"{len(rows)} notes and their relations", _nodes(app, scope, rows, ids), tuple(order), tuple(left_out))


def _ids(rows: Sequence[Row]) -> dict[int, str]:
    """By key; files that bear one id are told apart by a number."""
    bearers: dict[str, list[int]] = {}
    for row in rows:
        bearers.setdefault(row.id, []).append(row.key)
    return {
        key: f"{note_id}~{nth}" if nth > 1 else note_id
        for note_id, keys in bearers.items()
        for nth, key in enumerate(keys, 1)
    }


def _nodes(app: App, scope: Scope, rows: Sequence[Row], ids: Mapping[int, str]) -> tuple[Node, ...]:
    return tuple(
        Node(
            id=ids[row.key],
            title=without_secrets(row.title),
            type=f"{row.type}/{row.kind}" if row.kind else row.type,
            layer=layer_of(app, row, scope).name,
            status=row.status,
            trusted=row.trust > UNTRUSTED,
            past=row.lifecycle == "archived",
        )
        for row in rows
    )
