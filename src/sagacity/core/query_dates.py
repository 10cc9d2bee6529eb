"""Times that a question names in English: "last week", "in March", "two days ago", "since 2026-01-01", "as of Q3".

Days are those of UTC, weeks begin on Monday, a month without a year is the last one that has begun. A word that is also
something else ("may", "march", "2024") counts only behind a preposition or beside a day or a year.
"""

from __future__ import annotations

import re

from .date_words import FEW, MONTHS, NUMBERS, SHORT_MONTHS, WEEKDAYS, count_of, first_day, monday, month_of
from .dates import DAY_MS, civil_of, days_of, since_ms, to_ms
from .errors import SagacityError
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Days = tuple[int, int]
    """First day and the day after the last, counted from the epoch."""

MAX_PERIODS = 4
MAX_CHARS = 1000
FIRST_YEAR = 1990
_ORDINALS = ("first", "second", "third", "fourth")
_AMBIGUOUS = frozenset(("may", "march", "mar", "jan", "dec"))
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}
_SLACK_DAYS = {"day": 1, "week": 3, "month": 15, "quarter": 45, "year": 182}
"""How far from "two weeks ago" a day may be that is meant."""
_MAX_COUNT = 999

_MONTH = rf"(?P<month>{'|'.join(MONTHS)}|{'|'.join(SHORT_MONTHS)}|sept)\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(NUMBERS)}|an?|few|several|couple)(?: of)?"
_UNIT = r"(?P<unit>day|week|month|quarter|year)"
_BEFORE = r"(?P<prep>since|after|from|before|until|till|by|as of|up to|in|on|during|within)"
_OF_UNITS = frozenset(("this", "last", "past", "previous"))
_OF_MONTHS = frozenset((*MONTHS, *SHORT_MONTHS, "sept"))
_OF_QUARTERS = frozenset(("q1", "q2", "q3", "q4", "quarter"))
_YEAR_CUE = "YYYY"
_OF_YEARS = frozenset((_YEAR_CUE,))
_POINTS = (
    (_OF_YEARS, r"(?P<iso>\d{4}-[01]\d(?:-[0-3]\d)?)"),
    (frozenset(("ago",)), rf"(?:a |the )?{_COUNT} {_UNIT}s? ago"),
    (_OF_UNITS, rf"(?:last|past|previous) {_COUNT} {_UNIT}s"),
    (
        _OF_UNITS,
        rf"(?P<which>this|last|past|previous) (?:{_UNIT}|(?P<weekend>weekend)|(?P<weekday>{'|'.join(WEEKDAYS)}))",
    ),
    (_OF_MONTHS, rf"(?P<which>last|this) {_MONTH}"),
    (frozenset(("yesterday", "today")), r"(?P<near>day before yesterday|yesterday|today)"),
    (_OF_MONTHS, rf"{_MONTH} {_DAY}(?:,? {_YEAR})?"),
    (_OF_MONTHS, rf"{_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?"),
    (_OF_MONTHS, rf"{_MONTH},? (?:of )?{_YEAR}"),
    (
        _OF_QUARTERS,
        rf"(?:q(?P<q>[1-4])|(?P<nth>first|second|third|fourth|[1-4](?:st|nd|rd|th)) quarter)(?: (?:of )?{_YEAR})?",
    ),
    (_OF_MONTHS, _MONTH),
    (frozenset(WEEKDAYS), rf"(?P<weekday>{'|'.join(WEEKDAYS)})"),
    (_OF_YEARS, _YEAR),
)
"""Each behind the words of which it holds one: without any of them it is not even compiled."""
_WORD = re.compile(r"\w+", re.ASCII)
_BACK = frozenset(("before", "until", "till", "by", "as of", "up to"))
_ON = frozenset(("since", "after", "from"))


class Period(Value):
    """A stretch of time. from_ms: its beginning; to_ms: the moment after it. said: how an answer names it."""

    from_ms: int
    to_ms: int
    said: str


def periods_in(text: str, now_ms: int) -> tuple[Period, ...]:
    """The times that a text names, at most MAX_PERIODS, in the order of the text; none for most."""
    found: list[tuple[int, int, Period]] = []
    plain = " ".join(text[:MAX_CHARS].split())
    for pattern in _patterns(plain):
        for match in pattern.finditer(plain):
            taken = any(match.start("point") < end and start < match.end() for start, end, _ in found)
            if not taken and (period := _period(match, now_ms)):
                found.append((match.start("point"), match.end(), period))
    return tuple(period for _, _, period in sorted(found, key=lambda one: one[0])[:MAX_PERIODS])


def _patterns(plain: str) -> Iterator[re.Pattern[str]]:
    """Of the points that the text may name, in their order; `re` keeps what it compiled."""
    cues = {_YEAR_CUE if len(word) == 4 and word.isdigit() else word for word in _WORD.findall(plain.lower())}
    for needed, point in _POINTS:
        if not needed.isdisjoint(cues):
            yield re.compile(
                rf"(?:\b{_BEFORE} )?(?:the )?(?:(?:month|beginning|start|end|middle) of )?\b(?P<point>{point})"
                r"(?![\w/-]|\.\w)",
                re.ASCII | re.IGNORECASE,
            )


