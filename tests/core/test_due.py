"""Which day is meant by what people write for a due date."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.dates import DAY_MS, HOUR_MS, date_of, days_of, to_ms
from sagacity.core.due import UNDERSTOOD, due_of
from sagacity.core.errors import SagacityError

MONDAY = days_of(2026, 11, 30) * DAY_MS + 20 * HOUR_MS  # of the week until Sunday, 6 December


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026-12-24", "2026-12-24"),
        ("2026-12-24T18:00:00Z", "2026-12-24T18:00:00Z"),
        ("2026-12-24T18:00:00+02:00", "2026-12-24T18:00:00+02:00"),
        ("  Today ", "2026-11-30"),
        ("tomorrow", "2026-12-01"),
        ("the day after tomorrow", "2026-12-02"),
        ("yesterday", "2026-11-29"),
        ("friday", "2026-12-04"),
        ("by Friday", "2026-12-04"),
        ("fri", "2026-12-04"),
        ("monday", "2026-12-07"),
        ("this friday", "2026-12-04"),
        ("this monday", "2026-11-30"),
        ("next friday", "2026-12-11"),
        ("next monday", "2026-12-07"),
        ("in 3 days", "2026-12-03"),
        ("in two weeks", "2026-12-14"),
        ("in a week", "2026-12-07"),
        ("in a couple of weeks", "2026-12-14"),
        ("in a few days", "2026-12-04"),
        ("in 1 day", "2026-12-01"),
        ("two weeks from now", "2026-12-14"),
        ("3d", "2026-12-03"),
        ("2w", "2026-12-14"),
        ("in 3 months", "2027-02-28"),
        ("in a year", "2027-11-30"),
        ("next week", "2026-12-07"),
        ("next month", "2026-12-01"),
        ("end of week", "2026-12-06"),
        ("end of the week", "2026-12-06"),
        ("end of next week", "2026-12-13"),
        ("end of month", "2026-11-30"),
        ("end of this month", "2026-11-30"),
        ("end of next month", "2026-12-31"),
        ("end of quarter", "2026-12-31"),
        ("end of the year", "2026-12-31"),
        ("eow", "2026-12-06"),
        ("24 Dec", "2026-12-24"),
        ("Dec. 24", "2026-12-24"),
        ("24th of December", "2026-12-24"),
        ("24 December 2026", "2026-12-24"),
        ("December 24, 2027", "2027-12-24"),
        ("30 Nov", "2026-11-30"),
        ("29 nov", "2027-11-29"),
        ("29 February", "2028-02-29"),
        ("1 Sept 2020", "2020-09-01"),
        ("none", ""),
        ("None", ""),
    ],
)
def test_a_date_in_words_is_the_day_meant(text, meant):
    assert due_of(text, MONDAY) == meant


@pytest.mark.parametrize("hour", [0, 12, 23])
def test_on_a_sunday_the_week_ends_today_and_weekdays_are_still_to_come(hour):
    sunday = days_of(2026, 12, 6) * DAY_MS + hour * HOUR_MS
    said = {text: due_of(text, sunday) for text in ("end of week", "sunday", "friday", "next friday", "next week")}
    assert said == {
        "end of week": "2026-12-06",
        "sunday": "2026-12-13",
        "friday": "2026-12-11",
        "next friday": "2026-12-11",
        "next week": "2026-12-07",
    }


@pytest.mark.parametrize(
    "text",
    [
        "soon", "", "31 Feb", "2026-13-01", "2026-02-30", "24.12.2026", "12/24/2026", "in 0 days", "in 1000 days", "in days",
        "friday 17:00", "next", "next blue moon", "end of", "end of time", "3", "d", "in", "dec", "24", "40 dec", "fr",
        "last friday", "٣ days", "in ٣ days", "friday friday", "\0", "a b c d", "by", "24 24", "dec dec",
    ],
)  # fmt: skip
def test_rubbish_is_refused_in_one_line_that_says_what_is_understood(text):
    with pytest.raises(SagacityError) as caught:
        due_of(text, MONDAY)
    assert caught.value.code == "invalid"
    assert "is no date" in caught.value.message
    assert caught.value.hint == UNDERSTOOD
    assert "\n" not in str(caught.value)


def read_or_refused(text, now_ms):
    """The date, or "" for what was refused as it should be."""
    try:
        return due_of(text, now_ms)
    except SagacityError as error:
        return "" if (error.code, error.hint) == ("invalid", UNDERSTOOD) else str(error)


@given(st.text(max_size=40), st.integers(0, 90_000).map(lambda day: day * DAY_MS))
def test_any_text_is_a_date_or_refused(text, now_ms):
    found = read_or_refused(text, now_ms)
    assert found == "" or to_ms(found) is not None


WORDS = st.sampled_from(
    "in next this end of the week month friday fri day days 3 two a couple few from now dec 24th 2027 december 31 eom".split()
)


@given(st.lists(WORDS, max_size=5).map(" ".join), st.integers(0, 90_000).map(lambda day: day * DAY_MS))
def test_any_order_of_its_words_is_a_date_or_refused(text, now_ms):
    found = read_or_refused(text, now_ms)
    assert found == "" or to_ms(found) is not None


@given(st.integers(0, 90_000))
def test_what_is_still_to_come_is_never_in_the_past(day):
    now_ms = day * DAY_MS
    for text in ("friday", "in 2 days", "next week", "end of month", "end of week", "24 dec", "29 feb", "next monday"):
        assert due_of(text, now_ms) >= date_of(now_ms)
