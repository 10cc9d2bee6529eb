"""What a session starts with is near to the work at hand, and says why it is there."""

from __future__ import annotations

import os
import subprocess

import pytest

from sagacity.app.context import Caller
from sagacity.app.present import context
from sagacity.app.read import read
from sagacity.app.requests import ContextRequest, ReadRequest, RelationInput
from tests.app.conftest import put, repository

CROWD = 90
LONG = " ".join(f"detail {number}" for number in range(60))


def git(top, *words):
    subprocess.run(
        ["git", "-C", str(top), "-c", "user.name=x", "-c", "user.email=x@example.org", *words],
        check=True,
        capture_output=True,
    )


@pytest.fixture
def top(machine):
    """A repository with a commit, on its first branch."""
    place = machine.work / "shop"
    place.mkdir()
    repository(place)
    git(place, "checkout", "-q", "-b", "main")
    (place / "ledger_totals.py").write_text("one\n")
    (place / "README").write_text("one\n")
    for name in ("ledger_totals.py", "README"):
        os.utime(place / name, (1_600_000_000, 1_600_000_000))
    git(place, "add", ".")
    git(place, "commit", "-q", "-m", "one")
    return place


def crowd(machine, app):
    """Newer notes than any before, more than a pack looks at."""
    machine.clock.advance(days=40)
    for number in range(CROWD):
        put(app, f"Unrelated thing number {number}. {LONG}", title=f"Other {number}", type="fact")


def entries(app):
    """title → why, of the notes shown."""
    result = context(app, ContextRequest(explain=True))
    return {one.title: one.why for one in result.entries if one.state == "shown"}


def test_old_notes_of_the_branch_of_a_changed_file_and_of_their_relations_are_there(machine, top):
    app = machine.app(top)
    put(app, "Retries of a payment wait for the bank. See payment-retry.", title="Waiting for the bank", type="fact")
    put(app, "Sums are kept in ledger_totals.py in cents.", title="Cents", type="fact")
    related = (RelationInput("refines", "cents"),)
    put(app, "Rounding is to even.", title="Rounding", type="decision", relations=related)
    put(app, "Nothing to do with it.", title="Far away", type="fact")
    crowd(machine, app)
    assert not {"Waiting for the bank", "Cents", "Rounding", "Far away"} & entries(app).keys()
    git(top, "checkout", "-q", "-b", "feature/payment-retry")
    (top / "ledger_totals.py").write_text("two\n")
    now_s = machine.clock.now_ms() // 1000
    os.utime(top / "ledger_totals.py", (now_s, now_s))
    git(top, "add", ".")
    shown = entries(app)
    assert "the branch feature/payment-retry" in shown["Waiting for the bank"]
    assert "the file ledger_totals.py, changed of late" in shown["Cents"]
    assert "refines 'Cents'" in shown["Rounding"]
    assert "Far away" not in shown


def test_what_the_last_session_read_is_there(machine, top):
    app = machine.app(top)
    made = put(app, "The certificate is renewed by hand.", title="Certificate", type="fact")
    crowd(machine, app)
    assert "Certificate" not in entries(app)
    agent = app.called_by(Caller("mcp", "agent_inferred", str(top), session="yesterday"))
    read(agent, ReadRequest((made.id,)))
    shown = entries(app)
    assert "the last session used it" in shown["Certificate"]
    assert "asked for 1 times of late" in shown["Certificate"]


def test_a_name_that_many_notes_hold_speaks_for_none(machine, top):
    app = machine.app(top)
    for number in range(20):
        put(app, f"Number {number} of payment-retry.", title=f"Common {number}", type="fact")
    crowd(machine, app)
    git(top, "checkout", "-q", "-b", "payment-retry")
    assert not any(title.startswith("Common") for title in entries(app))


def test_a_broken_git_folder_leaves_the_pack_as_it_was(machine, top):
    app = machine.app(top)
    put(app, "Kept.", title="Kept", type="fact")
    (top / ".git" / "index").write_bytes(b"DIRC\0\0\0\2\xff\xff\xff\xff" + b"x" * 40)
    (top / ".git" / "HEAD").write_bytes(b"\xff\xfe ref")
    assert "Kept" in entries(app)
