"""Which tags last, and which of those in use fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.tags import (
    Evidence,
    coin,
    ephemeral,
    likeness_to,
    npmi,
    suggest,
    usages,
    variants,
    words_of,
)

FOR_THE_DAY = """
temp TMP wip work-in-progress today yesterday this_week 2026-11-30 2026-11 2026/11/30 30.11.2026 20261130 2026-w48
issue-12 pr-7 gh-123 ticket-9 bug-1042 commit-12 commit-a1b2 fix-pr-12 backend-issue-3 #123 mr-4 a1b2c3d
9f86d081884c7d659a2feaa0c55ad015a3bf4f1b 550e8400-e29b-41d4-a716-446655440000 01J9ZC3M6W8Q4V5X7Y2B1ABCDE 1234567
""".split()
LASTING = """
deploy c++ c# python-3 python-3.11 utf-8 sha-256 es2022 e2e i18n k8s http-404 8080 2026 q4 decade5 facade beef release-2 v2
api-drift issue pull-requests template temperature web-2.0 windows-11 gotcha bugs 東京 été 24h draft
""".split()


@pytest.mark.parametrize("tag", FOR_THE_DAY)
def test_a_tag_for_the_day_is_told_from_one_that_lasts(tag):
    assert ephemeral(tag)


@pytest.mark.parametrize("tag", LASTING)
def test_a_tag_that_lasts_is_left_alone(tag):
    assert ephemeral(tag) == ""


@given(st.text())
def test_any_text_can_be_looked_at(text):
    assert isinstance(ephemeral(text), str)
    assert suggest(Evidence([], [(text,)], words_of(text)), limit=3) == suggest(
        Evidence([], [(text,)], words_of(text)), limit=3
    )


def test_spellings_of_one_tag_are_counted_together():
    used = usages([("Auth", "db"), ("auth",), ("auth", "DB", "db")])
    assert used["auth"].spellings == (("auth", 2), ("Auth", 1))
    assert (used["auth"].tag, used["auth"].notes, used["db"].notes) == ("auth", 3, 2)


def test_variants_are_what_differs_in_case_dashes_blanks_or_a_plural():
    used = usages([("auth-token",), ("authtoken",), ("auth_token",), ("deploy",), ("deploys",), ("db",), ("class",)])
    assert [[one.tag for one in group] for group in variants(used)] == [
        ["auth-token", "authtoken"],
        ["deploy", "deploys"],
    ]


@pytest.mark.parametrize(
    ("tag", "text", "word"),
    [
        ("auth", "Authentication fails", "authentication"),
        ("deployment", "We deploy on Friday", "deploy"),
        ("migration", "Migrating is slow", "migrating"),
        ("api drift", "There is a drift in the API", "api drift"),
        ("kubernetes", "Kuberentes is down", ""),
        ("git", "GitHub is down", ""),
        ("authors", "The author is away", "author"),
    ],
)
def test_likeness_is_of_whole_words_and_of_beginnings(tag, text, word):
    assert likeness_to(tag, words_of(text))[1] == word


def test_chance_is_nought_and_always_together_is_one():
    assert npmi(5, 5, 5, 10) == pytest.approx(1.0)
    assert npmi(1, 2, 5, 10) == pytest.approx(0.0)
    assert npmi(0, 5, 5, 10) == -1.0


def test_neighbours_company_and_words_are_reasons_and_each_is_told():
    notes = [("vpn", "network"), ("vpn", "network"), ("vpn", "deploy"), ("css",), ("css", "colour")]
    found = suggest(
        Evidence([(("vpn", "deploy"), 0.9)], notes, words_of("a deployment over the wire"), ("vpn",)), limit=9
    )
    assert [one.tag for one in found] == ["deploy", "network"]
    assert found[0].why == "1 of 1 note like it; like the word deployment"
    assert found[1].why == "goes with vpn"


def test_what_is_drafted_or_for_the_day_is_never_suggested():
    notes = [("VPN", "wip", "network"), ("vpn", "pr-12", "2026-11-30")]
    near = [(tags, 1.0) for tags in notes]
    found = suggest(Evidence(near, notes, words_of("wip pr-12 vpn"), ("vpn",)), limit=9)
    assert [one.tag for one in found] == ["network"]


def test_one_note_is_enough_in_a_young_store_and_not_in_a_grown_one():
    assert suggest(Evidence([], [("vpn",)], words_of("the vpn")), limit=3)[0].tag == "vpn"
    assert suggest(Evidence([], [("vpn",), *[("css",)] * 100], words_of("the vpn")), limit=3) == []


def test_without_tags_in_use_the_first_line_names_the_subject():
    text = "# The kangaroo service hangs in a test\n\nThe kangaroo is asleep. See 2026-11-30."
    assert [one.tag for one in coin(text, ())] == ["kangaroo", "service"]
    assert "kangaroo" not in [one.tag for one in coin(text, ("Kangaroos",))]
    assert coin("", ()) == []
