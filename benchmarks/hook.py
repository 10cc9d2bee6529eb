"""The hooks as clients start them: whole processes on stores of 10,000 and 100,000 notes, against a bare interpreter.

The sizes can be given: `python -m benchmarks.hook --sizes 10000,100000 --rounds 40`.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from benchmarks.common import (
    BARE,
    Row,
    interleave,
    median,
    percentile,
    prompts,
    quick,
    ratio,
    report,
    throwaway_home,
    wall_s,
    write_notes,
)
from benchmarks.product import call, opened
from sagacity.app.requests import ReindexRequest, RememberRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.common import Home

HOOK = [sys.executable, "-I", "-S", "-E", str(Path(__file__).parents[1] / "src" / "sagacity" / "hook.py")]
SESSIONS = count()
RULES = 20


def option(name: str, default: str) -> str:
    """The word after `--name`."""
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def fill(home: Home, n: int) -> None:
    """n notes, indexed; without a commit, which hooks have nothing to do with."""
    with opened(home) as app:
        for path in write_notes(app.workspace.ensure_personal().notes_dir, n):
            os.utime(
                path, (1_750_000_000, 1_750_000_000)
            )  # what is young is read again, and nobody writes so many at once
        call(app.replace(vcs=None), "reindex", ReindexRequest())
        for number in range(RULES):
            triggers = (f"Bash(*deploy-{number}*)", f"Edit(generated/{number}/*)")
            call(
                app,
                "remember",
                RememberRequest(content="Ask first.", title=f"Ask {number}", type="policy", triggers=triggers),
            )


def payload(**fields: object) -> str:
    """What a client sends, in a session of its own: nothing has been shown in it."""
    return json.dumps({"session_id": f"bench-{next(SESSIONS)}", "cwd": "/tmp", **fields})  # noqa: S108


def prompt_hook(home: Home, asked: list[str]) -> Callable[[], float]:
    """Each call starts the hook with the next prompt."""
    turn = count()

    def run() -> float:
        text = payload(prompt=asked[next(turn) % len(asked)])
        return wall_s([*HOOK, "UserPromptSubmit", "--client", "claude-code"], env=home.env, stdin=text)

    return run


def tool_hook(home: Home) -> Callable[[], float]:
    """Each call starts the hook before a tool that no rule governs, in a store with rules."""
    text = payload(tool_name="Bash", tool_input={"command": "cd src && ls -l | head"})

    def run() -> float:
        return wall_s([*HOOK, "PreToolUse", "--client", "claude-code"], env=home.env, stdin=text)

    return run


def start_hook(home: Home) -> Callable[[], float]:
    """Each call starts a session."""

    def run() -> float:
        text = payload(source="startup")
        return wall_s([*HOOK, "SessionStart", "--client", "claude-code"], env=home.env, stdin=text)

    return run


def cpu_s(run: Callable[[], float], rounds: int) -> float:
    """Mean CPU seconds of the child processes of a call: what is left of the figure on a busy machine."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(rounds):
        run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / rounds


def main() -> int:
    """Prints the table and the JSON line."""
    sizes = [int(word) for word in option("--sizes", "1000,3000" if quick() else "10000,100000").split(",")]
    rounds = int(option("--rounds", "8" if quick() else "40"))
    asked = prompts(200, seed=5)
    with ExitStack() as homes:
        calls: dict[str, Callable[[], float]] = {"bare": lambda: wall_s(BARE)}
        for size in sizes:
            home = homes.enter_context(throwaway_home())
            fill(home, size)
            calls[f"prompt {size}"] = prompt_hook(home, asked)
            calls[f"small talk {size}"] = prompt_hook(home, ["thanks, go on"])
            calls[f"tool {size}"] = tool_hook(home)
            calls[f"start {size}"] = start_hook(home)
        for run in calls.values():
            run()
        took = interleave(calls, rounds=rounds, warm=2)
        cpu = {name: cpu_s(run, max(3, rounds // 4)) for name, run in calls.items()}
    return report("hooks, whole processes", rows_of(took, cpu, sizes), details={"rounds": rounds, "cpu_s": cpu})


def rows_of(took: dict[str, list[float]], cpu: dict[str, float], sizes: list[int]) -> list[Row]:
    """The bars apply to the smaller store, and to the larger one against it."""
    small = sizes[0]
    rows = [Row("bare interpreter", median(took["bare"]) * 1000, "ms")]
    for size in sizes:
        for name, bar_ms, times in (
            ("prompt", 60.0, 4.0),
            ("small talk", 60.0, 4.0),
            ("tool", 60.0, 2.2),
            ("start", 150.0, None),
        ):
            figures = took[f"{name} {size}"]
            first = size == small
            rows += [
                Row(f"{name}, {size:,} notes", median(figures) * 1000, "ms"),
                Row("  95 of 100 within", percentile(figures, 95) * 1000, "ms", bar_ms if first else None),
                Row("  against bare", ratio(figures, took["bare"]), "x", times if first else None),
                Row("  CPU against bare", cpu[f"{name} {size}"] / cpu["bare"], "x"),
            ]
    for size in sizes[1:]:
        for name, bar in (("prompt", 1.5), ("start", 2.0)):
            grown = ratio(took[f"{name} {size}"], took[f"{name} {small}"])
            rows.append(Row(f"{name}: {size:,} against {small:,} notes", grown, "x", bar))
    return rows


if __name__ == "__main__":
    sys.exit(main())
