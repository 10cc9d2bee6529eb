"""What frames a question is not searched for, and what it is about always is."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.phrasing import subject
from sagacity.core.question import read_question
from sagacity.core.tokens import plan

NOW_MS = 1_790_000_000_000

FRAMED = [
    ("How many days ago did I move the cache?", "did I move the cache?"),
    ("how many months have passed since the release of parsley", "since the release of parsley"),
    ("What is the total number of retries?", "of retries?"),
    ("What was the order of the three migrations, from first to last?", "of the three migrations, ?"),
    ("which queues did we drop in the past two weeks", "which queues did we drop"),
    ("In our previous session you mentioned a flag for zstd", "a flag for zstd"),
    ("I was looking back at our earlier discussion about pnpm", "about pnpm"),
    ("Can you remind me which port the broker has", "which port the broker has"),
    ("I wanted to confirm\nthe port of the broker", "the port of the broker"),
]
PLAIN = [
    "how does the retry queue work",
    "the last release of parsley",
    "what broke last month",  # as a transcript of that month says
    "first-day checklist",
    "session tokens expire after a day",
    "in total_count the deleted are missing",
    "show-how many-to-many works",
    "前回の会話",
]


@pytest.mark.parametrize(("text", "about"), FRAMED)
def test_frames_are_taken_off(text, about):
    assert subject(text).split() == about.split()


@pytest.mark.parametrize("text", PLAIN)
def test_what_only_looks_like_a_frame_stays(text):
    assert subject(text) == text


def test_a_question_that_is_nothing_but_frame_is_asked_as_it_stands():
    assert read_question("how many days ago", NOW_MS).words == "how many days ago"
    assert plan(read_question("what changed two weeks ago", NOW_MS).words).terms == ("changed",)


def test_the_time_asked_for_counts_although_its_words_do_not():
    reading = read_question("deploys of the last two weeks", NOW_MS)
    assert [one.said for one in reading.periods] == ["from last two weeks"]
    assert plan(reading.words).terms == ("deploys",)


@given(st.text(max_size=200))
def test_any_text_has_a_subject_that_adds_no_word(text):
    assert all(word in text for word in subject(text).split())


def test_a_hostile_question_costs_no_more_than_its_length():
    began = process_time()
    subject("how many more " * 600 + "the last a " * 600)
    assert process_time() - began < 1.0
