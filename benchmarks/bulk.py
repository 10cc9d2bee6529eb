"""Many notes: group commit, rebuilding the index, a rebuild that was killed, the index's size."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import apsw

from benchmarks.common import Row, quick, report, throwaway_home
from benchmarks.product import SAGACITY, as_input, call, fill, fresh_drafts, opened, text_bytes
from sagacity.app.requests import ReindexRequest, RememberRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from benchmarks.common import Home

GROUP = 200 if quick() else 1000
GROUPS = 3
SIZES = (500, 2000) if quick() else (5000, 20_000)


def group_commit() -> list[Row]:
    """Durable notes a second when each call brings a group; and by CPU time."""
    with throwaway_home() as home, opened(home) as app:
        drafts = list(fresh_drafts(GROUP * (GROUPS + 1)))
        parts = [tuple(map(as_input, drafts[at : at + GROUP])) for at in range(0, len(drafts), GROUP)]
        call(app, "remember", RememberRequest(notes=parts[0]))
        started, cpu_started = time.perf_counter(), time.process_time()
        for part in parts[1:]:
            call(app, "remember", RememberRequest(notes=part))
        took, cpu = time.perf_counter() - started, time.process_time() - cpu_started
    count = GROUP * GROUPS
    return [
        Row(f"notes in groups of {GROUP}, durable", count / took, "notes/s", 1000, at_least=True),
        Row("the same by CPU time", count / cpu, "notes/s", None, "of one core"),
    ]


def reindex_rate(home: Home, n: int) -> float:
    """Notes a second and core of a rebuild."""
    with opened(home) as app:
        started = time.process_time()
        call(app, "reindex", ReindexRequest())
        return n / (time.process_time() - started)


def interrupted(home: Home) -> tuple[float, float]:
    """Seconds of a whole rebuild, and of one that goes on where a killed one stopped at about two thirds."""
    command = [SAGACITY, "reindex"]
    started = time.perf_counter()
    subprocess.run(command, env=home.env, cwd=home.path, check=True, capture_output=True)
    whole = time.perf_counter() - started
    killed = subprocess.Popen(
        command, env=home.env, cwd=home.path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(whole * 2 / 3)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    started = time.perf_counter()
    subprocess.run(command, env=home.env, cwd=home.path, check=True, capture_output=True)
    return whole, time.perf_counter() - started


def vector_bytes(path: str) -> int:
    """What vectors and their codes take of an index."""
    db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    tables = "('vector', 'code_block', 'uncoded', 'space')"
    [(size,)] = db.execute(f"SELECT ifnull(sum(pgsize), 0) FROM dbstat WHERE name IN {tables}")  # noqa: S608
    db.close()
    return int(size)


def index_bytes(home: Home) -> int:
    """What the index takes on disk."""
    folder = os.path.join(home.path, ".sagacity", "index")
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))


def main() -> int:
    """Prints the report."""
    rows = group_commit()
    rates = []
    for size in SIZES:
        with throwaway_home() as home:
            paths = fill(home, size)
            rates.append(reindex_rate(home, size))
            rows.append(Row(f"rebuild of {size:,} notes", rates[-1], "notes/s", 2000, "of one core", at_least=True))
            if size == SIZES[-1]:
                whole, rest = interrupted(home)
                rows.append(Row("rebuild after a kill at two thirds, over a whole one", rest / whole, "×", 0.75))
                text = text_bytes(paths)
                told = f"{text / 1e6:.1f} MB of notes, {text / size:,.0f} bytes each"
                with opened(home) as app:
                    size_bytes = app.index.size_bytes()  # opens it, too
                    vectors = vector_bytes(app.index.path)
                    rows.append(Row("index in use over text", size_bytes / text, "×", None, told))
                    without = (size_bytes - vectors) / text
                    rows.append(Row("index without vectors over text", without, "×", 1.5, f"{vectors / 1e6:.1f} MB"))
                rows.append(
                    Row("index folder over text, the generation before included", index_bytes(home) / text, "×")
                )
    rows.append(
        Row(f"rate at {SIZES[1]:,} over {SIZES[0]:,}", rates[1] / rates[0], "×", 0.8, "linear is 1", at_least=True)
    )
    return report("bulk", rows)


if __name__ == "__main__":
    sys.exit(main())
