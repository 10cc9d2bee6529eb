"""Checks what linters do not: sizes, lazy imports, broad excepts, cycles, purity of core, copies, test doubles.

`python -m scripts.check_bounds` prints one line a violation and exits 1 if there is any. Exceptions stand in
`scripts/bounds.toml` with their exact figure and a reason; one that is no longer needed, or whose figure has fallen,
is a violation too, so the list can only shrink.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from scripts.duplicates import duplicates
from scripts.measures import all_statements, broad_excepts, cycles, doubles, imports, load, measure, tests

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scripts.measures import Import, Measured, Source

ROOT = Path(__file__).resolve().parent.parent
BOUNDS = {"function-lines": 50, "file-lines": 400, "parameters": 6, "nesting": 3, "broad-except": 0}
DUPLICATED_PERCENT_MAX = 3.0
DOUBLES_PER_TEST_MAX = 0.1
# Core is pure: whatever reaches a file, the clock, the network, a process or the environment is not for it.
IMPURE = frozenset(
    ("asyncio", "fcntl", "glob", "http", "io", "logging", "mmap", "multiprocessing", "os", "pathlib", "platform")
    + ("posix", "random", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys")
    + ("tempfile", "threading", "time", "urllib", "uuid", "_thread")
)
NAMED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# Words that say nothing: see GLOSSARY.md.
EMPTY_WORDS = frozenset(("manager", "helper", "helpers", "util", "utils", "service", "runner", "handler", "processor"))
TESTED_FOLDERS = ("scripts", "benchmarks", "demo", "tests")


@dataclass(frozen=True)
class Allowed:
    """One exception of bounds.toml. where: as in Measured; for kind lazy-import `path -> module`."""

    kind: str
    where: str
    figure: int
    why: str


@dataclass(frozen=True)
class Violation:
    """One line of the report."""

    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


def allowed(path: Path) -> list[Allowed]:
    """The exceptions on file. Raises KeyError for an entry that lacks a part."""
    entries = tomllib.loads(path.read_text("utf-8")).get("allow", [])
    return [Allowed(entry["kind"], entry["where"], int(entry.get("figure", 1)), entry["why"]) for entry in entries]


def over(measured: Iterable[Measured], exceptions: Sequence[Allowed]) -> list[Violation]:
    """What is over its bound, and what in the exceptions is not needed any more."""
    found = []
    excused = {(entry.kind, entry.where): entry for entry in exceptions if entry.kind in BOUNDS}
    for item in measured:
        bound = BOUNDS[item.kind]
        if item.figure <= bound:
            continue
        entry = excused.pop((item.kind, item.where), None)
        if entry is None:
            found.append(Violation(f"{item.where}:{item.line}", f"{item.kind} {item.figure}, at most {bound}"))
        elif entry.figure != item.figure:
            text = f"{item.kind} is {item.figure}, its exception says {entry.figure}: lower one of the two"
            found.append(Violation(f"{item.where}:{item.line}", text))
    found += [Violation(entry.where, f"needs no exception for {entry.kind}") for entry in excused.values()]
    return found


def lazy(sources: Sequence[Source], found: Sequence[Import], exceptions: Sequence[Allowed]) -> list[Violation]:
    """Imports inside functions that nobody listed, and listed ones that are gone."""
    paths = {source.module: source.path for source in sources}
    listed = {entry.where for entry in exceptions if entry.kind == "lazy-import"}
    seen = {f"{paths[item.source]} -> {item.target}": item.line for item in found if item.lazy and not item.typing}
    new = [Violation(place, f"line {seen[place]} imports inside a function") for place in sorted(set(seen) - listed)]
    return new + [Violation(place, "is listed as a lazy import but is none") for place in sorted(listed - set(seen))]


def impure(found: Sequence[Import]) -> list[Violation]:
    """Imports of core that reach the outside, or anything that is not the standard library."""
    wrong = []
    for item in found:
        top = item.target.partition(".")[0]
        if not item.source.startswith("sagacity.core") or item.typing or item.target.startswith("sagacity"):
            continue
        if top in IMPURE or top not in sys.stdlib_module_names:
            wrong.append(Violation(f"{item.source}:{item.line}", f"core is pure, it may not import {item.target}"))
    return wrong


def circular(found: Sequence[Import]) -> list[Violation]:
    """Import cycles, lazy imports included."""
    groups = cycles((item.source, item.target) for item in found if not item.typing)
    return [Violation(group[0], "import cycle: " + ", ".join(group)) for group in groups]


def empty_names(sources: Sequence[Source]) -> list[Violation]:
    """Modules, classes and functions named with a word that fits everything."""
    found = []
    for source in sources:
        names = [(source.module.rpartition(".")[2], 1)]
        names += [(node.name, node.lineno) for node in all_statements(source.tree) if isinstance(node, NAMED)]
        for name, line in names:
            words = set(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_"))
            if words & EMPTY_WORDS:
                found.append(Violation(f"{source.path}:{line}", f"{name!r} says nothing: see GLOSSARY.md"))
    return found


def copies(sources: Sequence[Source]) -> list[Violation]:
    """Too many copied lines; names some of the places."""
    found = duplicates(sources)
    if found.share <= DUPLICATED_PERCENT_MAX:
        return []
    places = "; ".join(f"{one} = {two}" for one, two in found.places[:5])
    text = f"{found.share:.1f} % of the lines stand elsewhere too, at most {DUPLICATED_PERCENT_MAX} %: {places}"
    return [Violation("src", text)]


def mocked(sources: Sequence[Source]) -> list[Violation]:
    """Too many test doubles over all tests."""
    used = sum(doubles(source.tree) for source in sources)
    n_tests = sum(tests(source.tree) for source in sources)
    if used <= DOUBLES_PER_TEST_MAX * n_tests:
        return []
    return [Violation("tests", f"{used} doubles in {n_tests} tests, at most {DOUBLES_PER_TEST_MAX} a test")]


def figures(sources: Sequence[Source]) -> str:
    """One line a person can watch: how large functions and files are."""
    measured = [item for source in sources for item in measure(source)]
    sizes = [item.figure for item in measured if item.kind == "function-lines"] or [0]
    files = [item.figure for item in measured if item.kind == "file-lines"] or [0]
    p90 = quantiles(sizes, n=10)[-1] if len(sizes) > 1 else sizes[0]
    return (
        f"src: {len(files)} files (median {median(files):.0f} lines), {len(sizes)} functions "
        f"(median {median(sizes):.0f}, p90 {p90:.0f} lines of code), {duplicates(sources).share:.1f} % copied"
    )


def check(root: Path) -> list[Violation]:
    """Every violation of the repository at root."""
    return violations(load(root, "src", base="src/"), root)


def violations(sources: Sequence[Source], root: Path) -> list[Violation]:
    """Every violation of these sources, and of the other code of the repository."""
    exceptions = allowed(root / "scripts" / "bounds.toml")
    others = [source for folder in TESTED_FOLDERS for source in load(root, folder)]
    known = frozenset(source.module for source in sources)
    found = [item for source in sources for item in imports(source, known)]
    measured = [item for source in (*sources, *others) for item in measure(source)]
    measured += [item for source in sources for item in broad_excepts(source)]
    return [
        *over(measured, exceptions),
        *lazy(sources, found, exceptions),
        *impure(found),
        *circular([item for item in found if item.target in known]),
        *empty_names(sources),
        *copies(sources),
        *mocked([source for source in others if source.path.startswith("tests/")]),
    ]


def main() -> int:
    """Prints the violations, then the figures."""
    sources = load(ROOT, "src", base="src/")
    found = violations(sources, ROOT)
    for violation in found:
        print(violation)
    print(figures(sources))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
