"""Trust follows from the door; losing the record never raises it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.trust import ORIGINS, derived, edited_on_disk, label, layer_trust, lower, trust_of

ANY_ORIGIN = st.one_of(
    st.sampled_from(ORIGINS), st.builds("{}:{}".format, st.sampled_from(ORIGINS), st.text()), st.text()
)


@pytest.mark.parametrize(
    ("origin", "trust"),
    [
        ("human_ui", 3),
        ("human_cli", 3),
        ("human_file", 1),
        ("human_file:2", 2),
        ("human_file:3", 2),
        ("human_file:0", 0),
        ("agent_user_stated", 2),
        ("agent_user_stated:3", 2),
        ("agent_inferred", 1),
        ("agent_inferred:3", 1),
        ("agent_external", 0),
        ("agent_external:3", 0),
        ("import", 0),
        ("import:3", 3),
        ("import:1", 1),
        ("sync", 1),
        ("sync:3", 3),
        ("repo", 0),
        ("derived", 0),
        ("derived:2", 2),
        ("", 1),
        ("system:3", 1),
        ("import:", 0),
        ("import:9", 0),
        ("import:٣", 0),
    ],
)
def test_door_decides(origin: str, trust: int) -> None:
    assert trust_of(origin) == trust


def test_labels() -> None:
    assert [label(trust) for trust in (-1, 0, 1, 2, 3, 9)] == [
        "untrusted",
        "untrusted",
        "unconfirmed",
        "stated",
        "approved",
        "approved",
    ]


@given(ANY_ORIGIN, ANY_ORIGIN)
def test_what_is_made_of_two_is_worth_the_lesser(a: str, b: str) -> None:
    assert trust_of(lower(a, b)) == min(trust_of(a), trust_of(b)) == trust_of(derived((a, b)))
    assert lower(a, b) in (a, b)


def test_what_is_made_of_nothing_is_untrusted() -> None:
    assert trust_of(derived(())) == 0


@given(st.integers(0, 3))
def test_edit_on_disk_never_raises(before: int) -> None:
    assert trust_of(edited_on_disk(before)) == min(before, 2)


@pytest.mark.parametrize(
    ("approval", "expected"),
    [
        ("own", (0, 1, 2, 3)),
        ("follow", (0, 1, 2, 3)),
        ("pin", (0, 1, 2, 3)),
        ("none", (0, 0, 0, 0)),
        ("", (0, 0, 0, 0)),
    ],
)
def test_layer_caps_its_notes(approval: str, expected: tuple[int, ...]) -> None:
    assert tuple(layer_trust(trust, approval) for trust in range(4)) == expected
