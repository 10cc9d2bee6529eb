"""Where the nodes of a graph stand: related ones near, all of them apart, the same every time.

Forces as of springs and charges (Fruchterman and Reingold 1991), from a spiral on; only additions, products and roots
are computed, which every machine rounds alike.
"""

from __future__ import annotations

from math import sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

STEP = 100.0
ROUNDS = 60
GRAVITY = 0.05
BOX = (168.0, 58.0)
"""Room of a node with its label."""
PUSHES = 80


def placed(count: int, edges: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """(x, y) of each of the nodes 0 to count - 1. What hangs together stands together, the largest such part first,
    the parts in rows.
    """
    parts = _parts(count, edges)
    drawn = []
    for part in parts:
        place = {node: at for at, node in enumerate(part)}
        drawn.append(_laid_out(len(part), [(place[a], place[b]) for a, b in edges if a in place]))
    sizes = [tuple(max(axis) - min(axis) + room for axis, room in zip(points, BOX, strict=True)) for points in drawn]
    width = max(sizes[0][0], sqrt(sum(wide * high for wide, high in sizes)) * 1.3) if sizes else 0.0
    found = [(0.0, 0.0)] * count
    left = top = high = 0.0
    for part, (xs, ys), size in zip(parts, drawn, sizes, strict=True):
        if left and left + size[0] > width:
            left, top, high = 0.0, top + high, 0.0
        for node, x, y in zip(part, xs, ys, strict=True):
            found[node] = (left + x - min(xs), top + y - min(ys))
        left, high = left + size[0], max(high, size[1])
    return found


def _parts(count: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The nodes that hang together, each part in order; the largest first, then by their first nodes."""
    near: list[list[int]] = [[] for _ in range(count)]
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    seen: set[int] = set()
    parts = []
    for start in range(count):
        part = [start] if start not in seen else []
        seen.add(start)
        for node in part:
            new = [other for other in near[node] if other not in seen]
            seen.update(new)
            part += dict.fromkeys(new)
        if part:
            parts.append(sorted(part))
    return sorted(parts, key=lambda part: (-len(part), part))


def _laid_out(count: int, edges: Sequence[tuple[int, int]]) -> tuple[list[float], list[float]]:
    """One part; no two boxes lie on one another."""
    xs, ys = _spiral(count)
    heat = STEP * 2
    for _ in range(ROUNDS):
        _cool(xs, ys, edges, heat)
        heat *= 0.93
    for _ in range(PUSHES):
        if not _push_apart(xs, ys):
            break
    return xs, ys


def _spiral(count: int) -> tuple[list[float], list[float]]:
    """Squares around the first one, a little off their grid so that no two forces cancel."""
    xs, ys = [0.0], [0.0]
    x = y = 0
    dx, dy, run = 1, 0, 1
    while len(xs) < count:
        for _ in range(2):
            for _ in range(run):
                x, y = x + dx, y + dy
                at = len(xs)
                xs.append(x * STEP + (at * 37) % 23)
                ys.append(y * STEP + (at * 53) % 29)
            dx, dy = -dy, dx
        run += 1
    return xs[:count], ys[:count]


def _cool(xs: list[float], ys: list[float], edges: Sequence[tuple[int, int]], heat: float) -> None:
    """One round: nobody moves further than the heat."""
    count = len(xs)
    fx = [-x * GRAVITY for x in xs]
    fy = [-y * GRAVITY for y in ys]
    square = STEP * STEP * 2.5
    for one in range(count):
        x, y, sum_x, sum_y = xs[one], ys[one], 0.0, 0.0
        for other in range(one + 1, count):
            dx, dy = x - xs[other], y - ys[other]
            push = square / (dx * dx + dy * dy + 1.0)
            sum_x += dx * push
            sum_y += dy * push
            fx[other] -= dx * push
            fy[other] -= dy * push
        fx[one] += sum_x
        fy[one] += sum_y
    for one, other in edges:
        dx, dy = xs[one] - xs[other], ys[one] - ys[other]
        pull = sqrt(dx * dx + dy * dy) / STEP
        fx[one] -= dx * pull
        fy[one] -= dy * pull
        fx[other] += dx * pull
        fy[other] += dy * pull
    for at in range(count):
        length = sqrt(fx[at] * fx[at] + fy[at] * fy[at]) + 1e-9
        step = min(length, heat) / length
        xs[at] += fx[at] * step
        ys[at] += fy[at] * step


def _push_apart(xs: list[float], ys: list[float]) -> bool:
    """One round: boxes that overlap go apart on the shorter way. Whether any did."""
    moved = False
    width, height = BOX
    for one in range(len(xs)):
        for other in range(one + 1, len(xs)):
            over_x = width - abs(xs[one] - xs[other])
            over_y = height - abs(ys[one] - ys[other])
            if over_x <= 0 or over_y <= 0:
                continue
            moved = True
            along, over = (xs, over_x) if over_x < over_y * width / height else (ys, over_y)
            sign = 1.0 if along[one] >= along[other] else -1.0
            along[one] += sign * (over / 2 + 0.5)
            along[other] -= sign * (over / 2 + 0.5)
    return moved
