"""What the real Claude Code does with its files, as far as setup relies on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HOOK = {"SessionStart": [{"hooks": [{"type": "command", "command": "cat >/dev/null; echo CANARY"}]}]}


def write_settings(world, text):
    world.settings.parent.mkdir()
    world.settings.write_text(text)


def test_a_session_runs_on_loopback_alone(world):
    write_settings(world, json.dumps({"hooks": HOOK}))
    seen = world.session("hello there")
    assert "CANARY" in seen
    assert "hello there" in seen


@pytest.mark.parametrize("text", ["// mine\n{}", '{"a": 1,}'], ids=["comment", "comma"])
def test_settings_that_are_not_plain_json_are_ignored_whole(world, text):
    write_settings(world, text.replace("{", '{"hooks": ' + json.dumps(HOOK) + ("" if text.endswith("{}") else ", ")))
    assert "CANARY" not in world.session("hello there")


def test_the_server_entry_is_what_claude_itself_would_write(world):
    world.sagacity("setup", "claude-code", "--yes", "--json")
    ours = json.loads(world.state.read_text())["mcpServers"]["sagacity"]
    world.sagacity("setup", "claude-code", "--remove", "--yes")
    world.claude("mcp", "add", "-s", "user", "sagacity", "--", ours["command"], *ours["args"])
    theirs = json.loads(world.state.read_text())["mcpServers"]["sagacity"]
    assert json.dumps(ours) == json.dumps(theirs)


@pytest.mark.parametrize("folder", ["plugin", "."])
def test_plugin_and_marketplace_are_valid(world, folder):
    checked = world.claude("plugin", "validate", str(ROOT / folder), "--strict", "--json")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_plugin_installs_from_the_marketplace(world):
    assert world.claude("plugin", "marketplace", "add", str(ROOT)).returncode == 0
    installed = world.claude("plugin", "install", "sagacity@sagacity")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    assert "sagacity" in world.claude("plugin", "list").stdout


def test_the_plugin_shows_notes_until_setup_takes_over(world):
    world.sagacity("remember", "The canteen closes at two.", "--title", "Canteen hours")
    world.claude("plugin", "marketplace", "add", str(ROOT))
    world.claude("plugin", "install", "sagacity@sagacity")
    assert world.session("hello").count("Canteen hours") == 1
    world.sagacity("setup", "claude-code", "--yes")
    assert world.session("hello").count("Canteen hours") == 1
    checks = json.loads(world.sagacity("doctor", "--json"))["checks"]
    assert any("plugin" in check["found"] and check["state"] == "warn" for check in checks)
