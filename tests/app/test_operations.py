"""The table is sound: verbs are there and take and give what it says."""

import inspect
import shlex
import subprocess
import sys

import pytest

from sagacity.app.operations import OPERATIONS, operation
from sagacity.app.shape import fields_for


@pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.name)
def test_a_row_names_a_verb_that_takes_and_gives_what_it_says(op):
    module, name = inspect.getclosurevars(op.handler).nonlocals.values()
    verb = getattr(__import__(f"sagacity.app.{module}", fromlist=[name]), name)
    assert [name.lstrip("_") for name in inspect.signature(verb).parameters] == ["app", "request"]
    assert op.request.__name__ in [*verb.__annotations__.values()][1]
    assert verb.__annotations__["return"] == op.result.__name__


@pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.name)
def test_a_row_has_words_for_its_readers(op):
    words = ["sagacity", *op.name.split()]
    assert shlex.split(op.example)[: len(words)] == words
    assert not op.summary.endswith(".")
    assert all(shape.help for shape in fields_for(op.request))
    assert op.access == "read" or not op.note_text
    assert operation(op.name) is op


def test_the_table_loads_no_verb():
    code = "import sys, sagacity.app.operations; print(sorted(m for m in sys.modules if m.startswith('sagacity.app.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = {
        "ability",
        "browsing",
        "context",
        "evaluation",
        "counting",
        "exporting",
        "graphing",
        "grouping",
        "inferring",
        "installation",
        "linting",
        "operation",
        "operations",
        "planned",
        "requests",
        "results",
        "skilling",
        "shelving",
        "settling",
        "table",
        "table.checking",
        "table.guarding",
        "guarding",
        "table.curation",
        "table.exports",
        "table.finding",
        "table.notes",
        "table.sessions",
        "table.skills",
        "table.tags",
        "tagging",
        "tending",
        "table.upkeep",
        "table.working",
        "versions",
        "walking",
        "working",
    }
    assert set(eval(done.stdout)) <= {f"sagacity.app.{name}" for name in modules}
