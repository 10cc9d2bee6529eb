"""However servers end, no process of ours outlives them, and what they said was written is there."""

import json
import os
import random
import signal
import subprocess
import time

import pytest

SERVERS = 50
AT_ONCE = 5
SETTLE_S = 60.0
ENDS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, None)
"""None: the client closes its side, as it does when all is well."""


def alive(mark):
    """Command lines of processes with the mark in their environment."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as environ, open(f"/proc/{pid}/cmdline", "rb") as command:
                if mark in environ.read():
                    found.append(f"{pid} {command.read().decode('utf-8', 'replace')}")
        except OSError:
            continue
    return found


def gone(mark):
    """What is still there when nothing changes any more."""
    until = time.monotonic() + SETTLE_S
    while (left := alive(mark)) and time.monotonic() < until:
        time.sleep(0.05)
    return left


def end(client, how):
    """One server is told to end, or killed, or left by its client."""
    if how is None:
        client.process.stdin.close()
    else:
        client.process.send_signal(how)


@pytest.mark.slow
@pytest.mark.needs("platform:linux", "git")
def test_fifty_servers_ended_in_random_order_leave_no_process_and_lose_no_note(mcp, home, sg):
    chance = random.Random(11)
    mark = b"CROWD=of this test"
    running, acknowledged, statuses = [], [], {}
    for number in range(SERVERS):
        client = mcp(CROWD="of this test")
        running.append(client)
        if chance.random() < 0.8:
            note = {"name": "remember", "arguments": {"content": f"Valve zanzibar{number} sticks"}}
            begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
            client.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin})
            client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            client.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": note})
        if len(running) == AT_ONCE:
            victim = running.pop(chance.randrange(AT_ONCE))
            time.sleep(chance.uniform(0, 0.5))
            how = chance.choice(ENDS)
            end(victim, how)
            statuses.setdefault(how, []).append(victim)
    assert alive(mark), "no server is seen: the test proves nothing"
    for victim in running:
        end(victim, None)
    for victim in [one for some in statuses.values() for one in some] + running:
        victim.process.wait(SETTLE_S)
        acknowledged += [number for line in victim.process.stdout.read().splitlines()
                         if (number := written(json.loads(line)))]  # fmt: skip
    assert gone(mark) == []
    assert {victim.process.returncode for victim in statuses[None]} == {0}
    assert acknowledged, "nothing was written: the test proves nothing"
    listed = sg("list", "--limit", "100", "--json").json["results"]
    assert set(acknowledged) <= {note["id"] for note in listed}
    git = subprocess.run(["git", "-C", f"{home}/.sagacity/personal", "fsck"], capture_output=True, check=False)
    assert git.returncode == 0


def written(answer):
    """The id of the note that an answer acknowledges; "" for other answers."""
    notes = answer.get("result", {}).get("structuredContent", {}).get("notes", [])
    return notes[0]["id"] if notes else ""
