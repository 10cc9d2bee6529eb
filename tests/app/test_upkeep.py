"""What is done when nobody waits, and settings that decide how much."""

from __future__ import annotations

import subprocess

from sagacity.app.log import log
from sagacity.app.recall import recall
from sagacity.app.requests import LogRequest, RecallRequest, UpdateRequest
from sagacity.app.update import update
from sagacity.app.upkeep import tidy
from tests.app.conftest import put, titles


def commits(machine):
    command = ["git", "-C", str(machine.home / "personal"), "log", "--format=%s", "--name-only"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()


def test_writes_are_committed_together_and_confidential_ones_never(machine):
    app = machine.app()
    put(app, "about otters", title="Otters")
    put(app, "the salary", title="Salary", sensitivity="confidential")
    assert commits(machine) == []
    assert tidy(app, "Evening")
    assert "notes/otters.md" in commits(machine)
    assert "notes/salary.md" not in commits(machine)
    assert not tidy(app, "Nothing new")


def test_a_note_made_confidential_later_is_in_no_later_commit(machine):
    app = machine.app()
    put(app, "the salary", title="Salary")
    tidy(app, "one")
    update(app, UpdateRequest("salary", sensitivity="confidential"))
    put(app, "about otters", title="Otters")
    tidy(app, "two")
    tree = ["git", "-C", str(machine.home / "personal"), "ls-tree", "-r", "--name-only", "HEAD"]
    assert "notes/salary.md" not in subprocess.run(tree, capture_output=True, text=True, check=True).stdout


def test_old_recalls_leave_the_journal_as_configured(machine):
    app = machine.app()
    put(app, "about otters", title="Otters")
    titles(app, "otters")
    machine.clock.advance(days=100)
    titles(app, "otters")
    everything = LogRequest(since="400d", kind="recall")
    assert len(log(app, everything).entries) == 2
    tidy(app.replace(settings=app.settings.replace(journal_recall_days=0)), "kept for good")
    assert len(log(app, everything).entries) == 2
    tidy(app, "ninety days")
    assert len(log(app, everything).entries) == 1


def test_the_configured_number_of_results_is_given(app):
    for at in range(6):
        put(app, f"otters {at}", title=f"Otter {at}")
    few = app.replace(settings=app.settings.replace(recall_limit=2))
    assert len(recall(few, RecallRequest(query="otters")).results) == 2
    assert len(recall(few, RecallRequest()).results) == 2
    assert len(recall(few, RecallRequest(query="otters", limit=4)).results) == 4
