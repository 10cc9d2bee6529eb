"""However sessions end, no process of ours outlives them."""

from __future__ import annotations

import random
import signal
import time

import pytest

SESSIONS = 50
AT_ONCE = 4
SETTLE_S = 20.0
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


def wait_until(true, limit_s):
    """Looks again and again; gives the last answer."""
    until = time.monotonic() + limit_s
    while not (answer := true()) and time.monotonic() < until:
        time.sleep(0.05)
    return answer


@pytest.mark.needs("platform:linux")
def test_fifty_sessions_killed_in_random_order_leave_nothing_behind(world):
    chance = random.Random(11)
    world.sagacity("setup", "claude-code", "--yes")
    world.sagacity("remember", "Deploys need the VPN", "--title", "Deploys")
    world.model.thinking.clear()
    begun = []
    running = []
    served = 0
    for number in range(SESSIONS):
        begun.append(world.begin(f"how do deploys work, question {number}"))
        running.append(begun[-1])
        if len(running) == AT_ONCE:
            time.sleep(chance.uniform(0, 1.5))
            served = max(served, len(world.our_processes()))
            victim = running.pop(chance.randrange(AT_ONCE))
            victim.send_signal(chance.choice(SIGNALS))
    for victim in running:
        victim.send_signal(chance.choice(SIGNALS))
    world.model.thinking.set()
    for session in begun:
        session.wait(timeout=SETTLE_S)
    assert served, "no process of ours was ever seen: the test proves nothing"
    assert wait_until(lambda: not world.our_processes(), SETTLE_S), world.our_processes()
