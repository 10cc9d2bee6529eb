"""Charts are well-formed whatever they show."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.svg import Chart, Line, svg

POINTS = st.lists(st.tuples(st.floats(0.1, 1e7), st.floats(0, 1e6)), max_size=5).map(tuple)
LINES = st.lists(st.builds(Line, st.text(st.characters(min_codepoint=32, max_codepoint=0xD7FF)), POINTS), max_size=4)


def dots(root):
    circles = [one for one in root.iter() if one.tag.endswith("circle")]
    return [(float(one.get("cx", "")), float(one.get("cy", ""))) for one in circles]


@given(LINES.map(tuple), st.booleans())
def test_any_chart_is_well_formed_and_shows_every_point(lines, log_x):
    root = ET.fromstring(svg([Chart("<a & b>", "x", "y", lines, log_x=log_x)]))
    assert len(dots(root)) == sum(len(line.points) for line in lines)


def test_what_is_larger_stands_higher_and_further_right():
    line = Line("one", ((1, 0.2), (5, 0.6), (10, 0.9)))
    root = ET.fromstring(svg([Chart("t", "x", "y", (line,), y_max=1.0)]))
    places = dots(root)
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)


def test_decades_are_as_far_from_one_another():
    line = Line("one", ((1_000, 1), (10_000, 2), (100_000, 3)))
    root = ET.fromstring(svg([Chart("t", "x", "y", (line,), log_x=True)]))
    xs = [x for x, _ in dots(root)]
    assert round(xs[1] - xs[0]) == round(xs[2] - xs[1])
