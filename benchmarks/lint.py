"""`lint` of a whole store of 10,000 notes with 30,000 relations: CPU time, whole and by part."""

from __future__ import annotations

import os
import sys
import time

from benchmarks.common import Row, median, report, throwaway_home
from benchmarks.product import call, opened
from benchmarks.walk import NOTES, RELATIONS, write_graph
from sagacity.app.linting import LintRequest
from sagacity.core.lint_file import flaws_of
from sagacity.core.lint_known import known_of
from sagacity.core.lint_sheet import LayerFacts, sheet_of
from sagacity.core.lint_store import store_flaws

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3


def cpu_s(work: Callable[[], object]) -> float:
    """CPU seconds of a call."""
    began = time.process_time()
    work()
    return time.process_time() - began


def files(folder: str) -> list[tuple[str, bytes]]:
    """Every note: its path below the folder, its bytes."""
    found = []
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found.append((os.path.relpath(path, folder), file.read()))
    return found


def keep_names(folder: str) -> None:
    """Has every note keep its file's name as a synonym, as a rename leaves it: the store is clean."""
    for path, data in files(folder):
        name = os.path.basename(path).removesuffix(".md").encode()
        with open(os.path.join(folder, path), "wb") as file:
            file.write(data.replace(b"\ntype:", b"\nsynonyms: [" + name + b"]\ntype:", 1))


def main() -> int:
    """Prints the figures."""
    with throwaway_home() as home, opened(home) as app:
        layer = app.workspace.ensure_personal()
        write_graph(layer.notes_dir)
        keep_names(layer.notes_dir)
        whole = [cpu_s(lambda: call(app, "lint", LintRequest())) for _ in range(ROUNDS)]
        result = call(app, "lint", LintRequest())
        facts = LayerFacts(root=layer.root)
        texts = files(layer.notes_dir)
        sheets = [sheet_of(facts, path, data) for path, data in texts]
        parsing = cpu_s(lambda: [sheet_of(facts, path, data) for path, data in texts])
        alone = cpu_s(lambda: [flaws_of(sheet) for sheet in sheets])
        known = [known_of(sheet) for sheet in sheets]
        together = cpu_s(lambda: store_flaws(known, lambda _: False))
    rows = [
        Row(f"lint, {NOTES} notes with {RELATIONS} relations, CPU", median(whole), "s", 5.0),
        Row("of it: the files read as notes", parsing, "s"),
        Row("of it: what is wrong with each", alone, "s"),
        Row("of it: what is wrong between them", together, "s"),
    ]
    counts = {"errors": result.errors, "warnings": result.warnings, "infos": result.infos}
    return report("lint", rows, details=counts)


if __name__ == "__main__":
    sys.exit(main())
