"""Reads the notes and the questions.

load_notes()        every note of every codebase, in the order of the files
load_questions()    every question
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FOLDER = Path(__file__).resolve().parent
CATEGORIES = (
    ("api", "workflow", "architecture", "debugging", "cross")
    + ("update", "conflict", "refinement", "multi_hop", "absent")
)  # fmt: skip


@dataclass(frozen=True)
class Note:
    """One note. created: an ISO date. relations: (operator, slug of the target). project: the codebase it is about."""

    slug: str
    title: str
    type: str
    created: str
    project: str
    body: str
    tags: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    relations: tuple[tuple[str, str], ...] = ()
    archived: bool = False


@dataclass(frozen=True)
class Question:
    """One question. gold: slugs of all notes that the answer needs, none if there is no answer. below: slugs of notes
    that look like an answer and must rank under gold: replaced, outdated, or too general.
    """

    id: str
    text: str
    category: str
    gold: tuple[str, ...]
    below: tuple[str, ...] = ()


def load_notes(folder: Path = FOLDER) -> tuple[Note, ...]:
    """Raises ValueError with file and line for a row that is no note."""
    return tuple(_note(row, where) for where, row in _rows(folder, "*.notes.jsonl"))


def load_questions(folder: Path = FOLDER) -> tuple[Question, ...]:
    """Raises ValueError with file and line for a row that is no question."""
    return tuple(_question(row, where) for where, row in _rows(folder, "*.questions.jsonl"))


def _rows(folder: Path, pattern: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(folder.glob(pattern)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", json.loads(line)


def _note(row: Mapping[str, Any], where: str) -> Note:
    _check_keys(row, Note, where)
    relations = tuple((one["op"], one["target"]) for one in row.get("relations", ()))
    lists = {name: tuple(row.get(name, ())) for name in ("tags", "synonyms")}
    return Note(**{**row, **lists, "relations": relations})


def _question(row: Mapping[str, Any], where: str) -> Question:
    _check_keys(row, Question, where)
    return Question(**{**row, "gold": tuple(row["gold"]), "below": tuple(row.get("below", ()))})


def _check_keys(row: Mapping[str, Any], record: type[Note | Question], where: str) -> None:
    known = {one.name for one in fields(record)}
    needed = {"slug", "title", "type", "created", "project", "body"} if record is Note else known - {"below"}
    if wrong := (row.keys() - known) | (needed - row.keys()):
        raise ValueError(f"{where}: unknown or missing: {', '.join(sorted(wrong))}")
