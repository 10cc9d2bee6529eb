"""Setting up Claude Code changes two files by our entries alone, and takes them back to the byte."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import stat
import subprocess
import threading
import time
from pathlib import Path

import pytest

from sagacity.core.errors import SagacityError
from tests.clients.scene import Scene

SETTINGS = """{
  "model": "opus",
  "big": 12345678901234567890,
  "one": 1.0,
  "hooks": {
    "UserPromptSubmit": [
      {
        "hooks": [
          {"type": "command", "command": "/opt/sagacity/webhook # not ours"}
        ]
      }
    ],
    "Stop": []
  },
  "env": {"A": "<&>"}
}
"""
STATE = '{"numStartups":3,"mcpServers":{"other":{"command":"x","args":[]}},"big":12345678901234567890,"one":1.0}'


@pytest.fixture
def scene(tmp_path):
    made = Scene(tmp_path)
    made.settings.write_text(SETTINGS)
    made.state.write_text(STATE)
    return made


def refused(scene, code, *words, remove=False):
    """Setup refuses with one line, and both files are as they were."""
    before = [path.read_bytes() if path.exists() else None for path in (scene.settings, scene.state)]
    with pytest.raises(SagacityError) as raised:
        scene.clients.plan("claude-code", remove=remove)
    assert raised.value.code == code
    text = str(raised.value)
    assert "\n" not in text
    for word in words:
        assert word in text
    assert before == [path.read_bytes() if path.exists() else None for path in (scene.settings, scene.state)]
    assert not (scene.data / "backups").exists()


def test_our_entries_come_beside_those_of_others(scene):
    scene.install()
    text = scene.settings.read_text()
    assert '"big": 12345678901234567890,\n  "one": 1.0,' in text
    assert '{"type": "command", "command": "/opt/sagacity/webhook # not ours"}' in text
    assert list(json.loads(text)) == ["model", "big", "one", "hooks", "env"]
    assert [len(commands) for commands in scene.commands().values()] == [2, 0, 1, 1, 1]
    assert scene.state.read_text().startswith(
        '{"numStartups":3,"mcpServers":{"other":{"command":"x","args":[]},"sagacity"'
    )
    entry = scene.server()
    assert list(entry) == ["type", "command", "args", "env"]
    assert os.path.isabs(entry["command"])


def test_the_second_time_there_is_nothing_to_do(scene):
    scene.install()
    manifest = (scene.data / "backups/clients/claude-code/manifest.json").read_bytes()
    before = scene.settings.read_bytes(), scene.state.read_bytes(), scene.settings.stat().st_ino
    assert scene.install(now_ms=5000).edits == ()
    assert (scene.settings.read_bytes(), scene.state.read_bytes(), scene.settings.stat().st_ino) == before
    assert (scene.data / "backups/clients/claude-code/manifest.json").read_bytes() == manifest


def test_removing_restores_every_byte(scene):
    scene.install()
    assert [edit.restores for edit in scene.remove().edits] == [True, True]
    assert scene.settings.read_text() == SETTINGS
    assert scene.state.read_text() == STATE
    assert scene.remove().edits == ()


def test_removing_restores_every_byte_after_an_upgrade(scene):
    scene.install()
    scene.launch = scene.launch.replace(python="/opt/new place/python")
    scene.install()
    assert scene.server()["command"] == "/opt/new place/python"
    scene.remove()
    assert scene.settings.read_text() == SETTINGS
    assert scene.state.read_text() == STATE


def test_files_that_were_not_there_are_gone_again(tmp_path):
    scene = Scene(tmp_path)
    scene.install()
    assert stat.S_IMODE(scene.settings.stat().st_mode) == 0o600
    scene.remove()
    assert not scene.settings.exists()
    assert not scene.state.exists()


def test_what_others_wrote_in_between_stays(scene):
    scene.install()
    changed = json.loads(scene.state.read_text()) | {"numStartups": 4}
    scene.state.write_text(json.dumps(changed, indent=2))
    scene.settings.write_text(scene.settings.read_text().replace('"opus"', '"sonnet"'))
    assert [edit.restores for edit in scene.remove().edits] == [False, False]
    assert scene.settings.read_text() == SETTINGS.replace('"opus"', '"sonnet"')
    assert json.loads(scene.state.read_text()) == json.loads(STATE) | {"numStartups": 4}


def test_a_file_made_by_us_and_used_by_others_stays_without_ours(tmp_path):
    scene = Scene(tmp_path)
    scene.install()
    scene.state.write_text(json.dumps(json.loads(scene.state.read_text()) | {"numStartups": 1}, indent=2))
    scene.remove()
    assert json.loads(scene.state.read_text()) == {"numStartups": 1}


def test_entries_are_known_by_their_mark_when_the_manifest_is_lost(scene):
    scene.install()
    shutil.rmtree(scene.data)
    assert scene.install().edits == ()
    shutil.rmtree(scene.data)
    scene.remove()
    assert json.loads(scene.settings.read_text()) == json.loads(SETTINGS)
    assert scene.state.read_text() == STATE


def test_a_moved_installation_is_brought_up_to_date_in_place(scene):
    scene.install()
    text = scene.settings.read_text().replace('"timeout": 5', '"timeout": 9')
    scene.settings.write_text(text)
    scene.launch = scene.launch.replace(package="/elsewhere/sagacity")
    scene.install()
    assert scene.settings.read_text() == text.replace(str(scene.package), "/elsewhere/sagacity")


def test_a_doubled_or_outdated_hook_of_ours_is_one_again(scene):
    scene.install()
    data = json.loads(scene.settings.read_text())
    ours = data["hooks"]["SessionStart"][0]
    data["hooks"]["SessionStart"].append(ours)
    data["hooks"]["Stop"] = [{"hooks": [*ours["hooks"], {"type": "command", "command": "mine"}]}]
    scene.settings.write_text(json.dumps(data, indent=2))
    scene.install()
    commands = scene.commands()
    assert len(commands["SessionStart"]) == 1
    assert commands["Stop"] == ["mine"]


def test_a_foreign_server_of_our_name_comes_back(tmp_path):
    scene = Scene(tmp_path)
    text = '{"mcpServers": {"sagacity": {"command": "uvx", "args": ["sagacity", "serve"]}}}'
    scene.state.write_text(text)
    scene.install()
    assert scene.server()["args"][-1] == "mcp"
    scene.remove()
    assert scene.state.read_text() == text


def test_links_are_followed_and_kept(scene, tmp_path):
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    real = dotfiles / "claude.json"
    scene.settings.rename(real)
    scene.settings.symlink_to("../../dotfiles/claude.json")
    real.chmod(0o640)
    scene.install()
    assert scene.settings.is_symlink()
    assert "sagacity setup" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    scene.remove()
    assert scene.settings.is_symlink()
    assert real.read_text() == SETTINGS


def test_a_moved_folder_holds_both_files(tmp_path):
    scene = Scene(tmp_path, moved_to="config dir/claude")
    scene.install()
    assert scene.server()
    assert scene.commands()["SessionStart"]
    assert not (scene.home / ".claude.json").exists()


def test_the_old_place_of_the_state_is_used_where_it_is_there(tmp_path):
    scene = Scene(tmp_path)
    old = scene.folder / ".config.json"
    old.write_text("{}")
    scene.install()
    assert "sagacity" in json.loads(old.read_text())["mcpServers"]
    assert not scene.state.exists()


def test_another_home_is_handed_on(tmp_path):
    scene = Scene(tmp_path, own_home=str(tmp_path / "the notes"))
    scene.install()
    assert scene.server()["env"] == {"SAGACITY_HOME": str(tmp_path / "the notes")}
    assert f"export SAGACITY_HOME='{tmp_path}/the notes'" in scene.commands()["SessionStart"][0]
    scene.launch = scene.launch.replace(home="")
    scene.install()
    assert scene.server()["env"] == {}


PLACES = [
    "plain",
    "with blank",
    "it's",
    'double"quote',
    "$(touch x)`touch y`",
    "Grüße 東京",
    "semi;colon & # hash",
    "-dash",
    "back\\slash",
]


@pytest.mark.parametrize("place", PLACES)
def test_the_command_runs_from_any_path(tmp_path, place):
    scene = Scene(tmp_path, package=f"{place}/sagacity")
    scene.install()
    for event, commands in scene.commands().items():
        ran = subprocess.run(
            ["/bin/sh", "-c", commands[0]], input=b"{}", capture_output=True, check=False, cwd=tmp_path
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert json.loads(ran.stdout)["hookSpecificOutput"]["hookEventName"] == event
    assert not list(tmp_path.glob("x")) + list(tmp_path.glob("y"))


def test_a_path_that_no_shell_line_can_hold_is_refused(tmp_path):
    scene = Scene(tmp_path)
    for bad in ("/opt/a\nb", "/opt/\udcff", "relative"):
        scene.launch = scene.launch.replace(package=bad)
        refused(scene, "refused", "cannot stand in")


def gone_package(scene):
    shutil.rmtree(scene.package)


def gone_interpreter(scene):
    for command in scene.commands().values():
        assert shlex.quote(scene.launch.python) in command[-1]
    scene.settings.write_text(scene.settings.read_text().replace(scene.launch.python, "/gone/python"))


def dangling_interpreter(scene):
    link = scene.home / "python"
    link.symlink_to("/gone/python")
    scene.settings.write_text(scene.settings.read_text().replace(scene.launch.python, str(link)))


@pytest.mark.parametrize("loss", [gone_package, gone_interpreter, dangling_interpreter], ids=lambda one: one.__name__)
def test_whatever_of_us_is_gone_the_command_is_silent(tmp_path, loss):
    scene = Scene(tmp_path)
    scene.install()
    loss(scene)
    for commands in scene.commands().values():
        ran = subprocess.run(["/bin/sh", "-c", commands[0]], input=b"{}", capture_output=True, check=False)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


BROKEN = [
    ("settings", b"{", "line 1, column 2"),
    ("settings", b'{"a": 1\n "b": 2}', "line 2, column 2"),
    ("settings", b"[]", "the whole at line 1, column 1 is not an object"),
    ("settings", b'{"hooks": null}', "hooks at line 1, column 11 is not an object"),
    ("settings", b'{"hooks": {"SessionStart": {}}}', "hooks.SessionStart at line 1, column 28 is not an array"),
    ("settings", b"\xff\xfe{", "not UTF-8"),
    ("settings", b"[" * 10_000, "deep"),
    ("state", b"{'a': 1}", "line 1, column 2"),
    ("state", b'{"mcpServers": []}', "mcpServers at line 1, column 16 is not an object"),
]


@pytest.mark.parametrize(("which", "data", "words"), BROKEN)
def test_malformed_files_are_refused_untouched(scene, which, data, words):
    path = getattr(scene, which)
    path.write_bytes(data)
    refused(scene, "invalid", str(path), words)


@pytest.mark.parametrize("which", ["settings", "state"])
def test_what_is_no_file_is_refused(scene, which):
    path = getattr(scene, which)
    for make in (Path.mkdir, os.mkfifo):
        path.unlink(missing_ok=True)
        make(path)
        with pytest.raises(SagacityError, match=f"{path} is no regular file") as caught:
            scene.install()
        assert caught.value.code == "refused"
        if path.is_dir():
            path.rmdir()


def test_comments_are_kept_and_the_user_is_told_that_they_are_not_read(scene):
    scene.settings.write_text('{\n  // mine\n  "model": "opus", // best\n}\n')
    plan = scene.install()
    assert "comment at line 2, column 3" in plan.warnings[0]
    assert scene.settings.read_text().startswith('{\n  // mine\n  "model": "opus", // best\n  "hooks"')
    scene.remove()
    assert scene.settings.read_text() == '{\n  // mine\n  "model": "opus", // best\n}\n'


def test_a_read_only_file_is_refused(scene):
    scene.settings.chmod(0o444)
    refused(scene, "refused", str(scene.settings), "read-only")


@pytest.mark.needs("root")
def test_the_file_of_another_user_is_refused(scene):
    os.chown(scene.settings, 12345, -1)
    refused(scene, "refused", str(scene.settings), "another user", "12345")


@pytest.mark.needs("root")
def test_the_folder_of_another_user_is_refused(tmp_path):
    scene = Scene(tmp_path)
    os.chown(scene.folder, 12345, -1)
    refused(scene, "refused", str(scene.folder), "another user")


def test_what_is_no_file_is_refused_and_never_waited_for(scene):
    scene.settings.unlink()
    os.mkfifo(scene.settings)
    with pytest.raises(SagacityError, match="no regular file"):
        scene.clients.plan("claude-code", remove=False)


def test_an_unknown_client_is_told_which_are_known(scene):
    with pytest.raises(SagacityError) as raised:
        scene.clients.plan("claude", remove=False)
    assert raised.value.code == "invalid"
    assert "claude-code" in str(raised.value)


def test_a_plan_that_is_out_of_date_is_not_applied(scene):
    plan = scene.clients.plan("claude-code", remove=False)
    scene.settings.write_text('{"model": "other"}')
    with pytest.raises(SagacityError) as raised:
        scene.clients.apply(plan, now_ms=1)
    assert raised.value.code == "conflict"
    assert scene.settings.read_text() == '{"model": "other"}'
    assert scene.state.read_text() == STATE


def test_a_damaged_copy_is_never_put_back(scene):
    scene.install()
    copy = next((scene.data / "backups/clients/claude-code").glob("settings.json.*"))
    copy.write_text("{}")
    with pytest.raises(SagacityError) as raised:
        scene.clients.plan("claude-code", remove=True)
    assert raised.value.code == "integrity"


def test_the_state_waits_for_the_lock_of_the_client(scene):
    lock = Path(f"{scene.state}.lock")
    lock.mkdir()
    threading.Timer(0.3, lock.rmdir).start()
    started = time.monotonic()
    scene.install()
    assert time.monotonic() - started >= 0.29
    assert scene.server()
    assert not lock.exists()


def test_a_lock_of_a_dead_client_is_taken_away(scene):
    lock = Path(f"{scene.state}.lock")
    lock.mkdir()
    os.utime(lock, (1, 1))
    scene.install()
    assert scene.server()
    assert not lock.exists()


def test_copies_are_for_the_user_alone(scene):
    scene.install()
    folder = scene.data / "backups/clients/claude-code"
    assert sorted(path.name.split(".")[0] or "state" for path in folder.iterdir()) == ["manifest", "settings", "state"]
    for path in (scene.data, folder):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_the_hook_loads_is_compiled(scene):
    scene.install()
    assert list((scene.package / "__pycache__").glob("hook.*.pyc"))
