"""Sessions that go on, fork or are muted, with the real program: no note twice, none where memory is off."""

from __future__ import annotations

import json
import uuid

import pytest

from tests.e2e.claude.test_loop import BODY, QUESTION, TITLE

LINE = f"│ {TITLE}"


@pytest.fixture
def stocked(world):
    """Connected, with a note that a person wrote."""
    world.sagacity("setup", "claude-code", "--yes")
    world.sagacity("remember", BODY, "--title", TITLE, "--type", "learning/gotcha", "--json")
    return world


def test_a_session_that_goes_on_has_the_note_once_and_a_fork_starts_anew(stocked):
    """A fork bears a new id and names no parent, so that it gets its own start; after that nothing comes twice."""
    first, fork = str(uuid.uuid4()), str(uuid.uuid4())
    assert stocked.session("hello", "--session-id", first).count(LINE) == 1
    assert stocked.session(QUESTION, "--resume", first).count(LINE) == 1
    assert stocked.session("hello", "--resume", first, "--fork-session", "--session-id", fork).count(LINE) == 2
    assert stocked.session(QUESTION, "--resume", fork).count(LINE) == 2
    acts = json.loads(stocked.sagacity("context", "--session", "last", "--json"))["acts"]
    assert [act["detail"] for act in acts] == ["fork"]
    assert [note["title"] for note in acts[0]["notes"]] == [TITLE]


def test_a_muted_project_is_told_once_and_its_tools_still_answer(stocked):
    session = str(uuid.uuid4())
    stocked.sagacity("off", "--here")
    seen = stocked.session(QUESTION, "--session-id", session)
    assert TITLE not in seen
    assert seen.count("memory is off in this project") == 1
    assert stocked.session(QUESTION, "--resume", session).count("memory is off in this project") == 1
    stocked.sagacity("on")
    assert TITLE in stocked.session(QUESTION)
