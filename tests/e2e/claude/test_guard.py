"""A mistake in one project becomes a rule that is there in another one, before the same thing is done again."""

from __future__ import annotations

import json

import pytest

from tests.e2e.model import say, use

RULE = "Prevention: check `make deps` first; a push with stale dependencies broke the build of the shop for a day."
PUSH = "cd . && FOO=1 git push --dry-run nowhere main"


@pytest.fixture
def connected(world):
    world.sagacity("setup", "claude-code", "--yes")
    return world


def learned(world):
    """The session in which the mistake was made and kept."""
    world.project = world.home / "shop"
    world.project.mkdir()
    rule = {
        "title": "Check dependencies before a push",
        "type": "policy",
        "content": RULE,
        "triggers": ["Bash(git push*)"],
    }
    world.model.script = [[use("mcp__sagacity__remember", **rule, project="none")], [say("Stored.")]]
    world.session("that push broke the build: never again")
    world.project = world.home / "project"


def test_a_mistake_of_one_project_is_prevented_in_another(connected):
    learned(connected)
    connected.model.script = [[use("Bash", command="ls")], [use("Bash", command=PUSH)], [say("Pushed.")]]
    connected.session("push it", "--allowedTools", "Bash")
    connected.model.script = [[use("Bash", command=PUSH)], [say("Pushed.")]]
    seen = connected.session("push it again", "--allowedTools", "Bash")
    after = seen.rpartition("PreToolUse hook")[2] or seen.rpartition("PreToolUse")[2]
    assert RULE in after
    entries = json.loads(connected.sagacity("log", "--kind", "guard", "--json"))["entries"]
    assert len(entries) == 2  # once in each session
    assert "Check dependencies before a push" in connected.sagacity("guard", "Bash", PUSH)


def test_an_agents_rule_refuses_nothing_whatever_it_says(connected):
    path = connected.home / ".sagacity" / "personal"
    learned(connected)
    note = next(path.rglob("check-dependencies-before-a-push.md"))
    verdict = json.loads(connected.sagacity("guard", "Bash", PUSH, "--json"))["verdict"]
    assert verdict == "advise"  # an agent's rule blocks nothing, whatever it says
    note.write_text(note.read_text().replace("triggers:", "enforcement: block\ntriggers:", 1))
    assert json.loads(connected.sagacity("guard", "Bash", PUSH, "--json"))["verdict"] == "advise"
