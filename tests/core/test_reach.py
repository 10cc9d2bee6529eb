"""Going outwards from some nodes: strengths never climb, the work is bounded, and keys decide nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.reach import MOST, NODES, TIME, Limits, Seed, reach

NODE = st.integers(0, 12)
LEAPS = st.lists(st.tuples(NODE, NODE, st.floats(0, 3), st.just("near")), max_size=60)
SEEDS = st.dictionaries(NODE, st.floats(0.1, 1).map(lambda strength: Seed(strength, "seed")), max_size=4)


def going(leaps):
    return lambda keys: [leap for leap in leaps if leap[0] in keys]


def never():
    return False


@given(SEEDS, LEAPS, st.integers(0, 6))
def test_strength_falls_with_every_leap_whatever_the_weights(seeds, leaps, nodes):
    out = reach(seeds, going(leaps), str, Limits(3, nodes, never))
    assert out.expanded <= nodes
    assert seeds.keys() <= out.reached.keys()
    for one in out.reached.values():
        assert one.leaps <= 3
        if one.before >= 0:
            assert one.strength <= MOST * max(seed.strength for seed in seeds.values())


@given(SEEDS, LEAPS)
def test_other_keys_for_the_same_nodes_reach_the_same(seeds, leaps):
    out = reach(seeds, going(leaps), lambda key: f"{key:03}", Limits(2, 5, never))
    moved = reach(
        {100 - key: seed for key, seed in seeds.items()},
        going([(100 - near, 100 - far, weight, why) for near, far, weight, why in leaps]),
        lambda key: f"{100 - key:03}",
        Limits(2, 5, never),
    )
    strengths = {key: one.strength for key, one in out.reached.items()}
    assert strengths == {100 - key: one.strength for key, one in moved.reached.items()}


def test_it_says_what_ended_it():
    chain = [(at, at + 1, 1.0, "next") for at in range(20)]
    assert reach({0: Seed(1.0, "s")}, going(chain), str, Limits(9, 3, never)).cut == NODES
    assert reach({0: Seed(1.0, "s")}, going(chain), str, Limits(9, 30, lambda: True)).cut == TIME
    done = reach({0: Seed(1.0, "s")}, going(chain), str, Limits(2, 30, never))
    assert (done.cut, sorted(done.reached)) == ("", [0, 1, 2])
