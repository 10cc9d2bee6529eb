"""Which words are common in ordinary technical English."""

import pytest

from sagacity.adapters.embed.background import Background

SHARES = Background()


def test_common_words_are_commoner_than_telling_ones():
    shares = [SHARES.share(word) for word in ("the", "function", "server", "kangaroo")]
    assert shares == sorted(shares, reverse=True)
    assert 0.3 < shares[0] < 1
    assert 0.001 < shares[1] < 0.3


@pytest.mark.parametrize(
    "word", ["", "qzxv", "functio", "unction", "Function", "function ", "the\nthen", "部署", "\ud800", "1"]
)
def test_what_is_not_listed_has_no_share(word):
    assert SHARES.share(word) == 0.0
