"""Doctor looks at what the client reads and runs what it would run."""

from __future__ import annotations

import json
import os
import sys

import pytest

from tests.clients.scene import Scene

SERVER_LINE = '{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"sagacity","version":"1"}}}'
PYTHON = """#!/bin/sh
case "$*" in
*"sagacity mcp") cat >/dev/null; echo '{line}';;
*) exec {python} "$@";;
esac
"""


@pytest.fixture
def scene(tmp_path):
    made = Scene(tmp_path)
    python = tmp_path / "python"
    python.write_text(PYTHON.format(line=SERVER_LINE, python=sys.executable))
    python.chmod(0o755)
    made.launch = made.launch.replace(python=str(python))
    return made


def states(scene):
    """State and finding by name."""
    return {check.name: (check.state, check.found) for check in scene.clients.checks("claude-code")}


def check(scene, name, state, *words):
    """The named check has that state and says these words, in one line, with something to do unless all is well."""
    found = next(one for one in scene.clients.checks("claude-code") if one.name == f"claude-code {name}")
    assert found.state == state, found
    assert "\n" not in found.found
    for word in words:
        assert word in found.found


def test_a_client_that_was_never_set_up_is_not_looked_at(scene):
    assert states(scene) == {}


def test_a_sound_connection_answers_on_every_way(scene):
    scene.install()
    found = states(scene)
    assert {state for state, _ in found.values()} == {"ok"}, found
    assert "answered in" in found["claude-code SessionStart"][1]


def test_an_entry_that_was_taken_out_by_hand_is_missed(scene):
    scene.install()
    data = json.loads(scene.settings.read_text())
    del data["hooks"]["UserPromptSubmit"]
    scene.settings.write_text(json.dumps(data))
    scene.state.write_text("{}")
    check(scene, "UserPromptSubmit", "fail", "no hook of ours", str(scene.settings))
    check(scene, "MCP server", "fail", "no server sagacity", str(scene.state))
    check(scene, "SessionStart", "ok")


def test_a_hook_whose_words_are_ours_but_whose_mark_is_not_does_not_count(scene):
    scene.install()
    text = scene.settings.read_text().replace("# sagacity setup claude-code", "# sagacity setup")
    scene.settings.write_text(text)
    check(scene, "SessionStart", "fail", "no hook of ours")


def test_a_moved_installation_is_noticed(scene):
    scene.install()
    scene.launch = scene.launch.replace(package="/elsewhere/sagacity")
    check(scene, "SessionStart", "warn", "another installation")


def test_a_missing_hook_file_is_noticed(scene):
    scene.install()
    (scene.package / "hook.py").unlink()
    check(scene, "SessionStart", "fail", "hook.py is not there")


FAULTS = [
    ("import sys; sys.exit(2)", "exit status 2"),
    ("import sys; print('oops', file=sys.stderr)", "oops"),
    ("print('{')", "cannot read"),
    ("print('[]')", "cannot read"),
]


@pytest.mark.parametrize(("program", "words"), FAULTS)
def test_a_hook_that_misbehaves_is_named(scene, program, words):
    scene.install()
    (scene.package / "hook.py").write_text(program)
    check(scene, "SessionStart", "fail", words)


def test_a_prompt_may_have_no_answer_a_session_start_may_not(scene):
    scene.install()
    (scene.package / "hook.py").write_text("")
    check(scene, "UserPromptSubmit", "ok", "0 characters")
    check(scene, "SessionStart", "warn", "said nothing")


def test_a_server_that_does_not_answer_is_named(scene):
    scene.install()
    path = scene.launch.python
    with open(path, "w") as file:
        file.write("#!/bin/sh\necho no module named sagacity >&2\nexit 1\n")
    check(scene, "MCP server", "fail", "no module named sagacity")


def test_hooks_that_are_switched_off_are_found(scene):
    scene.install()
    data = json.loads(scene.settings.read_text()) | {"disableAllHooks": True}
    scene.settings.write_text(json.dumps(data))
    check(scene, "settings", "fail", "disableAllHooks", str(scene.settings))


def test_the_plugin_beside_setup_is_found(scene):
    scene.install()
    data = json.loads(scene.settings.read_text()) | {"enabledPlugins": {"sagacity@sagacity": True}}
    scene.settings.write_text(json.dumps(data))
    check(scene, "settings", "warn", "plugin")


def test_a_file_the_client_ignores_is_found(scene):
    scene.install()
    scene.settings.write_text("// mine\n" + scene.settings.read_text())
    check(scene, "hooks", "fail", "comment at line 1, column 1")


def test_a_file_that_is_broken_is_one_failed_check(scene):
    scene.install()
    scene.settings.write_text("{")
    [found] = scene.clients.checks("claude-code")
    assert found.state == "fail"
    assert str(scene.settings) in found.found
    assert "line 1" in found.found


def test_running_sessions_from_before_are_to_be_restarted(scene):
    scene.install(now_ms=2000)
    folder = scene.folder / "sessions"
    folder.mkdir()
    for pid, started in ((os.getpid(), 1000), (os.getppid(), 3000), (2**22 - 1, 1000)):
        (folder / f"{pid}.json").write_text(json.dumps({"pid": pid, "startedAt": started}))
    (folder / "broken.json").write_text("{")
    check(scene, "restart", "warn", "1 running session began before", str(os.getpid()))
