"""The circles of a graph."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def knots(graph: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """The strongly connected parts of more than one node (Tarjan), without recursion."""
    state = _Search(graph)
    for node in graph:
        if node not in state.low:
            state.visit(node)
    return [sorted(part) for part in state.parts if len(part) > 1]


class _Search:
    """low: the earliest node known to be reached from each; stack: those whose part is still open."""

    def __init__(self, graph: Mapping[int, Sequence[int]]) -> None:
        self.graph = graph
        self.number: dict[int, int] = {}
        self.low: dict[int, int] = {}
        self.stack: list[int] = []
        self.open: set[int] = set()
        self.parts: list[list[int]] = []

    def visit(self, root: int) -> None:
        work = [(root, iter(self.graph.get(root, ())))]
        self._enter(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in self.number:
                    self._enter(other)
                    work.append((other, iter(self.graph.get(other, ()))))
                    break
                if other in self.open:
                    self.low[node] = min(self.low[node], self.number[other])
            else:
                work.pop()
                if work:
                    self.low[work[-1][0]] = min(self.low[work[-1][0]], self.low[node])
                self._close(node)

    def _enter(self, node: int) -> None:
        self.number[node] = self.low[node] = len(self.number)
        self.stack.append(node)
        self.open.add(node)

    def _close(self, node: int) -> None:
        if self.low[node] != self.number[node]:
            return
        part: list[int] = []
        while not part or part[-1] != node:
            part.append(self.stack.pop())
            self.open.discard(part[-1])
        self.parts.append(part)
