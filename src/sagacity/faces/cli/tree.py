"""A walk, drawn as a tree."""

from __future__ import annotations

from ...app.relation_view import said_at
from ...app.walking import Dangling
from .screen import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...app.walking import WalkNode, WalkResult
    from .screen import Screen

TAIL = 7


def show_walk(screen: Screen, result: WalkResult) -> None:
    """Each note below the one it was reached from, relations that lead nowhere below their note."""
    below: dict[str, list[WalkNode | Dangling]] = {}
    for node in result.nodes:
        below.setdefault(node.parent, []).append(node)
    for end in result.dangling:
        below.setdefault(end.source, []).append(end)
    for node in result.nodes[:1]:
        screen.say(_of_note(screen, node))
        for text in _branches(screen, below, node.id, ""):
            screen.say(text)
    if result.nodes:
        others = len(result.nodes) - 1
        screen.say(screen.paint(f"{others} {'note' if others == 1 else 'notes'} reached", "dim"))
    for text in (result.cut, *result.withheld, result.hint):
        if text:
            screen.say(screen.paint(line(text), "yellow"))


def _branches(screen: Screen, below: dict[str, list[WalkNode | Dangling]], note_id: str, stem: str) -> Iterator[str]:
    ends = below.pop(note_id, [])
    for at, end in enumerate(ends):
        last = at == len(ends) - 1
        twig = screen.paint(f"{stem}{'└─' if last else '├─'} {line(end.word)}", "dim")
        if isinstance(end, Dangling):
            gone = f"deleted {end.deleted_at}" if end.deleted_at else "not found"
            yield f"{twig} {line(end.title or end.target)} {screen.paint(f'({gone})', 'yellow')}"
        else:
            yield f"{twig} {_of_note(screen, end)}"
            yield from _branches(screen, below, end.id, stem + ("   " if last else "│  "))


def _of_note(screen: Screen, node: WalkNode) -> str:
    trust = node.trust if node.trust == "untrusted" else ""
    facts = (node.type, node.status, node.layer, trust, node.id[-TAIL:])
    meta = screen.paint(" · ".join(line(fact) for fact in facts if fact), "dim")
    mark = f"  {screen.paint(line(node.mark), 'yellow')}" if node.mark else ""
    note = line(said_at(node.note, node.properties))
    return f"{screen.paint(line(node.title or node.slug), 'bold')}  {meta}{mark}{note and f' {note}'}"
