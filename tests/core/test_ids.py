"""Ids are ULIDs; files without one get a stand-in that depends on their place alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.errors import SagacityError
from sagacity.core.ids import MIN_TAIL, derived_id, id_time_ms, is_derived, is_id, new_id, tail

MOMENTS = st.integers(0, 2**48 - 1)
RANDOM = st.binary(min_size=10, max_size=10)


@given(MOMENTS, RANDOM)
def test_id_keeps_its_moment(now_ms: int, random: bytes) -> None:
    id = new_id(now_ms, random)
    assert is_id(id)
    assert is_id(id.lower())
    assert not is_derived(id)
    assert id_time_ms(id) == id_time_ms(id.lower()) == now_ms
    assert tail(id) == id[-MIN_TAIL:]


@given(MOMENTS, MOMENTS, RANDOM, RANDOM)
def test_ids_sort_by_moment(a_ms: int, b_ms: int, a_random: bytes, b_random: bytes) -> None:
    a, b = (a_ms, a_random), (b_ms, b_random)
    assert (new_id(*a) < new_id(*b)) == (a < b)


def test_known_value() -> None:
    assert new_id(1469918176385, bytes(10)) == "01ARYZ6S410000000000000000"
    assert new_id(2**48 - 1, b"\xff" * 10) == "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "01ARYZ6S41",
        "81ARYZ6S410000000000000000",
        "01ARYZ6S41000000000000000U",
        "01ARYZ6S41٣000000000000000",
        "~" * 26,
    ],
)
def test_other_text_is_no_id(text: str) -> None:
    assert not is_id(text)
    with pytest.raises(SagacityError) as raised:
        id_time_ms(text)
    assert raised.value.code == "invalid"


@pytest.mark.parametrize(("now_ms", "size"), [(-1, 10), (2**48, 10), (0, 9), (0, 16)])
def test_bad_ingredients_are_refused(now_ms: int, size: int) -> None:
    with pytest.raises(SagacityError):
        new_id(now_ms, bytes(size))


@given(st.text(), st.text())
def test_derived_id_depends_on_place(root: str, path: str) -> None:
    id = derived_id(root, path)
    assert is_derived(id)
    assert not is_id(id)
    assert id == derived_id(root, path)
    assert id != derived_id(root, path + "x")
    assert id != derived_id(root + "x", path)


def test_derived_id_takes_undecodable_names() -> None:
    assert is_derived(derived_id("/layer", "caf\udce9.md"))
