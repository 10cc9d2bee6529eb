"""Many calls at once: each has its own answer, and none waits for what it has nothing to do with."""

import asyncio
import time

import mcp as sdk
import pytest
from mcp.client.stdio import StdioServerParameters, stdio_client

from sagacity.adapters.files.platform import FolderLock

from ..conftest import PROGRAM

CALLS = 50
WORDS = [f"zanzibar{number}" for number in range(CALLS)]
LIMIT_S = 2.0


def call(id, tool, **arguments):
    """A request as it is sent."""
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def text_of(answer):
    return answer["result"]["content"][0]["text"]


def test_fifty_calls_at_once_get_their_own_answers(mcp):
    client = mcp()
    client.start()
    for number, word in enumerate(WORDS):
        client.send(call(f"w{number}", "remember", content=f"The valve {word} sticks", type="fact"))
    answers = {answer["id"]: answer for answer in (client.receive(60) for _ in WORDS)}
    slugs = [answers[f"w{number}"]["result"]["structuredContent"]["notes"][0]["slug"] for number in range(CALLS)]
    assert [word in slug for word, slug in zip(WORDS, slugs, strict=True)] == [True] * CALLS
    for number, word in enumerate(WORDS):
        client.send(call(number, "recall", query=word, limit=1))
    answers = {answer["id"]: answer for answer in (client.receive(60) for _ in WORDS)}
    assert [word in text_of(answers[number]) for number, word in enumerate(WORDS)] == [True] * CALLS


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_fifty_calls_of_the_sdks_client_get_their_own_answers(environ, tmp_path, mode):
    server = StdioServerParameters(command=PROGRAM[0], args=[*PROGRAM[1:], "mcp"], env=environ, cwd=str(tmp_path))

    async def talk():
        async with sdk.Client(stdio_client(server), mode=mode) as client:
            made = await client.call_tool("remember", {"content": f"The valves {' '.join(WORDS)} stick"})
            handle = made.structured_content["notes"][0]["slug"]
            asked = [client.call_tool("read", {"handles": [handle if number % 2 else word]})
                     for number, word in enumerate(WORDS)]  # fmt: skip
            return await asyncio.gather(*asked)

    for number, result in enumerate(asyncio.run(talk())):
        text = result.content[0].text
        assert ("stick" in text) if number % 2 else (f"'{WORDS[number]}'" in text), text


@pytest.fixture
def stuck(mcp, home, sg):
    """A server whose call 1 writes, and cannot while another writer holds the personal layer."""
    sg("remember", "The first note")
    client = mcp()
    client.start()
    client.call("recall")
    with FolderLock(str(home / ".sagacity" / "personal"), 5.0):
        client.send(call(1, "remember", content="The second note"))
        yield client


def test_a_call_that_takes_long_keeps_nobody_from_pinging_and_listing(stuck):
    started = time.monotonic()
    for _ in range(20):
        assert stuck.ask("ping")["result"] == {}
        assert stuck.ask("tools/list")["result"]["tools"]
    assert time.monotonic() - started < LIMIT_S


def test_a_running_call_that_is_cancelled_is_not_answered_and_the_server_goes_on(stuck):
    stuck.ask("ping")
    stuck.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    assert stuck.ask("ping")["result"] == {}
    assert stuck.close() < LIMIT_S + 0.5
    assert stuck.process.stdout.read() == b""


def test_a_call_that_waits_and_is_cancelled_is_never_done(mcp, home, sg):
    sg("remember", "The first note")
    client = mcp()
    client.start()
    client.call("recall")
    with FolderLock(str(home / ".sagacity" / "personal"), 5.0):
        client.send(call(1, "remember", content="The second note"))
        client.send(call(2, "remember", content="The third note"))
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})
        client.ask("ping")
    assert client.receive()["id"] == 1
    listed = client.call("recall")["content"][0]["text"]
    assert "The second note" in listed
    assert "The third note" not in listed


def test_cancelling_what_is_done_or_was_never_asked_changes_nothing(mcp):
    client = mcp()
    client.start()
    client.send(call(1, "recall"))
    assert client.receive()["id"] == 1
    for id in (1, 999, "no-such", None, [], {"a": 1}):
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    assert client.ask("ping")["result"] == {}
    assert "notes searched" in client.call("recall")["content"][0]["text"]


def test_a_client_that_dies_in_a_call_takes_the_server_with_it(stuck):
    stuck.process.stdout.close()
    stuck.process.stdin.close()
    assert stuck.process.wait(LIMIT_S + 1) == 0
