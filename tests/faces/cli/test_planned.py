"""`sagacity merge` and `promote` show what would change, ask, and change what was shown."""

import pytest


@pytest.fixture
def two(sg):
    """Two notes that say the same."""
    for title in ("Deploys need VPN", "VPN for deploys"):
        sg("remember", f"The {title} text", "--title", title)
    return "deploys-need-vpn", "vpn-for-deploys"


def titles(sg):
    return {one["title"] for one in sg("list", "--json").json["results"]}


def test_a_merge_is_shown_asked_for_and_done(sg, two):
    done = sg("merge", *two, stdin="y\n", terminal=True)
    assert done.status == 0, done.err
    assert done.out.index("+## From VPN for deploys") < done.out.index("Apply?") < done.out.index("to take it back")
    assert titles(sg) == {"Deploys need VPN"}
    assert sg("undo").status == 0
    assert titles(sg) == {"Deploys need VPN", "VPN for deploys"}


@pytest.mark.parametrize(("answer", "terminal"), [("n\n", True), ("", True), ("y\n", False)])
def test_without_a_yes_nothing_is_changed(sg, two, answer, terminal):
    done = sg("merge", *two, stdin=answer, terminal=terminal)
    assert done.status == 1
    assert "nothing was changed" in done.err
    assert len(titles(sg)) == 2


def test_a_dry_run_asks_nobody_and_yes_neither(sg, two):
    assert sg("merge", *two, "--dry-run").status == 0
    assert sg("merge", *two, "--dry-run", "--yes").status == 0
    assert len(titles(sg)) == 2
    assert sg("merge", *two, "--yes").status == 0
    assert len(titles(sg)) == 1
