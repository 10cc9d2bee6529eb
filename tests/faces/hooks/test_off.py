"""Muted hooks, by the real program: nothing but one line where a session starts."""

import json
import os
import subprocess

import pytest

from sagacity.adapters.files.mutes import FileMutes
from sagacity.app.switch import off, on
from sagacity.app.tending import MuteRequest
from tests.app.conftest import repository
from tests.faces.hooks.stage import Stage

PROMPT = "what is the kangaroo port"


def switch(stage, verb, cwd=None, **fields):
    """As a command in the folder the client is in."""
    app = stage.app()
    app = app.replace(
        mutes=FileMutes(f"{stage.home}/.sagacity"), caller=app.caller.replace(cwd=str(cwd or stage.work), session="")
    )
    try:
        return verb(app, MuteRequest(**fields))
    finally:
        app.index.close()
        app.journal.close()


def told(stage, source="startup", **fields):
    """(what the user sees, what the model sees) at a start; both "" for nothing at all."""
    done = stage.run("SessionStart", source=source, **fields)
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout) if done.stdout else {}
    return answer.get("systemMessage", ""), answer.get("hookSpecificOutput", {}).get("additionalContext", "")


def assert_muted(stage, **fields):
    user, model = told(stage, **fields)
    assert user == model
    assert "memory is off" in user
    assert "`sagacity on" in user
    assert "\n" not in user
    for source in ("resume", "compact", "fork"):
        assert stage.run("SessionStart", source=source, **fields).stdout == b""
    assert stage.run("UserPromptSubmit", prompt=PROMPT, **fields).stdout == b""


def assert_speaks(stage, **fields):
    assert "7431" in stage.start(**fields)


def test_for_good_is_everywhere_until_on(stage, tmp_path):
    switch(stage, off, for_good=True)
    assert_muted(stage)
    assert_muted(stage, cwd=str(tmp_path), session_id="another")
    assert switch(stage, on).off_here is False
    assert_speaks(stage)


@pytest.mark.needs("git")
def test_here_is_the_project_in_all_its_folders(stage, tmp_path):
    repository(stage.work)
    inner = stage.work / "a" / "b"
    inner.mkdir(parents=True)
    switch(stage, off, cwd=inner, here=True)
    assert_muted(stage)
    assert_muted(stage, cwd=str(inner), session_id="s2")
    assert_speaks(stage, cwd=str(tmp_path), session_id="s3")
    nested = stage.work / "vendored"
    repository(nested)
    assert_speaks(stage, cwd=str(nested), session_id="s4")
    switch(stage, on, here=True)
    assert_speaks(stage, session_id="s5")


@pytest.mark.needs("git")
def test_here_holds_in_a_linked_working_tree(stage, tmp_path):
    repository(stage.work)
    git = ["git", "-C", str(stage.work), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "worktree", "add", "--quiet", str(tmp_path / "linked")], check=True, capture_output=True)
    switch(stage, off, here=True)
    assert_muted(stage, cwd=str(tmp_path / "linked"))
    switch(stage, on, cwd=tmp_path / "linked")
    assert_speaks(stage)


def test_here_outside_of_any_project_is_that_folder_alone(stage):
    below = stage.work / "below"
    below.mkdir()
    switch(stage, off, here=True)
    assert_muted(stage)
    link = stage.home / "link"
    link.symlink_to(stage.work)
    assert_muted(stage, cwd=str(link), session_id="s2")
    assert_speaks(stage, cwd=str(below), session_id="s3")


def test_a_session_is_muted_alone(stage):
    switch(stage, off, session="s1")
    assert_muted(stage)
    assert_speaks(stage, session_id="s2")
    switch(stage, on, session="s1")
    assert_speaks(stage)


@pytest.mark.parametrize("broken", ["garbage", "folder", "forbidden"])
def test_a_mute_that_cannot_be_read_counts_as_none(stage, broken):
    path = stage.home / ".sagacity" / "off"
    if broken == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"\xff\x00 nonsense\n")
    if broken == "forbidden":
        path.chmod(0)
    assert_speaks(stage)


def test_a_muted_hook_opens_no_index_and_writes_no_journal(stage):
    stage.start()
    switch(stage, off, for_good=True)
    before = stage.recalls()
    for name in os.listdir(stage.home / ".sagacity" / "index"):
        path = stage.home / ".sagacity" / "index" / name
        if path.is_file():
            path.write_bytes(b"no database")
    assert_muted(stage)
    assert stage.recalls() == before


def test_off_without_a_word_is_the_session_that_asks_else_the_place(stage: Stage):
    assert [view.scope for view in switch(stage, off).changed] == ["here"]
    assert switch(stage, on).muted == ()
