"""Notes that hold a conversation: what a person says in it tells what it was about."""

from __future__ import annotations

from tests.app.conftest import put, titles

SMALL_TALK = "It depends on many things, and there are several ways to go about it."


def conversation(*turns):
    return "\n\n".join(f"**{speaker}:** {text}" for speaker, text in turns)


def asked_and_answered(question, answer):
    return conversation(
        ("user", question), ("assistant", answer), ("user", "Fine, let us go on."), ("assistant", SMALL_TALK)
    )


def test_what_the_user_asked_is_found_before_what_an_assistant_mentioned(app):
    mentioned = "Walk every day. Some train for a marathon, and a marathon takes months."
    put(app, asked_and_answered("How do I lose weight?", mentioned), title="Conversation one")
    put(app, asked_and_answered("There was my marathon, in May.", SMALL_TALK), title="Conversation two")
    assert titles(app, "when was the marathon?") == ["Conversation two", "Conversation one"]


def test_people_among_themselves_count_alike(app):
    said = "The marathon was long, and after the marathon I slept."
    put(app, conversation(("Ann", "Hello."), ("Bob", said), ("Ann", "Well done."), ("Bob", "Thanks.")), title="First")
    put(
        app,
        conversation(("Ann", "The marathon is in May."), ("Bob", "So"), ("Ann", "Yes"), ("Bob", "I see")),
        title="Second",
    )
    assert titles(app, "marathon slept")[0] == "First"


def test_a_word_that_many_turns_of_one_note_repeat_still_tells_that_note(app):
    turns = [(("Ann", "Bob")[at % 2], f"Greenhouse, part {at}: {SMALL_TALK}") for at in range(40)]
    put(app, conversation(*turns), title="About the greenhouse")
    for at in range(12):
        put(app, f"Several ways to go about repairs, number {at}. {SMALL_TALK}", title=f"Repair {at}")
    assert titles(app, "which greenhouse ways depend on repairs?")[0] == "About the greenhouse"
