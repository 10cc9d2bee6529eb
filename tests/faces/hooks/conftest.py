"""A stage for each test."""

import subprocess
import sys
import time

import pytest

from tests.faces.hooks.stage import Stage


@pytest.fixture
def empty(home, tmp_path):
    """Nothing was ever remembered."""
    work = tmp_path / "work"
    work.mkdir()
    return Stage(home, work)


@pytest.fixture
def stage(empty):
    """A few notes of each kind."""
    stage = empty
    stage.remember(content="Never push to main without a review.", title="Review first", type="policy")
    stage.remember(content="Prefers tabs over blanks.", title="Tabs", type="preference")
    stage.remember(content="Backend developer in Berlin.", title="Who", type="profile")
    stage.remember(
        content="Cut the branch, then ship.", title="Ship 2.0", type="task", status="pending", due="2020-01-31"
    )
    stage.remember(content="How to deploy the kangaroo service.", title="Deploy", type="skill")
    stage.remember(content="Answers should be shorter.", title="Shorter", type="feedback")
    stage.remember(content="The kangaroo service listens on port 7431.", title="Kangaroo port", type="fact")
    return stage


@pytest.fixture(scope="module")
def bare_s():
    """What a start of the interpreter takes on this machine now, seconds."""
    begun = time.monotonic()
    for _ in range(5):
        subprocess.run([sys.executable, "-I", "-S", "-E", "-c", "pass"], check=True)
    return (time.monotonic() - begun) / 5
