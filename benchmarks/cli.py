"""Whole processes of the command line against a bare interpreter."""

from __future__ import annotations

import sys

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
)
from benchmarks.product import SAGACITY, fill

SIZE = 1000 if quick() else 10_000
ROUNDS = 8 if quick() else 25


def main() -> int:
    """Prints the report."""
    with throwaway_home() as home:
        fill(home, SIZE)
        asked = iter(prompts(4 * ROUNDS))
        cpu: list[float] = []
        commands = {
            "bare": lambda: wall_s(BARE, env=home.env),
            "recall": lambda: wall_s([SAGACITY, "recall", next(asked)], env=home.env, cwd=home.path, cpu=cpu),
            "list": lambda: wall_s([SAGACITY, "list", "--limit", "10"], env=home.env, cwd=home.path),
            "version": lambda: wall_s([SAGACITY, "--version"], env=home.env, cwd=home.path),
        }
        took = interleave(commands, rounds=ROUNDS, warm=2)
    rows = []
    for name in ("recall", "list", "version"):
        bar = 120 if name == "recall" else None
        times = f"{ratio(took[name], took['bare']):.1f} × bare"
        rows.append(Row(f"sagacity {name} at {SIZE:,} notes, median", median(took[name]) * 1000, "ms", bar, times))
        rows.append(Row(f"sagacity {name}, p95", percentile(took[name], 95) * 1000, "ms"))
    rows.append(Row("CPU of sagacity recall", median(cpu) * 1000, "ms"))
    rows.append(Row("bare interpreter", median(took["bare"]) * 1000, "ms"))
    return report("cli", rows)


if __name__ == "__main__":
    sys.exit(main())
