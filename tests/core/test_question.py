"""What a question excludes, and what stands together in it."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.question import MAX_PHRASES, read_question
from sagacity.core.tokens import plan

NOW_MS = 1_790_000_000_000

EXCLUDING = [
    ("redis timeout -cluster", "redis timeout", ("cluster",)),
    ("redis timeout NOT cluster", "redis timeout", ("cluster",)),
    ("redis timeout AND NOT cluster", "redis timeout", ("cluster",)),
    ("redis timeout -cluster -sentinel", "redis timeout", ("cluster", "sentinel")),
    ('redis -"connection pool"', "redis", ("connection pool",)),
]


@pytest.mark.parametrize(("text", "wanted", "without"), EXCLUDING)
def test_key_words_exclude(text, wanted, without):
    reading = read_question(text, NOW_MS)
    assert (reading.text, reading.without) == (wanted, without)


@pytest.mark.parametrize(
    "text",
    [
        "git push -force",
        "git push -f",
        "rename --no-verify",
        "app -config --verbose",
        "find files -name",
        "go test -race",
        "what does -race do",
        "column IS NOT NULL",
        "table IF NOT exists",
        "it is NOT working",
        "non-blocking io",
        "redis - cluster",
        "redis -cluster timeout",
        "-cluster",
        "NOT cluster",
        "redis NOT",
        "redis -Xmx",
        'redis "-cluster"',
        'redis -"!!!"',
        "backup without lock",
        "caches other than redis",
        "kernel flags -rf",
        "errno -32601",
    ],
)
def test_flags_sentences_and_negative_numbers_exclude_nothing(text):
    reading = read_question(text, NOW_MS)
    assert (reading.text, reading.without) == (text, ())


PHRASES = [
    ('"connection pool timeout" in web', ("connection pool timeout",)),
    ("“connection pool” «read only»", ("connection pool", "read only")),
    ("run `git push --force` here", ("git push force",)),
    ("「数据库连接」", ("数据 据库 库连 连接",)),
    ('it says "is not"', ()),
    ('"timeout"', ()),
    ('an inch is 2" and 3" long', ()),
    ("src/app/db.py:42", ("src app db py", "db py")),
    ("v2.3.1", ("2 3 1",)),
    ("2.3.1 fails", ("v2 3 1",)),
    ("plain words", ()),
]


@pytest.mark.parametrize(("text", "phrases"), PHRASES)
def test_what_stands_together(text, phrases):
    assert read_question(text, NOW_MS).phrases == phrases


@given(st.text(max_size=400) | st.lists(st.sampled_from(list('-"“”`.:/ abc1 NOT')), max_size=200).map("".join))
def test_any_text_is_a_valid_question(text):
    reading = read_question(text, NOW_MS)
    assert len(reading.phrases) <= MAX_PHRASES
    assert all(term.strip() for term in (*reading.phrases, *reading.without))
    assert not reading.without or plan(reading.text).terms


@pytest.mark.parametrize(
    "text",
    ["word " * 200_000, "1." * 500_000, 'a"' * 500_000, "-a" * 500_000, "a/" * 500_000, " " * 1_000_000,
     "a.b:" * 250_000, "since the last 3 " * 60_000, " -aaa" * 200_000, " NOT aaa" * 120_000, "`a b" * 250_000],
    ids=lambda text: text[:6],
)  # fmt: skip
def test_a_megabyte_is_read_in_no_time(text):
    started = process_time()
    read_question(text, NOW_MS)
    assert process_time() - started < 0.5
