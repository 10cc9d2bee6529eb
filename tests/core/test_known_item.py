"""Questions made of notes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.known_item import question_for, sentences

COMMON = {"queue": 90, "drains": 5, "midnight": 3, "worker": 70, "nightly": 4, "ledger": 2, "invoices": 1, "batch": 60}


def frequencies(terms):
    return [COMMON.get(term, 10) for term in terms]


def test_sentences_end_at_full_stops_and_lines_but_not_in_names():
    text = "# Title\nSee v1.2 of app.py. It drains!\n- one item\n汉字。再来"
    assert sentences(text) == ["Title", "See v1.2 of app.py", "It drains", "one item", "汉字", "再来"]


def test_a_question_is_the_rarest_words_in_their_order_and_none_of_the_title():
    body = "The nightly worker drains the queue of invoices before midnight in one ledger batch."
    asked = question_for("id", "Nightly jobs", body, frequencies)
    assert "nightly" not in asked
    assert {"drains", "invoices", "midnight", "ledger"} < set(asked.split())
    assert asked.index("drains") < asked.index("invoices") < asked.index("midnight")


def test_a_note_that_says_no_more_than_its_title_has_no_question():
    assert question_for("id", "Deploys need VPN", "Deploys need the VPN.", frequencies) == ""
    assert question_for("id", "x", "", frequencies) == ""


@given(st.text(), st.text(), st.text())
def test_any_note_makes_a_question_or_none_and_always_the_same(note_id, title, body):
    asked = question_for(note_id.encode("utf-8", "replace").decode(), title, body, frequencies)
    assert asked == question_for(note_id.encode("utf-8", "replace").decode(), title, body, frequencies)
    assert "\n" not in asked
