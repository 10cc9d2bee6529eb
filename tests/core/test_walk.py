"""Spreading and meeting in a graph, beside the plainest search there is."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sagacity.core.walk import NODES, TIME, Bounds, meet, spread

GRAPHS = st.dictionaries(st.integers(0, 14), st.lists(st.integers(0, 14), max_size=4), max_size=15)


def ways_of(graph):
    edges = [(near, far) for near in graph for far in graph[near] if near != far]

    def onward(keys):
        return [(near, far, "relates_to", True, "") for near, far in edges if near in keys]

    def backward(keys):
        return [(near, far, "relates_to", True, "") for near, far in edges if far in keys]

    return onward, backward


def bounds(depth=99, nodes=1000, is_late=lambda: False):
    return Bounds(depth, nodes, is_late, lambda keys, count: sorted(keys)[:count])


def distances(graph, start):
    found, queue = {start: 0}, [start]
    for near in queue:
        for far in graph.get(near, ()):
            if far not in found:
                found[far] = found[near] + 1
                queue.append(far)
    return found


@given(GRAPHS, st.integers(0, 14), st.integers(1, 6))
@settings(max_examples=60)
def test_what_is_reached_is_what_a_plain_search_reaches(graph, start, depth):
    found = spread(start, ways_of(graph)[0], bounds(depth))
    assert found.depths == {key: far for key, far in distances(graph, start).items() if far <= depth}
    assert not found.cut


@given(GRAPHS, st.integers(0, 14), st.integers(0, 14), st.integers(1, 6))
@settings(max_examples=100)
def test_the_steps_of_a_meeting_are_those_of_all_shortest_paths(graph, start, goal, depth):
    if start == goal:
        return
    ahead = distances(graph, start)
    onward, backward = ways_of(graph)
    back = distances({far: [near for near in graph if far in graph[near]] for far in range(15)}, goal)
    length = ahead.get(goal, 99)
    wanted = {
        (near, far)
        for near in graph
        for far in graph[near]
        if length <= depth and ahead.get(near, 99) + 1 + back.get(far, 99) == length
    }
    assert {step[:2] for step in meet(start, goal, onward, backward, bounds(depth)).steps} == wanted


def test_a_bound_in_nodes_keeps_the_first_and_says_so():
    onward, _ = ways_of({0: [3, 1, 2], 1: [4]})
    found = spread(0, onward, bounds(nodes=3))
    assert (found.depths, found.cut) == ({0: 0, 1: 1, 2: 1}, NODES)
    assert {step[1] for step in found.steps} == {1, 2}
    chain, back = ways_of({at: [at + 1] for at in range(30)})
    assert meet(0, 30, chain, back, bounds(nodes=10)).cut == NODES
    assert spread(0, onward, bounds(nodes=5)).cut == ""


def test_a_bound_in_time_is_looked_at_between_the_steps():
    onward, backward = ways_of({at: [at + 1] for at in range(30)})
    found = spread(0, onward, bounds(is_late=lambda: True))
    assert (found.depths, found.cut) == ({0: 0, 1: 1}, TIME)
    assert meet(0, 30, onward, backward, bounds(is_late=lambda: True)).cut == TIME
