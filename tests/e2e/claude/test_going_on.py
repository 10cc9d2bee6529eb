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


def test_a_session_that_goes_on_has_the_note_once_and_so_has_its_fork(stocked):
    """A fork bears a new id and its hooks are not told what it carries on; what is there already does not come again."""
    first, fork = str(uuid.uuid4()), str(uuid.uuid4())
    assert stocked.session("hello", "--session-id", first).count(LINE) == 1
    assert stocked.session(QUESTION, "--resume", first).count(LINE) == 1
    stocked.sagacity("remember", "Drain the wombat queue nightly.", "--title", "Wombat queue", "--json")
    seen = stocked.session("hello", "--resume", first, "--fork-session", "--session-id", fork)
    assert (seen.count(LINE), seen.count("│ Wombat queue")) == (1, 1)
    assert stocked.session(QUESTION, "--resume", fork).count(LINE) == 1
    acts = json.loads(stocked.sagacity("context", "--session", "last", "--json"))["acts"]
    assert [act["detail"] for act in acts] == [f"fork of {first}"]
    assert [note["title"] for note in acts[0]["notes"]] == ["Wombat queue"]


def test_a_fork_of_the_newest_session_has_the_note_once(stocked):
    assert stocked.session("hello").count(LINE) == 1
    assert stocked.session("hello", "--continue", "--fork-session").count(LINE) == 1


def test_a_muted_project_is_told_once_and_its_tools_still_answer(stocked):
    session = str(uuid.uuid4())
    stocked.sagacity("off", "--here")
    seen = stocked.session(QUESTION, "--session-id", session)
    assert TITLE not in seen
    assert seen.count("memory is off in this project") == 1
    assert stocked.session(QUESTION, "--resume", session).count("memory is off in this project") == 1
    stocked.sagacity("on")
    assert TITLE in stocked.session(QUESTION)
