"""Plain BM25, by hand and by what it must do."""

from __future__ import annotations

from math import log

import pytest

from sagacity.core.baseline import bm25, inverse_frequencies


def test_by_hand():
    (idf,) = inverse_frequencies([1], 10)
    assert idf == pytest.approx(log(1 + 9.5 / 1.5))
    # Of mean length: 2 occurrences give 2 * 2.2 / (2 + 1.2) times the weight.
    assert bm25([(1, 0, 0, 0, 1)], 100, 100.0, [idf]) == pytest.approx(idf * 4.4 / 3.2)


def test_columns_count_alike_and_a_longer_body_counts_less():
    assert bm25([(1, 0, 0, 0, 0)], 50, 100.0, [1.0]) == bm25([(0, 0, 0, 0, 1)], 50, 100.0, [1.0])
    assert bm25([(0, 0, 0, 0, 1)], 200, 100.0, [1.0]) < bm25([(0, 0, 0, 0, 1)], 50, 100.0, [1.0])


def test_rare_terms_weigh_more_and_no_hit_nothing():
    rare, common = inverse_frequencies([1, 90], 100)
    assert rare > common > 0
    assert bm25([(0, 0, 0, 0, 0)], 50, 100.0, [rare]) == 0
    assert bm25([(0, 0, 0, 0, 1)], 0, 0.0, [rare]) > 0
