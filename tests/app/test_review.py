"""What was said of notes: seen where they are shown, used in their order, and open until a person or a change answers."""

import pytest

from sagacity.app.conflicts import conflicts
from sagacity.app.edit import edit
from sagacity.app.feedback import feedback
from sagacity.app.forget import forget
from sagacity.app.link import link
from sagacity.app.read import read
from sagacity.app.recall import list_notes, recall
from sagacity.app.requests import (
    EditRequest,
    FeedbackRequest,
    ForgetRequest,
    LinkRequest,
    ListRequest,
    ReadRequest,
    RecallRequest,
    RelationInput,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.review import review
from sagacity.app.settling import ConflictsRequest, ReviewRequest
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.core.rank import valence_factor
from tests.app.conftest import put, titles
from tests.app.test_write_and_find import refusal


@pytest.fixture
def agent(machine):
    return machine.app(door="mcp", origin="agent_inferred")


def waiting(app):
    return [(item.kind, item.title) for item in review(app, ReviewRequest()).items]


def judge(app, handle, verdict="wrong", reason="no longer so"):
    feedback(app, FeedbackRequest(handle, verdict, reason))


def test_a_note_judged_wrong_says_so_where_it_is_shown_and_waits(machine, app, agent):
    put(app, "The walrus port is 80", title="Walrus port")
    judge(agent, "walrus-port", reason="it is 8080 since May")
    machine.clock.advance(days=2)
    label = "judged wrong 2 days ago: it is 8080 since May"
    assert recall(app, RecallRequest("walrus")).results[0].judged == label
    assert list_notes(app, ListRequest()).results[0].judged == label
    assert label in read(app, ReadRequest(("walrus-port",))).notes[0].warnings
    item = review(app, ReviewRequest()).items[0]
    assert (item.kind, item.who, item.why) == ("judged wrong", "mcp", "it is 8080 since May")


def test_a_note_judged_wrong_ranks_lower_and_the_explanation_names_it(app):
    put(app, "The walrus port is 80", title="Walrus port one")
    put(app, "The walrus port is 8080", title="Walrus port two")
    last = titles(app, "walrus port")[-1]
    first = titles(app, "walrus port")[0]
    judge(app, first)
    assert titles(app, "walrus port") == [last, first]
    hit = recall(app, RecallRequest("walrus port", explain=True)).results[1]
    assert ("judged wrong", 0.7) in [(one.name, one.value) for one in hit.explanation.factors]


def test_verdicts_move_a_note_a_little_and_never_more(app):
    put(app, "The walrus port is 80", title="Walrus port")
    for _ in range(3):
        judge(app, "walrus-port", "useful", "")
    hit = recall(app, RecallRequest("walrus", explain=True)).results[0]
    assert ("verdicts", valence_factor(3, 0)) in [(one.name, one.value) for one in hit.explanation.factors]
    assert 0.96 <= valence_factor(0, 10**6) < valence_factor(0, 1) < 1.0
    assert 1.0 < valence_factor(1, 0) < valence_factor(10**6, 0) <= 1.06


ANSWERS = {
    "update": lambda app, note: update(app, UpdateRequest(note.id, content="it is 8080")),
    "supersede": lambda app, note: put(app, "it is 8080", title="Port", supersedes=(note.id,)),
    "archive": lambda app, note: forget(app, ForgetRequest((note.id,))),
    "delete": lambda app, note: forget(app, ForgetRequest((note.id,), how="delete")),
    "dismiss": lambda app, note: review(app, ReviewRequest("dismiss", note.id, "it is right")),
}


@pytest.mark.parametrize("how", ANSWERS)
def test_a_verdict_is_closed_by_what_answers_it(machine, app, how):
    note = put(app, "The walrus port is 80", title="Walrus port")
    judge(app, note.id)
    machine.clock.advance(seconds=1)
    ANSWERS[how](app, note)
    assert waiting(app) == []
    if how != "dismiss":
        undo(app, UndoRequest())
        assert waiting(app) == [("judged wrong", "Walrus port")]
    assert all(not hit.judged for hit in list_notes(app, ListRequest()).results) == (how == "dismiss")


def test_a_later_verdict_opens_it_again_and_useful_does_not_close_it(machine, app):
    put(app, "The walrus port is 80", title="Walrus port")
    judge(app, "walrus-port")
    judge(app, "walrus-port", "useful", "")
    assert len(waiting(app)) == 1
    machine.clock.advance(seconds=1)
    review(app, ReviewRequest("dismiss", "walrus-port", "checked"))
    judge(app, "walrus-port")
    assert len(waiting(app)) == 1


def test_only_a_person_dismisses_and_only_what_waits(app, agent):
    put(app, "The walrus port is 80", title="Walrus port")
    assert refusal(lambda: review(app, ReviewRequest("dismiss", "walrus-port", "x"))).code == "invalid"
    judge(app, "walrus-port")
    assert refusal(lambda: review(agent, ReviewRequest("dismiss", "walrus-port", "x"))).code == "refused"
    assert refusal(lambda: review(app, ReviewRequest("dismiss", "walrus-port"))).code == "invalid"
    secret = "ghp_" + "a1B2" * 9
    assert refusal(lambda: review(app, ReviewRequest("dismiss", "walrus-port", secret))).code == "refused"


def test_verdicts_outlive_the_pruning_of_what_was_shown(app):
    note = put(app, "The walrus port is 80", title="Walrus port")
    judge(app, "walrus-port")
    recall(app, RecallRequest("walrus"))
    app.journal.prune(recalls_before_ms=1 << 60, contents_before_ms=0)
    assert [one.word for one in app.journal.verdicts((note.id,))] == ["wrong"]
    assert [one.kind for one in app.journal.recalls()] == ["feedback"]


def test_an_agent_proposes_what_a_person_makes_canonical(app, agent):
    made = put(agent, "We deploy on Mondays", title="Deploy day", confidence="canonical")
    assert "waits in `sagacity review`" in made.warnings[-1]
    assert read(app, ReadRequest((made.id,))).notes[0].confidence == "tentative"
    assert ("canonical proposed", "Deploy day") in waiting(app)
    update(app, UpdateRequest(made.id, confidence="canonical"))
    assert read(app, ReadRequest((made.id,))).notes[0].confidence == "canonical"
    assert waiting(app) == []


def test_a_proposal_about_a_note_that_is_there_waits_until_a_person_answers(app, agent):
    note = put(app, "We deploy on Mondays", title="Deploy day", confidence="proposed")
    done = update(agent, UpdateRequest(note.id, confidence="Canonical")).notes[0]
    assert done.action == "updated"
    assert read(app, ReadRequest((note.id,))).notes[0].confidence == "tentative"
    assert waiting(app) == [("canonical proposed", "Deploy day")]
    review(app, ReviewRequest("dismiss", note.id, "not yet"))
    assert waiting(app) == []


def test_no_edit_of_an_agent_makes_a_note_canonical(app, agent):
    note = put(app, "We deploy on Mondays", title="Deploy day", confidence="tentative")
    there = read(agent, ReadRequest((note.id,))).notes[0]
    text = there.raw.replace("tentative", "canonical")
    assert refusal(lambda: edit(agent, EditRequest(note.id, text, there.version))).code == "refused"
    edit(app, EditRequest(note.id, text, there.version))
    again = update(agent, UpdateRequest(note.id, confidence="canonical")).notes[0]
    assert (again.action, again.warnings) == ("unchanged", ())


def test_conflicts_show_both_texts_and_what_settles_them(machine, app):
    put(app, "tabs for indentation", title="Indent with tabs")
    machine.clock.advance(days=3)
    put(app, "spaces it is", title="Indent with spaces", relations=(RelationInput("contradicts", "indent-with-tabs"),))
    found = conflicts(app, ConflictsRequest())
    [pair] = found.conflicts
    assert (pair.kind, pair.one.text, pair.other.text) == ("declared", "tabs for indentation", "spaces it is")
    assert (pair.one.age_days, pair.other.age_days, pair.one.trust) == (3, 0, "approved")
    assert review(app, ReviewRequest()).conflicts == 1
    command = pair.commands[0].split()
    assert command[:2] == ["sagacity", "link"]
    link(app, LinkRequest(*command[2:]))
    assert conflicts(app, ConflictsRequest()).total == 0


def test_what_cannot_hold_together_is_found_without_being_declared(app):
    old = put(app, "yarn", title="Yarn")
    put(app, "pnpm", title="Pnpm", supersedes=(old.id,))
    assert conflicts(app, ConflictsRequest()).total == 0
    bun = put(app, "bun", title="Bun", supersedes=(old.id,))
    [pair] = conflicts(app, ConflictsRequest()).conflicts
    assert (pair.kind, pair.one.title, pair.other.title) == ("two replacements", "Pnpm", "Bun")
    forget(app, ForgetRequest((bun.id,)))
    assert conflicts(app, ConflictsRequest()).total == 0


def test_a_note_hidden_by_one_that_does_not_hold_is_found(app):
    put(app, "yarn", title="Yarn")
    put(app, "pnpm", title="Pnpm", supersedes=("yarn",))
    forget(app, ForgetRequest(("pnpm",)))
    [pair] = conflicts(app, ConflictsRequest()).conflicts
    assert (pair.kind, pair.one.title, pair.other.title) == ("lost replacement", "Pnpm", "Yarn")


def test_an_agent_hears_of_no_confidential_side(app, agent):
    put(app, "tabs", title="Tabs", sensitivity="confidential")
    put(app, "spaces", title="Spaces", relations=(RelationInput("contradicts", "tabs"),))
    assert conflicts(app, ConflictsRequest()).total == 1
    assert conflicts(agent, ConflictsRequest()).total == 0
