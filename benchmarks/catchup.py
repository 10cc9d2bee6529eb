"""After a `git pull` of a hundred changed files among ten thousand: how long until the index knows."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from benchmarks.common import Row, interleave, median, note_text, prompts, quick, report, throwaway_home
from benchmarks.product import call, fill, fresh_drafts, opened
from sagacity.app.requests import RecallRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.common import Home
    from sagacity.app.context import App

SIZE = 1000 if quick() else 10_000
CHANGED = 100
ROUNDS = 5 if quick() else 15


def git(home: Home, folder: str, *args: str) -> None:
    """Runs git there, with a name of its own."""
    command = ["git", "-c", "user.name=Bench", "-c", "user.email=bench@example.org", *args]
    subprocess.run(command, cwd=folder, env=home.env, check=True, capture_output=True)


def pulls(home: Home, layer: str, paths: list[str]) -> Iterator[None]:
    """Each step pulls a commit that another machine made to a hundred notes, some of them new."""
    other = os.path.join(home.path, "other-machine")
    git(home, layer, "add", "-A")
    git(home, layer, "commit", "-q", "--allow-empty", "-m", "notes")
    git(home, home.path, "clone", "-q", layer, other)
    git(home, layer, "config", "pull.ff", "only")
    drafts = fresh_drafts(CHANGED * (ROUNDS + 2))
    for number in range(ROUNDS + 1):
        for at in range(CHANGED):
            path = paths[(number * 7919 + at * 97) % len(paths)]
            target = os.path.join(other, os.path.relpath(path, layer))
            with open(target, "w", encoding="utf-8") as file:
                file.write(note_text(next(drafts)))
        git(home, other, "add", "-A")
        git(home, other, "commit", "-q", "-m", f"change {number}")
        git(home, layer, "pull", "-q", other, "HEAD")
        yield


def stat_tree(folder: str) -> int:
    """Stats every file, the least that anybody must do who trusts no notification."""
    return sum(len([entry.stat() for entry in os.scandir(top) if entry.is_file()]) for top, _, _ in os.walk(folder))


def measure(app: App, home: Home, layer: str, paths: list[str], cpu: list[float]) -> dict[str, list[float]]:
    """Seconds of the first recall after a pull, the next one, and of a stat of the tree; CPU seconds of the first."""
    steps, asked = pulls(home, layer, paths), iter(prompts(4 * ROUNDS + 8))

    def recall() -> float:
        request = RecallRequest(query=next(asked))
        started = time.perf_counter()
        call(app, "recall", request)
        return time.perf_counter() - started

    def after_pull() -> float:
        recall()
        next(steps)
        started = time.process_time()
        took = recall()
        cpu.append(time.process_time() - started)
        return took

    return interleave({"pull": after_pull, "warm": recall, "stat": lambda: stat_tree(layer)}, rounds=ROUNDS)


def main() -> int:
    """Prints the report."""
    with throwaway_home() as home:
        paths = fill(home, SIZE)
        with opened(home, door="cli") as app:
            layer = app.workspace.ensure_personal().root
            cpu: list[float] = []
            took = measure(app, home, layer, paths, cpu)
    catch_up = [pull - warm for pull, warm in zip(took["pull"], took["warm"], strict=True)]
    stat = median(took["stat"]) * 1000
    what = f"catch-up with {CHANGED} pulled files among {SIZE:,}"
    rows = [
        Row(f"{what}, median", median(catch_up) * 1000, "ms", 150, f"a stat of the tree takes {stat:.0f}"),
        Row("CPU of the recall that brings it", median(cpu) * 1000, "ms"),
        Row("recall that brings it", median(took["pull"]) * 1000, "ms"),
        Row("recall without a change", median(took["warm"]) * 1000, "ms"),
    ]
    return report("catchup", rows)


if __name__ == "__main__":
    sys.exit(main())
