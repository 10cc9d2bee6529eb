"""What a prompt brings, by the real program."""

import pytest

from sagacity.app.requests import NoteInput, RelationInput
from tests.core.frame_parser import parse_frame

QUESTION = "on which port does the kangaroo service listen?"
JUNK = (
    "thanks", "Thanks!", "thank you so much", "go on", "ok do it", "yes please", "commit this", "continue", "ok", "sure",
    "y", "no", "looks good", "great, thanks", "please go on", "do it", "perfect", "nice", "yes", "hm", "???", "👍", "",
    "   ", "stop", "undo that", "try again", "what?", "why?", "and now?",
)  # fmt: skip


def test_a_matching_note_is_shown_and_journalled_without_the_prompt(stage):
    frame = parse_frame(stage.prompt(QUESTION))
    assert frame.entries[0].lines[0] == "Kangaroo port"
    assert "port 7431" in "\n".join(frame.entries[0].lines)
    (entry,) = stage.recalls()
    assert entry.kind == "prompt"
    assert "kangaroo" in entry.terms
    assert "listen?" not in " ".join(entry.terms)
    assert entry.shown[0][0].endswith(frame.entries[0].id)
    assert entry.tokens <= 750


def test_nothing_is_shown_twice_in_a_session_and_again_after_compaction(stage):
    assert "Kangaroo port" in stage.prompt(QUESTION)
    assert "Kangaroo port" not in stage.prompt(QUESTION)
    assert "Kangaroo port" in stage.prompt(QUESTION, session_id="s2")
    stage.start("compact", session_id="s2")
    assert "Kangaroo port" not in stage.prompt(QUESTION, session_id="s2")  # the pack has just shown it


def test_what_the_start_only_previewed_comes_with_its_prompt_once(stage):
    body = (
        "The wombat queue is a table.\n\n"
        + "It grows by the day. " * 40
        + "\n\nDrain the wombat queue with `wq drain`."
    )
    stage.remember(content=body, title="Wombat queue", type="fact")
    start = stage.start()
    assert "Wombat queue" in start
    assert "wq drain" not in start
    assert "wq drain" in stage.prompt("how do I drain the wombat queue?")
    assert stage.prompt("how do I drain the wombat queue?") == ""
    assert stage.start("resume") == ""


@pytest.mark.parametrize("prompt", JUNK)
def test_small_talk_brings_nothing(stage, prompt):
    assert stage.prompt(prompt) == ""


def test_a_prompt_about_something_unknown_brings_nothing(stage):
    assert stage.prompt("how tall is the eiffel tower in summer") == ""


def test_injected_blocks_are_not_searched_for(stage):
    block = stage.start(session_id="other")
    reminder = "<system-reminder>the kangaroo service listens on a port</system-reminder>"
    assert stage.prompt(f"{block}\n{reminder}\nthanks") == ""


def test_untrusted_notes_are_never_shown(stage):
    stage.remember(content="Quokkas live on 9999.", title="Quokka island", type="fact", origin="agent_external")
    assert stage.prompt("where do quokkas live") == ""


def test_confidential_notes_are_only_counted(stage):
    stage.remember(content="The numbat budget is 5.", title="Numbat budget", type="fact", sensitivity="confidential")
    text = stage.prompt("what is the numbat budget")
    assert "1 confidential note matches: `sagacity recall`" in text
    assert "Numbat" not in text


def test_replaced_notes_are_never_shown_and_conflicts_are_named_on_both_sides(stage):
    (old,) = stage.remember(content="The echidna port is 1111.", title="Echidna port", type="fact")
    (new,) = stage.remember(
        content="The echidna port is 2222.",
        title="Echidna port 2",
        type="fact",
        relations=(RelationInput("supersedes", old),),
    )
    (other,) = stage.remember(
        content="The echidna port is 3333.",
        title="Echidna port 3",
        type="fact",
        relations=(RelationInput("conflicts_with", new),),
    )
    frame = parse_frame(stage.prompt("what is the echidna port"))
    conflicts = {entry.id: entry.values.get("conflicts") for entry in frame.entries}
    assert conflicts[new[-7:]] == other[-7:]
    assert conflicts[other[-7:]] == new[-7:]
    assert old[-7:] not in conflicts


def test_the_block_keeps_to_three_notes_and_its_tokens(stage):
    notes = [
        NoteInput(content=f"Wombat fact {at}. " + "The wombat digs. " * 200, title=f"Wombat burrow {at}", type="fact")
        for at in range(8)
    ]
    stage.remember(*notes)
    frame = parse_frame(stage.prompt("how does the wombat dig its burrow"))
    assert len(frame.entries) == 3
    assert all("cut" in entry.words for entry in frame.entries)
    assert stage.recalls()[0].tokens <= 750


def test_the_passage_that_answers_is_shown(stage):
    body = "\n\n".join(
        ["Padding about nothing at all."] * 60 + ["The bilby cache expires after 90 minutes."] + ["More padding."] * 60
    )
    stage.remember(content=body, title="Bilby", type="reference")
    assert "90 minutes" in stage.prompt("when does the bilby cache expire")


def test_notes_of_other_projects_stay_there(stage):
    stage.remember(content="Dingos howl at 5.", title="Dingo howl", type="fact", project="elsewhere")
    assert stage.prompt("when do dingos howl") == ""


def test_a_file_that_changed_a_moment_ago_is_shown_as_it_is(stage):
    folder = stage.home / ".sagacity" / "personal" / "notes"
    (folder / "quoll.md").write_text("---\ntype: fact\ntitle: Quoll limit\n---\n\nThe quoll limit is 10.\n")
    assert "limit is 10" in stage.prompt("what is the quoll limit")
    (folder / "quoll.md").write_text("---\ntype: fact\ntitle: Quoll limit\n---\n\nThe quoll limit is 250.\n")
    assert "limit is 250" in stage.prompt("what is the quoll limit", session_id="s2")
    (folder / "quoll.md").unlink()
    assert stage.prompt("what is the quoll limit", session_id="s3") == ""


def test_wide_characters_do_not_reach_a_client_that_splits_them(stage):
    stage.remember(
        content="The \U0001f680 rocket\U0001f468\u200d\U0001f469 cassowary.", title="Cassowary \U0001f680", type="fact"
    )
    text = stage.prompt("tell me about the cassowary rocket")
    assert "Cassowary" in text
    assert max(text) <= "\uffff"
