"""The parts of the documents that are real output: the README's demonstration, the weights in docs/dependencies.md.

`python -m scripts.readme` runs the demonstration and writes them. A test compares the README with a fresh run, with
times, ids and numbers drawn by chance left out on both sides.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRUBBED = (
    (r"\[\[(/?)MEM [a-z0-9]+", r"[[\1MEM NONCE"),
    (r"MEM NONCE [0-9A-HJKMNP-TV-Z]{7}\b", "MEM NONCE ID"),
    (r"\b\d+(\.\d+)? ?(ms|s)\b", "N ms"),
    (r"\b[0-9A-HJKMNP-TV-Z]{26}\b", "ID"),
    (r"(\[\[MEM NONCE|·) [0-9A-HJKMNP-TV-Z]{7}(?=\s|$)", r"\1 ID"),
    (r"\b(?=[0-9A-HJKMNP-TV-Z]*\d)[0-9A-HJKMNP-TV-Z]{7}\b", "ID"),
    (r"\b(?=[0-9a-f]*\d)[0-9a-f]{6,64}\b", "HEX"),
    (r"\b0\.\d+\b", "SCORE"),
    (r"\b\d{4}-\d\d-\d\d(T[\d:.]+Z)?\b", "DATE"),
    (r"[ \t]+", " "),
)


def output_of(module: str) -> str:
    """What a module prints when it is run. Raises SystemExit with its output when it fails."""
    command = [sys.executable, "-m", module]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"python -m {module} exited {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout.strip("\n")


def steps(output: str, first: int, last: int) -> str:
    """The numbered steps of the demonstration's output, from first to last."""
    parts = re.split(r"^(?=\d+\. )", output, flags=re.MULTILINE)
    return "".join(part for part in parts if (n := re.match(r"\d+", part)) and first <= int(n[0]) <= last).strip("\n")


def shortened(demo: str) -> str:
    """The demonstration without the previews at a session's start: their order among equals is chance."""
    return re.sub(r"(\n.*Notes, nearest to this work and newest.*\n)(.*\n)*?(.*\[\[/MEM)", r"\1   | …\n\3", demo)


def scrub(text: str) -> str:
    """The text without what differs from run to run."""
    for pattern, word in SCRUBBED:
        text = re.sub(pattern, word, text)
    return text.strip()


def block(text: str, name: str) -> str:
    """What stands between `<!-- name -->` and `<!-- /name -->`. Raises ValueError when the marks are not there."""
    found = re.search(f"<!-- {name} -->\n(.*?)\n<!-- /{name} -->", text, re.DOTALL)
    if not found:
        raise ValueError(f"no block {name!r}")
    return found[1]


def with_block(text: str, name: str, inside: str) -> str:
    """The text with another block in the marks. Raises ValueError when the marks are not there."""
    opening, closing = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
    start = text.index(opening) + len(opening)
    return text[:start] + inside + text[text.index(closing, start) :]


def rewrite(path: Path, name: str, inside: str) -> None:
    """Puts a block into a document."""
    text = path.read_text("utf-8")
    path.write_text(with_block(text, name, inside), "utf-8")


def main() -> int:
    """Runs, and writes."""
    demo = shortened(steps(output_of("demo.run"), 4, 8))
    rewrite(ROOT / "README.md", "demo", f"```text\n{demo}\n```")
    rewrite(ROOT / "docs" / "dependencies.md", "weights", output_of("scripts.weigh"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
