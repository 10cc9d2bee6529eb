"""Rules that govern an action, as `guard` and `rules` tell of them."""

import pytest

from sagacity.app.forget import forget
from sagacity.app.guard import guarded
from sagacity.app.guarding import GuardRequest, RulesRequest
from sagacity.app.remember import remember
from sagacity.app.requests import ForgetRequest, RememberRequest
from sagacity.app.rules import guard, rules
from sagacity.core.trigger import action_of

PUSH = "cd a && git push --force"


def rule(app, title, *triggers, **more):
    asked = RememberRequest(content=f"{title}, and why", title=title, type="policy", triggers=triggers, **more)
    return remember(app, asked).notes[0].id


def met(app, tool="Bash", argument=PUSH):
    found = guard(app, GuardRequest(tool=tool, argument=argument))
    return found.verdict, [one.title for one in found.rules]


def test_what_blocks_comes_first(app):
    rule(app, "Ask before a push", "Bash(git push*)")
    rule(app, "Zero force", "Bash(git push*--force*)", enforcement="block")
    rule(app, "Mind the database", "Bash(psql*)")
    assert met(app) == ("deny", ["Zero force", "Ask before a push"])
    assert met(app, argument="git push") == ("advise", ["Ask before a push"])
    assert met(app, argument="ls") == ("none", [])


def test_only_what_a_person_made_or_approved_blocks(app, machine):
    agent = machine.app(origin="agent_inferred")
    rule(agent, "No push", "Bash(git push*)", enforcement="block")
    assert met(app) == ("advise", ["No push"])
    line = rules(app, RulesRequest()).rules[0]
    assert (line.enforcement, line.blocks, line.trust) == ("block", False, "unconfirmed")
    assert "until a person approves" in line.why


def test_a_rule_changed_by_hand_is_met_as_it_is_now(app, machine):
    note_id = rule(app, "No push", "Bash(git push*)")
    path = next(machine.home.rglob("no-push.md"))
    path.write_text(path.read_text().replace("git push*", "git pull*"))
    assert met(app) == ("none", [])
    assert met(app, argument="git pull") == ("advise", ["No push"])
    path.unlink()
    assert met(app, argument="git pull") == ("none", [])
    assert note_id


def test_a_rule_that_is_replaced_or_archived_says_nothing(app):
    rule(app, "Old way", "Bash(git push*)")
    rule(app, "New way", "Bash(git push*)", supersedes=("old-way",))
    assert met(app) == ("advise", ["New way"])
    forget(app, ForgetRequest(handles=("new-way",)))
    assert met(app) == ("none", [])


def test_a_trigger_written_wrongly_by_hand_is_told(app, machine):
    rule(app, "No push", "Bash(git push*)", enforcement="block")
    path = next(machine.home.rglob("no-push.md"))
    path.write_text(path.read_text().replace("git push*)", "git push*"))
    assert met(app) == ("none", [])
    (line,) = rules(app, RulesRequest()).rules
    assert "has no closing parenthesis" in line.why


def test_a_confidential_rule_blocks_without_a_word_of_it(app, machine):
    rule(app, "The Falcon deal", "Bash(git push*)", enforcement="block", sensitivity="confidential")
    agent = machine.app(origin="agent_inferred")
    found = guard(agent, GuardRequest(tool="Bash", argument=PUSH))
    assert found.verdict == "deny"
    assert "Falcon" not in repr(found)
    said = guarded(agent, action_of("Bash", {"command": PUSH}, ""), max_chars=9000, astral=True)
    assert said.denied
    assert "confidential" in said.said.text
    assert "Falcon" not in said.said.text


def test_many_long_rules_share_the_room(app):
    for n in range(12):
        text = f"rule {n} " + "because of what happened in the spring of that year " * 60
        asked = RememberRequest(content=text, title=f"Rule {n}", type="policy", triggers=("Bash",))
        remember(app, asked)
    said = guarded(app, action_of("Bash", {"command": "ls"}, ""), max_chars=9000, astral=True).said
    assert said.entry is not None
    assert said.entry.tokens <= app.settings.guard_max_tokens
    assert len(said.entry.shown) + said.entry.left_out == 12


@pytest.mark.parametrize("tool", ["x", "x" * 5000])
def test_a_tool_that_is_none_meets_nothing(app, tool):
    assert guard(app, GuardRequest(tool=tool)).verdict == "none"
