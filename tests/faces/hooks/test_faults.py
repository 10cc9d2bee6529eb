"""Whatever is broken: exit 0, in time, a valid answer or none, nothing on standard error."""

import os
import subprocess
import sys
import time

import pytest

from tests.faces.hooks.stage import OWN_S, PATIENT, PROGRAM, STARTS, context_of, damage_index

EVENTS = ("SessionStart", "UserPromptSubmit")
FIELDS = {"source": "startup", "prompt": "on which port does the kangaroo service listen?"}


def check(done, event):
    assert (done.returncode, done.stderr) == (0, b"")
    return context_of(done.stdout, event)


def fields(event, **more):
    return {**{name: FIELDS[name] for name in (("source",) if event == "SessionStart" else ("prompt",))}, **more}


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"garbage",
        b"\x00\xff\xfe\x80",
        b"[]",
        b"null",
        b'"text"',
        b"{",
        b'{"prompt": ',
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"x" * 10_000_000,
        b'{"prompt": "' + b"y" * 10_000_000 + b'"}',
        b'{"prompt": 7, "session_id": null, "cwd": [1], "source": {}}',
        b'{"prompt": "\\ud800 kangaroo \\udfff", "session_id": "\\ud800", "cwd": "/\\ud800"}',
        b'{"prompt": "kangaroo\x00port", "cwd": "/a\x00b"}',
        b'{"prompt": NaN}',
        b'{"prompt": 1e999}',
        b'\xef\xbb\xbf{"prompt": "kangaroo port"}',
        b'{"prompt": "kangaroo port"} trailing',
    ],
    ids=range(19),
)
def test_any_input(stage, event, stdin):
    check(stage.run(event, stdin), event)


@pytest.mark.parametrize("event", EVENTS)
def test_input_that_never_ends_is_given_up(stage, event, bare_s):
    begun = time.monotonic()
    child = subprocess.Popen(
        [*PROGRAM, event],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"HOME": str(stage.home)},
    )
    child.stdin.write(b'{"prompt": "')
    child.stdin.flush()
    assert child.wait(timeout=OWN_S + STARTS * bare_s + 2) == 0
    assert time.monotonic() - begun >= OWN_S
    assert (child.stdout.read(), child.stderr.read()) == (b"", b"")
    for stream in (child.stdin, child.stdout, child.stderr):
        stream.close()


def test_input_without_end_of_file_is_answered_once_it_is_whole(stage):
    child = subprocess.Popen(
        [*PROGRAM, "SessionStart"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"HOME": str(stage.home), **PATIENT},
    )
    child.stdin.write(b'{"session_id": "s", "source": "startup"}\n')
    child.stdin.flush()
    assert "Kangaroo port" in context_of(child.stdout.read(), "SessionStart")
    assert child.wait(timeout=60) == 0
    child.stdin.close()
    child.stdout.close()


@pytest.mark.parametrize("event", EVENTS)
def test_endless_input_is_not_read_to_the_end(stage, event):
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run(
            [*PROGRAM, event], stdin=zeros, env={"HOME": str(stage.home)}, capture_output=True, timeout=30, check=False
        )
    check(done, event)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("how", ["missing", "empty", "cut", "noise"])
def test_a_damaged_index_costs_no_more_than_the_notes_of_a_moment(stage, event, how):
    damage_index(stage, how)
    check(stage.run(event, **fields(event)), event)
    assert "Kangaroo port" in check(stage.run(event, **fields(event, session_id="s2")), event)


@pytest.mark.parametrize("event", EVENTS)
def test_an_index_of_a_newer_version_is_left_alone(stage, event):
    folder = stage.home / ".sagacity" / "index"
    (folder / "99-1.db").write_bytes(b"from the future")
    (folder / "current").write_text("99-1.db\n")
    check(stage.run(event, **fields(event)), event)
    assert (folder / "99-1.db").read_bytes() == b"from the future"


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("name", ["index", "journal"])
def test_a_locked_database_does_not_hold_up_the_answer(stage, event, name):
    folder = stage.home / ".sagacity"
    path = folder / "journal.db" if name == "journal" else next((folder / "index").glob("*.db"))
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout.readline() == "held\n"
        text = check(stage.run(event, **fields(event)), event)
    finally:
        holder.communicate("\n", timeout=30)
    assert "Kangaroo port" in text


