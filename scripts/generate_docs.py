"""Rewrites what is made from the code, the manual's pages on configuration and command line, the Python methods, and
from the results of runs, the page of benchmarks; of the published note format, the tables.

`python -m scripts.generate_docs` writes; with `--check` it only names what differs and exits 1.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sagacity import config
from sagacity.faces.cli import manual
from scripts import benchmarks_page, clients_page, format_page, python_methods

ROOT = Path(__file__).resolve().parent.parent


def generated() -> dict[str, str]:
    """Path from the top of the repository → what the file must hold."""
    return {
        "docs/configuration.md": config.page(),
        "docs/cli.md": manual.page(),
        "src/sagacity/faces/python/methods.py": python_methods.module(),
        **benchmarks_page.pages(ROOT),
        **format_page.pages(ROOT),
        **clients_page.pages(ROOT),
    }


def stale(root: Path) -> list[str]:
    """The paths that do not hold what they must."""
    files = {path: root / path for path in generated()}
    return [path for path, text in generated().items() if not files[path].exists() or files[path].read_text() != text]


def main(argv: list[str]) -> int:
    """Exit status 1 when something differs and nothing may be written."""
    different = stale(ROOT)
    if "--check" not in argv:
        texts = generated()
        for path in different:
            (ROOT / path).write_text(texts[path])
    for path in different:
        print(path)
    return 1 if different and "--check" in argv else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
