"""`stale` over two thousand references to as many files, a fifth of which were edited, moved, renamed or deleted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter

from benchmarks.common import Row, median, quick, report, throwaway_home
from benchmarks.product import call
from sagacity import config
from sagacity.app.browsing import StaleRequest
from sagacity.app.context import Caller
from sagacity.app.requests import NoteInput, RecallRequest, RememberRequest
from sagacity.wiring.build import build_app, close_app

TYPE_CHECKING = False
if TYPE_CHECKING:
    from benchmarks.common import Home
    from sagacity.app.context import App

REFERENCES = 200 if quick() else 2000
LINES = 300
ROUNDS = 3 if quick() else 7
STRIDE = 20
"""Of so many files one is edited, one renamed, one deleted, and one gets new lines above."""


def git(home: Home, top: str, *args: str) -> None:
    """Runs git there, with a name of its own."""
    command = ["git", "-c", "user.name=Bench", "-c", "user.email=bench@example.org", *args]
    subprocess.run(command, cwd=top, env=home.env, check=True, capture_output=True)


def code(number: int) -> str:
    """A file of which no two lines are alike."""
    return "".join(f"value_{number}_{line} = compute({line})\n" for line in range(LINES))


def path_of(top: str, number: int) -> str:
    """Where a file is."""
    return f"{top}/src/part_{number % 50}/module_{number}.py"


def write(path: str, text: str) -> None:
    """A file, with its folder."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def fill(app: App, home: Home, top: str) -> None:
    """A repository, and a note for every file of it."""
    for number in range(REFERENCES):
        write(path_of(top, number), code(number))
    git(home, top, "init", "-q")
    git(home, top, "add", "--all")
    git(home, top, "commit", "-q", "-m", "code")
    notes = tuple(
        NoteInput(
            content=f"Module {number} computes its values one by one",
            title=f"Module {number}",
            references=(f"{os.path.relpath(path_of(top, number), top)}:100-120",),
        )
        for number in range(REFERENCES)
    )
    for at in range(0, REFERENCES, 1000):
        call(app, "remember", RememberRequest(notes=notes[at : at + 1000]))


def disturb(home: Home, top: str) -> None:
    """What some weeks of work do to it."""
    for number in range(0, REFERENCES, STRIDE):
        write(path_of(top, number), code(number).replace("compute(110)", "guess(110)"))
        write(path_of(top, number + 1), "# new\n" * 7 + code(number + 1))
        os.remove(path_of(top, number + 2))
        os.rename(path_of(top, number + 3), path_of(top, number + 3).replace("module", "renamed"))
    git(home, top, "add", "--all")
    git(home, top, "commit", "-q", "-m", "weeks of work")


def seconds(work: object, app: App, request: object) -> tuple[float, float, object]:
    """(wall, CPU with children, result) of one call."""
    wall, cpu = time.perf_counter(), sum(os.times()[:4])
    result = call(app, str(work), request)
    return time.perf_counter() - wall, sum(os.times()[:4]) - cpu, result


def main() -> int:
    """Prints the figures."""
    with throwaway_home() as home:
        top = f"{home.path}/code"
        os.makedirs(top)
        app = build_app(config.load(home.env, top), Caller(door="python", origin="agent_inferred", cwd=top))
        try:
            fill(app, home, top)
            whole = [seconds("stale", app, StaleRequest()) for _ in range(ROUNDS)]
            disturb(home, top)
            lost = [seconds("stale", app, StaleRequest(limit=10_000)) for _ in range(ROUNDS)]
            asked = [
                seconds("recall", app, RecallRequest(query=f"module {n} computes")) for n in range(10, 10 + ROUNDS)
            ]
        finally:
            close_app(app)
    states = Counter({one.state: one.references for one in lost[-1][2].states})
    rows = [
        Row(f"stale, {REFERENCES} references that hold, CPU", median([cpu for _, cpu, _ in whole]), "s", 2.0),
        Row(
            "stale, a fifth of them do not hold, CPU with git",
            median([cpu for _, cpu, _ in lost]),
            "s",
            2.0,
        ),
        Row("the same, wall", median([wall for wall, _, _ in lost]), "s"),
        Row("recall of ten notes with evidence, wall", median([wall for wall, _, _ in asked]) * 1000, "ms"),
    ]
    return report("stale", rows, details={"states": dict(states)})


if __name__ == "__main__":
    sys.exit(main())
