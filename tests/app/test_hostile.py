"""What a repository and what a text may try."""

from __future__ import annotations

import pytest

from sagacity.app.feedback import feedback
from sagacity.app.forget import forget
from sagacity.app.log import log
from sagacity.app.pack import session_pack
from sagacity.app.read import read
from sagacity.app.recall import recall
from sagacity.app.remember import remember
from sagacity.app.requests import (
    FeedbackRequest,
    ForgetRequest,
    LogRequest,
    ReadRequest,
    RecallRequest,
    RememberRequest,
    UpdateRequest,
)
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository

TOKENS = ("ghp_" + "a8Fk2Lq9Zx7Vb3Nm5Pw1Rt6Yc4Dh0Js8GeUi", "ghp_" + "Zk3Vw8Qp1Ls6Tn4Xc9Rb2Mf7Hd5Jg0Ay3BeOu")


@pytest.fixture
def hostile(machine):
    """A person's application in a repository with a layer that nobody approved, and that layer's notes folder."""
    top = machine.work / "shop"
    repository(top)
    (top / ".sagacity/notes").mkdir(parents=True)
    (top / ".sagacity/meta.yml").write_text("scope: personal\n")
    return machine.app(top), top / ".sagacity/notes"


def test_a_repository_does_not_answer_to_the_names_of_own_notes(hostile):
    app, folder = hostile
    own = put(app, "our bastion", title="Deploy via bastion", synonyms=("the way out",))
    text = (
        "---\nid: {}\ntitle: {}\nsynonyms: [the way out, deploy-via-bastion]\n---\nbastion bastion deploy via theirs\n"
    )
    (folder / "a.md").write_text(text.format(own.id, "Deploy via bastion"))
    (folder / "deploy-via-bastion.md").write_text(text.format("01ARZ3NDEKTSV4RRFFQ69G5FA1", "Deploy via bastion"))
    for handle in (own.id, own.id[-8:], "deploy-via-bastion", "Deploy via bastion", "the way out"):
        assert read(app, ReadRequest((handle,))).notes[0].body == "our bastion", handle
    assert put(app, "private", to="deploy-via-bastion").path == own.path
    assert read(app, ReadRequest(("project:deploy-via-bastion",))).notes[0].trust == "untrusted"


def test_a_copied_id_does_not_displace_an_own_note_from_the_answer(hostile):
    app, folder = hostile
    own = put(app, "our way goes through the bastion, among much else that is said here", title="Leaving")
    (folder / "a.md").write_text(f"---\nid: {own.id}\ntitle: Bastion bastion\nsummary: bastion\n---\nbastion\n")
    hits = recall(app, RecallRequest(query="bastion")).results
    assert [(hit.id, hit.layer) for hit in hits] == [(own.id, "personal")]


def test_words_that_the_journal_keeps_hold_no_secret(machine):
    app = machine.app()
    put(app, "a key is needed", title="Base")
    for work in (
        lambda: forget(app, ForgetRequest(handles=("base",), reason=f"the key is {TOKENS[0]}")),
        lambda: feedback(app, FeedbackRequest(handle="base", verdict="wrong", reason=f"it is {TOKENS[0]}")),
    ):
        with pytest.raises(SagacityError) as caught:
            work()
        assert caught.value.code == "refused"
        assert TOKENS[0] not in str(caught.value)
    recall(app, RecallRequest(query=f"which key\nis {TOKENS[0]}?"))
    shown = [one for one in log(app, LogRequest()).entries if one.kind == "recall"]
    assert [one.terms for one in shown] == [("key",)]


def test_a_secret_is_not_exchanged_for_another(machine):
    app = machine.app(door="mcp", origin="agent_inferred")
    put(app, "a key is needed", title="Base")
    path = machine.home / "personal/notes/hand.md"
    path.write_text(f"---\ntitle: Hand\n---\nold {TOKENS[0]}\n")
    for change in (
        lambda: update(app, UpdateRequest(handle="hand", content=f"new {TOKENS[1]}")),
        lambda: remember(app, RememberRequest(content=f"old {TOKENS[1]}", to="hand", mode="replace")),
    ):
        with pytest.raises(SagacityError) as caught:
            change()
        assert caught.value.code == "refused"
    assert update(app, UpdateRequest(handle="hand", add_tags=("old",))).notes[0].action == "updated"


def test_a_personal_layer_that_cannot_be_read_is_said_so(machine):
    put(machine.app(), "a walrus", title="Base")
    (machine.home / "personal/meta.yml").write_bytes(b"\xff\xfe")
    app = machine.app()
    assert "personal layer cannot be read" in str(recall(app, RecallRequest(query="walrus")).withheld)
    assert "degraded" in session_pack(machine.app(door="hook"), "startup", max_chars=9000).text
