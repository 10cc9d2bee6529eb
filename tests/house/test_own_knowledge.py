"""The notes and questions of benchmarks/own_knowledge are whole, and what is not whole is found."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from benchmarks.own_knowledge.check import problems
from benchmarks.own_knowledge.corpus import Note, Question, load_notes, load_questions
from sagacity.core.testset import half_of

if TYPE_CHECKING:
    from pathlib import Path

NOTE = Note("retries", "Retries", "fact", "2026-01-02", "demo", "Three of them.")
QUESTION = Question("demo-1", "How often is it tried again?", "api", ("retries",))


def test_all_notes_and_questions_are_whole() -> None:
    assert problems(load_notes(), load_questions()) == []


def test_half_of_the_questions_are_for_the_test() -> None:
    halves = [half_of(one.id) for one in load_questions()]
    assert 0.4 < halves.count("test") / len(halves) < 0.6


@pytest.mark.parametrize(
    ("note", "said"),
    [
        (replace(NOTE, slug="other", title="Retries"), "title used 2 times"),
        (replace(NOTE, title="Other"), "slug used 2 times"),
        (replace(NOTE, slug="other", title="Other", type="opinion"), "no note type 'opinion'"),
        (replace(NOTE, slug="other", title="Other", body=" \n"), "empty title or body"),
        (replace(NOTE, slug="other", title="Other", created="2 January"), "no ISO date"),
        (replace(NOTE, slug="other", title="Other", relations=(("likes", "retries"),)), "unknown relation likes"),
        (replace(NOTE, slug="other", title="Other", relations=(("refines", "gone"),)), "no such note"),
        (replace(NOTE, slug="other", title="Other", body="How often is it  tried again? No."), "word for word"),
        (replace(NOTE, slug="other", title="Other", body="x" * 9000), "too long"),
    ],
)
def test_a_broken_note_is_found(note: Note, said: str) -> None:
    assert said in "\n".join(problems([NOTE, note], [QUESTION]))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (replace(QUESTION, text="Anything else?"), "question id used 2 times"),
        (replace(QUESTION, id="demo-2"), "question used 2 times"),
        (replace(QUESTION, id="demo-2", text="Other?", category="riddle"), "unknown category"),
        (replace(QUESTION, id="demo-2", text="Other?", gold=("gone",)), "no such note: gone"),
        (replace(QUESTION, id="demo-2", text="Other?", below=("retries",)), "gold and below"),
        (replace(QUESTION, id="demo-2", text="Other?", category="absent"), "absent questions have no gold"),
        (replace(QUESTION, id="demo-2", text="Other?", category="multi_hop"), "needs two notes"),
        (replace(QUESTION, id="demo-2", text="Other?", category="update"), "needs a note to rank below"),
    ],
)
def test_a_broken_question_is_found(question: Question, said: str) -> None:
    assert said in "\n".join(problems([NOTE], [QUESTION, question]))


def test_an_unknown_field_is_refused_with_its_line(tmp_path: Path) -> None:
    row = {
        "slug": "a",
        "title": "A",
        "type": "fact",
        "created": "2026-01-02",
        "project": "demo",
        "body": "b",
        "mood": 1,
    }
    (tmp_path / "demo.notes.jsonl").write_text(json.dumps(row) + "\n")
    with pytest.raises(ValueError, match=r"demo\.notes\.jsonl:1: unknown or missing: mood"):
        load_notes(tmp_path)