def bound_ms(text: str, now_ms: int, *, field: str, last: bool) -> int:
    """The moment that `since` or, with last, `until` means by a duration, a date, a time or a period in words.

    field: its name in the request. Raises `invalid` with it and examples.
    """
    try:
        return since_ms(text, now_ms)
    except SagacityError as error:
        plain = " ".join(text.split())
        named = [one for one in periods_in(f"in {plain}", now_ms) if one.said == f"from {plain}"]
        if not named:
            raise SagacityError(error.code, f"{field} {error.message}", hint=error.hint) from None
        return named[0].to_ms - 1 if last else named[0].from_ms


def _period(match: re.Match[str], now_ms: int) -> Period | None:
    parts = {name: value.lower() for name, value in match.groupdict().items() if value}
    today = now_ms // DAY_MS
    days = next((found for name, read in _READERS if name in parts and (found := read(parts, today))), None)
    if days is None:
        return None
    preposition = parts.get("prep", "")
    said = f"{preposition if preposition in _BACK | _ON else 'from'} {match['point']}"
    first, end = days
    if preposition in _BACK:
        first, end = 0, first if preposition == "before" else end
    elif preposition in _ON:
        first, end = end if preposition == "after" else first, max(today + 1, end)
    return Period(first * DAY_MS, end * DAY_MS, said)


def _iso(parts: dict[str, str], _today: int) -> Days | None:
    text = parts["iso"]
    if len(text) == len("2026-03"):
        year, month = int(text[:4]), int(text[5:])
        return _month_days(year, month) if year and 1 <= month <= len(MONTHS) else None
    ms = to_ms(text)
    return None if ms is None else (ms // DAY_MS, ms // DAY_MS + 1)


def _near(parts: dict[str, str], today: int) -> Days:
    first = today - ("today", "yesterday", "day before yesterday").index(parts["near"])
    return first, first + 1


def _counted(parts: dict[str, str], today: int) -> Days:
    """`3 weeks ago`, with slack; `last 3 weeks`, up to today."""
    said, unit = parts["count"], parts["unit"]
    count = count_of(said)
    back = min(count, _MAX_COUNT) * _UNIT_DAYS[unit]
    if not parts["point"].endswith("ago"):
        return max(today - back, 0), today + 1
    slack = _SLACK_DAYS[unit] * (2 if said in FEW and count > 1 else 1)
    return max(today - back - slack, 0), today - back + slack + 1


def _unit(parts: dict[str, str], today: int) -> Days:
    """As in `this week`, `last month`, `past year`."""
    which, unit = parts["which"], parts["unit"]
    if which == "past":
        return today - _UNIT_DAYS[unit], today + 1
    back = 0 if which == "this" else 1
    year, month, _ = civil_of(today)
    if unit == "day":
        return today - back, today - back + 1
    if unit == "week":
        first = monday(today) - 7 * back
        return first, first + 7
    if unit == "year":
        return days_of(year - back, 1, 1), days_of(year - back + 1, 1, 1)
    n_months = 3 if unit == "quarter" else 1
    first = (year * 12 + month - 1) // n_months * n_months - back * n_months
    return first_day(first), first_day(first + n_months)


def _weekend(parts: dict[str, str], today: int) -> Days:
    saturday = monday(today) + 5 - (0 if parts["which"] == "this" else 7)
    return saturday, saturday + 2


def _weekday(parts: dict[str, str], today: int) -> Days:
    """The last one; with `last`, today does not count."""
    reach = today - 1 if parts.get("which") in ("last", "past", "previous") else today
    first = reach - (reach - monday(0) - WEEKDAYS.index(parts["weekday"])) % 7
    return first, first + 1


def _quarter(parts: dict[str, str], today: int) -> Days | None:
    nth = parts.get("q") or parts.get("nth", "")
    number = _ORDINALS.index(nth) if nth in _ORDINALS else int(nth[0]) - 1
    first = _years_month(parts, number * 3 + 1, today)
    return None if first is None else (first_day(first), first_day(first + 3))


def _named_month(parts: dict[str, str], today: int) -> Days | None:
    name = parts["month"]
    month = SHORT_MONTHS.index(name[:3]) + 1
    alone = "day" not in parts and "year" not in parts and "which" not in parts
    if alone and name in _AMBIGUOUS and "prep" not in parts:
        return None
    first = _years_month(parts, month, today)
    if first is None:
        return None
    if parts.get("which") == "last" and first == month_of(today):
        first -= 12
    if "day" not in parts:
        return first_day(first), first_day(first + 1)
    day = to_ms(f"{first // 12:04}-{month:02}-{int(parts['day']):02}")
    return None if day is None else (day // DAY_MS, day // DAY_MS + 1)


def _year(parts: dict[str, str], today: int) -> Days | None:
    year = int(parts["year"])
    if "prep" not in parts or not FIRST_YEAR <= year <= civil_of(today)[0]:
        return None
    return days_of(year, 1, 1), days_of(year + 1, 1, 1)


def _years_month(parts: dict[str, str], month: int, today: int) -> int | None:
    """The month counted from the year 0: of the year named, else the last that has begun."""
    year = int(parts["year"]) if "year" in parts else civil_of(today)[0]
    first = year * 12 + month - 1
    return first if "year" in parts or first <= month_of(today) else first - 12


def _month_days(year: int, month: int) -> Days:
    return first_day(year * 12 + month - 1), first_day(year * 12 + month)


_READERS: tuple[tuple[str, Callable[[dict[str, str], int], Days | None]], ...] = (
    ("iso", _iso),
    ("near", _near),
    ("count", _counted),
    ("weekend", _weekend),
    ("weekday", _weekday),
    ("unit", _unit),
    ("q", _quarter),
    ("nth", _quarter),
    ("month", _named_month),
    ("year", _year),
)
