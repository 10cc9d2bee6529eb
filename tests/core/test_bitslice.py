"""The sliced scan finds what comparing code by code finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.bitslice import Block, build, joined, scan, to_bytes

WIDTHS = st.sampled_from([8, 24, 64, 256])


@st.composite
def cases(draw):
    """(width, codes, query): codes close to one another, so that distances tie."""
    width = draw(WIDTHS)
    code = st.integers(0, (1 << width) - 1)
    few = draw(st.lists(code, min_size=1, max_size=4))
    near = st.builds(lambda base, at: base ^ (1 << at), st.sampled_from(few), st.integers(0, width - 1))
    return width, draw(st.lists(st.one_of(st.sampled_from(few), near, code), max_size=70)), draw(st.one_of(near, code))


def naive(codes, query, n, alive):
    at_all = [at for at in range(len(codes)) if alive >> at & 1]
    distances = {at: (codes[at] ^ query).bit_count() for at in at_all}
    if n >= len(at_all):
        return at_all
    bound = sorted(distances.values())[n - 1]
    return [at for at in at_all if distances[at] <= bound]


@given(cases(), st.integers(1, 80), st.data())
def test_the_scan_finds_the_nearest_and_what_is_as_near(case, n, data):
    width, codes, query = case
    alive = data.draw(st.one_of(st.just((1 << len(codes)) - 1), st.integers(0, (1 << len(codes)) - 1)))
    assert scan(build(codes, width), query, n=n, alive=alive) == naive(codes, query, n, alive)


@given(cases())
def test_blocks_as_bytes_are_joined_at_whole_bytes(case):
    width, codes, query = case
    half = len(codes) // 2
    filling = [0] * (-half % 8)
    apart = [to_bytes(build(codes[:half], width)), to_bytes(build(codes[half:], width))]
    block = joined(apart, width)
    laid_out = [*codes[:half], *filling, *codes[half:]]
    assert block.slices == build(laid_out, width).slices
    alive = (1 << half) - 1 | ((1 << (len(codes) - half)) - 1) << (half + len(filling))
    assert scan(block, query, n=5, alive=alive) == naive(laid_out, query, 5, alive)


@given(cases())
def test_one_block_alone_survives_being_bytes(case):
    width, codes, _query = case
    assert joined([to_bytes(build(codes, width))], width).slices == build(codes, width).slices


def test_slices_are_the_codes_transposed():
    assert build([0b01, 0b11, 0b10], 8) == Block(3, (0b011, 0b110, 0, 0, 0, 0, 0, 0))


def test_an_empty_block_has_nothing_near():
    assert scan(build([], 8), 5, n=3, alive=0) == []


def test_bits_of_alive_beyond_the_block_mean_nothing():
    assert scan(build([1, 2], 8), 1, n=5, alive=0b1110) == [1]


@pytest.mark.parametrize("code", [-1, 256])
def test_a_code_that_does_not_fit_is_refused(code):
    with pytest.raises(ValueError):
        build([0, code], 8)


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data + b"\0", lambda data: b"\xff" + data[1:]])
def test_bytes_of_another_length_are_refused(damage):
    with pytest.raises(ValueError):
        joined([damage(to_bytes(build([1, 2, 3], 8)))], 8)
