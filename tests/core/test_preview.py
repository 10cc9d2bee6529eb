"""Titles and summaries that nobody wrote."""

from __future__ import annotations

import pytest

from sagacity.core.preview import SUMMARY_MAX_CHARS, shorten, summary_of, title_of


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ("# Deploys need VPN\n\nbody", "Deploys need VPN"),
        ("Deploys need VPN. Without it step 3 hangs.", "Deploys need VPN"),
        ("\n\n- first item of a list", "first item of a list"),
        ("```\ncode\n```", "code"),
        ("v1.2 broke it", "v1.2 broke it"),
        ("", ""),
    ],
)
def test_the_first_heading_or_sentence_is_the_title(content, title):
    assert title_of(content) == title


def test_an_authors_summary_stands_and_is_at_most_five_lines():
    assert summary_of("one\ntwo", "body") == "one\ntwo"
    assert summary_of("\n".join("abcdefg"), "").count("\n") == 4


def test_without_one_the_first_prose_is_taken():
    assert summary_of("", "# Heading\n\nFirst line\nof prose.\n\nSecond.") == "First line of prose."
    assert len(summary_of("", "word " * 500)) <= SUMMARY_MAX_CHARS


def test_cutting_never_exceeds_and_keeps_words():
    assert shorten("one two three", 9) == "one two…"
    assert shorten("x" * 50, 10) == "x" * 9 + "…"
    assert shorten("short", 10) == "short"
