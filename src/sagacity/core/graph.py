"""Notes and their relations as a graph, in the words of programs that draw them."""

from __future__ import annotations

import json
import re

from .clean import scrub
from .looks import CIRCLE, DIAMOND, HEXAGON, SQUARE, TRIANGLE, color_of, shape_of
from .relations import relation_of
from .types import known_type
from .value import Value, fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DOT_SHAPES = {
    CIRCLE: "ellipse", SQUARE: "box", DIAMOND: "diamond", HEXAGON: "hexagon", TRIANGLE: "triangle",
}  # fmt: skip
MERMAID_SHAPES = {
    CIRCLE: ("(", ")"), SQUARE: ("[", "]"), DIAMOND: ("{", "}"), HEXAGON: ("{{", "}}"), TRIANGLE: ("[/", "\\]"),
}  # fmt: skip
_ACTED_ON = re.compile(r"[\"#&<>`\\;|%\[\](){}]")


class Node(Value):
    """A note. past: it is archived, or another one replaced it. root: the one the picture is about."""

    id: str
    title: str
    type: str
    layer: str
    status: str = ""
    trusted: bool = True
    past: bool = False
    root: bool = False


class Link(Value):
    """A relation by the ids of its ends, in its registered direction."""

    source: str
    op: str
    target: str
    note: str = ""


class Graph(Value):
    """nodes: the first one is in the middle. title: what it shows. left_out: what it does not, a line each."""

    title: str
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    left_out: tuple[str, ...] = ()


def as_json(graph: Graph) -> str:
    """An object with nodes, edges and what is left out."""

    def plain(one: Value) -> dict[str, object]:
        return {field: getattr(one, field) for field in fields_of(one)}

    said = {
        "title": graph.title,
        "nodes": [plain(one) for one in graph.nodes],
        "edges": [plain(one) for one in graph.links],
        "left_out": list(graph.left_out),
    }
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def as_dot(graph: Graph) -> str:
    """For Graphviz."""
    lines = [f"digraph {_dot(graph.title)} {{", '  node [style=filled, fontcolor="#1b1f24", fillcolor="#ffffff"];']
    for node in graph.nodes:
        shape, color = DOT_SHAPES[shape_of(node.type)], color_of(node.type)
        width = 3 if node.root else 1
        style = "filled" if node.trusted else "filled,dashed"
        label, hint = _dot(one_line(node.title)), _dot(f"{node.type} {node.status} {node.id}".replace("  ", " "))
        lines.append(
            f"  {_dot(node.id)} [label={label}, tooltip={hint}, shape={shape}, color={_dot(color)}, "
            f"penwidth={width}, style={_dot(style)}];"
        )
    for link in graph.links:
        ends = f"{_dot(link.source)} -> {_dot(link.target)}"
        both = ", dir=none" if relation_of(link.op).symmetric else ""
        lines.append(
            f"  {ends} [label={_dot(one_line(link.op.replace('_', ' ')))}, tooltip={_dot(one_line(link.note))}{both}];"
        )
    return "\n".join([*lines, *(f"  // {one_line(line)}" for line in graph.left_out), "}", ""])


def as_mermaid(graph: Graph) -> str:
    """For Mermaid, as GitHub shows it in a fenced block."""
    names = {node.id: f"n{at}" for at, node in enumerate(graph.nodes)}
    lines = ["flowchart LR"]
    for node in graph.nodes:
        before, after = MERMAID_SHAPES[shape_of(node.type)]
        lines.append(f'  {names[node.id]}{before}"{_mermaid(node.title)}"{after}:::{_class_of(node.type)}')
    for link in graph.links:
        arrow = "---" if relation_of(link.op).symmetric else "-->"
        said = _mermaid(link.op.replace("_", " "))
        lines.append(f'  {names[link.source]} {arrow}|"{said}"| {names[link.target]}')
    used = dict.fromkeys(_class_of(node.type) for node in graph.nodes)
    lines += [f"  classDef {name} stroke:{color_of(name)},stroke-width:2px" for name in used]
    lines += [f"  %% {_mermaid(line)}" for line in graph.left_out]
    return "\n".join(lines) + "\n"


def one_line(text: str) -> str:
    """The text on one line, with nothing in it that cannot be seen."""
    return " ".join(scrub(text).split())


def _dot(text: str) -> str:
    quoted = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


def _mermaid(text: str) -> str:
    return _ACTED_ON.sub(lambda found: f"#{ord(found[0])};", one_line(text)) or " "


def _class_of(type_name: str) -> str:
    found = known_type(type_name)
    return found.name if found else "other"


def short(nodes: Sequence[Node]) -> dict[str, str]:
    """What a picture says of each note when it is pointed at, by id."""
    said = {}
    for node in nodes:
        marks = (node.type, node.status, node.layer, "" if node.trusted else "untrusted", "past" if node.past else "")
        said[node.id] = (
            f"{one_line(node.title)} · {' · '.join(one_line(mark) for mark in marks if mark)} · {node.id[-7:]}"
        )
    return said
