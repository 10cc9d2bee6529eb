"""One registry answers for every operator; targets are read tolerantly; cycles are shown as a path."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.errors import SagacityError
from sagacity.core.relations import RELATIONS, Target, check_op, find_cycle, oriented, parse_target, relation_of

OF_THE_FORMAT = """supersedes deprecated refines derived_from conflicts_with relates_to implements references caused_by
part_of contains prerequisite_for depends_on blocks mentions alternative_to applies_to corrects assigned_to has_owner"""
ACYCLIC = {"supersedes", "derived_from", "depends_on", "prerequisite_for", "blocks"}
NODES = st.sampled_from("abcdefgh")
EDGES = st.lists(st.tuples(NODES, NODES), max_size=30)


def test_every_operator_of_the_format_is_registered() -> None:
    for op in OF_THE_FORMAT.split():
        assert relation_of(op).op == op
        assert not relation_of(op).custom
        assert relation_of(op).acyclic == (op in ACYCLIC)
        assert relation_of(op).symmetric == (op in {"conflicts_with", "alternative_to", "relates_to"})


def test_words_are_unambiguous() -> None:
    words = [word for one in RELATIONS for word in {one.op, one.inverse} | set(one.aliases) | set(one.inverse_aliases)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("written", "op"),
    [
        ("@supersedes", "supersedes"),
        ("Supersedes", "supersedes"),
        ("depends-on", "depends_on"),
        ("@Depends On", "depends_on"),
        ("contradicts", "conflicts_with"),
        ("bundled_with", "part_of"),
        ("superseded by", "superseded_by"),
        ("causes", "cause_of"),
    ],
)
def test_written_operator_is_understood(written: str, op: str) -> None:
    assert relation_of(written).op == op
    assert check_op(written) == relation_of(written)


def test_inverse_of_inverse_is_the_operator() -> None:
    for one in RELATIONS:
        mirror = relation_of(one.inverse)
        assert relation_of(mirror.inverse) == one
        assert mirror.primary == one.primary == one.op
        assert mirror.acyclic == one.acyclic
        assert mirror.reversed != one.symmetric
        if not one.symmetric:
            assert (mirror.weight, mirror.back) == (one.back, one.weight)


def test_walking_to_the_stale_note_costs_and_to_its_replacement_pays() -> None:
    assert (relation_of("supersedes").weight, relation_of("supersedes").back) == (0.5, 1.2)
    assert (relation_of("superseded_by").weight, relation_of("deprecated").weight) == (1.2, 1.2)


def test_custom_name_is_kept_and_flagged() -> None:
    found = check_op("@Inspired by")
    assert (found.op, found.custom, found.symmetric, found.inverse) == ("inspired_by", True, False, "")
    assert oriented("inspired_by", "a", "b") == ("inspired_by", "a", "b")


@pytest.mark.parametrize("op", ["", "@", "  ", "a/b", "x" * 65, "()"])
def test_what_is_no_name_is_refused(op: str) -> None:
    with pytest.raises(SagacityError, match="is not a relation") as raised:
        check_op(op)
    assert raised.value.code == "invalid"


@given(st.text())
def test_reading_operators_is_total(op: str) -> None:
    assert relation_of(op).weight > 0


def test_edges_are_stored_one_way_round() -> None:
    assert (
        oriented("contains", "whole", "part") == oriented("@part-of", "part", "whole") == ("part_of", "part", "whole")
    )
    assert oriented("superseded_by", "old", "new") == ("supersedes", "new", "old")


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("deploy-api", [("", "deploy-api")]),
        ("personal:deploy-api", [("personal", "deploy-api"), ("", "personal:deploy-api")]),
        ("project:deploy", [("project", "deploy"), ("", "project:deploy")]),
        ("project:shop:deploy", [("project:shop", "deploy"), ("project", "shop:deploy"), ("", "project:shop:deploy")]),
        (
            "org:acme:Rule: be kind",
            [("org:acme", "Rule: be kind"), ("org", "acme:Rule: be kind"), ("", "org:acme:Rule: be kind")],
        ),
        ("dept:x:y", [("dept:x", "y"), ("dept", "x:y"), ("", "dept:x:y")]),
        ("Docker: networking basics", [("", "Docker: networking basics")]),
        ("project: roadmap", [("", "project: roadmap")]),
        ("std::vector", [("", "std::vector")]),
        ("personal:", [("", "personal:")]),
        ("project::x", [("project", ":x"), ("", "project::x")]),
        (" [[Deploy API|the guide]] ", [("", "Deploy API")]),
    ],
)
def test_target_readings_in_order(text: str, readings: list[tuple[str, str]]) -> None:
    assert parse_target(text) == tuple(Target(*one) for one in readings)


@given(st.text())
def test_plain_handle_is_always_the_last_reading(text: str) -> None:
    last = parse_target(text)[-1]
    assert last.layer == ""
    assert last.handle in text


@pytest.mark.parametrize(
    ("edges", "new", "path"),
    [
        ([], ("a", "b"), ()),
        ([], ("a", "a"), ("a", "a")),
        ([("a", "b")], ("b", "a"), ("b", "a", "b")),
        ([("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")], ("d", "a"), ("d", "a", "d")),
        ([("a", "b"), ("b", "c")], ("c", "a"), ("c", "a", "b", "c")),
        ([("a", "b"), ("b", "c")], ("a", "c"), ()),
        ([("x", "x")], ("a", "b"), ()),
    ],
)
def test_cycle_is_shown(edges: list[tuple[str, str]], new: tuple[str, str], path: tuple[str, ...]) -> None:
    assert find_cycle(edges, new) == path


@given(EDGES, st.tuples(NODES, NODES))
def test_cycle_is_found_exactly_when_there_is_one(edges: list[tuple[str, str]], new: tuple[str, str]) -> None:
    reached = {new[1]}
    for _ in range(8):
        reached |= {target for source, target in edges if source in reached}
    path = find_cycle(edges, new)
    assert bool(path) == (new[0] in reached)
    assert all(step in {*edges, new} for step in pairwise(path))
    assert path[:1] == path[-1:]


def test_long_chain_is_followed_without_recursion() -> None:
    chain = [(str(n), str(n + 1)) for n in range(100_000)]
    assert len(find_cycle(chain, ("100000", "0"))) == 100_002
