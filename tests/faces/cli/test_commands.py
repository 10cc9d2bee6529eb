"""What a transcript cannot show: terminals, editors, signals, broken streams, defects."""

import io
import json
import os
import signal
import stat
import subprocess
import sys
import time

import pytest

from sagacity.faces.cli.main import run
from sagacity.faces.cli.screen import Screen
from sagacity.wiring.command_line import make_door

PROGRAM = (sys.executable, "-c", "import sys; from sagacity.wiring import cli; sys.exit(cli())")


@pytest.fixture
def editor(tmp_path):
    """editor("sed -i s/a/b/") gives a command that does this to the file."""

    def script(command):
        path = tmp_path / "editor"
        path.write_text(f'#!/bin/sh\n{command} "$1"\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return script


def test_a_terminal_is_told_what_is_waited_for(sg):
    done = sg("remember", "--type", "fact", stdin="A note from a person\n", terminal=True)
    assert done.status == 0
    assert "waiting for the text; end with Ctrl-D" in done.err


def test_who_sits_at_a_terminal_is_a_person_unless_an_agent_started_it(sg):
    def origin(text, **more):
        note = sg("remember", text, "--type", "fact", "--json", **more).json
        return sg("read", note["id"], "--json").json["origin"]

    assert origin("One thing", terminal=True) == "human_cli"
    assert origin("Another thing") == "agent_inferred"
    assert origin("A third thing", terminal=True, CLAUDECODE="1") == "agent_inferred"


def test_one_note_is_flat_and_in_the_list(sg):
    note = sg("remember", "Deploys need VPN", "--json").json
    assert {"id", "slug", "path", "similar", "notes"} <= set(note)
    assert note["notes"][0]["id"] == note["id"]


def test_edit_opens_the_editor_and_keeps_what_it_left(sg, editor):
    note = sg("remember", "Deploys need VPN", "--type", "fact", "--json").json
    done = sg("edit", note["id"], EDITOR=editor("sed -i 's/need VPN$/need no VPN/'"))
    assert done.status == 0, done.err
    assert sg("read", note["id"], "--json").json["body"] == "Deploys need no VPN"
    assert sg(
        "edit",
        note["id"],
        EDITOR=editor("true"),
    ).out.startswith("unchanged")


def test_an_edit_that_is_refused_is_not_lost(sg, editor):
    note = sg("remember", "Deploys need VPN", "--type", "fact", "--json").json
    done = sg("edit", note["id"], EDITOR=editor("sed -i 's/^type: fact/type: [broken/'"))
    assert done.status == 1
    kept = done.err.rsplit("your text is kept in ", 1)[1].strip()
    with open(kept, encoding="utf-8") as file:
        assert "type: [broken" in file.read()
    os.unlink(kept)
    os.rmdir(os.path.dirname(kept))


def test_an_editor_that_fails_changes_nothing(sg, editor):
    note = sg("remember", "Deploys need VPN", "--type", "fact", "--json").json
    assert "ended with status 3" in sg("edit", note["id"], EDITOR=editor("exit 3;")).err
    assert "cannot start the editor" in sg("edit", note["id"], EDITOR="/no/such/editor").err


def test_a_text_that_is_not_utf8_is_refused_and_not_altered(sg):
    done = sg("remember", "-", stdin=b"caf\xe9")
    assert (done.status, "standard input is not UTF-8: byte 0xe9 at 3" in done.err) == (1, True)
    assert sg("list", "--json").json["results"] == []


def test_an_unset_home_is_one_line(environ, sg):
    done = sg("recall", "x", HOME="")
    assert done.status == 1
    assert done.err.startswith("sagacity: HOME is not set")


def test_a_bad_setting_is_one_line_and_a_repositorys_is_a_warning(sg, tmp_path):
    assert "SAGACITY_RECALL_LIMIT is 'x'" in sg("list", SAGACITY_RECALL_LIMIT="x").err
    (tmp_path / ".sagacity").mkdir()
    (tmp_path / ".sagacity" / "config.toml").write_text("editor = 'rm'\n")
    done = sg("list")
    assert done.status == 0
    assert "a repository may not set editor" in done.err


@pytest.fixture
def broken_door(environ, tmp_path):
    """A door behind which something fails."""

    def opened(error):
        def fail(_progress):
            raise error

        screen = Screen(stdin=io.BytesIO(), out=io.StringIO(), err=io.StringIO())
        return make_door(environ, str(tmp_path), screen).replace(opened=fail)

    return opened


def test_a_defect_is_one_line_and_a_report(broken_door, home):
    (home / ".sagacity").mkdir()
    door = broken_door(RuntimeError("boom"))
    assert run(["recall", "x"], door) == 70
    said = door.screen.err.getvalue()
    assert "recall failed: a defect of ours (RuntimeError)" in said
    assert "Traceback" not in said
    report = said.rsplit("the report is in ", 1)[1].strip()
    assert report.startswith(str(home / ".sagacity"))
    assert stat.S_IMODE(os.stat(report).st_mode) == 0o600
    with open(report, encoding="utf-8") as file:
        assert "RuntimeError: boom" in file.read()


def test_an_interrupt_and_a_reader_that_has_gone_say_nothing(broken_door):
    for error, status in ((KeyboardInterrupt(), 130), (BrokenPipeError(), 141)):
        door = broken_door(error)
        assert run(["recall", "x"], door) == status
        assert door.screen.err.getvalue() == ""


def test_a_pipe_that_is_closed_early_is_quiet(environ, tmp_path):
    shell = subprocess.Popen(
        [*PROGRAM, "help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, cwd=tmp_path
    )
    shell.stdout.close()
    assert shell.stderr.read() == b""
    shell.stderr.close()
    assert shell.wait(20) in (0, 141)


def test_control_c_while_waiting_ends_quietly(environ, tmp_path):
    waiting = subprocess.Popen(
        [*PROGRAM, "remember"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ,
        cwd=tmp_path,
    )
    until_reading(waiting.pid)
    waiting.send_signal(signal.SIGINT)
    out, err = waiting.communicate(timeout=20)
    assert (waiting.returncode, out, err) == (130, b"", b"")


def until_reading(pid):
    """Returns when the process waits in a read of its input."""
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        with open(f"/proc/{pid}/wchan", encoding="ascii") as file:
            if "pipe" in file.read():
                return
        time.sleep(0.05)
    pytest.fail("the process never read its input")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command(sg, shell):
    script = sg("completion", shell).out
    assert all(name in script for name in ("remember", "recall", "doctor", "prefer-tag"))
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=script.encode(), check=False).returncode == 0


def test_version_and_help_open_nothing(process, home):
    assert process("version").out.startswith("sagacity ")
    assert process("--version").out == process("version").out
    assert "Usage: sagacity recall" in process("recall", "--help").out
    assert process("recall", "--help").out == process("help", "recall").out
    assert process().status == 0
    assert not (home / ".sagacity").exists()


def test_a_batch_says_which_note_has_an_unknown_type(sg):
    lines = "\n".join(json.dumps({"content": f"Note {n}", "type": "fact" if n else "no-such"}) for n in (1, 1, 0))
    done = sg("remember", "--batch", "-", stdin=lines)
    assert done.status == 1
    assert "notes[2].type: " in done.err
    assert "no-such" in done.err
    assert sg("list", "--json").json["results"] == []


def test_the_program_alone_shows_its_help(sg):
    done = sg()
    assert (done.status, done.err) == (0, "")
    assert "Usage: sagacity COMMAND" in done.out
