"""Every check but the tests, two at a time; prints what failed, then one line a check.

`python -m scripts.check [NAME …]` runs all or the named ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class Check:
    """One command that exits 0 when all is well."""

    name: str
    command: tuple[str, ...]
    proves: str


@dataclass(frozen=True)
class Outcome:
    """What a check said, and how long it took in seconds."""

    check: Check
    passed: bool
    output: str
    took_s: float


def _python(*args: str) -> tuple[str, ...]:
    return (sys.executable, *args)


CHECKS = (
    Check("types", (str(BIN / "mypy"), "--no-error-summary"), "mypy, strict for src"),
    Check("format", (str(BIN / "ruff"), "format", "--check", "--quiet"), "ruff format"),
    Check("lint", (str(BIN / "ruff"), "check", "--quiet"), "ruff, all rules but those argued away"),
    Check("imports", (str(BIN / "lint-imports"), "--no-cache"), "the layers of docs/architecture.md"),
    Check("bounds", _python("-m", "scripts.check_bounds"), "sizes, names, cycles, copies, lazy imports, broad excepts"),
    Check("documents", _python("-m", "scripts.generate_docs", "--check"), "pages made from the code"),
)


def run(check: Check) -> Outcome:
    """Runs one check from the top of the repository."""
    started = time.monotonic()
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        check.command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    return Outcome(check, done.returncode == 0, (done.stdout + done.stderr).strip(), time.monotonic() - started)


def main(names: list[str]) -> int:
    """Exit status 1 when a check failed."""
    chosen = [check for check in CHECKS if not names or check.name in names]
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(run, chosen))
    for outcome in outcomes:
        if not outcome.passed:
            print(f"--- {outcome.check.name}: {' '.join(outcome.check.command[-3:])}\n{outcome.output}\n")
    for outcome in outcomes:
        state = "ok    " if outcome.passed else "FAILED"
        print(f"{state} {outcome.check.name:10} {outcome.took_s:5.1f} s  {outcome.check.proves}")
    return 0 if all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
