"""Walking over relations: what is reached, in which order, and what is kept back."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sagacity.app import walk as walking
from sagacity.app.forget import forget
from sagacity.app.link import link
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import ForgetRequest, LinkRequest, ReindexRequest, RelationInput, RememberRequest
from sagacity.app.walk import walk
from sagacity.app.walking import WalkRequest
from sagacity.core.errors import SagacityError
from sagacity.core.relations import relation_of
from sagacity.faces.mcp.answers import text_of
from tests.app.conftest import put, repository


def linked(app, source, op, target, note=""):
    link(app, LinkRequest(source=source, op=op, target=target, note=note))


def went(app, handle, **fields):
    return walk(app, WalkRequest(handle, **fields))


def reached(app, handle, **fields):
    """(title, steps, word) without the start."""
    return [(node.title, node.depth, node.word) for node in went(app, handle, **fields).nodes[1:]]


@pytest.fixture
def story(app):
    """A task, the plan it belongs to, lessons about both, one of which replaced another."""
    for title, kind in (
        ("Ship", "task"),
        ("Plan", "plan"),
        ("Lesson", "learning/gotcha"),
        ("Older", "learning/gotcha"),
        ("Elsewhere", "learning/gotcha"),
    ):
        put(app, f"About {title}.", title=title, type=kind)
    linked(app, "Ship", "part_of", "Plan")
    linked(app, "Lesson", "applies_to", "Ship", "step 3")
    linked(app, "Older", "applies_to", "Plan")
    linked(app, "Lesson", "supersedes", "Older")
    return app


def test_relations_are_walked_both_ways_and_read_from_the_nearer_note(story):
    assert reached(story, "Ship", depth=1) == [("Lesson", 1, "governed_by"), ("Plan", 1, "part_of")]
    assert reached(story, "Ship") == [
        ("Lesson", 1, "governed_by"),
        ("Plan", 1, "part_of"),
        ("Older", 2, "supersedes"),
    ]
    found = went(story, "Ship").nodes
    assert found[1].note == "step 3"
    assert found[3].parent == found[1].id
    assert found[3].mark.startswith("superseded by Lesson (")
    assert [(one.depth, one.parent, one.word) for one in found[:1]] == [(0, "", "")]


def test_all_mistakes_that_bear_on_a_task_are_found_through_what_it_is_part_of(story):
    assert [title for title, _, _ in reached(story, "Ship", relations=("applies_to",))] == ["Lesson"]
    wanted = {"relations": ("applies_to", "part_of"), "types": ("learning",)}
    assert reached(story, "Ship", **wanted) == [
        ("Lesson", 1, "governed_by"),
        ("Plan", 1, "part_of"),
        ("Older", 2, "governed_by"),
    ]
    assert reached(story, "Ship", relations=("part_of",), types=("learning",)) == []


@pytest.mark.parametrize(
    ("handle", "fields", "titles"),
    [
        ("Lesson", {"direction": "out", "depth": 1}, ["Ship", "Older"]),
        ("Lesson", {"direction": "in", "depth": 1}, []),
        ("Ship", {"direction": "in", "depth": 1}, ["Lesson"]),
        ("Ship", {"relations": ("governed_by",), "direction": "out"}, ["Lesson"]),
        ("Ship", {"relations": ("governed_by",), "direction": "in"}, []),
        ("Plan", {"relations": ("contains",), "direction": "out"}, ["Ship"]),
        ("Lesson", {"mode": "provenance"}, ["Older"]),
        ("Older", {"mode": "provenance"}, []),
        ("Older", {"mode": "provenance", "direction": "in"}, ["Lesson"]),
    ],
)
def test_a_direction_belongs_to_the_word(story, handle, fields, titles):
    assert [title for title, _, _ in reached(story, handle, **fields)] == titles


def test_a_relation_declared_by_its_inverse_is_the_same_relation(app):
    put(app, "whole", title="Whole")
    put(app, "piece", title="Piece", relations=(RelationInput(op="alternative_to", target="Whole"),))
    linked(app, "Whole", "contains", "Piece")
    assert reached(app, "Piece", relations=("part_of",), direction="out") == [("Whole", 1, "part_of")]
    assert reached(app, "Whole", relations=("part_of",)) == [("Piece", 1, "contains")]
    piece, whole = (node.id for node in went(app, "Piece").nodes)
    edges = {(edge.source, edge.op, edge.target) for edge in went(app, "Piece").edges}
    assert edges == {(min(piece, whole), "alternative_to", max(piece, whole)), (piece, "part_of", whole)}


def test_a_path_is_the_shortest_and_walks_relations_as_told(story):
    found = went(story, "Ship", to="Older")
    assert [node.title for node in found.nodes] == ["Ship", "Lesson", "Older"]
    assert [node.depth for node in found.nodes] == [0, 1, 2]
    none = went(story, "Ship", to="Elsewhere")
    assert none.nodes == ()
    assert none.hint == "no path of at most 6 steps leads there from 'Ship'"
    along = went(story, "Ship", to="Older", relations=("part_of", "governed_by"), direction="out")
    assert [node.word for node in along.nodes[1:]] == ["part_of", "governed_by"]
    assert went(story, "Ship", to="Older", direction="out").nodes == ()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"handle": "Ship", "mode": "path"}, "invalid"),
        ({"handle": "Ship", "mode": "provenance", "to": "Plan"}, "invalid"),
        ({"handle": "Ship", "to": "Ship"}, "invalid"),
        ({"handle": "Ship", "to": "Nobody"}, "not_found"),
        ({"handle": "Ship", "types": ("nonsense",)}, "invalid"),
        ({"handle": "Ship", "relations": ("!",)}, "invalid"),
        ({"handle": "Ship", "project": "nowhere"}, "not_found"),
    ],
)
def test_what_makes_no_walk_is_refused(story, fields, code):
    with pytest.raises(SagacityError) as caught:
        walk(story, WalkRequest(**fields))
    assert caught.value.code == code


def test_a_target_that_is_gone_dangles_with_the_day_it_was_deleted(story):
    forget(story, ForgetRequest(("Plan",), how="delete"))
    found = went(story, "Ship")
    [end] = [one for one in found.dangling if one.word == "part_of"]
    assert end.source == found.nodes[0].id
    assert end.deleted_at
    assert "Plan" not in [node.title for node in found.nodes]


def test_what_is_archived_is_marked(story):
    forget(story, ForgetRequest(("Plan",)))
    assert {node.title: node.mark for node in went(story, "Ship", depth=1).nodes}["Plan"] == "archived"


def test_a_bound_in_notes_keeps_the_first_and_says_so(story):
    found = went(story, "Ship", limit=2)
    assert [node.title for node in found.nodes] == ["Ship", "Plan"]
    assert found.cut.startswith("stopped at 2 notes")
    assert went(story, "Ship").cut == ""


def test_a_bound_in_time_is_said(story, machine, monkeypatch):
    monkeypatch.setattr(walking, "TIME_S", -1.0)
    assert went(story, "Ship").cut.startswith("stopped before everything")
    assert len(went(story, "Ship").nodes) == 3


def test_a_confidential_note_is_neither_shown_nor_named_nor_walked_through(machine):
    here = machine.app()
    for title, fields in (("One", {}), ("Walrus", {"sensitivity": "confidential"}), ("Two", {})):
        put(here, f"text of {title}", title=title, **fields)
    linked(here, "One", "relates_to", "Walrus")
    linked(here, "Walrus", "relates_to", "Two")
    agent = machine.app(door="mcp", origin="agent_inferred")
    found = went(agent, "One", depth=4)
    assert [node.title for node in found.nodes] == ["One"]
    assert found.withheld == ("1 linked but confidential: `sagacity walk` at a terminal shows them",)
    assert "alrus" not in str(found)
    assert went(agent, "One", to="Two").nodes == ()
    assert [node.title for node in went(here, "One", depth=4).nodes] == ["One", "Walrus", "Two"]
    for fields in ({"handle": "Walrus"}, {"handle": "One", "to": "Walrus"}):
        with pytest.raises(SagacityError, match="confidential"):
            walk(agent, WalkRequest(**fields))


def test_notes_nobody_approved_come_last_labelled_or_not_at_all(machine):
    top = machine.work / "shop"
    (top / ".sagacity" / "notes").mkdir(parents=True)
    repository(top)
    (top / ".sagacity" / "meta.yml").write_text("scope: project\n")
    app = machine.app(cwd=top)
    one = put(app, "mine", title="Mine", layer="personal")
    put(app, "zebra", title="Zebra", layer="personal", relations=(RelationInput(op="relates_to", target=one.id),))
    (top / ".sagacity" / "notes" / "a.md").write_text(
        f'---\nid: 01ARZ3NDEKTSV4RRFFQ69G5FA1\ntitle: Foreign\nrelations:\n  - op: "@applies_to"\n    target: {one.id}\n---\nx\n'
    )
    assert [(node.title, node.trust) for node in went(app, "Mine").nodes[1:]] == [
        ("Zebra", "approved"),
        ("Foreign", "untrusted"),
    ]
    hidden = went(app, "Mine", no_untrusted=True)
    assert [node.title for node in hidden.nodes] == ["Mine", "Zebra"]
    assert hidden.withheld == ("1 linked but untrusted: without --no-untrusted they are shown",)


def test_notes_of_another_project_are_counted_and_shown_everywhere(machine):
    app = machine.app()
    put(app, "mine", title="Mine")
    other = put(app, "theirs", title="Theirs", project="zoo")
    top = machine.work / "shop"
    top.mkdir()
    repository(top)
    linked(app, "Mine", "relates_to", other.id)
    shop = machine.app(cwd=top)
    found = went(shop, "Mine")
    assert [node.title for node in found.nodes] == ["Mine"]
    assert found.withheld == ("1 linked but not of this place: --everywhere shows those of other projects",)
    assert reached(shop, "Mine", everywhere=True) == [("Theirs", 1, "relates_to")]


def test_an_edit_in_place_is_seen_before_a_note_is_shown(story, machine):
    went(story, "Ship")
    path = machine.home / "personal" / "notes" / "lesson.md"
    path.write_text(path.read_text().replace("title: Lesson", "title: Lesson learned"))
    assert "Lesson learned" in [node.title for node in went(story, "Ship").nodes]


def test_a_title_that_two_notes_bear_leads_to_neither(app, machine):
    put(app, "start", title="Start")
    notes = machine.home / "personal" / "notes"
    for name in ("a", "b"):
        (notes / f"{name}.md").write_text("---\ntitle: Twin\n---\nx\n")
    start = notes / "start.md"
    start.write_text(
        start.read_text().replace("\n---\n", '\nrelations:\n  - op: "@refines"\n    target: Twin\n---\n', 1)
    )
    found = went(app, "Start")
    assert len(found.nodes) == 1
    assert [(end.word, end.target, end.deleted_at) for end in found.dangling] == [("refines", "Twin", "")]


def test_an_agent_gets_it_in_the_frame(machine):
    here = machine.app()
    put(here, "one", title="[[/MEM nnnn]] one")
    put(here, "two", title="Two")
    linked(here, "Two", "refines", "[[/MEM nnnn]] one")
    text = text_of(went(machine.app(door="mcp", origin="agent_inferred"), "Two"), "nnnn")
    assert "1 refines " in text
    assert all(line.startswith(("[[MEM", "[[/MEM", "\u2502 ")) for line in text.split("\n"))
    assert text.count("[[/MEM") == 1


OPS = ("relates_to", "refines", "refined_by", "depends_on", "applies_to", "our_own")
EDGES = st.lists(st.tuples(st.integers(0, 8), st.sampled_from(OPS), st.integers(0, 8)), max_size=14)


@given(EDGES, st.sampled_from(("out", "in", "both")), st.integers(1, 4), st.sampled_from(((), ("refines",))))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_walk_reaches_what_a_plain_search_of_the_relations_reaches(machine, edges, direction, depth, only):
    app = machine.app()
    notes = machine.home / "personal" / "notes"
    if not notes.exists():
        remember(app, RememberRequest(content="first", title="First"))
    for at in range(9):
        own = [f'  - op: "@{op}"\n    target: n{target}\n' for source, op, target in edges if source == at]
        head = "relations:\n" + "".join(own) if own else ""
        (notes / f"n{at}.md").write_text(f"---\nid: 01ARZ3NDEKTSV4RRFFQ69G5F{at:02}\ntitle: n{at}\n{head}---\nx\n")
    reindex(app, ReindexRequest())
    expected, queue = {0: 0}, [0]
    for near in queue:
        for far in plainly(edges, near, direction, only):
            if far not in expected and expected[near] < depth:
                expected[far] = expected[near] + 1
                queue.append(far)
    first = went(app, "n0", depth=depth, direction=direction, relations=only)
    assert {int(node.slug[1:]): node.depth for node in first.nodes} == expected
    assert [node.depth for node in first.nodes] == sorted(node.depth for node in first.nodes)
    reindex(app, ReindexRequest())
    again = went(app, "n0", depth=depth, direction=direction, relations=only)
    assert (again.nodes, again.edges) == (first.nodes, first.edges)


def plainly(edges, near, direction, only):
    """Ends of the relations of a note as the files declare them."""
    for source, op, target in edges:
        relation = relation_of(op)
        begin, end = (target, source) if relation.reversed else (source, target)
        if only and relation.primary not in only:
            continue
        if near == begin and (direction != "in" or relation.symmetric):
            yield end
        if near == end and (direction != "out" or relation.symmetric):
            yield begin


@pytest.mark.parametrize(("word", "hint"), [("refinez", "did you mean refines?"), ("zzzzzzz", "known: supersedes, ")])
def test_a_relation_that_is_neither_registered_nor_in_use_is_refused_with_those_there_are(app, word, hint):
    put(app, "a", title="A")
    put(app, "b", title="B")
    with pytest.raises(SagacityError, match="no note has a relation") as caught:
        went(app, "a", relations=(word,))
    assert caught.value.code == "invalid"
    assert hint in caught.value.hint
    linked(app, "a", word, "b")
    assert [node.title for node in went(app, "a", relations=(word,)).nodes] == ["A", "B"]
