"""The real hook program before a tool runs."""

import json
import os

import pytest

from sagacity.adapters.files.mutes import FileMutes
from sagacity.app.switch import off
from sagacity.app.tending import MuteRequest
from tests.faces.hooks.stage import Stage, damage_index

PUSH = {"tool_name": "Bash", "tool_input": {"command": "cd a && sudo git push --force"}}
LIST = {"tool_name": "Bash", "tool_input": {"command": "ls"}}


@pytest.fixture
def stage(tmp_path):
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    return Stage(home, work)


def rule(stage, *, block=False, origin="human_cli", title="No force", **more):
    fields = {"content": "Ask before a force push.", "title": title, "type": "policy", **more}
    enforcement = "block" if block else ""
    return stage.remember(**{"triggers": ("Bash(git push*)",), **fields}, enforcement=enforcement, origin=origin)[0]


def answer(stage, session="s1", **fields):
    """What the client is told; {} for nothing."""
    done = stage.run("PreToolUse", session_id=session, **fields)
    assert (done.returncode, done.stderr) == (0, b"")
    if not done.stdout:
        return {}
    said = json.loads(done.stdout.decode("ascii"))["hookSpecificOutput"]
    assert said.pop("hookEventName") == "PreToolUse"
    return said


def list_file(stage):
    return stage.home / ".sagacity" / "index" / "triggers"


def test_advice_is_given_once_in_a_session(stage):
    note_id = rule(stage)
    said = answer(stage, **PUSH)
    assert list(said) == ["additionalContext"]
    assert "Ask before a force push." in said["additionalContext"]
    assert note_id[-7:].lower() in said["additionalContext"].lower()
    assert answer(stage, **PUSH) == {}
    assert answer(stage, session="s2", **PUSH)
    assert answer(stage, **LIST) == {}


def test_where_the_client_has_no_place_for_advice_none_counts_as_given(stage):
    rule(stage)
    done = stage.run("BeforeTool", client="gemini", **PUSH)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert stage.recalls() == []
    rule(stage, block=True, title="Never")
    assert json.loads(stage.run("BeforeTool", client="gemini", **PUSH).stdout)["decision"] == "deny"


def test_a_compaction_makes_it_new(stage):
    rule(stage)
    answer(stage, **PUSH)
    stage.start("compact")
    assert answer(stage, **PUSH)


def test_what_blocks_does_so_each_time(stage):
    rule(stage, block=True)
    for _ in range(2):
        said = answer(stage, **PUSH)
        assert said["permissionDecision"] == "deny"
        assert "Ask before a force push." in said["permissionDecisionReason"]
    assert [(one.kind, one.detail, one.terms) for one in stage.recalls()] == [("guard", "denied", ("Bash",))] * 2


@pytest.mark.parametrize("origin", ["agent_inferred", "agent_user_stated"])
def test_what_nobody_approved_does_not_block(stage, origin):
    rule(stage, block=True, origin=origin)
    assert list(answer(stage, **PUSH)) == ["additionalContext"]


def test_what_is_untrusted_says_nothing(stage):
    rule(stage, block=True, origin="agent_external")
    assert answer(stage, **PUSH) == {}


def test_a_rule_that_comes_or_goes_by_hand_is_heeded(stage):
    rule(stage, title="Other", triggers=("Bash(psql*)",))
    assert answer(stage, **PUSH) == {}
    assert list_file(stage).exists()
    folder = next((stage.home / ".sagacity").rglob("other.md")).parent
    (folder / "new.md").write_text("---\ntype: policy\ntriggers: [Bash(git push*)]\n---\n# New\n\nPush by hand.\n")
    assert "Push by hand." in answer(stage, **PUSH)["additionalContext"]
    (folder / "new.md").write_text("---\ntype: policy\ntriggers: [Bash(ls*)]\n---\n# New\n\nLook by hand.\n")
    assert "Look by hand." in answer(stage, session="s2", **LIST)["additionalContext"]
    os.unlink(folder / "new.md")
    assert answer(stage, session="s3", **LIST) == {}


def test_no_rule_opens_no_database(stage):
    rule(stage, triggers=("Bash(psql*)",))
    answer(stage, **LIST)
    index = next((stage.home / ".sagacity" / "index").glob("*.db"))
    os.rename(index, f"{index}.away")  # whoever opens it makes another
    pointer = (stage.home / ".sagacity" / "index" / "current").read_text()
    os.rename(f"{index}.away", index)
    assert answer(stage, **LIST) == {}
    assert (stage.home / ".sagacity" / "index" / "current").read_text() == pointer


def left_to_the_user(said):
    return said.get("permissionDecision") == "ask" and "could not be checked" in said["permissionDecisionReason"]


