"""A graph as a picture that any browser shows, by day and by night: a file of nothing but text."""

from __future__ import annotations

from math import sqrt

from .graph import one_line, short
from .graph_layout import BOX, placed
from .looks import CIRCLE, SQUARE, color_of, shape_of
from .preview import shorten
from .relations import relation_of
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .graph import Graph, Link, Node

RADIUS = 11.0
LABEL_CHARS = 26
LABELLED_MAX = 80
"""Relations that are named in the picture; of more only the colour of their ends and the tooltip tells."""
MARGIN = 24.0
HEAD = 56.0
ROW = 22.0
COLUMN = 150.0
CORNERS = {
    "diamond": ((0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)),
    "hexagon": ((1.1, 0.0), (0.55, -0.95), (-0.55, -0.95), (-1.1, 0.0), (-0.55, 0.95), (0.55, 0.95)),
    "triangle": ((0.0, -1.3), (1.15, 0.8), (-1.15, 0.8)),
}
STYLE = """\
<style>
svg { --ground: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #8c959f; }
@media (prefers-color-scheme: dark) { svg { --ground: #0d1117; --ink: #e6edf3; --soft: #9da7b3; --line: #6e7681; } }
.ground { fill: var(--ground); }
text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.soft { fill: var(--soft); font-size: 10px; }
.name, .soft { paint-order: stroke; stroke: var(--ground); stroke-width: 3px; }
.head { font-size: 15px; font-weight: 600; }
.edge { stroke: var(--line); stroke-width: 1.3; fill: none; }
.tip { fill: var(--line); }
.root { stroke: var(--ink); stroke-width: 3; }
.doubt { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 3 2; }
.past { opacity: 0.5; }
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
<path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>"""


class _Spot(Value):
    """A node at its place."""

    node: Node
    x: float
    y: float


def as_svg(graph: Graph) -> str:
    """The text of the file. The same graph makes the same bytes."""
    at = {node.id: place for place, node in enumerate(graph.nodes)}
    pairs = sorted({(min(ends), max(ends)) for ends in ((at[link.source], at[link.target]) for link in graph.links)})
    points = placed(len(at), pairs)
    left = min((x for x, _ in points), default=0.0) - BOX[0] / 2 - MARGIN
    top = min((y for _, y in points), default=0.0) - BOX[1] / 2 - HEAD
    spots = {
        node.id: _Spot(node, round(x - left, 1), round(y - top, 1))
        for node, (x, y) in zip(graph.nodes, points, strict=True)
    }
    width = max([spot.x for spot in spots.values()] + [3 * COLUMN]) + BOX[0] / 2 + MARGIN
    below = max([spot.y for spot in spots.values()] + [HEAD]) + BOX[1] / 2 + MARGIN
    legend = list(_legend(graph.nodes, below, max(1, int((width - 2 * MARGIN) // COLUMN))))
    foot = below + ROW * len({part[0] for part in legend})
    notes = [_text(MARGIN, foot + ROW * (place + 1), line, "soft") for place, line in enumerate(graph.left_out)]
    height = foot + ROW * (len(notes) + 1)
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{_safe(graph.title)}">',
        STYLE,
        f'<rect class="ground" width="{width:.0f}" height="{height:.0f}"/>',
        _text(MARGIN, 28, graph.title, "head"),
        *_edges(graph.links, spots),
        *_nodes(spots.values(), short(graph.nodes)),
        *(part for _, part in legend),
        *notes,
        "</svg>",
        "",
    ]
    return "\n".join(parts)


def _edges(links: Sequence[Link], spots: dict[str, _Spot]) -> Iterator[str]:
    """Lines first, so that no line crosses a word. What two notes are to one another stands on one line of words."""
    labels: dict[tuple[str, str], list[str]] = {}
    for link in links:
        word = one_line(link.op.replace("_", " "))
        near, far = spots[link.source], spots[link.target]
        yield _arrow(near, far, f"{word}: {one_line(link.note)}" if link.note else word, link.op)
        ends = (min(link.source, link.target), max(link.source, link.target))
        labels.setdefault(ends, []).append(word)
    if len(links) <= LABELLED_MAX:
        for (one, other), words in labels.items():
            x, y = (spots[one].x + spots[other].x) / 2, (spots[one].y + spots[other].y) / 2
            yield _text(x, y - 3, ", ".join(dict.fromkeys(words)), "soft", middle=True)


def _arrow(near: _Spot, far: _Spot, said: str, op: str) -> str:
    dx, dy = far.x - near.x, far.y - near.y
    length = sqrt(dx * dx + dy * dy) or 1.0
    from_x, from_y, to = dx / length, dy / length, _gap(-dy / length)
    x1, y1 = near.x + from_x * _gap(from_y), near.y + from_y * _gap(from_y)
    x2, y2 = far.x - from_x * to, far.y - from_y * to
    tip = "" if relation_of(op).symmetric else ' marker-end="url(#tip)"'
    line = f'<path class="edge" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"{tip}>'
    names = f"{one_line(near.node.title)} → {one_line(far.node.title)}"
    return f"{line}<title>{_safe(said)} ({_safe(names)})</title></path>"


def _gap(down: float) -> float:
    """How far from the middle of a node a line ends: below it stands its name. down: of its direction from there."""
    return RADIUS + (24.0 if down > 0.5 else 5.0)


def _nodes(spots: Iterable[_Spot], said: dict[str, str]) -> Iterator[str]:
    for spot in spots:
        node = spot.node
        kept = "root" if node.root else "" if node.trusted else "doubt"
        shape = _shape(shape_of(node.type), spot.x, spot.y, color_of(node.type), kept)
        name = _text(spot.x, spot.y + RADIUS + 15, shorten(one_line(node.title), LABEL_CHARS), "name", middle=True)
        past = ' class="past"' if node.past else ""
        yield f"<g{past}><title>{_safe(said[node.id])}</title>{shape}{name}</g>"


def _legend(nodes: Sequence[Node], top: float, columns: int) -> Iterator[tuple[int, str]]:
    """(row, a type with its shape and how many there are)."""
    counts: dict[str, int] = {}
    for node in nodes:
        name = node.type.partition("/")[0]
        counts[name] = counts.get(name, 0) + 1
    for at, name in enumerate(sorted(counts)):
        row, column = divmod(at, columns)
        x, y = MARGIN + RADIUS + column * COLUMN, top + row * ROW
        shape = _shape(shape_of(name), x, y, color_of(name), "")
        yield row, shape + _text(x + 18, y + 4, f"{shorten(one_line(name), 14)} {counts[name]}", "")


def _shape(shape: str, x: float, y: float, color: str, name: str) -> str:
    look = f'fill="{color}"' + (f' class="{name}"' if name else "")
    if shape == CIRCLE:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS:.0f}" {look}/>'
    if shape == SQUARE:
        side = RADIUS * 1.8
        place = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}"'
        return f'<rect {place} rx="2" {look}/>'
    points = " ".join(f"{x + dx * RADIUS:.1f},{y + dy * RADIUS:.1f}" for dx, dy in CORNERS[shape])
    return f'<polygon points="{points}" {look}/>'


def _text(x: float, y: float, text: str, name: str, *, middle: bool = False) -> str:
    look = (f' class="{name}"' if name else "") + (' text-anchor="middle"' if middle else "")
    return f'<text x="{x:.1f}" y="{y:.1f}"{look}>{_safe(text)}</text>'


def _safe(text: str) -> str:
    """Text of a note as text of the picture, in elements and in attributes."""
    text = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")
