"""The few words that answer, and where they stand."""

import pytest

from sagacity.core.stretch import best_stretch, heading_at

TEXT = "Storks come in spring. Herons fish at dawn. They leave at noon.\n\nNothing else is known about the pond."


def shown(text, weights, max_chars=60, start=0):
    best = best_stretch(text, start, len(text), weights, max_chars=max_chars)
    return text[best.start : best.stop]


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ({"dawn": 1.0}, "Herons fish at dawn."),
        ({"pond": 1.0}, "Nothing else is known about the pond."),
        ({"dawn": 1.0, "pond": 1.5}, "Nothing else is known about the pond."),
        ({"stork": 1.0, "dawn": 1.0}, "Storks come in spring. Herons fish at dawn."),
        ({"absent": 1.0}, "Storks come in spring."),
        ({}, "Storks come in spring."),
    ],
    ids=["one", "other", "weightier", "both", "none", "nothing"],
)
def test_sentences_with_the_most_weight_are_chosen(weights, said):
    assert shown(TEXT, weights) == said


def test_a_sentence_that_is_too_long_is_shown_around_the_word():
    text = "word " * 100 + "heron " + "word " * 100
    said = shown(text, {"heron": 1.0})
    assert "heron" in said
    assert len(said) <= 60
    assert said.startswith("word")


@pytest.mark.parametrize("text", ["", " \n ", "x" * 500, "。" * 300, "鷺は朝に魚をとる。" * 40])
def test_it_is_never_too_long(text):
    assert len(shown(text, {"魚": 1.0, "x": 1.0})) <= 60


def test_a_heading_in_a_code_fence_is_none():
    text = "# One\n\n```\n# not a heading\n```\n#tag\n\nhere"
    assert heading_at(text, len(text)) == "One"
    assert heading_at(text, 0) == ""
    assert heading_at("plain", 5) == ""
