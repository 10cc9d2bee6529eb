"""Pictures of notes and their relations."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sagacity.app.graph import graph
from sagacity.app.graphing import GraphRequest
from sagacity.app.link import link
from sagacity.app.reindex import reindex
from sagacity.app.requests import LinkRequest, ReindexRequest
from sagacity.core.errors import SagacityError
from sagacity.core.graph import Graph, Link, Node, as_dot, as_json, as_mermaid
from sagacity.core.graph_layout import BOX, placed
from sagacity.core.graph_svg import LABELLED_MAX, as_svg
from tests.app.conftest import put
from tests.app.finished import PLAN, tell

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "graph-example.svg"
REWRITE = bool(os.environ.get("REWRITE_TRANSCRIPTS"))
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '"]; click n0 "javascript:x" </title><script>alert(1)</script> & \x00\ud800\u202e ]]> -->\n%%{init}%% \\'


def drawn(app, handle="", **fields):
    return graph(app, GraphRequest(handle=handle, **fields))


def refusal(app, handle="", **fields):
    with pytest.raises(SagacityError) as caught:
        drawn(app, handle, **fields)
    return caught.value


def texts(svg, name):
    return [one.text for one in ET.fromstring(svg).iter(f"{SVG}text") if one.get("class") == name]


def star(count):
    nodes = tuple(Node(f"id{at}", f"Note {at}", "fact", "personal") for at in range(count))
    return Graph("a star", nodes, tuple(Link(node.id, "part_of", "id0") for node in nodes[1:]))


def test_the_manual_shows_the_picture_of_a_finished_plan(machine):
    result = drawn(tell(machine), PLAN)
    if REWRITE:
        EXAMPLE.write_text(result.text)
    assert result.text == EXAMPLE.read_text(), "REWRITE_TRANSCRIPTS=1 draws it anew; look at it"
    assert (result.notes, result.left_out) == (26, ("1 confidential note left out",))
    assert "Cost of an invoice" not in result.text


def test_a_picture_names_notes_relations_and_types(machine):
    svg = drawn(tell(machine), PLAN).text
    assert "Queue in Redis" in texts(svg, "name")
    assert {"supersedes", "caused by", "part of", "applies to"} <= set(texts(svg, "soft"))
    said = [one.text for one in ET.fromstring(svg).iter(f"{SVG}title")]
    assert any(one.startswith("Move invoices out of checkout · plan · complete · personal · ") for one in said)
    assert any(one.startswith("supersedes: the session Redis loses what it holds (Queue in PostgreSQL") for one in said)
    assert "task 7" in svg
    assert "prefers-color-scheme: dark" in svg


def test_the_same_store_makes_the_same_picture(machine):
    app = tell(machine)
    before = [drawn(app, PLAN).text, drawn(app, all=True).text]
    reindex(app, ReindexRequest())
    assert [drawn(app, PLAN).text, drawn(app, all=True).text] == before


def test_what_finds_no_room_is_said(machine):
    app = tell(machine)
    around = drawn(app, PLAN, limit=5)
    assert (around.notes, around.left_out[-1][:22]) == (5, "only the first 5 notes")
    everything = drawn(app, all=True, limit=10)
    assert everything.notes == 10
    assert "29 notes with fewer relations are left out" in everything.left_out
    assert "29 notes with fewer relations are left out" in texts(everything.text, "soft")
    assert "Move invoices out of…" in texts(everything.text, "name")
    assert drawn(app, all=True, types=("decision",)).notes == 5


@pytest.mark.parametrize("title", [HOSTILE, "", "<b>", "ünï 日本語 𝄞"])
def test_a_hostile_title_is_only_a_title(title):
    nodes = (Node("A", title, title, title, title, trusted=False, root=True), Node("B", "b", "fact", "personal"))
    one = Graph(title, nodes, (Link("A", "relates_to", "B", title), Link("B", "is " + title, "A", title)), (title,))
    tree = ET.fromstring(as_svg(one).encode())
    assert {element.tag for element in tree.iter()} <= {
        SVG + tag
        for tag in ("svg", "style", "defs", "marker", "path", "rect", "text", "g", "title", "circle", "polygon")
    }
    assert all(not key.startswith("on") for element in tree.iter() for key in element.attrib)
    assert json.loads(as_json(one).encode("utf-8", "replace"))["nodes"][1]["title"] == "b"
    mermaid = as_mermaid(one)
    assert len(mermaid.splitlines()) == 1 + 2 + 2 + len({"other", "fact"}) + 1
    assert 'click n0 "' not in mermaid
    assert "<script" not in mermaid
    assert re.sub(r'"(?:[^"\\]|\\.)*"', "", as_dot(one)).count("[") == 1 + 2 + 2


def test_few_relations_are_named_and_many_only_told():
    assert "part of" in texts(as_svg(star(10)), "soft")
    assert texts(as_svg(star(LABELLED_MAX + 2)), "soft") == []
    assert as_svg(star(LABELLED_MAX + 2)).count("<title>part of (Note ") == LABELLED_MAX + 1
    assert ET.fromstring(as_svg(Graph("nothing", (), ()))) is not None


@settings(max_examples=25)
@given(st.integers(1, 40), st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39)), max_size=60))
def test_no_two_notes_stand_on_one_another(count, edges):
    edges = sorted({(min(one), max(one)) for one in edges if max(one) < count and one[0] != one[1]})
    points = placed(count, edges)
    assert points == placed(count, edges)
    for at, (x, y) in enumerate(points):
        for other_x, other_y in points[:at]:
            assert abs(x - other_x) >= BOX[0] - 2 or abs(y - other_y) >= BOX[1] - 2


def test_nothing_confidential_is_drawn_whoever_asks(machine, app):
    put(app, "the plan", title="Plan", type="plan")
    put(app, "hush", title="Hidden", type="decision", sensitivity="confidential")
    link(app, LinkRequest(source="plan", op="relates_to", target="hidden"))
    for format in ("svg", "dot", "json", "mermaid"):
        for fields in ({"handle": "plan"}, {"all": True}):
            result = drawn(app, format=format, **fields)
            assert "Hidden" not in result.text
            assert "1 confidential note left out" in result.left_out
    assert refusal(app, "hidden").code == "refused"


def test_it_is_written_where_it_was_asked_for(machine, app):
    put(app, "the plan", title="Ship it", type="plan")
    done = drawn(app, "ship-it", output=str(machine.work))
    assert done.path == str(machine.work / "what-is-around-ship-it.svg")
    assert done.text == ""
    assert refusal(app, "ship-it", output=done.path).code == "refused"
    assert drawn(app, "ship-it", output=done.path, force=True).path == done.path
    assert drawn(app, all=True, format="mermaid", output=str(machine.work / "x.mmd")).notes == 1
    assert refusal(app, "ship-it", output=str(machine.home / "personal" / "notes" / "x.svg")).code == "refused"
    assert refusal(app, "nobody").code == "not_found"


def test_two_files_with_one_id_are_two_notes(app, machine):
    made = put(app, "Twins.", title="Twin")
    notes = machine.home / "personal" / "notes"
    (notes / "other.md").write_text(Path(made.path).read_text().replace("Twin", "Other"))
    for kind in ("svg", "dot", "mermaid", "json"):
        drawn = graph(app, GraphRequest(all=True, format=kind))
        assert (drawn.notes, "Other" in drawn.text) == (2, True)