_HOLD = """
import sys, apsw
db = apsw.Connection(sys.argv[1])
db.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("junk", [b"", b"no database at all, by any means, whatever it may look like"])
def test_a_damaged_journal_costs_no_answer(stage, event, junk):
    path = stage.home / ".sagacity" / "journal.db"
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.write_bytes(junk)
    assert "tools" in check(stage.run("SessionStart", **fields("SessionStart")), "SessionStart").lower()
    check(stage.run(event, **fields(event)), event)


@pytest.mark.needs("user")
@pytest.mark.parametrize("event", EVENTS)
def test_a_home_that_is_read_only_is_read(stage, event):
    folders = [folder for folder, _, _ in os.walk(stage.home)]
    for folder in folders:
        os.chmod(folder, 0o500)
    try:
        check(stage.run(event, **fields(event)), event)
    finally:
        for folder in folders:
            os.chmod(folder, 0o700)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(
    "env",
    [
        {},
        {"HOME": ""},
        {"HOME": "relative"},
        {"HOME": "/nowhere/at/all"},
        {"HOME": "/dev/null"},
        {"SAGACITY_HOME": "/dev/null"},
    ],
    ids=str,
)
def test_without_a_home_nothing_is_made(stage, event, env):
    text = check(stage.run(event, env=env, **fields(event)), event)
    assert ("Tools" in text) == (event == "SessionStart")


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("sent", [True, False], ids=["cwd sent", "cwd its own"])
def test_a_deleted_working_folder_is_outside_of_any_project(stage, event, sent):
    gone = stage.work / "gone"
    gone.mkdir()
    cwd = f', "cwd": "{gone}"' if sent else ""
    program = f"import os, sys; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r}); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", program, *PROGRAM, event],
        input=f'{{"prompt": "what is the kangaroo port", "source": "startup"{cwd}}}'.encode(),
        env={"HOME": str(stage.home), **PATIENT},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert "Kangaroo port" in check(done, event)


def test_twenty_at_once(stage):
    children = [
        subprocess.Popen(
            [*PROGRAM, event],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"HOME": str(stage.home), **PATIENT},
        )
        for event in EVENTS * 10
    ]
    for at, child in enumerate(children):
        payload = f'{{"session_id": "p{at}", "source": "startup", "prompt": "what is the kangaroo port"}}'
        child.stdin.write(payload.encode())
        child.stdin.close()
    for child, event in zip(children, EVENTS * 10, strict=True):
        out, err = child.stdout.read(), child.stderr.read()
        assert (child.wait(timeout=60), err) == (0, b"")
        assert "Kangaroo port" in context_of(out, event)
        child.stdout.close()
        child.stderr.close()


@pytest.mark.parametrize("event", EVENTS)
def test_files_from_the_future_are_shown_all_the_same(stage, event):
    """The clock went back a year: what was written before it did is younger than now."""
    ahead = time.time() + 365 * 86_400
    for folder, _, files in os.walk(stage.home / ".sagacity" / "personal"):
        for file in files:
            os.utime(os.path.join(folder, file), (ahead, ahead))
    assert "Kangaroo port" in check(stage.run(event, **fields(event)), event)


def test_a_reader_that_has_gone_is_no_fault(stage):
    child = subprocess.Popen(
        [*PROGRAM, "SessionStart"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"HOME": str(stage.home)},
    )
    child.stdout.close()
    child.stdin.write(b'{"source": "startup"}')
    child.stdin.close()
    assert (child.wait(timeout=60), child.stderr.read()) == (0, b"")
    child.stderr.close()


@pytest.mark.parametrize(
    "arguments",
    [[], ["Unknown"], ["SessionStart", "--client", "nobody"], ["", "", ""], ["--what"], ["a\nb\x1b[2J"]],
)
def test_an_unknown_event_or_client_is_said_in_one_line(stage, arguments):
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=b'{"source": "startup"}',
        env={"HOME": str(stage.home)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.startswith(b"sagacity hook: ")
    assert (done.stderr.count(b"\n"), b"\x1b" in done.stderr) == (1, False)


def test_an_unknown_event_is_no_fault_where_standard_error_is_closed(stage):
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *PROGRAM, "Unknown"],
        input=b"{}",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("event", ["PreToolUse", "PostToolUse", "PreCompact", "SessionEnd", "Stop"])
def test_events_without_an_answer_are_silent(stage, event):
    done = stage.run(event)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_nothing_but_the_journal_and_the_index_is_touched(stage):
    def notes():
        return {
            path: path.read_bytes() for path in (stage.home / ".sagacity" / "personal").rglob("*") if path.is_file()
        }

    before, around = notes(), sorted(os.listdir(stage.home / ".sagacity"))
    stage.start()
    stage.prompt(FIELDS["prompt"])
    assert notes() == before
    assert set(os.listdir(stage.home / ".sagacity")) <= {*around, "journal.db-wal", "journal.db-shm"}


def test_memory_that_is_degraded_says_so_once_in_a_session(stage):
    (stage.home / ".sagacity" / "config.toml").write_text("no toml at all")
    prompts = (FIELDS["prompt"], "and how is the kangaroo deployed", "kangaroo rules", FIELDS["prompt"])
    said = [stage.prompt(prompt) for prompt in prompts]
    assert ["degraded" in text for text in said].count(True) == 1
    assert "degraded" in stage.prompt(FIELDS["prompt"], session_id="s2")


def test_without_a_journal_to_keep_it_prompts_do_not_complain(stage):
    (stage.home / ".sagacity" / "config.toml").write_text("no toml at all")
    journal = stage.home / ".sagacity" / "journal.db"
    for ending in ("", "-wal", "-shm"):
        journal.with_name(journal.name + ending).unlink(missing_ok=True)
    journal.mkdir()
    said = stage.prompt(FIELDS["prompt"])
    assert "Kangaroo port" in said
    assert "degraded" not in said
    assert "degraded" in stage.start()


def test_a_person_at_a_terminal_is_told_what_the_command_is_for(stage):
    ours, theirs = os.openpty()
    try:
        for program in (PROGRAM, [sys.executable, "-m", "sagacity", "hook"]):
            done = subprocess.run(
                [*program, "SessionStart"],
                stdin=theirs,
                env={"HOME": str(stage.home)},
                capture_output=True,
                timeout=60,
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, b"")
            assert b"started by a coding agent" in done.stdout
    finally:
        os.close(ours)
        os.close(theirs)


def test_the_command_answers_as_the_file_does(stage):
    done = subprocess.run(
        [sys.executable, "-m", "sagacity", "hook", "SessionStart", "--client", "claude-code"],
        input=b'{"session_id": "s", "source": "startup"}',
        env={"HOME": str(stage.home), **PATIENT},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert "Kangaroo port" in check(done, "SessionStart")
