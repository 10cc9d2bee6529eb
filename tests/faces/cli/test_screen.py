"""Text of notes on a terminal."""

import io
import json

import pytest

from sagacity.faces.cli.screen import ProgressLine, Screen, as_json, line, safe

HOSTILE = "a\x1b[31mb\x9bc\x07d\u202ee\u2066f\u200bg\ufeffh\U000e0041i\x7f\rj"


def screen(**changes):
    return Screen(stdin=io.BytesIO(), out=io.StringIO(), err=io.StringIO()).replace(**changes)


def test_nothing_a_terminal_acts_on_is_left():
    assert safe(HOSTILE) == r"a\x1b[31mb\x9bc\x07d\u202ee\u2066f\u200bg\ufeffh\ue0041i\x7f\x0dj"
    assert safe("tab\tline\nцвет 色 👩‍💻") == "tab\tline\nцвет 色 👩‍💻"
    assert line("one\ntwo  \x1b") == r"one two \x1b"


def test_json_says_the_same_without_anything_a_terminal_acts_on():
    text = as_json({"body": HOSTILE, "more": "цвет"})
    assert json.loads(text) == {"body": HOSTILE, "more": "цвет"}
    assert "\x9b" not in text
    assert "\u202e" not in text
    assert "цвет" in text


def test_lines_are_broken_on_a_terminal_only():
    words = "word " * 40
    assert screen().wrap(words, "  ") == ["  " + words]
    assert all(len(piece) < 60 for piece in screen(width=60).wrap(words, "  "))
    assert screen(width=60).wrap("a\n\nb") == ["a", "", "b"]


def test_colour_is_there_or_not():
    assert screen().paint("x", "bold") == "x"
    assert screen(colored=True).paint("x", "bold") == "\x1b[1mx\x1b[0m"


@pytest.mark.parametrize(("terminal", "after_s", "drawn"), [(True, 2, True), (True, 0.5, False), (False, 2, False)])
def test_progress_shows_after_a_second_on_a_terminal(clock, terminal, after_s, drawn):
    watched = screen(err_terminal=terminal)
    progress = ProgressLine(watched, clock.monotonic_s)
    clock.advance(seconds=after_s)
    progress("nothing to do", 0, 0)
    assert watched.err.getvalue() == ""
    progress("indexing", 5, 10)
    assert ("indexing [############............] 5/10" in watched.err.getvalue()) is drawn
    progress.clear()
    assert watched.err.getvalue().endswith("\r\x1b[K") is drawn
