"""What one session stored is in front of the model in the next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.model import say, use

TITLE = "Staging deploys need the VPN"
BODY = "Without the corporate VPN the staging deploy hangs at step 3, the database migration."
QUESTION = "why does the staging deploy hang at the database migration?"
JUNK = "ok thanks, go on"


def before_prompt(seen: str) -> str:
    """What session start put in front of the model."""
    return seen.partition("UserPromptSubmit hook")[0]


def with_prompt(seen: str) -> str:
    """What the prompt's hook put in front of the model."""
    return seen.partition("UserPromptSubmit hook")[2]


@pytest.fixture
def connected(world):
    world.sagacity("setup", "claude-code", "--yes")
    return world


def remember(world, title, body, kind="learning/gotcha"):
    """A session in which the model stores a note through our tool."""
    world.model.script = [[use("mcp__sagacity__remember", title=title, content=body, type=kind)], [say("Stored.")]]
    world.session("please remember that")
    assert world.model.script == []
    return next(note for note in world.notes() if note["title"] == title)


def crowd_out(world):
    """Newer notes, so many that an old one is not in what a session starts with."""
    notes = [
        {
            "content": f"The {word} parser keeps its tables in memory since {n} turns.",
            "title": f"About the {word} parser {n}",
        }
        for n in range(40)
        for word in ("grammar", "lexer")
    ]
    path = world.home / "batch.jsonl"
    path.write_text("".join(json.dumps(note) + "\n" for note in notes))
    world.sagacity("remember", "--batch", str(path), "--json")


def test_a_note_stored_through_the_tool_is_there_when_the_next_session_starts(connected):
    remember(connected, TITLE, BODY)
    seen = connected.session("hello")
    assert TITLE in before_prompt(seen)


def test_a_note_arrives_with_the_prompt_it_answers_and_with_no_other(connected):
    remember(connected, TITLE, BODY)
    crowd_out(connected)
    remember(
        connected, "The canteen closes at two", "Lunch is served until 14:00."
    )  # what the last session used is near
    seen = connected.session(QUESTION)
    assert TITLE not in before_prompt(seen)
    assert "step 3" in with_prompt(seen)
    assert TITLE not in with_prompt(connected.session(JUNK))


def test_an_edit_by_hand_in_between_is_what_arrives(connected):
    note = remember(connected, TITLE, BODY)
    path = Path(json.loads(connected.sagacity("read", note["id"], "--json"))["path"])
    text = path.read_text()
    path.write_text(text.replace("step 3", "step 7").replace(TITLE, "Staging deploys need the tunnel"))
    seen = connected.session(QUESTION)
    assert "Staging deploys need the tunnel" in seen
    assert "step 7" in seen
    assert "step 3" not in seen.replace(QUESTION, "")


def test_a_note_made_by_hand_arrives_and_a_deleted_one_does_not(connected):
    note = remember(connected, TITLE, BODY)
    path = Path(json.loads(connected.sagacity("read", note["id"], "--json"))["path"])
    path.with_name("lunch.md").write_text("# The canteen closes at two\n\nLunch is served until 14:00.\n")
    path.unlink()
    seen = connected.session("when does the canteen close for lunch?")
    assert "14:00" in seen
    assert TITLE not in seen


def test_all_is_gone_after_removal(world):
    world.settings.parent.mkdir()
    world.settings.write_text('{"model": "sonnet", "big": 12345678901234567890, "one": 1.0}')
    before = world.settings.read_bytes()
    world.sagacity("setup", "claude-code", "--yes")
    remember(world, TITLE, BODY)
    world.sagacity("setup", "claude-code", "--remove", "--yes")
    assert world.settings.read_bytes() == before
    assert "sagacity" not in json.loads(world.state.read_text()).get("mcpServers", {})
    seen = world.session(QUESTION)
    assert TITLE not in seen
    assert "sagacity" not in seen.lower().replace(str(world.home).lower(), "")


def test_doctor_finds_the_connection_sound(connected):
    checks = {check["name"]: check for check in json.loads(connected.sagacity("doctor", "--json"))["checks"]}
    ours = {name: check for name, check in checks.items() if name.startswith("claude-code")}
    assert set(ours) == {
        "claude-code SessionStart",
        "claude-code UserPromptSubmit",
        "claude-code PreToolUse",
        "claude-code PreCompact",
        "claude-code MCP server",
    }
    assert {check["state"] for check in ours.values()} == {"ok"}, ours


def test_a_session_is_undisturbed_when_the_installation_has_gone(connected):
    text = connected.settings.read_text().replace(str(connected.python.parent.parent), "/gone/away")
    connected.settings.write_text(text)
    seen = connected.session("hello")
    assert "hello" in seen
    assert "hook error" not in seen.lower()
    assert "hook success" not in seen.lower()
