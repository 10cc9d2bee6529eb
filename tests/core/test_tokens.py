"""What a text is searched by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.tokens import MAX_TERMS, identifier_forms, index_text, is_dense, plan

PLANS = [
    ("how do we deploy to staging?", ("deploy", "staging")),
    ("PaymentOrchestrator fails", ("paymentorchestrator", "payment", "orchestrator", "fails")),
    ("payment_orchestrator", ("payment_orchestrator", "paymentorchestrator", "payment", "orchestrator")),
    ("error ERR-42", ("error", "err", "ERR 42")),
    ("v1.2.3", ("v1", "v1 2 3")),
    ("src/core/note.py", ("src", "core", "note", "py", "src core note py")),
    ("数据库连接", ("数据", "据库", "库连", "连接")),
    ("库", ("库*",)),
    ("Pythonの例外", ("python", "の例", "例外")),
    ("“naïve” café", ("naïve", "café")),
    ("NEAR AND OR NOT", ("near",)),
    ('a AND b* (c:d) "e', ("b", "c d", "e")),
    ("", ()),
    ("???", ()),
]


@pytest.mark.parametrize(("text", "terms"), PLANS)
def test_a_question_becomes_its_telling_terms(text, terms):
    assert plan(text).terms == terms


@pytest.mark.parametrize(
    "text",
    [
        "thanks",
        "go on",
        "ok do it",
        "yes please",
        "commit this",
        "continue",
        "what's up?",
        "looks good to me",
        "好的",
        "...",
    ],
)
def test_small_talk_is_chatter(text):
    assert plan(text).chatter


@pytest.mark.parametrize("text", ["fix the login redirect", "why does ERR-42 come up", "数据库连接超时", "deploy"])
def test_a_question_about_something_is_not_chatter(text):
    assert not plan(text).chatter


def test_stop_words_alone_still_search_for_something():
    assert plan("who are you").terms == ("who", "are", "you")


def test_identifiers_and_their_parts_meet():
    assert {"payment", "orchestrator"} <= set(index_text("see PaymentOrchestrator").split())
    assert "paymentorchestrator" in index_text("see payment_orchestrator").split()
    assert identifier_forms("HTTPServerError2") == ("http", "server", "error2")
    assert identifier_forms("parse_HTTPBody") == ("parsehttpbody", "http", "body")


def test_phrases_of_the_original_stay_adjacent():
    assert index_text("call myFunc now").startswith("call myFunc now\n")


def test_every_dense_character_begins_a_term():
    words = index_text("数据库 ok").split()
    assert words[:3] == ["数据", "据库", "库"]
    assert "ok" in words


@given(st.text(max_size=400))
def test_any_text_is_a_valid_question(text):
    asked = plan(text)
    assert len(asked.terms) <= MAX_TERMS
    assert len(set(asked.terms)) == len(asked.terms)
    assert all(term.strip() for term in asked.terms)


def test_a_long_question_costs_little():
    asked = plan("word%d and more " * 100_000 % tuple(range(100_000)))
    assert 0 < len(asked.terms) <= MAX_TERMS


@given(st.text(alphabet=st.characters(min_codepoint=0x4E00, max_codepoint=0x4EFF), min_size=2, max_size=30))
def test_both_sides_pair_dense_text_alike(text):
    indexed = set(index_text(text).split())
    assert set(plan(text).terms) <= indexed
    assert all(is_dense(char) for char in text)
