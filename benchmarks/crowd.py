"""Sixty-four processes write and read while one rebuilds the index, again and again. Nothing may be lost.

Also: eight processes meet an empty home at once, again and again; none may fail.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

from benchmarks.common import Row, quick, report, throwaway_home
from benchmarks.product import SAGACITY, call, fill, opened
from sagacity.app.requests import ListRequest, ReadRequest, RecallRequest, RememberRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from benchmarks.common import Home

PROCESSES = 8 if quick() else 64
WRITES = 3 if quick() else 8
SIZE = 200 if quick() else 2000
STARTS = 5 if quick() else 100


def worker(number: int, home_path: str) -> int:
    """Writes, and reads each note back at once; prints the acknowledged ids, one line."""
    from benchmarks.common import Home

    acknowledged, unread = [], 0
    with opened(Home(home_path, dict(os.environ))) as app:
        for turn in range(WRITES):
            text = f"Process {number} found in turn {turn} that the zanzibar{number}x{turn} valve sticks."
            written = call(app, "remember", RememberRequest(content=text, title=f"Valve {number} {turn}"))
            note_id = written.notes[0].id
            acknowledged.append(note_id)
            found = call(app, "recall", RecallRequest(query=f"zanzibar{number}x{turn}"))
            unread += note_id not in [hit.id for hit in found.results]
    print(json.dumps({"ids": acknowledged, "unread": unread}))
    return 0


def crowd(home: Home) -> dict[str, float]:
    """Runs them all; counts what is missing afterwards in the files and in the index."""
    command = [sys.executable, "-m", "benchmarks.crowd", "worker"]
    started = time.perf_counter()
    processes = [
        subprocess.Popen(
            [*command, str(number), home.path], env=home.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for number in range(PROCESSES)
    ]
    rebuilds = 0
    while any(process.poll() is None for process in processes):
        rebuilds += not subprocess.run([SAGACITY, "reindex"], env=home.env, capture_output=True, check=False).returncode
    answers = [process.communicate() for process in processes]
    took = time.perf_counter() - started
    failed = [
        stderr.decode()[-500:] for process, (_, stderr) in zip(processes, answers, strict=True) if process.returncode
    ]
    said = [json.loads(stdout) for stdout, _ in answers if stdout]
    ids = [note_id for one in said for note_id in one["ids"]]
    for text in failed[:3]:
        print(text, file=sys.stderr)
    return {
        "failed": len(failed),
        "acknowledged": len(ids),
        "unread": sum(one["unread"] for one in said),
        "lost_index": _missing_in_index(home, ids),
        "lost_files": _missing_in_files(home, ids),
        "rebuilds": rebuilds,
        "took_s": took,
    }


def _missing_in_index(home: Home, ids: list[str]) -> int:
    with opened(home) as app:
        listed = call(app, "list", ListRequest(limit=10_000))
        return len(set(ids) - {hit.id for hit in listed.results})


def _missing_in_files(home: Home, ids: list[str]) -> int:
    with opened(home) as app:
        notes = [call(app, "read", ReadRequest(handles=(note_id,))).notes[0] for note_id in ids]
        return sum(not os.path.exists(note.path) for note in notes)


def first_starts() -> int:
    """How many of eight processes that start at once on an empty home fail, over all rounds."""
    failures = 0
    for _ in range(STARTS):
        with throwaway_home() as home:
            processes = [
                subprocess.Popen(
                    [SAGACITY, "remember", f"first words {number}"],
                    env=home.env,
                    cwd=home.path,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                for number in range(8)
            ]
            failures += sum(process.wait() != 0 for process in processes)
    return failures


def main() -> int:
    """Prints the report."""
    if sys.argv[1:2] == ["worker"]:
        return worker(int(sys.argv[2]), sys.argv[3])
    with throwaway_home() as home:
        fill(home, SIZE)
        told = crowd(home)
    rows = [
        Row(
            f"lost in files, {told['acknowledged']:.0f} writes of {PROCESSES} processes", told["lost_files"], "notes", 0
        ),
        Row("lost in the index", told["lost_index"], "notes", 0),
        Row("not found by their own writer at once", told["unread"], "notes", 0),
        Row("processes that failed", told["failed"], "", 0),
        Row("rebuilds meanwhile", told["rebuilds"], "", 1, at_least=True),
        Row("writes", told["acknowledged"] / told["took_s"], "notes/s"),
        Row(f"failures of 8 first starts at once, {STARTS} times", first_starts(), "", 0),
    ]
    report("crowd", rows)
    return 0 if all(row.good is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
