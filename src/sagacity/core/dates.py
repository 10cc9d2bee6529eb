"""Times as text and as integer milliseconds since the epoch, without the datetime module.

Source: RFC 3339; the day arithmetic is the proleptic Gregorian calendar counted in 400-year eras from 1 March.
"""

from __future__ import annotations

from .errors import SagacityError

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
WEEK_MS = 7 * DAY_MS

_ERA_DAYS = 146097  # days in 400 years
_EPOCH_SHIFT = 719468  # days from 1 March of year 0 to 1 January 1970
_MIN_MS = -62135596800000  # 0001-01-01T00:00:00Z
_MAX_MS = 253402300799999  # 9999-12-31T23:59:59.999Z
_MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_UNITS = (
    (SECOND_MS, ("s", "sec", "second", "seconds")),
    (MINUTE_MS, ("m", "min", "minute", "minutes")),
    (HOUR_MS, ("h", "hour", "hours")),
    (DAY_MS, ("d", "day", "days")),
    (WEEK_MS, ("w", "week", "weeks")),
)
_MAX_COUNT_DIGITS = 6


def to_ms(text: str) -> int | None:
    """ms since the epoch of an RFC 3339 time or a date (midnight UTC); None for anything else.

    More tolerant than the RFC: a blank for the T, seconds left out, no offset (then UTC), offsets without colon.
    Parts of a millisecond are cut off; a leap second is the first second of the next minute.
    """
    text = text.strip()
    if not text.isascii():
        return None
    day = _day_of(text[:10])
    if day is None:
        return None
    if len(text) == 10:
        return day * DAY_MS
    if text[10] not in "Tt ":
        return None
    clock, offset = _split_offset(text[11:])
    clock_ms, offset_ms = _clock_ms(clock), _offset_ms(offset)
    if clock_ms is None or offset_ms is None:
        return None
    return day * DAY_MS + clock_ms - offset_ms


def from_ms(ms: int) -> str:
    """RFC 3339 in UTC with whole seconds, as "2026-11-29T22:30:05Z". Held to the years 1 to 9999."""
    days, rest = divmod(min(max(ms, _MIN_MS), _MAX_MS), DAY_MS)
    year, month, day = civil_of(days)
    hour, rest = divmod(rest, HOUR_MS)
    minute, rest = divmod(rest, MINUTE_MS)
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{rest // SECOND_MS:02}Z"


def date_of(ms: int) -> str:
    """The UTC date, as "2026-11-29"."""
    return from_ms(ms)[:10]


def duration_ms(text: str) -> int:
    """The length of "30m", "24h", "7d", "2w", "45s", "3 days". Raises `invalid` with examples."""
    found = _duration(text)
    if found is None:
        raise SagacityError("invalid", f"{text!r} is not a duration", hint="write 30m, 24h, 7d or 2w")
    return found


def since_ms(text: str, now_ms: int) -> int:
    """The moment meant by a duration ("7d" is seven days before now), a date or an RFC 3339 time.

    Raises `invalid` with examples.
    """
    moment = to_ms(text)
    if moment is not None:
        return moment
    length = _duration(text)
    if length is None:
        raise SagacityError(
            "invalid", f"{text!r} is not a time", hint="write 7d, 24h, 2026-11-29, 2026-11-29T22:30:05Z or `last week`"
        )
    return now_ms - length


def _duration(text: str) -> int | None:
    text = text.strip().lower()
    count = _leading_digits(text)
    if not 0 < len(count) <= _MAX_COUNT_DIGITS:
        return None
    unit = text[len(count) :].lstrip()
    for size_ms, names in _UNITS:
        if unit in names:
            return int(count) * size_ms
    return None


def _leading_digits(text: str) -> str:
    return text[: len(text) - len(text.lstrip("0123456789"))]


def _number(text: str, digits: int) -> int:
    """The value of exactly so many digits, -1 for anything else."""
    return int(text) if len(text) == digits and text.isascii() and text.isdigit() else -1


def _day_of(text: str) -> int | None:
    """Days since the epoch of "YYYY-MM-DD"."""
    if len(text) != 10 or text[4] != "-" or text[7] != "-":
        return None
    year, month, day = _number(text[:4], 4), _number(text[5:7], 2), _number(text[8:], 2)
    if year < 1 or not 1 <= month <= 12 or not 1 <= day <= _MONTH_DAYS[month - 1]:
        return None
    if month == 2 and day == 29 and (year % 4 or (not year % 100 and year % 400)):
        return None
    return days_of(year, month, day)


def days_of(year: int, month: int, day: int) -> int:
    """Days since the epoch of a date of the calendar."""
    year -= month <= 2
    era, of_era = divmod(year, 400)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * _ERA_DAYS + of_era * 365 + of_era // 4 - of_era // 100 + of_year - _EPOCH_SHIFT


def civil_of(days: int) -> tuple[int, int, int]:
    """Year, month and day of days since the epoch."""
    era, of_era = divmod(days + _EPOCH_SHIFT, _ERA_DAYS)
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year + era * 400 + (month <= 2), month, of_year - (153 * shifted + 2) // 5 + 1


def _split_offset(text: str) -> tuple[str, str]:
    """The clock and the offset ("Z", "+02:00", "" for none)."""
    for mark in "Zz+-":
        at = text.find(mark)
        if at >= 0:
            return text[:at].rstrip(), text[at:]
    return text, ""


def _clock_ms(text: str) -> int | None:
    """ms since midnight of "HH:MM", "HH:MM:SS" or "HH:MM:SS.fraction"."""
    whole, point, fraction = text.partition(".")
    parts = whole.split(":")
    if len(parts) not in (2, 3) or (point and (len(parts) == 2 or not fraction.isdigit())):
        return None
    hour, minute, second = (_number(part, 2) for part in [*parts, "00"][:3])
    if not 0 <= hour <= 23 or not 0 <= minute <= 59 or not 0 <= second <= 60:
        return None
    return hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + int(fraction[:3].ljust(3, "0"))


def _offset_ms(text: str) -> int | None:
    if text in ("", "Z", "z"):
        return 0
    digits = text[1:].replace(":", "", 1) if text[3:4] == ":" else text[1:]
    hours, minutes = _number(digits[:2], 2), _number(digits[2:] or "00", 2)
    if not 0 <= hours <= 23 or not 0 <= minutes <= 59:
        return None
    size_ms = hours * HOUR_MS + minutes * MINUTE_MS
    return -size_ms if text[0] == "-" else size_ms
