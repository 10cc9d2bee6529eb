"""All benchmarks, one after the other. Fails when one of them cannot run, not when a bar is missed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SHARED = {"__init__", "__main__", "common", "product", "zipf"}


def main() -> int:
    """Passes `--quick` on; other words choose."""
    folder = Path(__file__).parent
    names = sorted(path.stem for path in folder.glob("*.py") if path.stem not in SHARED)
    options = [word for word in sys.argv[1:] if word.startswith("-")]
    chosen = [word for word in sys.argv[1:] if not word.startswith("-")] or names
    failed = [
        name
        for name in chosen
        if subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}", *options], cwd=folder.parent, check=False
        ).returncode
    ]
    for name in failed:
        print(f"benchmarks.{name} failed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
