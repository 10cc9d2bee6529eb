"""Near-duplicates are noticed in every script, and what only looks alike is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.similar import (
    TITLE_THRESHOLD,
    body_similarity,
    is_near_duplicate,
    overlap,
    shingles,
    similarity,
    sketch,
)

TEXTS = st.one_of(st.text(), st.text(alphabet="ab é日本ไ+#1 ", max_size=60))
BODY = "The deploy needs the API token of the staging cluster and takes ten minutes. Roll back with the previous tag."


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Deploy API guide", "deploy the api guide", 0.75),
        ("A B C", "a b c d e", 0.6),
        ("redis", "Redis!", 1.0),
        ("Configuração de implantação", "configuracao de implantacao", 1.0),
        ("部署指南", "部署指南", 1.0),
        ("部署指南", "部署说明", 0.2),
        ("デプロイの手順", "デプロイ手順", 0.571),
        ("Настройка кэша", "настройка КЭША", 1.0),
        ("C++ build flags", "C# build flags", 0.5),
        ("C++ notes", "notes on C++", 0.667),
        ("straße", "STRASSE", 1.0),
        ("snake_case", "snake-case", 1.0),
        ("redis", "postgres", 0.0),
        ("", "", 0.0),
        ("😀", "😀", 1.0),
        ("😀", "🎉", 0.0),
        ("", "redis", 0.0),
    ],
)
def test_titles_are_as_alike_as_their_words(a: str, b: str, expected: float) -> None:
    one, other = sketch(a, ""), sketch(b, "")
    assert similarity(one, other) == similarity(other, one) == pytest.approx(expected, abs=0.001)


@given(TEXTS, TEXTS)
def test_likeness_is_symmetric_and_bounded(a: str, b: str) -> None:
    one, other = sketch(a, ""), sketch(b, "")
    assert 0 <= similarity(one, other) == similarity(other, one) <= 1
    assert similarity(one, one) in (0, 1)
    assert 0 <= body_similarity(a, b) == body_similarity(b, a) <= 1
    assert body_similarity(a, a) in (0, 1)
    assert body_similarity(a, b) == overlap(shingles(a), shingles(b))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (("Deploy API guide", ""), ("deploy the api guide", "something else"), True),
        (("Deploy API guide", BODY), ("Staging roll-out", BODY + " Ask in the channel first."), True),
        (("部署指南", ""), ("部署的指南", ""), False),
        (("Standup 2026-01-02", "went well"), ("Standup 2026-01-03", "went well"), False),
        (("Release 2 notes", BODY), ("Release 3 notes", BODY), True),
        (("One", "TODO"), ("Two", "TODO"), False),
        (("One", ""), ("Two", ""), False),
        (("Cache", BODY), ("Queue", BODY[::-1]), False),
    ],
)
def test_near_duplicates(a: tuple[str, str], b: tuple[str, str], expected: bool) -> None:
    assert is_near_duplicate(sketch(*a), sketch(*b)) is expected
    assert is_near_duplicate(sketch(*b), sketch(*a)) is expected


def test_copy_with_a_changed_sentence_is_alike_and_other_text_is_not() -> None:
    assert body_similarity(BODY, BODY.replace("ten minutes", "an hour")) >= 0.5
    assert body_similarity(BODY, "Tokens of the staging cluster are rotated every week by the platform team.") < 0.2
    assert TITLE_THRESHOLD == 0.6


def test_long_unspaced_text_is_compared() -> None:
    text = "部署需要预发布集群的令牌并且需要十分钟，回滚请使用上一个标签。" * 2
    assert body_similarity(text, text + "请先在频道里询问。") > 0.6
