"""Scores on one scale."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.rank import (
    BACKGROUND_NOTES,
    bm25f,
    confidence_factor,
    note_share,
    recency_factor,
    term_weights,
)

LENGTHS = (5, 2, 3, 12, 200)


def score(hits, frequencies, n_notes=1000, lengths=LENGTHS, terms=()):
    terms = terms or [f"word{at}" for at in range(len(hits))]
    return bm25f(hits, lengths, LENGTHS, term_weights(terms, frequencies, n_notes))


def test_a_title_counts_more_than_a_body():
    in_title = score([(1, 0, 0, 0, 0)], [10])
    in_body = score([(0, 0, 0, 0, 1)], [10])
    assert in_title > 1.5 * in_body


def test_a_rare_term_counts_more_than_a_common_one():
    rare = score([(0, 0, 0, 0, 1), (0, 0, 0, 0, 0)], [3, 700])
    common = score([(0, 0, 0, 0, 0), (0, 0, 0, 0, 1)], [3, 700])
    assert rare > 3 * common


def test_terms_nobody_holds_lower_the_score():
    known = score([(1, 0, 0, 0, 0)], [10])
    with_unknown = score([(1, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)], [10, 0, 0])
    assert with_unknown < 0.5 * known


def test_a_young_store_does_not_call_its_words_common():
    assert score([(1, 0, 0, 0, 0)], [1], n_notes=1) > 0.6
    assert BACKGROUND_NOTES > 0


@pytest.mark.parametrize("word", ["variable", "translated", "logging", "dependencies", "setting"])
def test_everyday_words_alone_promise_little(word):
    telling = score([(1, 0, 0, 0, 0)], [1], n_notes=30, terms=["voucher"])
    everyday = score([(1, 0, 0, 0, 0)], [1], n_notes=30, terms=[word])
    assert everyday < 0.3 < telling


def test_no_terms_score_nothing():
    assert score([], []) == 0.0


@given(st.lists(st.tuples(*[st.integers(0, 50)] * 5), min_size=1, max_size=5), st.data())
def test_a_score_is_between_zero_and_one_for_few_terms_and_grows_with_hits(hits, data):
    frequencies = [data.draw(st.integers(1, 900)) for _ in hits]
    value = score(hits, frequencies)
    assert 0.0 <= value <= 1.0
    more = [tuple(count + 1 for count in columns) for columns in hits]
    assert score(more, frequencies) >= value


def test_factors_are_bounded():
    assert confidence_factor("canonical") > confidence_factor("") > confidence_factor("proposed") > 0.8
    assert recency_factor(-5, "") == recency_factor(0, "") == 1.06
    assert 1.0 <= recency_factor(10_000, "durable") < recency_factor(1, "volatile") < recency_factor(1, "durable")


def test_a_long_note_with_everything_in_one_passage_is_better_than_one_that_scatters_it():
    weights = term_weights(["voucher", "refund"], [5, 5], 1000)
    whole = ([(0, 0, 0, 0, 2), (0, 0, 0, 0, 2)], (5, 2, 3, 12, 600), LENGTHS, weights)
    together = note_share(*whole, [((2, 2), 100), ((0, 0), 250), ((0, 0), 250)], 100.0)
    apart = note_share(*whole, [((2, 0), 100), ((0, 2), 250), ((0, 0), 250)], 100.0)
    assert together > 1.2 * apart
    assert note_share(*whole, [], 100.0) == bm25f(*whole)
