"""Names of notes are found in a text, and what the words before them say."""

from __future__ import annotations

import pytest

from sagacity.core.cues import CALLED, CUED, NAMED, is_telling, mentions_in

NAMES = dict.fromkeys(
    ("payment gateway", "vault", "retry_queue", "the vault key", "retry queue", "01j9zc3m6w8q4v5x7y2b100007")
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It depends on the Payment Gateway.", ("payment gateway", "depends_on", NAMED + CUED)),
        ("This replaces [[Payment gateway]]", ("payment gateway", "supersedes", CALLED + CUED)),
        ("See [[vault|the safe]] for it", ("vault", "", CALLED)),
        ("caused by payment-gateway", ("payment gateway", "caused_by", NAMED + CUED)),
        ("as in 01J9ZC3M6W8Q4V5X7Y2B100007.", ("01j9zc3m6w8q4v5x7y2b100007", "", CALLED)),
        ("It needs more. The payment gateway is down.", ("payment gateway", "", NAMED)),
        ("It does not depend on the payment gateway", ("payment gateway", "", NAMED)),
        ("It was replaced by the payment gateway.", ("payment gateway", "superseded_by", NAMED + CUED)),
        ("a prerequisite for the payment gateway", ("payment gateway", "prerequisite_for", NAMED + CUED)),
        ("needed by [[vault]]", ("vault", "prerequisite_for", CALLED + CUED)),
        ("implemented by the payment gateway", ("payment gateway", "implemented_by", NAMED + CUED)),
        ("implements what the retry_queue does", ("retry queue", "implements", NAMED + CUED)),
    ],
)
def test_a_name_is_found_with_what_is_said_of_it(text: str, found: tuple[str, str, float]) -> None:
    [one] = mentions_in(text, NAMES)
    assert (one.name, one.op, one.score) == found
    assert one.words in " ".join(text.split())


@pytest.mark.parametrize(
    "text", ["put it into the vault", "paymentgateway", "", "payment of the gateway", "[[unknown]]"]
)
def test_what_is_no_telling_name_is_not_found(text: str) -> None:
    assert mentions_in(text, NAMES) == []


def test_the_longest_name_counts_and_each_once() -> None:
    found = mentions_in("The vault key, then the payment gateway and the payment gateway.", NAMES)
    assert [one.name for one in found] == ["the vault key", "payment gateway"]


def test_which_names_tell() -> None:
    assert [
        name for name in ("vault", "v2.1", "two words", "a b", "retry_queue", "名前の話だ") if is_telling(name)
    ] == [
        "v2.1",
        "two words",
        "retry_queue",
        "名前の話だ",
    ]
