"""What lines say, and finding them again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.errors import SagacityError
from sagacity.core.evidence import (
    CHANGED,
    HOLDS,
    MOVED,
    UNCHECKED,
    UNPINNED,
    find_lines,
    fingerprint,
    is_commit,
    is_fingerprint,
    judge,
    merged_references,
    most_telling,
    reference_of_text,
    text_lines,
)
from sagacity.core.note import Reference

TEXT = b"def pay(order):\n    check(order)\n    return charge(order)\n"
LINES = st.lists(st.binary(max_size=30).filter(lambda line: not {10, 13} & set(line)), max_size=40)


def pinned(data, lines="", path="src/pay.py"):
    first, _, last = (lines or f"1-{len(text_lines(data))}").partition("-")
    return Reference(path, lines, "", fingerprint(text_lines(data)[int(first) - 1 : int(last or first)]))


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("src/a.py", Reference("src/a.py")),
        ("src/a.py:7", Reference("src/a.py", "7")),
        ("./src/a.py", Reference("src/a.py")),
        (" src/a.py:10-20 ", Reference("src/a.py", "10-20")),
        ("src\\a.py:1", Reference("src/a.py", "1")),
        ("a:b.py", Reference("a:b.py")),
        (".github/workflows/ci.yml", Reference(".github/workflows/ci.yml")),
    ],
)
def test_a_reference_is_a_path_and_maybe_lines(text, reference):
    assert reference_of_text(text) == reference


@pytest.mark.parametrize(
    "text",
    ["", "/etc/passwd", "~/x", "../x", "a/../../x", "C:/x", "a\0b", "x:0", "x:9-3", ".git/config", "a/.GIT/x"],
)
def test_what_is_not_inside_a_working_tree_or_no_lines_is_refused(text):
    with pytest.raises(SagacityError) as caught:
        reference_of_text(text)
    assert caught.value.code == "invalid"
    assert caught.value.hint


@pytest.mark.parametrize(
    "now",
    [
        TEXT,
        TEXT.replace(b"\n", b"\r\n"),
        TEXT.replace(b"\n", b"\r"),
        b"\xef\xbb\xbf" + TEXT,
        b"\xef\xbb\xbf" + TEXT.replace(b"\n", b"\r\n"),
        TEXT.rstrip(b"\n"),
    ],
)
def test_line_ends_and_a_byte_order_mark_change_nothing(now):
    assert judge(pinned(TEXT), text_lines(now)).state == HOLDS
    assert judge(pinned(TEXT, "1-2"), text_lines(now)).state == HOLDS


@pytest.mark.parametrize(
    ("reference", "state"),
    [
        (pinned(TEXT, "2"), MOVED),
        (pinned(TEXT, "1-3"), MOVED),
        (pinned(TEXT), CHANGED),
        (pinned(b"x\n" + TEXT.replace(b"charge", b"refund"), "3-4"), CHANGED),
        (Reference("a", "1-2"), UNPINNED),
        (Reference("a", "1-9"), CHANGED),
        (Reference("a", "1-2", "", "5f2c19"), UNPINNED),
        (Reference("a"), UNPINNED),
        (Reference("a", "two"), UNCHECKED),
        (Reference("a", "2-1", "", "0" * 16 + "." + "0" * 8), UNCHECKED),
    ],
)
def test_a_line_put_above_moves_what_is_below_it(reference, state):
    assert judge(reference, text_lines(b"# top\n" + TEXT)).state == state


def test_a_brace_alone_is_not_looked_for():
    before, after = b"{\nx\n}\n", b"{\nyy\nzz\n}\n"
    assert judge(pinned(before, "3"), text_lines(after)).state == CHANGED


def test_of_several_places_the_nearest_is_meant():
    block = [b"    return account.balance", b""]
    lines = [*block, b"a", b"b", *block, b"c", *block]
    assert find_lines(lines, fingerprint(block), 2, near=6) == 5
    assert find_lines(lines, fingerprint(block), 2, near=9) == 8


@given(LINES, LINES, LINES)
def test_unchanged_text_is_found_after_whatever_was_put_above_and_below(above, kept, below):
    kept = [b"what the note rests on", *kept]
    reference = Reference("a", f"1-{len(kept)}", "", fingerprint(kept))
    found = judge(reference, [*above, *kept, *below])
    assert found.state in (HOLDS, MOVED)
    lines = [*above, *kept, *below]
    first, _, last = (found.lines or reference.lines).partition("-")
    assert fingerprint(lines[int(first) - 1 : int(last or first)]) == reference.hash


@given(LINES, st.integers(0, 40), st.binary(min_size=1, max_size=5).filter(lambda line: not {10, 13} & set(line)))
def test_lines_that_say_something_else_never_hold(lines, at, added):
    lines = [b"what the note rests on", *lines]
    changed = list(lines)
    changed[at % len(lines)] += added
    assert judge(Reference("a", f"1-{len(lines)}", "", fingerprint(lines)), changed).state == CHANGED


def test_lines_are_looked_for_by_the_one_that_says_most():
    assert most_telling([b"{", b"    return account.balance", b"}"]) == b"    return account.balance"
    assert most_telling([b"{", b"}"]) == most_telling([]) == most_telling([b"\0abcdefghij"]) == b""


def test_only_hex_is_given_to_git_as_a_commit():
    assert is_commit("2720a58b3c1d")
    assert not any(map(is_commit, ("", "HEAD", "main", "--output=x", "2720A58B3C1D", "a" * 65, "abc123")))


def test_a_fingerprint_of_another_tool_is_none():
    assert is_fingerprint(fingerprint([]))
    assert not any(map(is_fingerprint, ("", "abc123", "a" * 25, "a" * 16 + "." + "g" * 8, "." * 25)))


def test_a_reference_given_again_is_replaced_where_its_text_is_another():
    old = (Reference("a", "", "c1", "h1"), Reference("b", "", "c1", "h1"))
    new = (Reference("a", "", "c2", "h1"), Reference("b", "", "c2", "h2"), Reference("b", "1"))
    assert merged_references(old, new) == (old[0], new[1], new[2])
