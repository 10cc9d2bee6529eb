"""Checks that the notes and questions are whole: `python -m benchmarks.own_knowledge.check` prints what is not.

It cannot see whether a note is true or gold is right; README.md says how that was reviewed.
"""

from __future__ import annotations

import sys
from collections import Counter
from datetime import date
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.own_knowledge.corpus import CATEGORIES, load_notes, load_questions
from sagacity.core.errors import SagacityError
from sagacity.core.relations import relation_of
from sagacity.core.secrets import find_secrets
from sagacity.core.testset import half_of
from sagacity.core.types import split_type, type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.own_knowledge.corpus import Note, Question

NOTES_MIN = 1_000
QUESTIONS_MIN = 300
# Smallest and largest share of all questions, in percent.
SHARES = {"absent": (6, 14), "update": (10, 20), "multi_hop": (8, 18), "conflict": (1, 8)}


def problems(notes: Sequence[Note], questions: Sequence[Question]) -> list[str]:
    """One line each; none when all is well."""
    slugs = {note.slug for note in notes}
    return [
        *_twice("slug", (note.slug for note in notes)),
        *_twice("title", (f"{note.project}: {_plain(note.title)}" for note in notes)),
        *(line for note in notes for line in _note_problems(note, slugs)),
        *_twice("question id", (one.id for one in questions)),
        *_twice("question", (_plain(one.text) for one in questions)),
        *(line for one in questions for line in _question_problems(one, slugs)),
        *_repeated(notes, questions),
        *_count_problems(notes, questions),
    ]


def summary(notes: Sequence[Note], questions: Sequence[Question]) -> str:
    """Counts for people, a few lines."""
    sizes = [len(note.body) for note in notes]
    by_project = Counter(note.project for note in notes)
    by_category = Counter(one.category for one in questions)
    by_half = Counter(half_of(one.id) for one in questions)
    return "\n".join((
        f"{len(notes)} notes: " + ", ".join(f"{name} {count}" for name, count in by_project.items()),
        f"  characters of a body: {min(sizes)} to {max(sizes)}, median {median(sizes):.0f}",
        f"{len(questions)} questions: " + ", ".join(f"{name} {by_category[name]}" for name in CATEGORIES),
        "  " + ", ".join(f"{name} {count}" for name, count in sorted(by_half.items())),
    ))  # fmt: skip


def _note_problems(note: Note, slugs: set[str]) -> Iterator[str]:
    try:
        note_type, _ = split_type(note.type)
        if len(note.body) > type_of(note_type).body_cap:
            yield f"{note.slug}: the body is too long for its type"
    except SagacityError as error:
        yield f"{note.slug}: {error}"
    if not note.body.strip() or not note.title.strip():
        yield f"{note.slug}: empty title or body"
    if not _is_date(note.created):
        yield f"{note.slug}: created is no ISO date: {note.created}"
    for op, target in note.relations:
        if relation_of(op).custom:
            yield f"{note.slug}: unknown relation {op}"
        if target not in slugs or target == note.slug:
            yield f"{note.slug}: {op} {target}: no such note"
    if find_secrets(f"{note.title}\n{note.body}"):
        yield f"{note.slug}: looks as if it had a secret"


def _question_problems(question: Question, slugs: set[str]) -> Iterator[str]:
    if question.category not in CATEGORIES:
        yield f"{question.id}: unknown category {question.category}"
    if (question.category == "absent") == bool(question.gold):
        yield f"{question.id}: absent questions have no gold, all others have"
    if question.category == "multi_hop" and len(question.gold) < 2:
        yield f"{question.id}: multi_hop needs two notes"
    if question.category in ("update", "conflict") and not question.below:
        yield f"{question.id}: {question.category} needs a note to rank below"
    for slug in (*question.gold, *question.below):
        if slug not in slugs:
            yield f"{question.id}: no such note: {slug}"
    if set(question.gold) & set(question.below):
        yield f"{question.id}: the same note is gold and below"
    if not question.text.strip() or find_secrets(question.text):
        yield f"{question.id}: empty, or looks as if it had a secret"


def _repeated(notes: Sequence[Note], questions: Sequence[Question]) -> Iterator[str]:
    texts = [(note.slug, _plain(f"{note.title}\n{note.body}")) for note in notes]
    for question in questions:
        asked = _plain(question.text).rstrip("?.! ")
        yield from (f"{question.id}: stands word for word in {slug}" for slug, text in texts if asked in text)


def _count_problems(notes: Sequence[Note], questions: Sequence[Question]) -> Iterator[str]:
    if len(notes) < NOTES_MIN or len(questions) < QUESTIONS_MIN:
        yield f"only {len(notes)} notes and {len(questions)} questions"
    counts = Counter(one.category for one in questions)
    for category, (least, most) in SHARES.items():
        percent = 100 * counts[category] / max(len(questions), 1)
        if not least <= percent <= most:
            yield f"{category} is {percent:.0f} % of the questions, not {least} to {most}"


def _twice(what: str, values: Iterable[str]) -> list[str]:
    return [f"{what} used {count} times: {value}" for value, count in Counter(values).items() if count > 1]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def main() -> int:
    """Exit status 1 when something is not whole."""
    notes, questions = load_notes(), load_questions()
    found = problems(notes, questions)
    print("\n".join([*found, summary(notes, questions)]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
