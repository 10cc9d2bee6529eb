"""Handles are equal when they differ in case, accents, blanks, dashes and underscores only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.handles import fold, handle_keys, plain
from sagacity.core.slug import slug


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Deploy API guide", "deploy-api-guide"),
        ("deploy_api  guide\n", "Deploy–API guide"),
        ("Ação", "acao"),
        ("STRASSE", "straße"),
        ("Søren Łukasz", "soren lukasz"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("zero\u200bwidth", "zerowidth"),
        ("e\u0301te", "été"),
        ("ΣΟΦΟΣ", "σοφος"),
        ("か\u3099", "が"),
        ("❤️", "❤"),
    ],
)
def test_same_handle(a: str, b: str) -> None:
    assert fold(a) == fold(b)


@pytest.mark.parametrize(
    ("a", "b"), [("C++", "C#"), ("C++", "C"), ("か", "が"), ("и", "й"), ("redis", "redis!"), ("ab", "a b")]
)
def test_other_handle(a: str, b: str) -> None:
    assert fold(a) != fold(b)


@given(st.text())
def test_folding_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert plain(plain(text)) == plain(text)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_short_way_of_ascii_agrees_with_the_long_one(text: str) -> None:
    assert fold(text + "é") == fold(text + "e")


def test_every_handle_of_a_note_is_listed_once_under_its_first_kind() -> None:
    id = "01JDX3M8Q6ZV5T2K9R4W7YBNCE"
    keys = handle_keys(id, "deploy-api", "Deploy API", ("Rollout", "rollout ", "", "--", "deploy_api"))
    assert keys == ((id.lower(), "id"), ("deploy api", "slug"), ("rollout", "synonym"))


def test_note_without_names_has_no_keys() -> None:
    assert handle_keys("", "", "", ()) == ()


@given(st.text(alphabet="aé日本ßŁñ 1", min_size=1, max_size=40))
def test_title_of_plain_words_is_found_by_its_slug(title: str) -> None:
    if slug(title) != "untitled":
        assert fold(slug(title)) == fold(title)
