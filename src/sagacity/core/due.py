"""The day that somebody means by `friday`, `in 3 days`, `end of month` or `24 Dec`: one reading for every door.

Days are those of UTC and weeks begin on Monday. A day without a year, or a weekday, is the next one to come.
"""

from __future__ import annotations

from .date_words import MONTHS, WEEKDAYS, count_of, first_day, monday, month_of
from .dates import DAY_MS, date_of, to_ms
from .errors import SagacityError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Words = list[str]
    """Of the text, in small letters."""

NONE = "none"
UNDERSTOOD = (
    "write 2026-12-24, today, tomorrow, friday, next friday, in 3 days, in two weeks, end of month, 24 Dec, "
    "24 December 2026, a time as 2026-12-24T18:00:00Z, or none"
)
_NEAR = {
    ("today",): 0, ("tod",): 0, ("tonight",): 0, ("eod",): 0, ("tomorrow",): 1, ("tmrw",): 1, ("tmr",): 1,
    ("yesterday",): -1, ("day", "after", "tomorrow"): 2, ("day", "before", "yesterday"): -2,
}  # fmt: skip
_ENDS = {"eow": ["week"], "eom": ["month"], "eoq": ["quarter"], "eoy": ["year"]}
_DAYS_IN = {"day": 1, "d": 1, "week": 7, "w": 7}
_MONTHS_IN = {"month": 1, "quarter": 3, "year": 12}
_MAX_COUNT = 999
_YEARS_AHEAD = 8
"""A 29 February is never further away."""


def due_of(text: str, now_ms: int, *, what: str = "due") -> str:
    """The date as a note has it: as given where it is a date or an RFC 3339 time, else YYYY-MM-DD; "" for `none`.

    what: the name of the field. Raises `invalid` with what is understood.
    """
    text = text.strip()
    if to_ms(text) is not None:
        return text
    if text.lower() == NONE:
        return ""
    day = _day_of(_words(text), now_ms // DAY_MS)
    if day is None:
        raise SagacityError("invalid", f"{what} {text[:60]!r} is no date", hint=UNDERSTOOD)
    return date_of(day * DAY_MS)


def _words(text: str) -> Words:
    """Without what says nothing: `by`, `on`, `due`, `the`, commas and the point of `Dec.`"""
    words = [word.rstrip(".") for word in text.lower().replace(",", " ").split()]
    while words and words[0] in ("by", "on", "due", "until", "till", "the"):
        del words[0]
    return words


def _day_of(words: Words, today: int) -> int | None:
    near = _NEAR.get(tuple(words))
    if near is not None:
        return today + near
    readers: tuple[Callable[[Words, int], int | None], ...] = (_weekday, _end, _ahead, _beginning, _of_month)
    return next((day for read in readers if (day := read(words, today)) is not None), None)


def _weekday(words: Words, today: int) -> int | None:
    """`friday` is the next to come, today not counted; `this friday` that of this week, `next friday` of the next."""
    which, name = (words[0] if len(words) == 2 else ""), words[-1] if words else ""
    number = _index(name, WEEKDAYS)
    if number is None or len(words) > 2 or which not in ("", "this", "next", "coming"):
        return None
    if which in ("this", "next"):
        return monday(today) + number + (7 if which == "next" else 0)
    return today + 1 + (number - (today + 1 - monday(today + 1))) % 7


def _end(words: Words, today: int) -> int | None:
    """The last day, as in `end of week`, `end of next month`, `end of the year`."""
    if len(words) == 1:
        words = ["end", "of", *_ENDS.get(words[0], [""])]
    if words[:2] != ["end", "of"]:
        return None
    unit = [word for word in words[2:] if word not in ("the", "this")]
    following = unit[:1] == ["next"]
    begins = _begins(unit[following:], today, 2 if following else 1)
    return None if begins is None else begins - 1


def _beginning(words: Words, today: int) -> int | None:
    """`next week` is its Monday, `next month` its first day."""
    return _begins(words[1:], today, 1) if words[:1] == ["next"] else None


def _begins(unit: Words, today: int, ahead: int) -> int | None:
    """The first day of the week, month, quarter or year so many after this one."""
    if unit == ["week"]:
        return monday(today) + 7 * ahead
    n_months = _MONTHS_IN.get(unit[0]) if len(unit) == 1 else None
    return None if n_months is None else first_day((month_of(today) // n_months + ahead) * n_months)


def _ahead(words: Words, today: int) -> int | None:
    """`in 3 days`, `in a couple of weeks`, `two months from now`, `3d`."""
    amount = _amount(words)
    if len(amount) != 2:
        return None
    count, unit = count_of(amount[0]), amount[1] if amount[1] in _DAYS_IN else amount[1].removesuffix("s")
    if not 0 < count <= _MAX_COUNT:
        return None
    if unit in _DAYS_IN:
        return today + count * _DAYS_IN[unit]
    n_months = _MONTHS_IN.get(unit)
    return None if n_months is None else _same_day(today, month_of(today) + count * n_months)


def _amount(words: Words) -> Words:
    """The number and the unit, as `in a couple of weeks` or `3d` say them; [] for what says no time ahead."""
    if len(words) == 1:
        unit = words[0].lstrip("0123456789")
        return [words[0][: len(words[0]) - len(unit)], unit]
    if words[:1] == ["in"]:
        words = words[1:]
    elif words[-2:] == ["from", "now"]:
        words = words[:-2]
    else:
        return []
    words = [word for word in words if word != "of"]
    return words[1:] if len(words) == 3 and words[0] == "a" else words


def _same_day(day: int, month: int) -> int:
    """The day of that month with the same number, else its last."""
    number = day - first_day(month_of(day))
    return min(first_day(month) + number, first_day(month + 1) - 1)


def _of_month(words: Words, today: int) -> int | None:
    """`24 Dec`, `Dec 24`, `24th of December 2026`; without a year the next to come, today counted."""
    words = [word for word in words if word != "of"]
    year = int(words.pop()) if len(words) == 3 and len(words[2]) == 4 and words[2].isdigit() else 0
    if len(words) != 2 or not all(word.isascii() for word in words):
        return None
    named = sorted(words, key=str.isalpha)
    number, month = _ordinal(named[0]), _index(named[1], MONTHS)
    if month is None or not number:
        return None
    first = year * 12 + month if year else month_of(today) // 12 * 12 + month
    for begins in [first] if year else range(first, first + 12 * _YEARS_AHEAD + 12, 12):
        ms = to_ms(f"{begins // 12:04}-{month + 1:02}-{number:02}")
        if ms is not None and (year or ms // DAY_MS >= today):
            return ms // DAY_MS
    return None


def _ordinal(word: str) -> int:
    """The number of `24`, `24th` or `3rd`; 0 for anything else."""
    digits = word.removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
    return int(digits) if digits.isdigit() and len(digits) <= 2 else 0


def _index(word: str, names: list[str]) -> int | None:
    """The place of the name that the word begins with three letters or more of, as `dec`, `sept` or `tues`."""
    return next((at for at, name in enumerate(names) if len(word) >= 3 and name.startswith(word)), None)
