"""The past of notes as the command line tells it."""

import pytest


@pytest.fixture
def note(sg):
    """A note that was changed once: (id, its first version)."""
    first = sg("remember", "we deploy on Monday", "--title", "Deploys", "--json").json
    sg("update", "deploys", "--content", "we deploy on Friday")
    return first["id"], first["version"]


def test_one_line_tells_one_version(sg, note):
    head, newest, oldest = sg("history", "deploys").out.splitlines()
    assert head.startswith("Deploys  personal")
    assert "update" in newest
    assert "+1 -1 lines" in newest
    assert note[1][:12] in oldest
    assert "agent_inferred, cli" in oldest
    shape = sg("history", "deploys", "--limit", "1", "--json").json
    assert (shape["total"], len(shape["versions"]), shape["exists"]) == (2, 1, True)
    assert "1 of 2; more: --limit" in sg("history", "deploys", "--limit", "1").out


def test_a_difference_is_coloured_where_there_is_colour(sg, note):
    said = sg("diff", "deploys").out
    assert said.startswith(f"--- {note[1][:12]}  ")
    assert "\n-we deploy on Monday\n+we deploy on Friday\n" in said
    assert "\x1b[31m-we deploy on Monday\x1b[0m" in sg("diff", "deploys", "--color", "always").out
    assert "we deploy on [-Monday-]{+Friday+}" in sg("diff", "deploys", "--words").out
    assert "no difference" in sg("diff", "deploys", note[1], note[1][:8]).out


def test_what_was_deleted_is_brought_back_with_what_the_list_says(sg, note):
    sg("forget", "deploys", "--how", "delete", "--reason", "over")
    listed = sg("history", "--deleted").out
    assert "deleted" in listed
    assert "Deploys" in listed
    assert "over" in listed
    assert sg("history", "deploys").out.startswith("Deploys  gone")
    [gone] = sg("history", "--deleted", "--json").json["gone"]
    assert sg("restore", note[0], note[1][:8]).out.startswith("restored Deploys")
    assert sg("read", "deploys", "--json").json["body"] == "we deploy on Monday"
    assert sg("restore", note[0], gone["version"]).status == 0
    assert sg("read", "deploys", "--json").json["body"] == "we deploy on Friday"
    assert sg("history", "--deleted").out == "nothing is gone\n"


def test_a_text_that_would_act_on_the_terminal_is_written_out(sg, note):
    sg("update", "deploys", "--content", "red \x1b[31m text")
    said = sg("diff", "deploys").out
    assert "\x1b" not in said
    assert "\\x1b[31m text" in said


def test_bad_versions_have_one_clear_line(sg, note):
    for argv, status, words in (
        (("restore", "deploys"), 1, "VERSION is missing"),
        (("restore", "deploys", "ab"), 1, "too short"),
        (("restore", "deploys", "00000000"), 1, "no version"),
        (("diff", "deploys", "00000000"), 1, "no version"),
        (("restore", "deploys", note[1], "--expect", note[1]), 2, "not at"),
    ):
        done = sg(*argv)
        assert done.status == status, argv
        assert words in done.err
