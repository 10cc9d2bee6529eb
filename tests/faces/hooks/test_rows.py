"""Every event of every client, by the real program: whatever comes in, exit 0, in time, a valid answer or none."""

import json
import os
import subprocess
import time

import pytest

from sagacity.faces.hooks.shapes import CLIENTS, PROMPT, START
from tests.faces.hooks.stage import OWN_S, PATIENT, PROGRAM, STARTS, Stage

ROWS = [(client, name) for client, facts in CLIENTS.items() for name, _ in facts.events]
ASKED = "what is the kangaroo port"
GOOD = {
    "session_id": "s1", "conversation_id": "s1", "taskId": "s1", "trajectory_id": "s1", "sessionId": "s1", "source": "startup",
    "prompt": ASKED, "userPromptSubmit": {"prompt": ASKED}, "tool_name": "Bash", "tool_input": {"command": "ls"},
}  # fmt: skip
INPUTS = [
    b"",
    b"garbage \x00\xff\xfe",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'{"prompt": "' + b"y" * 3_000_000 + b'"}',
    b'{"prompt": 7, "session_id": null, "cwd": [1], "source": {}, "workspace_roots": {}, "tool_result": [[]], "tool_input": 3}',
    b'{"prompt": "\\ud800 kangaroo", "session_id": "\\ud800", "cwd": "/\\ud800", "tool_name": "\\udfff", "taskId": "\\ud800"}',
    json.dumps({**GOOD, "cwd": "/no/such/folder"}).encode(),
]


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    home, work = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("work")
    stage = Stage(home, work)
    stage.remember(content="The kangaroo service listens on port 7431.", title="Kangaroo port", type="fact")
    return stage


def begin(client, event, env):
    return subprocess.Popen(
        [*PROGRAM, event, "--client", client],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
    )


def finish(child, client, stdin):
    """What it said. Strict: nothing on standard error, and one valid answer or none."""
    out, err = child.communicate(stdin, timeout=60)
    assert (child.returncode, err) == (0, b"")
    if not out or CLIENTS[client].form.plain:
        return out.decode()
    answer = json.loads(out.decode("ascii"))
    assert isinstance(answer, dict)
    return json.dumps(answer, ensure_ascii=False)


@pytest.mark.parametrize(("client", "event"), ROWS)
def test_any_input_in_any_home(stage, client, event):
    homes = [{"HOME": str(stage.home), **PATIENT}] * len(INPUTS) + [{}, {"HOME": "/dev/null"}, {"HOME": "relative"}]
    inputs = [*INPUTS, *[json.dumps(GOOD).encode()] * 3]
    children = [begin(client, event, env) for env in homes]
    for child, stdin in zip(children, inputs, strict=True):
        finish(child, client, stdin)


@pytest.mark.parametrize("client", CLIENTS)
def test_input_that_never_ends_is_given_up(stage, client, bare_s):
    begun = time.monotonic()
    children = [
        begin(client, name, {"HOME": str(stage.home)}) for name, does in CLIENTS[client].events if does != "silent"
    ]
    for child in children:
        child.stdin.write(b'{"prompt": "')
        child.stdin.flush()
    for child in children:
        assert child.wait(timeout=OWN_S + STARTS * bare_s + 2) == 0
        assert time.monotonic() - begun >= OWN_S
        assert (child.stdout.read(), child.stderr.read()) == (b"", b"")
        for stream in (child.stdin, child.stdout, child.stderr):
            stream.close()


def test_all_at_once_and_some_of_them_killed(stage):
    env = {"HOME": str(stage.home), **PATIENT}
    children = [begin(client, event, env) for client, event in ROWS]
    for at, (child, (client, _)) in enumerate(zip(children, ROWS, strict=True)):
        if at % 7 == 3:
            child.kill()
            child.communicate()
        else:
            finish(child, client, json.dumps({**GOOD, "session_id": f"p{at}", "cwd": str(stage.work)}).encode())
    assert "Kangaroo port" in stage.start(session_id="afterwards")


@pytest.mark.parametrize("client", CLIENTS)
def test_what_is_said_keeps_to_the_limits_of_the_client(empty, client):
    """Many long notes of letters that take three bytes, and of signs beyond U+FFFF."""
    for at in range(12):
        empty.remember(
            content=f"有袋類サービス {at} \U0001f998 " + "港は七千四百三十一番です。" * 80,
            title=f"港 {at}",
            type="policy",
        )
    for name, does in CLIENTS[client].events:
        if does in (START, PROMPT):
            child = begin(client, name, {"HOME": str(empty.home), **PATIENT})
            prompt = "有袋類サービスの港は何番ですか"
            payload = {**GOOD, "cwd": str(empty.work), "prompt": prompt, "userPromptSubmit": {"prompt": prompt}}
            said = finish(child, client, json.dumps(payload).encode())
            assert len(said) <= 9000
            assert not [sign for sign in said if ord(sign) > 0xFFFF]
            if CLIENTS[client].max_bytes:
                assert len(said.encode()) <= CLIENTS[client].max_bytes + 120
            if does == START and START in CLIENTS[client].adds:
                assert "港" in said


@pytest.mark.parametrize("client", CLIENTS)
def test_a_start_and_a_prompt_bring_the_note_where_the_client_takes_it(stage, client):
    for name, does in CLIENTS[client].events:
        if does in (START, PROMPT):
            session = f"{client} {name}"
            payload = {**GOOD, **dict.fromkeys(("session_id", "conversation_id", "taskId", "sessionId"), session)}
            child = begin(client, name, {"HOME": str(stage.home), **PATIENT})
            said = finish(child, client, json.dumps({**payload, "cwd": os.fspath(stage.work)}).encode())
            assert ("Kangaroo port" in said) == (does in CLIENTS[client].adds)
