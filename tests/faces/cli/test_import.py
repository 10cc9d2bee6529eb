"""`sagacity import` shows, asks whose the texts are, and writes what was shown."""

import pytest


@pytest.fixture
def claude(home):
    folder = home / ".claude"
    (folder / "projects" / "-x" / "memory").mkdir(parents=True)
    (folder / "CLAUDE.md").write_text("## Testing\nmake test\n")
    (folder / "projects" / "-x" / "memory" / "who.md").write_text("---\nname: Who\ntype: user\n---\nA scientist.\n")
    return folder


def trusts(sg):
    return {one["title"]: one["trust"] for one in sg("list", "--json").json["results"]}


def test_each_kind_is_asked_for_and_written_as_answered(sg, claude):
    done = sg("import", "claude-code", stdin="m\na\n", terminal=True)
    assert done.status == 0, done.err
    assert done.out.index("CLAUDE.md:2") < done.out.index("Whose is CLAUDE.md and rules (1)?")
    assert "to take it back: sagacity undo --operation" in done.out
    assert trusts(sg) == {"Testing": "approved", "Who": "unconfirmed"}
    assert "2 unchanged" in sg("import", "claude-code", terminal=True).out
    assert sg("undo").status == 0
    assert trusts(sg) == {}


def test_a_kind_without_an_answer_is_left_out(sg, claude):
    assert sg("import", "claude-code", stdin="\nr\n", terminal=True).status == 0
    assert trusts(sg) == {"Who": "untrusted"}


@pytest.mark.parametrize(
    ("argv", "answers", "terminal"),
    [
        ((), "", True),
        ((), "\nn\n", True),
        (("--as", "mine"), "n\n", True),
        ((), "m\nm\n", False),
        (("--as", "agent"), "y\n", False),
    ],
)
def test_without_an_answer_nothing_is_imported(sg, claude, argv, answers, terminal):
    done = sg("import", "claude-code", *argv, stdin=answers, terminal=terminal)
    assert done.status == 1
    assert "nothing was imported" in done.err
    assert trusts(sg) == {}


def test_mine_off_a_terminal_is_refused(sg, claude):
    done = sg("import", "claude-code", "--as", "mine", "--yes")
    assert done.status == 1
    assert "a person at a terminal" in done.err
    assert trusts(sg) == {}
    assert sg("import", "claude-code", "--as", "agent", "--yes").status == 0
    assert set(trusts(sg).values()) == {"unconfirmed"}


def test_json_is_the_plan_until_yes(sg, claude):
    plan = sg("import", "claude-code", "--json").json
    assert (plan["applied"], [one["action"] for one in plan["notes"]]) == (False, ["create", "create"])
    done = sg("import", "claude-code", "--json", "--yes").json
    assert (done["applied"], {one["state"] for one in done["notes"]}) == (True, {"waiting"})


def test_setup_offers_it_the_first_time(sg, claude):
    done = sg("setup", "claude-code", stdin="y\ny\nm\nm\n", terminal=True)
    assert done.status == 0, done.err
    assert done.out.index("changed") < done.out.index("to make notes of them?") < done.out.index("2 created")
    assert "running sessions go on as before" in done.out.splitlines()[-1]
    assert set(trusts(sg).values()) == {"approved"}
    sg("setup", "claude-code", "--remove", "--yes")
    assert "to make notes" not in sg("setup", "claude-code", terminal=True).out


@pytest.mark.parametrize("answers", ["y\n", "y\nn\n"])
def test_setup_is_done_whatever_is_said_to_the_offer(sg, claude, answers):
    done = sg("setup", "claude-code", stdin=answers, terminal=True)
    assert done.status == 0
    assert trusts(sg) == {}


def test_setup_with_yes_only_names_the_command(sg, claude):
    assert "`sagacity import claude-code`" in sg("setup", "claude-code", "--yes").out
    assert trusts(sg) == {}
