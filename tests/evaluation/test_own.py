"""Recall measured in the user's own notes, which it leaves as they are."""

from __future__ import annotations

import pytest

from sagacity import Memory, SagacityError

ANIMALS = "badger otter heron marten lynx weasel osprey stoat beaver plover".split()
THINGS = "ledger tunnel mirror anchor basket lantern copper ribbon saddle violin".split()


@pytest.fixture
def memory(tmp_path):
    with Memory(home=tmp_path / "memory", cwd=tmp_path) as opened:
        yield opened


@pytest.fixture
def filled(memory):
    for animal, thing in zip(ANIMALS, THINGS, strict=True):
        memory.remember(
            f"The {thing} queue drains before midnight. It is watched by the {thing} dashboard of operations.",
            title=f"About the {animal}",
            type="fact",
        )
    return memory


def test_known_notes_are_asked_for_and_found(filled):
    own = filled.eval().own
    assert (own.notes, own.questions) == (10, 10)
    assert {one.name: one.value for one in own.scores}["hit@1"] == 1.0
    assert filled.eval().own.scores == own.scores
    assert filled.eval(questions=3).own.questions == 3


def test_whether_a_preview_tells_that_it_is_the_note_is_measured(memory):
    filler = "Nothing else is worth a word about it today or tomorrow. " * 60
    for animal, thing in zip(ANIMALS, THINGS, strict=True):
        text = f"{filler}\n\nThe {thing} queue of the {animal} drains before midnight."
        memory.remember(text, title=f"About {animal}", type="fact", summary="Not much.")
    scores = {one.name: one.value for one in memory.eval().own.scores}
    assert scores["preview@5"] <= scores["hit@5"]
    assert scores["preview@5"] > 0


def test_what_is_asked_is_not_recorded_and_nothing_changes(filled):
    before = filled.log(limit=1000).entries
    filled.eval()
    assert filled.log(limit=1000).entries == before
    assert filled.reindex(check=True).problems == ()


def test_notes_that_nobody_was_shown_or_found_useful_are_counted(filled):
    assert filled.eval().own.junk_rate == 1.0
    filled.recall("ledger queue dashboard", limit=1)
    filled.feedback("about-the-otter", "useful")
    filled.feedback("about-the-heron", "irrelevant")
    own = filled.eval().own
    assert (own.never_shown, own.never_useful, own.junk_rate) == (9, 9, 0.8)


def test_a_note_that_was_replaced_is_not_asked_for(filled):
    filled.remember("They did", title="The badger moved on", type="fact")
    filled.link("the-badger-moved-on", "supersedes", "about-the-badger")
    own = filled.eval().own
    assert (own.notes, own.questions) == (11, 9)


def test_without_notes_there_is_nothing_to_ask(memory):
    with pytest.raises(SagacityError, match="no note here says more than its title"):
        memory.eval()
