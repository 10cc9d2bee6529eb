"""What the model of notes does not allow: one line that says what and where, a way on, and exit code 1."""

import shutil
import subprocess

import pytest

OTHER_DATE = "write 2026-12-24, today, tomorrow"

REFUSED = [
    pytest.param(
        ("link", "one", "refines", "one"),
        "refines 'one': a note cannot be related to itself",
        "name another note",
        id="self link",
    ),
    pytest.param(
        ("remember", "More of it", "--to", "one", "--relation", "refines:One"),
        "refines 'One': a note cannot be related to itself",
        "name another note",
        id="self link by title while appending",
    ),
    pytest.param(
        ("link", "one", "refines", "nowhere"),
        "no note is called 'nowhere'",
        "`sagacity list` shows what is there, `sagacity history --deleted` what is gone",
        id="dangling target",
    ),
    pytest.param(
        ("remember", "Third thing", "--supersedes", "nowhere"),
        "no note is called 'nowhere'",
        "`sagacity list` shows what is there, `sagacity history --deleted` what is gone",
        id="dangling target of a replacement",
    ),
    pytest.param(("read", "nosuch"), "no note is called 'nosuch'", "`sagacity list` shows", id="unknown handle"),
    pytest.param(("read", "twoo"), "no note is called 'twoo'", "candidates: two", id="nearly known handle"),
    pytest.param(
        ("link", "one", "supersedes", "two"),
        "supersedes 'Two' would close a circle: One → Two → One",
        "take one of these links off first",
        id="contradictory supersedes",
    ),
    pytest.param(
        ("remember", "Ship it", "--type", "task", "--due", "someday soon"),
        "due 'someday soon' is no date",
        OTHER_DATE,
        id="rubbish for a due date",
    ),
    pytest.param(
        ("remember", "It holds", "--valid-until", "2026-02-31"),
        "valid_until '2026-02-31' is no date",
        OTHER_DATE,
        id="a day that no calendar has",
    ),
    pytest.param(
        ("recall", "thing", "--since", "blubber"), "since 'blubber' is not a time", "write 7d", id="rubbish for since"
    ),
    pytest.param(
        ("remember", "It rests", "--reference", "../../etc/passwd"),
        "the reference '../../etc/passwd' is not inside the working tree",
        "use a path relative to the top of the working tree",
        id="reference outside of the repository",
    ),
    pytest.param(
        ("remember", "It rests", "--reference", "/etc/passwd:3"),
        "the reference '/etc/passwd:3' is not inside the working tree",
        "use a path relative to the top of the working tree",
        id="absolute reference",
    ),
]


@pytest.fixture
def shop(sg, tmp_path):
    """A repository with a layer of its own, and two notes of which the second replaces the first."""
    top = tmp_path / "shop"
    subprocess.run(["git", "init", "--quiet", str(top)], check=True)
    sg("init", cwd=top)
    sg("remember", "First thing", "--title", "One", cwd=top)
    sg("remember", "Second thing", "--title", "Two", "--supersedes", "one", cwd=top)
    return top


@pytest.mark.parametrize(("argv", "what", "way_on"), REFUSED)
def test_it_is_refused_in_a_line_with_a_way_on_and_nothing_is_written(sg, shop, argv, what, way_on):
    before = sg("list", "--with", "archived", "--json", cwd=shop).json["results"]
    done = sg(*argv, cwd=shop)
    assert (done.status, done.out) == (1, "")
    first, *rest = done.err.splitlines()
    assert first.startswith(f"sagacity: {what}")
    assert way_on in done.err
    assert len(rest) == 1
    assert "Traceback" not in done.err
    assert sg("list", "--with", "archived", "--json", cwd=shop).json["results"] == before


def test_a_target_that_is_not_there_yet_is_pointed_out_in_a_line_and_kept(sg, shop):
    done = sg("remember", "Third thing", "--relation", "refines:nowhere", cwd=shop)
    assert done.status == 0
    assert "refines 'nowhere': no such note yet; the link works once there is one" in done.out


def test_an_id_in_two_layers_is_named_at_both_places_with_what_to_do(sg, shop, home):
    sg("remember", "Shared thing", "--title", "Shared", "--layer", "project", cwd=shop)
    shutil.copy(shop / ".sagacity/notes/shared.md", home / ".sagacity/personal/notes/shared.md")
    done = sg("lint", cwd=shop)
    lines = [line for line in done.out.splitlines() if "SN104" in line]
    assert done.status == 1
    assert [line.partition(": ")[0] for line in lines] == [
        str(home / ".sagacity/personal/notes/shared.md"),
        str(shop / ".sagacity/notes/shared.md"),
    ]
    assert lines[0].endswith("is also that of project:shop: shared.md; delete one, or the id of the copy")
    assert sg("read", "shared", cwd=shop).status == 0
