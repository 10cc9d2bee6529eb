"""Which time a question means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.dates import DAY_MS, date_of, to_ms
from sagacity.core.errors import SagacityError
from sagacity.core.query_dates import MAX_PERIODS, bound_ms, periods_in

NOW_MS = to_ms("2026-11-25T10:00:00Z") or 0  # a Wednesday
LONG_AGO = "1970-01-01"
TOMORROW = "2026-11-26"

NAMED = [
    ("what did we decide last week", "from last week", "2026-11-16", "2026-11-23"),
    ("this week's deploys", "from this week", "2026-11-23", "2026-11-30"),
    ("what broke yesterday?", "from yesterday", "2026-11-24", "2026-11-25"),
    ("the day before yesterday", "from day before yesterday", "2026-11-23", "2026-11-24"),
    ("in March", "from March", "2026-03-01", "2026-04-01"),
    ("in December", "from December", "2025-12-01", "2026-01-01"),
    ("in March 2025", "from March 2025", "2025-03-01", "2025-04-01"),
    ("mid-August 2023", "from August 2023", "2023-08-01", "2023-09-01"),
    ("since 2026-01-01", "since 2026-01-01", "2026-01-01", TOMORROW),
    ("on 2026-02-28.", "from 2026-02-28", "2026-02-28", "2026-03-01"),
    ("in 2026-02", "from 2026-02", "2026-02-01", "2026-03-01"),
    ("the limit as of March", "as of March", LONG_AGO, "2026-04-01"),
    ("rules before May", "before May", LONG_AGO, "2026-05-01"),
    ("rules after May 5th", "after May 5th", "2026-05-06", TOMORROW),
    ("until yesterday", "until yesterday", LONG_AGO, "2026-11-25"),
    ("two days ago", "from two days ago", "2026-11-22", "2026-11-25"),
    ("a month ago", "from a month ago", "2026-10-11", "2026-11-11"),
    ("in the past two weeks", "from past two weeks", "2026-11-11", TOMORROW),
    ("the past year", "from past year", "2025-11-25", TOMORROW),
    ("last year", "from last year", "2025-01-01", "2026-01-01"),
    ("last month", "from last month", "2026-10-01", "2026-11-01"),
    ("last quarter", "from last quarter", "2026-07-01", "2026-10-01"),
    ("on Monday", "from Monday", "2026-11-23", "2026-11-24"),
    ("on Wednesday", "from Wednesday", "2026-11-25", "2026-11-26"),
    ("last Wednesday", "from last Wednesday", "2026-11-18", "2026-11-19"),
    ("last weekend", "from last weekend", "2026-11-21", "2026-11-23"),
    ("in Q3", "from Q3", "2026-07-01", "2026-10-01"),
    ("Q4 2025", "from Q4 2025", "2025-10-01", "2026-01-01"),
    ("the third quarter of 2025", "from third quarter of 2025", "2025-07-01", "2025-10-01"),
    ("on 24 May, 2023", "from 24 May, 2023", "2023-05-24", "2023-05-25"),
    ("December 4, 2023", "from December 4, 2023", "2023-12-04", "2023-12-05"),
    ("in 2024", "from 2024", "2024-01-01", "2025-01-01"),
    ("last march", "from last march", "2026-03-01", "2026-04-01"),
    ("last November", "from last November", "2025-11-01", "2025-12-01"),
]


@pytest.mark.parametrize(("text", "said", "first", "end"), NAMED)
def test_a_time_is_read(text, said, first, end):
    [period] = periods_in(text, NOW_MS)
    assert (period.said, date_of(period.from_ms), date_of(period.to_ms)) == (said, first, end)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "may I write a test",
        "march through the list",
        "status 2024",
        "port 2024 is taken",
        "the 2024.17 rollout",
        "last 5 commits",
        "the last two retries",
        "no connection after 10.00 sec",
        "how many days ago did it fail",
        "in 2048 bits",
        "before 2020-02-30",
        "logs/2026-01-05/app.log",
        "v2026-01-05",
        "2026-01-05T10:00",
        "secondly, second, dayo",
    ],
)
def test_what_names_no_time_is_left_alone(text):
    assert periods_in(text, NOW_MS) == ()


def test_several_times_are_read_in_order():
    assert [one.said for one in periods_in("yesterday, on Monday and in May 2025", NOW_MS)] == [
        "from yesterday",
        "from Monday",
        "from May 2025",
    ]


@pytest.mark.parametrize(
    ("text", "last", "day"),
    [
        ("7d", False, "2026-11-18"),
        ("2026-01-05", False, "2026-01-05"),
        ("last week", False, "2026-11-16"),
        ("last week", True, "2026-11-22"),
        ("March 2026", True, "2026-03-31"),
        ("march", False, "2026-03-01"),
        ("2025", True, "2025-12-31"),
    ],
)
def test_a_bound_is_a_moment(text, last, day):
    assert date_of(bound_ms(text, NOW_MS, field="since", last=last)) == day


@pytest.mark.parametrize("text", ["soon", "last week or so", "since yesterday", "", "week"])
def test_what_is_no_bound_is_refused_with_examples(text):
    with pytest.raises(SagacityError) as caught:
        bound_ms(text, NOW_MS, field="since", last=False)
    assert (caught.value.code, "7d" in caught.value.hint) == ("invalid", True)


WORDS = st.sampled_from(
    "since in on last past this may march 2024 0 31 99 2026-13-01 2026-02-30 q4 q1 first quarter of week year ago a few"
    " monday weekend december yesterday , . 0001-01-01 9999-12-31 day of month İ ".split(" ")
)


@given(st.lists(WORDS, max_size=30), st.integers(0, 4_102_444_800_000))
def test_any_words_give_periods_that_run_forward(words, now_ms):
    found = periods_in(" ".join(words), now_ms)
    assert len(found) <= MAX_PERIODS
    assert all(one.from_ms <= one.to_ms and not one.to_ms % DAY_MS for one in found)


@given(st.text(max_size=300))
def test_any_text_is_read(text):
    periods_in(text, NOW_MS)
