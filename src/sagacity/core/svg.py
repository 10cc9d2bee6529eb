"""Line charts as SVG, one below the other: a file that any browser shows, of nothing but text."""

from __future__ import annotations

from math import ceil, floor, log10

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 760
HEIGHT = 380
LEFT, RIGHT, TOP, BOTTOM = 60, 190, 40, 50
COLORS = ("#0b6e99", "#c8553d", "#588157", "#8e5aa8", "#b08900", "#3d5a80", "#d1495b", "#4f772d", "#6d597a", "#2a9d8f")
TICKS = 5


class Line(Value):
    """points: (x, y) by rising x."""

    name: str
    points: tuple[tuple[float, float], ...]


class Chart(Value):
    """log_x: decades instead of steps; then every x is above 0. y_max: 0 for what the points need."""

    title: str
    x_label: str
    y_label: str
    lines: tuple[Line, ...]
    log_x: bool = False
    y_max: float = 0.0


def svg(charts: Sequence[Chart]) -> str:
    """The text of the file. A line of one point is a dot."""
    parts = [part for at, chart in enumerate(charts) for part in _chart(chart, at * HEIGHT)]
    height = HEIGHT * len(charts)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    style = 'font-family="system-ui, sans-serif" font-size="12" fill="#333"'
    ground = f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    return "\n".join([f"{head} {style}>", ground, *parts, "</svg>", ""])


class _Scale(Value):
    """Where values stand on paper."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        low, high, value = (log10(one) if self.log else one for one in (self.low, self.high, value))
        return round(self.start + (self.end - self.start) * (value - low) / ((high - low) or 1.0), 1)


def _chart(chart: Chart, top: float) -> list[str]:
    xs = [x for line in chart.lines for x, _ in line.points] or [1.0]
    ys = [y for line in chart.lines for _, y in line.points] or [1.0]
    across = _Scale(min(xs), max(xs), LEFT, WIDTH - RIGHT, chart.log_x)
    if chart.log_x:
        across = across.replace(low=10 ** floor(log10(min(xs))), high=10 ** ceil(log10(max(xs))))
    up = _Scale(0.0, chart.y_max or _round_up(max(ys)), top + HEIGHT - BOTTOM, top + TOP)
    parts = [_text(LEFT, top + TOP - 16, chart.title, 'font-weight="bold"')]
    parts += _rows(up) + _columns(across, chart, top)
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, top + HEIGHT - 12, chart.x_label, 'text-anchor="middle"'))
    middle = top + (TOP + HEIGHT - BOTTOM) / 2
    parts.append(_text(14, middle, chart.y_label, f'text-anchor="middle" transform="rotate(-90 14 {middle})"'))
    for at, line in enumerate(chart.lines):
        parts += _line(line, across, up, COLORS[at % len(COLORS)])
        parts.append(
            _text(WIDTH - RIGHT + 12, top + TOP + 10 + at * 16, line.name, f'fill="{COLORS[at % len(COLORS)]}"')
        )
    return parts


def _rows(up: _Scale) -> list[str]:
    parts = []
    for step in range(TICKS + 1):
        value = up.high * step / TICKS
        y = up.at(value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(_text(LEFT - 6, y + 4, f"{value:g}", 'text-anchor="end"'))
    return parts


def _columns(across: _Scale, chart: Chart, top: float) -> list[str]:
    xs = sorted({x for line in chart.lines for x, _ in line.points})
    if chart.log_x:
        xs = [10.0**power for power in range(round(log10(across.low)), round(log10(across.high)) + 1)]
    return [_text(across.at(x), top + HEIGHT - BOTTOM + 18, f"{x:,g}", 'text-anchor="middle"') for x in xs]


def _line(line: Line, across: _Scale, up: _Scale, color: str) -> list[str]:
    places = [(across.at(x), up.at(y)) for x, y in line.points]
    dots = [f'<circle cx="{x}" cy="{y}" r="3" fill="{color}"/>' for x, y in places]
    path = " ".join(f"{x},{y}" for x, y in places)
    return [f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>', *dots]


def _round_up(value: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= value)


def _text(x: float, y: float, text: str, more: str = "") -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f'<text x="{x}" y="{y}" {more}>{safe}</text>'
