"""What a text calls by name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.mentions import NAME_MAX_CHARS, NAME_MAX_WORDS, names_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was Dennis Quaid who sang.", {"Dennis Quaid"}),
        ("They met in Vienna, at the Bank of England's door.", {"Vienna", "Bank of England"}),
        ("The Harbor Team owns it.", {"Harbor Team"}),
        ("Caching is hard. Vienna is not.", set()),
        ("The thing. In Vienna it works.", {"Vienna"}),
        ("Set `pool_size` in `settings.py` first.", {"pool_size", "settings.py"}),
        ("calls PaymentGateway.retry and max_retries", {"PaymentGateway", "PaymentGateway.retry", "max_retries"}),
        ("see src/app/main.py and [[release checklist|the list]]", {"src/app/main.py", "release checklist"}),
        ("in Ärzte ohne Grenzen, with Олег Иванов", {"Ärzte", "Grenzen", "Олег Иванов"}),
        ("ask Quaid, or quaid, or QUAID", {"Quaid"}),
        ("nothing is named here", set()),
        ("超时设置在这里", set()),
        ("", set()),
    ],
)
def test_names_are(text, expected):
    assert set(names_in(text)) == expected


def test_what_has_more_words_comes_first():
    assert names_in("from Vienna to New York")[0] == "New York"


@given(st.text())
def test_any_text_has_names_of_bounded_size(text):
    for name in names_in(text):
        assert name.strip()
        assert len(name) <= NAME_MAX_CHARS
        assert len(name.split()) <= NAME_MAX_WORDS
