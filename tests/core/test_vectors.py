"""Vectors keep their direction in bytes, and are compared exactly."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.vectors import cosine, cosines, quantise, quantise_whole, sign_code

FLOATS = st.floats(-1e6, 1e6)
PAIRS = st.integers(1, 300).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(-127, 127), min_size=n, max_size=n)] * 2)
)


def packed(components):
    return bytes(component & 255 for component in components)


@pytest.mark.parametrize(
    ("components", "expected"),
    [
        ([], []),
        ([0.0, -0.0], []),
        ([1.0, -1.0, 0.0], [127, -127, 0]),
        ([-4.0, 2.0, 1.0, 0.01], [-127, 64, 32, 0]),
        ([5e-324, 0.0], [127, 0]),
    ],
)
def test_components_become_signed_bytes(components, expected):
    assert quantise(components) == packed(expected)


@given(st.lists(FLOATS, min_size=1, max_size=300))
def test_the_largest_magnitude_is_127_and_the_rest_keeps_its_share(components):
    largest = max(map(abs, components))
    kept = memoryview(quantise(components)).cast("b").tolist()
    if not largest:
        assert kept == []
        return
    assert max(map(abs, kept)) == 127
    for component, byte in zip(components, kept, strict=True):
        assert abs(component / largest * 127 - byte) <= 0.5 + 1e-9


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused(bad):
    with pytest.raises(ValueError):
        quantise([1.0, bad])


@given(st.lists(st.integers(-127, 127), max_size=300))
def test_a_bit_is_set_for_each_positive_component(components):
    assert sign_code(packed(components)) == sum(1 << at for at, value in enumerate(components) if value > 0)


@given(PAIRS)
def test_cosine_is_the_dot_product_over_the_lengths(pair):
    a, b = pair
    lengths = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    expected = sum(x * y for x, y in zip(a, b, strict=True)) / lengths if lengths else 0.0
    assert cosine(packed(a), packed(b)) == cosine(packed(b), packed(a)) == expected


def test_a_vector_is_compared_with_each_of_the_others():
    one, other = packed([127, 0]), packed([-127, 0])
    assert cosines(one, [one, other, b"", packed([0, 127])]) == [1.0, -1.0, 0.0, 0.0]
    assert cosines(b"", [one, b""]) == [0.0, 0.0]
    assert cosines(one, []) == []


def test_vectors_of_different_lengths_are_refused():
    with pytest.raises(ValueError):
        cosine(packed([127, 0]), packed([127]))


@given(st.lists(st.integers(-(10**12), 10**12), max_size=40))
def test_whole_numbers_are_quantised_as_others_are(components):
    one, other = quantise_whole(components), quantise([float(component) for component in components])
    assert len(one) == len(other)
    for a, b in zip(memoryview(one).cast("b").tolist(), memoryview(other).cast("b").tolist(), strict=True):
        assert abs(a - b) <= 1
        assert -127 <= a <= 127
