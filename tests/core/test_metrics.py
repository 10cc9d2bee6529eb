"""Measures of retrieval, by hand and by their properties."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.metrics import (
    Abstention,
    Interval,
    abstention,
    bootstrap,
    frac,
    in_order,
    mean,
    ndcg,
    paired_gain,
    recall_all,
    recall_any,
    reciprocal_rank,
)

NAMES = "abcdefghijklmnop"
RANKINGS = st.lists(st.sampled_from(NAMES), unique=True)
GOLD = st.sets(st.sampled_from(NAMES), min_size=1)
VALUES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("ranking", "gold", "k", "any_", "all_", "share"),
    [
        ("abcde", "a", 1, 1, 1, 1),
        ("abcde", "b", 1, 0, 0, 0),
        ("abcde", "be", 5, 1, 1, 1),
        ("abcde", "be", 4, 1, 0, 0.5),
        ("abcde", "xyz", 5, 0, 0, 0),
        ("abcde", "axyz", 5, 1, 0, 0.25),
        ("", "a", 5, 0, 0, 0),
        ("abc", "abc", 2, 1, 0, 2 / 3),
    ],
)
def test_recalls_by_hand(ranking, gold, k, any_, all_, share):
    assert recall_any(ranking, gold, k) == any_
    assert recall_all(ranking, gold, k) == all_
    assert frac(ranking, gold, k) == share


@pytest.mark.parametrize(
    ("ranking", "gold", "gain"),
    [
        ("abcde", "a", 1),
        ("abcde", "b", 1 / log2(3)),
        ("abcde", "ab", 1),
        ("abcde", "ac", (1 + 1 / 2) / (1 + 1 / log2(3))),
        ("abcde", "az", 1 / (1 + 1 / log2(3))),
        ("abcdefghijk", "k", 0),
    ],
)
def test_ndcg_at_ten_by_hand(ranking, gold, gain):
    assert ndcg(ranking, gold) == pytest.approx(gain)


def test_the_ideal_of_more_gold_than_places_fills_the_places():
    assert ndcg("abcdefghij", NAMES) == pytest.approx(1)


def test_reciprocal_rank_is_that_of_the_first():
    assert [reciprocal_rank("abc", gold) for gold in ("a", "cb", "x")] == [1, 0.5, 0]


@pytest.mark.parametrize(
    ("ranking", "ordered"), [("xgb", 1), ("xbg", 0), ("xg", 1), ("xb", 0), ("x", 0), ("", 0), ("gbg", 1)]
)
def test_order_asks_what_is_met_first(ranking, ordered):
    assert in_order(ranking, "g", "b") == ordered


@given(RANKINGS, GOLD, st.integers(1, 20))
def test_all_is_at_most_the_share_and_the_share_at_most_any(ranking, gold, k):
    assert 0 <= recall_all(ranking, gold, k) <= frac(ranking, gold, k) <= recall_any(ranking, gold, k) <= 1


@given(RANKINGS, GOLD, st.integers(1, 20))
def test_recalls_never_fall_with_more_places(ranking, gold, k):
    for measure in (recall_any, recall_all, frac):
        assert measure(ranking, gold, k) <= measure(ranking, gold, k + 1)


@given(RANKINGS, GOLD)
def test_gain_and_reciprocal_rank_are_shares_and_one_for_a_perfect_ranking(ranking, gold):
    assert 0 <= ndcg(ranking, gold) <= 1 + 1e-12
    assert (reciprocal_rank(ranking, gold) == 1) == bool(recall_any(ranking, gold, 1))
    perfect = [*sorted(gold), *(name for name in ranking if name not in gold)]
    assert ndcg(perfect, gold) == pytest.approx(1)


@given(RANKINGS, GOLD)
def test_the_gain_never_falls_when_gold_moves_up(ranking, gold):
    for at in range(1, len(ranking)):
        if ranking[at] in gold and ranking[at - 1] not in gold:
            moved = [*ranking[: at - 1], ranking[at], ranking[at - 1], *ranking[at + 1 :]]
            assert ndcg(moved, gold) >= ndcg(ranking, gold)
            assert reciprocal_rank(moved, gold) >= reciprocal_rank(ranking, gold)


@given(VALUES)
def test_an_interval_holds_its_mean_repeats_and_stays_within_the_values(values):
    found = bootstrap(values, resamples=100)
    assert found == bootstrap(values, resamples=100)
    assert min(values) <= found.low <= found.high <= max(values)
    assert found.mean == mean(values)


def test_an_interval_is_as_wide_as_theory_says():
    values = [1.0] * 300 + [0.0] * 100
    found = bootstrap(values)
    half = 1.96 * (0.75 * 0.25 / 400) ** 0.5
    assert found.low == pytest.approx(0.75 - half, abs=0.01)
    assert found.high == pytest.approx(0.75 + half, abs=0.01)


def test_one_value_has_no_spread():
    assert bootstrap([0.5]) == Interval(0.5, 0.5, 0.5)
    assert bootstrap([]) == Interval(0.0, 0.0, 0.0)


def test_a_gain_is_judged_by_pairs():
    baseline = [float(at % 2) for at in range(100)]
    better = [*([1.0] * 20), *baseline[20:]]
    gain = paired_gain(better, baseline)
    assert gain.mean == pytest.approx(0.1)
    assert 0 < gain.low < gain.high < 0.2
    assert paired_gain(baseline, baseline) == Interval(0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="zip"):
        paired_gain([1.0], [1.0, 0.0])


def test_abstaining_is_right_where_nothing_is_there_and_false_elsewhere():
    found = abstention([False, False, True, True, True, True], [True, False, False, True, False, False])
    assert found == Abstention(n_absent=2, right=0.5, n_present=4, false=0.25)
    assert abstention([], []) == Abstention(0, 0.0, 0, 0.0)
