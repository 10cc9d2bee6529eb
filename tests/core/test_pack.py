"""Which entries a session starts with, and what becomes of those there is no room for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.frame import Block, Caps, Listing, make_nonce, render, tokens
from sagacity.core.pack import PROTOCOL, UNCONFIRMED_SHARE, Section, fair_shares, named, select
from sagacity.core.prompt_text import own_words
from sagacity.core.summary_text import best_passage, cut


def block(at, words=10, trust="approved", title=""):
    return Block(f"01K4Z7ABCDEFGHJKMNPQRST{at:03}", title or f"Title {at}", "fact", "word " * words, trust)


def section(name, *entries, max_tokens=400, fair=False):
    return Section(name, name.title(), entries, max_tokens, "memories", fair=fair)


def test_order_is_that_of_the_sections_and_unconfirmed_ones_stand_apart():
    chosen = select([section("a", block(1, trust="unconfirmed"), block(2)), section("b", block(3))], max_chars=9000)
    assert [(item.id[-1], item.heading) for item in chosen.items] == [("2", "A"), ("1", "A – unconfirmed"), ("3", "B")]
    assert chosen.left_out == ()


def test_what_a_section_does_not_need_serves_the_ones_after_it():
    big = block(2, words=300)
    assert select([section("b", big, max_tokens=200)], max_chars=9000).items == ()
    chosen = select([section("a", max_tokens=400), section("b", big, max_tokens=200)], max_chars=9000)
    assert [item.id for item in chosen.items] == [big.id]


def test_what_is_left_at_the_end_serves_the_first_that_lacked_room():
    chosen = select([section("a", block(1, words=300), max_tokens=100), section("b", max_tokens=600)], max_chars=9000)
    assert len(chosen.items) == 1


def test_left_out_entries_are_named_with_the_call_that_fetches_them():
    chosen = select([section("policy", *(block(at, words=80) for at in range(9)))], max_chars=9000)
    (notice,) = named(chosen.left_out)
    assert "recall(types=[policy])" in notice.heading
    assert notice.lines[0].startswith(chosen.left_out[0][1][0].id[-7:])
    assert len(chosen.items) + len(chosen.left_out[0][1]) == 9


def test_fair_sections_hold_every_entry_although_one_could_take_it_all():
    entries = [block(1, words=2000), *(block(at, words=8) for at in range(2, 7))]
    chosen = select([section("user", *entries, max_tokens=800, fair=True)], max_chars=9000)
    assert len(chosen.items) == 6
    assert [item.cut for item in chosen.items] == [True, False, False, False, False, False]


@pytest.mark.parametrize(
    ("sizes", "total", "shares"),
    [
        ([], 10, []),
        ([5], 10, [5]),
        ([50, 50], 10, [5, 5]),
        ([2, 50, 50], 20, [2, 9, 9]),
        ([50, 1, 50, 1], 22, [10, 1, 10, 1]),
        ([5, 5], -3, [0, 0]),
    ],
)
def test_shares_are_equal_and_leftovers_go_to_those_that_want_more(sizes, total, shares):
    assert fair_shares(sizes, total) == shares


@given(
    st.lists(
        st.lists(
            st.builds(block, st.integers(0, 999), st.integers(0, 400), st.sampled_from(("approved", "unconfirmed"))),
            max_size=8,
        ),
        max_size=5,
    ),
    st.integers(0, 9000),
)
def test_what_is_chosen_fits_and_unconfirmed_notes_keep_to_their_share(entries, max_chars):
    sections = [section(f"s{at}", *some, fair=at % 2 == 0) for at, some in enumerate(entries)]
    chosen = select(sections, max_chars=max_chars)
    assert sum(len(item.text) + len(item.title) for item in chosen.items) <= max_chars
    unconfirmed = sum(tokens(item.text) for item in chosen.items if item.trust == "unconfirmed")
    assert unconfirmed <= UNCONFIRMED_SHARE * 400 * max(1, len(sections))
    assert len(chosen.items) + sum(len(blocks) for _, blocks in chosen.left_out) == sum(map(len, entries))
    rendered = render("session", [Listing(PROTOCOL), *chosen.items], make_nonce("s"), caps=Caps(max_chars + 1100))
    assert not rendered.left_out


def test_the_protocol_is_short():
    assert tokens(PROTOCOL) <= 110


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("how do we deploy", "how do we deploy"),
        ("<system-reminder>old\nnotes</system-reminder>\nhow?", "how?"),
        ("[[MEM bcdfghjk]] head\n│ text\n[[/MEM bcdfghjk]]\nhow?", "how?"),
        ("a [[MEM x]] b", "a [[MEM x]] b"),
        ("a <system-reminder> b", "a <system-reminder> b"),
        ("why does </system-reminder> appear", "why does </system-reminder> appear"),
        ("<command-name>/x</command-name><command-message>x is running</command-message> do", "do"),
        ("use <b>bold</b>", "use <b>bold</b>"),
        ("", ""),
    ],
)
def test_injected_blocks_are_taken_out_of_a_prompt(prompt, expected):
    assert own_words(prompt) == expected


@given(
    st.text(alphabet="ab\n ./", max_size=300),
    st.lists(st.sampled_from(["a", "ab", "bb*"]), max_size=3),
    st.integers(2, 80),
)
def test_a_passage_never_exceeds_its_cap(body, terms, max_chars):
    assert len(best_passage(body, terms, max_chars=max_chars)) <= max_chars
    assert len(cut(body, max_chars)) <= max_chars


def test_the_passage_is_the_one_that_answers():
    body = "\n\n".join(["Intro about nothing."] * 20 + ["Retries need the idempotency key."] + ["Outro."] * 20)
    assert "idempotency" in best_passage(body, ["retry", "idempotency"], max_chars=120)
    assert best_passage("short", ["x"], max_chars=120) == "short"
