"""One durable write through the application against the bare durable write of the same bytes, at two store sizes."""

from __future__ import annotations

import os
import sys
import time

from benchmarks.common import Row, interleave, median, note_text, percentile, quick, report, throwaway_home
from benchmarks.product import as_request, call, fill, fresh_drafts, opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from benchmarks.common import Draft, Home
    from sagacity.app.context import App

SIZES = (200, 2000) if quick() else (1000, 50_000)
ROUNDS = 15 if quick() else 60
CPU_MS = 4


def bare_write(folder: str, name: str, data: bytes) -> float:
    """Temporary file, write, fsync, rename, fsync of the folder: what durability costs anybody. Seconds."""
    started = time.perf_counter()
    temporary = os.path.join(folder, f".{name}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.write(descriptor, data)
    os.fsync(descriptor)
    os.close(descriptor)
    os.rename(temporary, os.path.join(folder, name))
    _sync_folder(folder)
    return time.perf_counter() - started


def bare_fsync(folder: str, data: bytes) -> float:
    """One fsync of a small file that has changed. Seconds."""
    path = os.path.join(folder, "fsync")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(descriptor, data)
    started = time.perf_counter()
    os.fsync(descriptor)
    took = time.perf_counter() - started
    os.close(descriptor)
    return took


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


def measure(app: App, home: Home, drafts: list[Draft]) -> tuple[dict[str, list[float]], list[float]]:
    """Wall seconds by name and round, and the CPU seconds of our writes."""
    folder = os.path.join(home.path, "bare")
    os.makedirs(folder, exist_ok=True)
    ours, bare, cpu = iter(drafts), iter(drafts), []

    def remember() -> float:
        request = as_request(next(ours))
        cpu_started, started = time.process_time(), time.perf_counter()
        call(app, "remember", request)
        took = time.perf_counter() - started
        cpu.append(time.process_time() - cpu_started)
        return took

    def write() -> float:
        draft = next(bare)
        return bare_write(folder, f"{draft.id}.md", note_text(draft).encode())

    calls = {"ours": remember, "bare": write, "fsync": lambda: bare_fsync(folder, b"x" * 700)}
    took = interleave(calls, rounds=ROUNDS, warm=3)
    return took, cpu[3:]


def rows_for(size: int) -> tuple[list[Row], float]:
    """The rows of one store size, and the median of our write in ms."""
    with throwaway_home() as home:
        fill(home, size)
        with opened(home) as app:
            took, cpu = measure(app, home, list(fresh_drafts(ROUNDS + 3)))
    ours, bare = median(took["ours"]) * 1000, median(took["bare"]) * 1000
    at = f"at {size:,} notes"
    return [
        Row(
            f"durable write {at}, median",
            ours,
            "ms",
            round(2 * bare + CPU_MS, 2),
            f"twice bare ({bare:.2f}) + {CPU_MS}",
        ),
        Row(f"durable write {at}, p95", percentile(took["ours"], 95) * 1000, "ms"),
        Row(f"CPU of it {at}, median", median(cpu) * 1000, "ms"),
        Row(f"bare durable write {at}", bare, "ms"),
        Row(f"one fsync {at}", median(took["fsync"]) * 1000, "ms"),
    ], ours


def main() -> int:
    """Prints the report."""
    small, ours_small = rows_for(SIZES[0])
    large, ours_large = rows_for(SIZES[1])
    flat = Row(f"write at {SIZES[1]:,} over {SIZES[0]:,} notes", ours_large / ours_small, "×", 1.5, "flat is 1")
    return report("write", [*small, *large, flat])


if __name__ == "__main__":
    sys.exit(main())
