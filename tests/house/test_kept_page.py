"""The page of what users of earlier systems rely on names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LENGTHS = {"Infoguana": 42, "sage-memory": 25, "Saga": 25}


def rows():
    """(section, what is relied on, the tests, the part of the roadmap) of each line of a table."""
    section = ""
    for line in (ROOT / "docs" / "kept.md").read_text().splitlines():
        section = line.removeprefix("## From ") if line.startswith("## From ") else section
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "what they rely on":
            yield section, cells[0], re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", cells[1]), cells[2]


ROWS = list(rows())


def test_the_lists_are_whole():
    assert {name: sum(row[0] == name for row in ROWS) for name in LENGTHS} == LENGTHS


@pytest.mark.parametrize(("what", "tests", "later"), [row[1:] for row in ROWS], ids=[row[1] for row in ROWS])
def test_what_is_relied_on_is_held_by_a_test_or_stands_in_the_roadmap(what, tests, later):
    assert tests or later, what
    for path, name in tests:
        assert re.search(rf"def {name}\(", (ROOT / path).read_text()), f"{path} has no {name}"
    assert not later or f"**{later}.**" in (ROOT / "docs" / "roadmap.md").read_text()
