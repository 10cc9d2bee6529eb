"""`sagacity setup` shows, asks, applies what was shown, and says what is next."""

import json

import pytest


@pytest.fixture
def settings(home):
    path = home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text('{\n  "model": "opus"\n}\n')
    return path


def test_the_plan_is_shown_and_applied_after_a_yes(sg, settings, home):
    done = sg("setup", "claude-code", stdin="y\n", terminal=True)
    assert done.status == 0, done.err
    assert '+  "type": "command"' in done.out
    assert '"model"' not in done.out
    assert done.out.index("Apply? [y/N]") < done.out.index("changed")
    assert "next: restart Claude Code" in done.out
    assert "sagacity setup claude-code" in settings.read_text()
    assert "sagacity" in json.loads((home / ".claude.json").read_text())["mcpServers"]
    assert "nothing to do" in sg("setup", "claude-code", terminal=True).out


@pytest.mark.parametrize("answer", ["n\n", "\n", "", "yess\n"])
def test_anything_but_a_yes_changes_nothing(sg, settings, home, answer):
    before = settings.read_bytes()
    done = sg("setup", "claude-code", stdin=answer, terminal=True)
    assert done.status == 1
    assert settings.read_bytes() == before
    assert not (home / ".claude.json").exists()


def test_without_a_terminal_nothing_is_changed_and_the_option_is_named(sg, settings):
    before = settings.read_bytes()
    done = sg("setup", "claude-code")
    assert done.status == 1
    assert "--yes" in done.err
    assert settings.read_bytes() == before


def test_print_only_shows(sg, settings, home):
    before = settings.read_bytes()
    done = sg("setup", "claude-code", "--print", "--yes")
    assert done.status == 0
    assert "to change" in done.out
    assert settings.read_bytes() == before
    assert not (home / ".claude.json").exists()


def test_remove_takes_it_back_to_the_byte(sg, settings, home):
    before = settings.read_bytes()
    assert sg("setup", "claude-code", "--yes").status == 0
    done = sg("setup", "claude-code", "--remove", "--yes")
    assert done.status == 0
    assert "back to the bytes it had" in done.out
    assert settings.read_bytes() == before
    assert not (home / ".claude.json").exists()
    assert "nothing of ours is there" in sg("setup", "claude-code", "--remove", "--yes").out


def test_json_says_what_was_done(sg, settings):
    plan = sg("setup", "--json").json
    assert plan["applied"] is False
    done = sg("setup", "--yes", "--json").json
    assert done["applied"] is True
    assert [change["what"] for change in done["clients"][0]["changes"]] == [
        ["add MCP server sagacity"],
        ["add hook SessionStart", "add hook UserPromptSubmit", "add hook PreToolUse", "add hook PreCompact"],
    ]
    assert {check["name"] for check in done["clients"][0]["checks"]} >= {"claude-code SessionStart"}


def test_a_secret_of_others_is_not_shown(sg, home):
    (home / ".claude").mkdir()
    state = {"oauth": "sk-ant-very-secret", "mcpServers": {"x": {"env": {"KEY": "hush-hush"}}}}
    for text in (json.dumps(state), json.dumps(state, indent=2)):
        (home / ".claude.json").write_text(text)
        done = sg("setup", "claude-code", "--print")
        assert "very" not in done.out + done.err
        assert "hush" not in done.out + done.err
        assert "+" in done.out


def test_the_memory_of_the_agent_is_named_and_left(sg, settings, home):
    (home / ".claude" / "CLAUDE.md").write_text("x" * 5000)
    done = sg("setup", "claude-code", "--print")
    assert "1 memory file that it loads here, 5 KB: nothing of it is changed" in done.out


def test_an_unknown_agent_and_none_at_all_name_the_known(sg):
    done = sg("setup", "emacs")
    assert done.status == 1
    assert "claude-code" in done.err
    done = sg("setup")
    assert done.status == 1
    assert "claude-code" in done.err


def test_a_broken_file_is_named_with_its_line_and_left(sg, settings):
    settings.write_text('{\n  "a": 1\n  "b": 2\n}\n')
    done = sg("setup", "claude-code", "--yes")
    assert done.status == 1
    assert f"{settings}: not JSON at line 3, column 3" in done.err
    assert settings.read_text() == '{\n  "a": 1\n  "b": 2\n}\n'


def test_doctor_says_how_to_connect_an_agent_that_is_here(sg, settings):
    def found():
        return {check["name"]: check for check in sg("doctor", "--json").json["checks"]}

    assert found()["claude-code"]["fix"] == "sagacity setup claude-code"
    sg("setup", "claude-code", "--yes")
    assert "claude-code" not in found()
    assert "claude-code SessionStart" in found()


def test_all_that_are_here_are_set_up_and_one_that_cannot_be_holds_up_none(sg, settings, home):
    (home / ".cursor").mkdir()
    (home / ".cursor" / "mcp.json").write_text("{")
    (home / ".gemini").mkdir()
    done = sg("setup", "all", "--yes")
    assert done.status == 0, done.err
    assert "Cursor: left as it is" in done.out
    assert (home / ".cursor" / "mcp.json").read_text() == "{"
    assert "sagacity" in json.loads((home / ".gemini" / "settings.json").read_text())["mcpServers"]
    assert "sagacity setup claude-code" in settings.read_text()
    assert sg("setup", "cursor", "--yes").status == 1


def test_what_only_the_user_can_do_is_said(sg, home):
    assert "then trust the server" in sg("setup", "vscode", "--yes").out


def test_an_agent_whose_memory_is_not_known_says_which_can_be_imported(sg):
    done = sg("import", "zed", "--yes")
    assert done.status == 1
    assert "claude-code" in done.err
