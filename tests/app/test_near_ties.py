"""Of two notes about the same thing that answer nearly as well, the newer one comes first."""

from __future__ import annotations

import pytest

from sagacity.app.found import Scored
from sagacity.app.near_ties import newest_first
from sagacity.app.records import Row
from sagacity.app.relate import Standing
from sagacity.core.value import fields_of
from tests.app.conftest import put, titles

DAY_MS = 86_400_000
NUMBERS = frozenset(("key", "created_ms", "updated_ms", "trust", "size", "mtime_ns"))
LISTS = frozenset(("tags", "synonyms", "triggers"))


def scored(title, strength, days, *, trust=2, **fields):
    blank = {name: 0 if name in NUMBERS else () if name in LISTS else "" for name in fields_of(Row)}
    row = Row(**{**blank, "title": title, "updated_ms": days * DAY_MS, "trust": trust, **fields})
    return Scored(row, strength, "", Standing(), strength)


LIMIT = "Upload limit is 16 MB"
LATER = "Upload limit is 40 MB"
BOTH = ("web", "limits")


@pytest.mark.parametrize(
    ("first", "second", "newer_wins"),
    [
        (scored(LIMIT, 1.0, 1), scored(LATER, 0.8, 2), True),
        (scored(LIMIT, 1.0, 1), scored(LATER, 0.7, 2), False),
        (scored(LIMIT, 1.0, 2), scored(LATER, 0.9, 1), False),
        (scored(LIMIT, 1.0, 1, project="a"), scored(LATER, 0.9, 2, project="b"), False),
        (scored(LIMIT, 1.0, 1), scored(LATER, 0.9, 2, trust=0), False),
        (scored("Files up to 16 MB", 1.0, 1, tags=BOTH), scored("Larger files for all", 0.9, 2, tags=BOTH), True),
        (scored("Files up to 16 MB", 1.0, 1, tags=BOTH), scored("Larger files", 0.9, 2, tags=("web",)), False),
        (scored("Retro Monday 4 May", 1.0, 1), scored("Retro Monday 11 May", 0.9, 2), False),
        (scored(LIMIT, 1.0, 1, type="observation"), scored(LATER, 0.9, 2, type="observation"), False),
        (scored("Redis", 1.0, 1, tags=BOTH), scored("Gunicorn", 0.9, 2, tags=BOTH), False),
    ],
)
def test_which_of_two_comes_first(first, second, newer_wins):
    assert newest_first([first, second]) == ([second, first] if newer_wins else [first, second])


def test_others_keep_their_places():
    other, last = scored("Deploys need VPN", 0.95, 9), scored("Backups run at night", 0.5, 9)
    old, new = scored(LIMIT, 1.0, 1), scored(LATER, 0.9, 2)
    assert newest_first([old, other, new, last]) == [new, other, old, last]
    assert newest_first([]) == []


def test_the_newer_of_two_that_say_otherwise_is_recalled_first(app, machine):
    put(app, "An upload may have 16 MB. The upload limit is checked per upload.", title="Upload limit is 16 MB")
    machine.clock.advance(days=300)
    put(machine.app(), "An upload may now have 40 MB, as asked for by sales.", title="Upload limit is 40 MB")
    assert titles(machine.app(), "what is the upload limit per upload?") == [LATER, LIMIT]
