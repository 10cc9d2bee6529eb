"""A question is read as it is meant: what stands together, when, what not, and in spite of a typing error."""

from __future__ import annotations

from time import process_time

import pytest

from sagacity.app.recall import recall
from sagacity.app.requests import RecallRequest
from tests.app.conftest import put, titles


def asked(app, query, **fields):
    return recall(app, RecallRequest(query=query, **fields))


def whys(result):
    return {hit.title: hit.why for hit in result.results}


@pytest.fixture
def apart(app):
    """The words of a phrase, together in the longer and older note."""
    put(
        app, "The connection pool timeout is 5 s, since callers give up after ten; two retries fit in.", title="Waiting"
    )
    put(app, "A timeout of the pool drops the connection.", title="Drops")
    return app


@pytest.mark.parametrize("quotes", ['"{}"', "“{}”", "`{}`", "«{}»"])
def test_what_is_quoted_stands_together_in_the_first(apart, quotes):
    assert titles(apart, quotes.format("connection pool timeout")) == ["Waiting", "Drops"]


def test_a_phrase_that_no_note_holds_costs_nothing(apart):
    plain = asked(apart, "pool drops connection")
    quoted = asked(apart, '"pool drops connection"')
    assert [(hit.title, hit.score) for hit in quoted.results] == [(hit.title, hit.score) for hit in plain.results]


WHOLE = [
    ("src/app/db.py:42", "The lock is taken in src/app/db.py before the query."),
    ("src/app/db.py:42:7", "See db.py: the lock is taken there."),
    ("src/app/db.py", "Line src/app/db.py:42 takes the lock."),
    ("v2.3.1", "Broken in 2.3.1, mended later."),
    ("2.3.1", "Broken in v2.3.1, mended later."),
    ("1.0.0rc2", "1.0.0rc2 was the first that ran on ARM."),
    ("E1234", "The linter says E1234 here."),
    ("ORA-00942", "ORA-00942 means that a grant is missing."),
    ("ORA-00942", "ora 00942: a grant is missing."),
    ("00942", "ORA-00942 means that a grant is missing."),
    ("HTTP 503", "The proxy answers 503 while it starts."),
    ("errno -32601", "JSON-RPC answers -32601 for a method nobody knows."),
]


@pytest.mark.parametrize(("query", "body"), WHOLE)
def test_paths_codes_and_versions_are_found_whole_and_by_parts(app, query, body):
    put(app, "Version 2.3 of src and app has 1 error, 42 warnings: see main.py and 3.1", title="Other")
    put(app, body, title="Wanted")
    assert titles(app, query)[:1] == ["Wanted"]


@pytest.mark.parametrize(
    "query", ["redis timeout -cluster", "redis timeout NOT cluster", 'redis timeout -"redis cluster"']
)
def test_what_a_key_word_search_excludes_is_left_out_and_counted(app, query):
    put(app, "The redis timeout is 2 s.", title="Single")
    put(app, "The redis timeout is 5 s. Clusters wait longer: a redis cluster moves slots.", title="Many")
    result = asked(app, query)
    assert list(whys(result)) == ["Single"]
    starts = ("1 with 'cluster", "1 with 'redis cluster")
    assert any(line.startswith(starts) for line in result.withheld)


@pytest.mark.parametrize(
    "query",
    [
        "git push -force",
        "push --no-verify",
        "how do we push -force",
        "push non-blocking - force",
        "column IS NOT NULL, push",
        "push without force",
        "-force",
        '"push -force"',
        "push -f",
    ],
)
def test_flags_and_sentences_exclude_nothing(app, query):
    put(app, "Push with force only on your own branch: git push -force --no-verify is not null.", title="Push")
    assert titles(app, query) == ["Push"]


def test_notes_without_the_word_are_found_behind_many_with_it(app):
    for number in range(90):
        put(app, f"Redis timeout of cluster {number}, redis timeout", title=f"Redis timeout {number}")
    put(app, "A redis server and its timeout, in some longer text about other things as well.", title="Single")
    assert titles(app, "redis timeout -cluster") == ["Single"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("deploy decision last week", "from last week"),
        ("deploy decision 10 days ago", "from 10 days ago"),
        ("deploy decision before yesterday", "before yesterday"),
    ],
)
def test_notes_of_the_time_asked_for_rise_and_others_stay(machine, query, said):
    put(machine.app(), "The deploy decision: blue and green.", title="Then")
    machine.clock.advance(days=7 if query.endswith("last week") else 10)
    put(machine.app(), "The deploy decision: red and yellow.", title="Now")
    result = asked(machine.app(), query)
    assert list(whys(result)) == ["Then", "Now"]
    assert said in whys(result)["Then"]
    assert said not in whys(result)["Now"]
    assert titles(machine.app(), "deploy decision") == ["Now", "Then"]


def test_a_date_in_the_text_counts_as_words_too(app):
    put(app, "The outage of 2024-03-05 was a full disk.", title="Outage")
    assert titles(app, "outage on 2024-03-05") == ["Outage"]


def test_a_mistyped_word_is_read_as_the_one_that_is_held(app):
    put(app, "The payment orchestrator retries twice.", title="Payments")
    result = asked(app, "paymet orchestrator")
    assert '"paymet" read as "payment"' in whys(result)["Payments"]
    assert titles(app, "orchestartor") == ["Payments"]
    assert '"' not in whys(asked(app, "payment orchestrator"))["Payments"]


def test_a_mended_word_counts_less_than_one_that_was_said(app):
    put(app, "The payment is retried.", title="Payment")
    said, mended = asked(app, "payment"), asked(app, "paymet")
    assert 0 < mended.results[0].score < said.results[0].score


@pytest.mark.parametrize("since", ["yesterday", "last week", "2 days ago", "this month", "2020", "march 2024"])
def test_since_understands_words(app, since):
    asked(app, "anything", since=since, until="today")


def test_since_is_the_beginning_and_until_the_end_of_what_is_named(machine):
    put(machine.app(), "The redis timeout", title="Then")
    machine.clock.advance(days=1)
    assert titles(machine.app(), "redis", since="yesterday") == ["Then"]
    assert titles(machine.app(), "redis", until="yesterday") == ["Then"]
    assert titles(machine.app(), "redis", since="today") == []


@pytest.mark.parametrize(
    "query",
    [
        " ".join(f"word{number}" for number in range(10_000)),
        "mistyepd " * 120_000,
        '"two words" ' * 90_000,
        "x" * 1_000_000,
    ],
    ids=["terms", "typos", "phrases", "one word"],
)
def test_a_question_of_any_size_is_answered_quickly(app, query):
    put(app, "Two words, mistyped", title="Wanted")
    asked(app, "warm up")
    started = process_time()
    asked(app, query)
    assert process_time() - started < 1.0


def test_a_word_of_notes_that_are_not_shown_is_not_told(machine):
    put(machine.app(), "The kangaroo project ends in May.", title="Ending", sensitivity="confidential")
    result = asked(machine.app(door="mcp", origin="agent_inferred"), "kangoroo")
    assert (result.terms, result.results) == (("kangoroo",), ())
    assert "kangaroo" not in " ".join((*result.withheld, result.hint))
    assert asked(machine.app(), "kangoroo").terms == ("kangaroo",)
