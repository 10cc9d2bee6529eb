"""Records behave alike before and after their class got a constructor of its own."""

import pickle

import pytest

from sagacity.core.value import MANY, Value


def fresh() -> type[Value]:
    class Pair(Value):
        left: int
        right: str = "r"

    return Pair


def often_made() -> type[Value]:
    pair = fresh()
    for number in range(MANY):
        pair(number)
    return pair


@pytest.fixture(params=[fresh, often_made])
def pair(request):
    return request.param()


def test_fields_come_by_position_or_by_name_and_defaults_fill_the_rest(pair):
    same = [pair(1, "x"), pair(1, right="x"), pair(right="x", left=1), pair(0, "x").replace(left=1)]
    assert len(set(same)) == 1
    assert repr(same[0]) == "Pair(left=1, right='x')"
    assert pair(1) == pair(1, "r") != pair(2)
    assert pair(1).__reduce__() == (pair, (1, "r"))


@pytest.mark.parametrize(
    ("args", "named"), [((), {}), ((1, "x", 2), {}), ((1,), {"above": 2}), ((1,), {"left": 1}), ((), {"right": "x"})]
)
def test_a_field_that_is_missing_unknown_or_given_twice_is_refused(pair, args, named):
    with pytest.raises(TypeError):
        pair(*args, **named)


def test_a_record_cannot_be_changed(pair):
    record = pair(1)
    with pytest.raises(AttributeError, match="frozen"):
        record.left = 2
    with pytest.raises(TypeError):
        record.replace(above=2)
    assert record == pair(1)


@pytest.mark.parametrize("make", [fresh, often_made])
def test_a_record_that_extends_another_has_the_fields_of_both(make):
    pair = make()
    triple = type(pair)("Triple", (pair,), {"__annotations__": {"last": "bool"}, "last": False})
    for number in range(2 * MANY):
        assert triple(number, last=True)._values() == (number, "r", True)
    assert triple(1) != pair(1)


def test_records_without_fields_are_equal():
    class Nothing(Value):
        pass

    assert {Nothing() for _ in range(2 * MANY)} == {Nothing()}
    with pytest.raises(TypeError):
        Nothing(1)


def test_records_survive_pickling():
    from sagacity.core.note import Relation

    one = Relation("refines", "other")
    assert pickle.loads(pickle.dumps(one)) == one
