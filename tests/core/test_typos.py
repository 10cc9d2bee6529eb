"""Which word a mistyped one was meant to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.typos import distance, may_be_mistyped, misheard, nearest, slips_of

LETTERS = st.text("abc", max_size=7)


def plain_distance(one: str, other: str) -> int:
    """Optimal string alignment, as in the books."""
    table = [[max(at, place) for place in range(len(other) + 1)] for at in range(len(one) + 1)]
    for at in range(1, len(one) + 1):
        for place in range(1, len(other) + 1):
            cost = one[at - 1] != other[place - 1]
            table[at][place] = min(table[at - 1][place] + 1, table[at][place - 1] + 1, table[at - 1][place - 1] + cost)
            if at > 1 and place > 1 and one[at - 2 : at] == other[place - 2 : place][::-1]:
                table[at][place] = min(table[at][place], table[at - 2][place - 2] + 1)
    return table[-1][-1]


@given(LETTERS, LETTERS)
def test_the_distance_is_that_of_the_books(one, other):
    assert distance(one, other, 9) == plain_distance(one, other)


@given(LETTERS, LETTERS, st.integers(0, 3))
def test_a_bound_changes_nothing_below_it(one, other, most):
    found = distance(one, other, most)
    assert found == plain_distance(one, other) or (found > most and plain_distance(one, other) > most)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("orchestartor", "orchestrator"),
        ("conection", "connection"),
        ("timout", "timeout"),
        ("seperate", "separate"),
        ("depoly", "deploy"),
        ("timeoutt", "timeout"),
        ("configuraton", "configuration"),
    ],
)
def test_usual_slips_are_undone(typed, meant):
    assert meant in slips_of(typed) + misheard(typed)


@given(st.text("abcdeiou", min_size=5, max_size=40))
def test_corrections_are_few_and_other_words(word):
    found = slips_of(word) + misheard(word)
    assert word not in found
    assert len(found) <= 150


def test_the_nearest_then_the_most_frequent_wins():
    assert nearest("paymnt", [("payment", 1), ("paymet", 9), ("pawmnt", 3)]) == "paymet"
    assert nearest("aaaaaaaaaa", [("aaaaaaaaab", 1), ("aaaaaaaabb", 9)]) == "aaaaaaaaab"
    assert nearest("payments", [("else", 4)]) == ""
    assert nearest("payments", []) == ""


@pytest.mark.parametrize("word", ["abc", "e1234", "naïve", "files", "src_app", ""])
def test_short_words_names_and_everyday_words_are_no_mistakes(word):
    assert not may_be_mistyped(word)