@pytest.mark.parametrize("how", ["missing", "empty", "cut", "noise"])
def test_a_damaged_index_lets_nothing_pass_that_a_rule_blocks(stage, how):
    rule(stage, block=True)
    answer(stage, **PUSH)
    damage_index(stage, how)
    said = answer(stage, **PUSH)
    assert said["permissionDecision"] == "deny" or left_to_the_user(said)
    assert answer(stage, **PUSH)["permissionDecision"] == "deny"


def test_a_damaged_journal_lets_nothing_pass_that_a_rule_blocks(stage):
    rule(stage, block=True)
    answer(stage, **PUSH)
    (stage.home / ".sagacity" / "journal.db").write_bytes(b"nonsense" * 1000)
    said = answer(stage, **PUSH)
    assert said.get("permissionDecision") in ("deny", "ask") or "Ask before a force push." in said["additionalContext"]


def test_a_rule_that_blocks_and_is_not_indexed_yet_is_left_to_the_user(stage):
    rule(stage, block=True)
    answer(stage, **PUSH)
    for path in (stage.home / ".sagacity" / "index").glob("*.db*"):
        path.unlink()
    folder = next((stage.home / ".sagacity").rglob("no-force.md")).parent
    for number in range(500):  # more than one batch, and all of them before the rule
        (folder / f"a{number}.md").write_text(f"# Note {number}\n")
    stage.env["SAGACITY_HOOK_INDEX_MS"] = "0"
    assert left_to_the_user(answer(stage, **PUSH))
    assert answer(stage, **LIST) == {}


def test_a_rule_that_blocks_and_whose_layer_is_broken_is_left_to_the_user(stage):
    rule(stage, block=True)
    answer(stage, **PUSH)
    (stage.home / ".sagacity" / "personal" / "meta.yml").write_bytes(b"\xff\xfe")
    assert left_to_the_user(answer(stage, **PUSH))


def test_no_time_is_told_where_a_rule_that_blocks_is_at_stake(stage):
    rule(stage, block=True)
    answer(stage, **PUSH)
    hurried = {"HOME": str(stage.home), "SAGACITY_HOOK_DEADLINE_MS": "1"}
    said = [stage.run("PreToolUse", env=hurried, **PUSH).stdout for _ in range(8)]
    told = [json.loads(one)["hookSpecificOutput"] for one in said if one]
    assert all(one["permissionDecision"] in ("ask", "deny") for one in told)


def test_what_is_too_long_to_be_read_is_left_to_the_user(stage):
    rule(stage, block=True)
    answer(stage, **LIST)
    long = {"tool_name": "Bash", "tool_input": {"command": "true; " * 30_000 + "git push"}}
    said = answer(stage, **long)
    assert said["permissionDecision"] == "ask"
    assert "too long" in said["permissionDecisionReason"]
    assert answer(stage, tool_name="Write", tool_input={"file_path": "/x", "content": "x" * 100_000}) == {}


def test_time_that_runs_out_while_a_command_is_read_is_told_where_a_rule_blocks(stage):
    rule(stage, block=True)
    answer(stage, **LIST)
    command = "true " * 10_000 + "; git push"
    for _ in range(6):
        command = f'bash -c "$({command})"'
    slow = {"tool_name": "Bash", "tool_input": {"command": command}}
    said = stage.run("PreToolUse", env={"HOME": str(stage.home), "SAGACITY_HOOK_DEADLINE_MS": "300"}, **slow).stdout
    assert json.loads(said)["hookSpecificOutput"]["permissionDecision"] in ("ask", "deny")
    many = {"tool_name": "Bash", "tool_input": {"command": "A=1 " * 16_000 + "git push"}}
    assert answer(stage, **many)["permissionDecision"] == "ask"


def test_our_own_tools_are_never_asked_about(stage):
    ours = ("mcp__sagacity__remember", "mcp__plugin_sagacity_sagacity__remember", "sagacity_remember")
    rule(stage, triggers=(*ours, "mcp__other__x"))
    assert [answer(stage, tool_name=name, tool_input={"content": "x"}) for name in ours] == [{}] * 3
    assert answer(stage, tool_name="mcp__other__x", tool_input={})


def test_a_session_that_is_muted_hears_nothing(stage):
    rule(stage, block=True)
    app = stage.app()
    off(app.replace(mutes=FileMutes(f"{stage.home}/.sagacity")), MuteRequest(for_good=True))
    assert answer(stage, **PUSH) == {}


@pytest.mark.parametrize(
    "fields", [{}, {"tool_name": 3}, {"tool_name": "Bash"}, {"tool_name": "Bash", "tool_input": "x"}]
)
def test_an_event_that_says_little_is_answered_with_nothing(stage, fields):
    rule(stage)
    assert answer(stage, **fields) == {}
