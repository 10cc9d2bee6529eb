"""What leaves the memory, as the command line tells it."""

import json

import pytest


@pytest.fixture
def notes(sg):
    """A plan with a task and a decision, and a note that stays here."""
    sg("remember", "Ship it in March", "--title", "Ship it", "--type", "plan")
    sg("remember", "Write the notes", "--title", "Release notes", "--type", "task", "--relation", "part_of:ship-it")
    sg("remember", "Fridays are quiet", "--title", "Ship on Friday", "--type", "decision")
    sg("link", "ship-on-friday", "applies_to", "ship-it", "--note", "nobody \x1b[31mdeploys")
    sg("remember", "hush", "--title", "Hidden", "--sensitivity", "confidential", terminal=True)
    sg("link", "ship-it", "relates_to", "hidden", terminal=True)


def test_a_notebook_is_printed_as_it_would_be_written(sg, notes, tmp_path):
    printed = sg("export", "ship-it")
    assert printed.out.startswith("# Ship it\n")
    assert "\x1b" not in printed.out
    done = sg("export", "ship-it", "--output", "ship.md")
    assert done.out == f"3 notes in {tmp_path}/ship.md\n1 confidential note left out\n"
    assert (tmp_path / "ship.md").read_text() == printed.out
    again = sg("export", "ship-it", "--output", "ship.md")
    assert again.status == 1
    assert "--force" in again.err
    shape = sg("export", "ship-it", "--json").json
    assert (shape["what"], shape["notes"], shape["text"]) == ("notebook", 3, printed.out)


def test_what_is_confidential_needs_a_person_and_a_word(sg, notes, tmp_path):
    plain = sg("export", "--all", "--output", "all", terminal=True)
    assert "1 confidential note left out" in plain.out
    agent = sg("export", "--all", "--output", "more", "--include-confidential")
    assert agent.status == 1
    assert not (tmp_path / "more").exists()
    person = sg(
        "export", "--all", "--format", "jsonl", "--output", "all.jsonl", "--include-confidential", terminal=True
    )
    assert "nothing of ours guards them" in person.out
    titles = {json.loads(line)["title"] for line in (tmp_path / "all.jsonl").read_text().splitlines()}
    assert titles == {"Ship it", "Release notes", "Ship on Friday", "Hidden"}


def test_a_vault_says_what_it_did(sg, notes, tmp_path):
    looked = sg("vault", "vault", "--dry-run")
    assert looked.out.startswith(f"3 notes in {tmp_path}/vault: 7 created (nothing was changed yet)\n")
    assert not (tmp_path / "vault").exists()
    assert "7 created\n" in sg("vault", "vault").out
    (tmp_path / "vault" / "personal" / "ship-it.md").write_text("mine")
    again = sg("vault", "vault").out
    assert "6 unchanged" in again
    assert "kept: personal/ship-it.md was changed here" in again
    assert sg("vault", "vault", "--json").json["kept"] == ["personal/ship-it.md was changed here"]


def test_a_picture_is_printed_or_written(sg, notes, tmp_path):
    assert sg("graph", "ship-it").out.startswith("<svg ")
    assert sg("graph", "ship-it", "--format", "mermaid").out.startswith("flowchart LR\n")
    assert sg("graph", "--all", "--output", "all.svg").out.startswith(f"3 notes, 2 relations in {tmp_path}/all.svg\n")
    assert (tmp_path / "all.svg").read_text().endswith("</svg>\n")
    assert sg("graph").status == 1
    nowhere = sg("graph", "ship-it", "--output", "/proc/nowhere.svg")
    assert (nowhere.status, nowhere.err.count("\n")) == (3, 1)


def test_a_relation_to_what_was_deleted_says_so(sg, notes):
    sg("forget", "release-notes", "--how", "delete")
    sg("link", "ship-on-friday", "mentions", "ship-it")
    sg("forget", "ship-it", "--how", "delete", terminal=True)
    said = sg("read", "ship-on-friday").out
    assert "applies_to Ship it (deleted 20" in said
    assert "Ship it (deleted 20" in sg("walk", "ship-on-friday").out
