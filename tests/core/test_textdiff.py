import pytest

from sagacity.core.textdiff import NO_LINE_END, in_words, summary, unified

NOTE = b"---\nid: 01ARZ3NDEKTSV4RRFFQ69G5FA1\ntitle: %s\n---\n\n%s\n"


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("", "", ()),
        ("a\n", "a\n", ()),
        ("", "a\nb\n", ("@@ -0,0 +1,2 @@", "+a", "+b")),
        ("a\n", "", ("@@ -1,1 +0,0 @@", "-a")),
        ("a\n", "a", ("@@ -1,1 +1,2 @@", " a", f"+{NO_LINE_END}")),
        ("a\r\n", "a\n", ("@@ -1,1 +1,1 @@", "-a\r", "+a")),
        ("1\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n", ("@@ -2,4 +2,4 @@", " 2", " 3", " 4", "-5", "+five")),
    ],
)
def test_lines_that_differ_stand_with_those_around_them(old, new, lines):
    assert unified(old, new) == lines


def test_words_that_differ_are_marked_in_their_lines():
    assert in_words("we deploy on Monday\n", "we deploy on Friday night\n")[1:] == (
        " we deploy on [-Monday-]{+Friday night+}",
    )
    assert in_words("a\nb\n", "a\nb\nc\n")[1:] == (" a", " b", " {+c+}")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (None, NOTE % (b"T", b"one\ntwo"), "+2 lines"),
        (NOTE % (b"T", b"one"), None, "-1 line"),
        (NOTE % (b"T", b"one"), NOTE % (b"T", b"one"), ""),
        (NOTE % (b"T", b"one"), NOTE % (b"U", b"two\none"), "title; +1 -0 line"),
        (NOTE % (b"T", b"one"), NOTE % (b'"T"', b"one"), "spelling of the file"),
        (None, b"\xff\xfe", "+1 line"),
    ],
)
def test_a_change_is_said_in_a_few_words(old, new, said):
    assert summary(old, new) == said
