"""Times agree with the datetime module in both directions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.dates import DAY_MS, HOUR_MS, date_of, duration_ms, from_ms, since_ms, to_ms
from sagacity.core.errors import SagacityError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
OFFSETS = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def ms_of(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(milliseconds=1)


@given(st.datetimes(timezones=OFFSETS))
def test_reads_what_datetime_writes(moment: datetime) -> None:
    assert to_ms(moment.isoformat()) == ms_of(moment)


@given(st.datetimes(timezones=st.just(UTC)))
def test_writes_what_datetime_reads(moment: datetime) -> None:
    text = from_ms(ms_of(moment))
    assert datetime.fromisoformat(text) == moment.replace(microsecond=0)
    assert to_ms(text) == ms_of(moment.replace(microsecond=0))


@given(st.dates())
def test_date_is_midnight_utc(day: object) -> None:
    ms = to_ms(str(day))
    assert ms is not None
    assert date_of(ms) == str(day)
    assert ms % DAY_MS == 0


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2026-11-29T22:30:05.999Z", "2026-11-29T22:30:05.999000000Z"),
        ("2026-11-29t22:30:05z", "2026-11-29T22:30:05Z"),
        ("2026-11-29 22:30", "2026-11-29T22:30:00Z"),
        ("2026-11-29T22:30:05 +02:00", "2026-11-29T20:30:05Z"),
        ("2026-11-29T22:30:05+0200", "2026-11-29T20:30:05Z"),
        ("2026-11-29T22:30:05-02", "2026-11-30T00:30:05Z"),
        ("  2026-11-29  ", "2026-11-29T00:00:00Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ("2024-02-29", "2024-02-29T00:00:00Z"),
        ("2000-02-29", "2000-02-29T00:00:00Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01"),
    ],
)
def test_other_spellings_mean_the_same(text: str, same: str) -> None:
    assert to_ms(text) is not None
    assert to_ms(text) == to_ms(same)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2026",
        "2026-11",
        "2026-13-01",
        "2026-00-01",
        "2026-11-31",
        "2026-02-29",
        "1900-02-29",
        "0000-01-01",
        "2026-11-29T",
        "2026-11-29T24:00:00Z",
        "2026-11-29T22:60:00Z",
        "2026-11-29T22:30:61Z",
        "2026-11-29T22:30.5Z",
        "2026-11-29T22:30:05.Z",
        "2026-11-29T22:30:05Zjunk",
        "2026-11-29T22:30:05+2",
        "2026-11-29T22:30:05+99:00",
        "2026-11-29T22:30:05+01:0:0",
        "2026-11-29T2²:30:05Z",
        "２026-11-29",
        "-026-11-29",
        "2026-+1-29",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert to_ms(text) is None


@given(st.text(), st.text(alphabet="0123456789-:TZ+. zt", max_size=30))
def test_reading_is_total(text: str, nearly: str) -> None:
    for one in (text, nearly, "2026-11-29" + nearly, "2026-11-29T" + nearly):
        ms = to_ms(one)
        assert ms is None or isinstance(ms, int)


@given(st.integers())
def test_writing_is_total(ms: int) -> None:
    assert to_ms(from_ms(ms)) is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7d", 7 * DAY_MS),
        ("24h", DAY_MS),
        ("30m", HOUR_MS // 2),
        ("2w", 14 * DAY_MS),
        ("45s", 45_000),
        ("3 Days", 3 * DAY_MS),
    ],
)
def test_duration_has_its_length(text: str, expected: int) -> None:
    assert duration_ms(text) == expected
    assert since_ms(text, 10 * DAY_MS) == 10 * DAY_MS - expected


@pytest.mark.parametrize("text", ["", "d", "7", "7 parsecs", "-7d", "1.5d", "9" * 5000 + "d", "٣d"])
def test_rubbish_is_refused_with_examples(text: str) -> None:
    for read in (duration_ms, lambda text: since_ms(text, 0)):
        with pytest.raises(SagacityError, match="7d") as raised:
            read(text)
        assert raised.value.code == "invalid"


def test_since_takes_dates_and_times() -> None:
    assert since_ms("1970-01-02", 0) == DAY_MS
    assert since_ms("1970-01-01T01:00:00Z", 0) == HOUR_MS
