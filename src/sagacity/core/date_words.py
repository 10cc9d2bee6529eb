"""English words for days, months and numbers, and the calendar they stand in. Days count from the epoch, in UTC; weeks
begin on Monday; months count from January of the year 0.
"""

from __future__ import annotations

from .dates import civil_of, days_of

MONTHS = "january february march april may june july august september october november december".split()
SHORT_MONTHS = [month[:3] for month in MONTHS]
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
FEW = {"a": 1, "an": 1, "couple": 2, "few": 4, "several": 6}


def count_of(word: str) -> int:
    """The number meant by digits, a number's name or a word like `few`; 0 for anything else."""
    if word.isascii() and word.isdigit():
        return int(word)
    return NUMBERS.index(word) + 1 if word in NUMBERS else FEW.get(word, 0)


def month_of(day: int) -> int:
    """The month that the day is in."""
    year, month, _ = civil_of(day)
    return year * 12 + month - 1


def first_day(month: int) -> int:
    """The day a month begins."""
    return days_of(month // 12, month % 12 + 1, 1)


def monday(day: int) -> int:
    """Of the day's week; the epoch was a Thursday."""
    return day - (day + 3) % 7
