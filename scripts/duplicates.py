"""Runs of code lines that stand more than once."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scripts.measures import all_statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scripts.measures import Source

RUN = 6


@dataclass(frozen=True)
class Duplicates:
    """share: percent of code lines that stand in a run of RUN lines found elsewhere too. places: first line of each."""

    share: float
    places: tuple[tuple[str, str], ...]


def duplicates(sources: Sequence[Source]) -> Duplicates:
    """Compares lines without indentation; imports are left out, they are alike by nature."""
    runs: dict[tuple[str, ...], list[tuple[str, tuple[int, ...]]]] = {}
    total = 0
    for source in sources:
        lines = _lines(source)
        total += len(lines)
        for start in range(len(lines) - RUN + 1):
            part = lines[start : start + RUN]
            runs.setdefault(tuple(text for _, text in part), []).append((source.path, tuple(n for n, _ in part)))
    copied: set[tuple[str, int]] = set()
    places: list[tuple[str, str]] = []
    for found in runs.values():
        if len(found) > 1:
            places.append((f"{found[0][0]}:{found[0][1][0]}", f"{found[1][0]}:{found[1][1][0]}"))
            copied.update((path, line) for path, numbers in found for line in numbers)
    return Duplicates(100 * len(copied) / max(total, 1), tuple(sorted(places)))


def _lines(source: Source) -> list[tuple[int, str]]:
    skip: set[int] = set()
    for node in all_statements(source.tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            skip.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    text = source.text.splitlines()
    kept = sorted(source.code_lines - skip)
    return [(number, text[number - 1].strip()) for number in kept]
