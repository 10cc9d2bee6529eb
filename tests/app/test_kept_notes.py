"""What users of Saga, sage-memory and Infoguana rely on, of writing, reading, relations and history, each by its name."""

from __future__ import annotations

import pytest

from sagacity.app.feedback import feedback
from sagacity.app.forget import forget
from sagacity.app.history import history
from sagacity.app.infer import infer
from sagacity.app.inferring import InferRequest
from sagacity.app.link import link
from sagacity.app.read import read
from sagacity.app.recall import list_notes, recall
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import (
    FeedbackRequest,
    ForgetRequest,
    LinkRequest,
    ListRequest,
    NoteInput,
    ReadRequest,
    RecallRequest,
    ReindexRequest,
    RelationInput,
    RememberRequest,
    UpdateRequest,
)
from sagacity.app.update import update
from sagacity.app.versions import HistoryRequest
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository, titles


def note(app, handle):
    return read(app, ReadRequest((handle,))).notes[0]


def hits(app, query="", **fields):
    return recall(app, RecallRequest(query=query, **fields)).results


def refusal(work, *args):
    with pytest.raises(SagacityError) as caught:
        work(*args)
    return caught.value


def test_remember_answers_with_the_note_as_it_is_stored_and_what_it_is_worth(app):
    made = put(app, "The numbat sleeps.", title="Numbat", type="idea", confidence="proposed")
    stored = note(app, made.id)
    assert (made.id, made.slug, made.type, made.version) == (stored.id, "numbat", stored.type, stored.version)
    assert stored.confidence == "proposed"
    assert (made.state, stored.trust) == ("in force", "approved")


def test_only_a_change_of_what_a_note_says_is_a_new_version(app):
    made = put(app, "The numbat sleeps.", title="Numbat")
    hits(app, "numbat")
    feedback(app, FeedbackRequest(made.id, "useful"))
    reindex(app, ReindexRequest())
    assert note(app, made.id).version == made.version
    update(app, UpdateRequest(made.id, add_tags=("zoo",)))
    assert note(app, made.id).version != made.version


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"add_tags": ("zoo",)}, "tags"),
        ({"type": "plan"}, "type"),
        ({"project": "park"}, "project"),
        ({"confidence": "canonical"}, "confidence"),
    ],
)
def test_the_history_names_the_fields_that_changed(app, change, said):
    made = put(app, "The numbat sleeps.", title="Numbat", type="idea")
    update(app, UpdateRequest(made.id, **change))
    assert said in history(app, HistoryRequest(made.id)).versions[0].changed


def test_what_was_deleted_is_in_no_list_and_no_answer_and_found_by_its_name(app):
    made = put(app, "The numbat sleeps.", title="Numbat")
    forget(app, ForgetRequest((made.id,), how="delete"))
    assert list_notes(app, ListRequest(with_=("archived", "superseded"))).results == ()
    assert hits(app, "numbat sleeps", with_=("archived",)) == ()
    for handle in (made.id, "numbat"):
        assert history(app, HistoryRequest(handle)).versions[0].op == "delete"
        refused = refusal(read, app, ReadRequest((handle,)))
        assert refused.code == "not_found"


def test_results_are_previews_unless_some_are_asked_for_in_full(app):
    for at in range(3):
        put(app, f"The numbat sleeps in bed {at}.\n\n" + "It is long. " * 80, title=f"Numbat {at}")
    assert [hit.body for hit in hits(app, "numbat sleeps")] == [""] * 3
    assert [bool(hit.body) for hit in hits(app, "numbat sleeps", expand=2)] == [True, True, False]


def test_many_notes_are_read_at_once_each_once_and_no_more_than_twenty(app):
    one, two = put(app, "one", title="One"), put(app, "two", title="Two")
    found = read(app, ReadRequest(("two", one.id, "One", two.id))).notes
    assert [one.title for one in found] == ["Two", "One"]
    assert "21 handles at once; at most 20" in refusal(read, app, ReadRequest(("one",) * 21)).message
    assert "'three'" in refusal(read, app, ReadRequest(("one", "three"))).message


@pytest.mark.parametrize("name", [lambda made: made.id, lambda made: made.id[-7:], lambda made: made.slug])
def test_a_question_that_is_the_name_of_a_note_brings_that_note_first(app, name):
    made = put(app, "It sleeps.", title="Quokka")
    put(app, f"It was {made.id} and {made.id[-7:]} and quokka, quokka, quokka.", title="Other")
    assert titles(app, name(made))[0] == "Quokka"


def test_a_text_that_says_what_comes_after_it_is_proposed_the_right_way_round(app):
    put(app, "It listens on 8080.", title="Payment gateway")
    put(app, "A prerequisite for the payment gateway.", title="Network plan")
    put(app, "Was replaced by the payment gateway.", title="Cash desk")
    found = {(one.source_title, one.op, one.target_title) for one in infer(app, InferRequest()).proposals}
    assert found == {
        ("Network plan", "prerequisite_for", "Payment gateway"),
        ("Cash desk", "superseded_by", "Payment gateway"),
    }


def test_numbers_of_pull_requests_and_issues_name_no_notes(app):
    put(app, "It was fixed.", title="12")
    put(app, "It was broken.", title="13")
    put(app, "Depends on PRs #12, #13 and needs issue 12. https://example.org/pull/13", title="Release notes")
    assert infer(app, InferRequest()).proposals == ()


def test_the_same_relation_again_is_one_relation(app):
    one, two = put(app, "one", title="One"), put(app, "two", title="Two")
    for target in (two.id, "two", "Two"):
        link(app, LinkRequest(one.id, "depends_on", target))
    link(app, LinkRequest(one.id, "requires", two.id))
    assert [(edge.op, edge.title) for edge in note(app, one.id).relations] == [("depends_on", "Two")]


def test_one_bad_relation_and_nothing_is_written(app):
    put(app, "one", title="One")
    good, bad = RelationInput("refines", "one"), RelationInput("", "one")
    refused = refusal(remember, app, RememberRequest(content="two", relations=(good, bad)))
    assert refused.code == "invalid"
    batch = RememberRequest(notes=(NoteInput(content="two"), NoteInput(content="three", relations=(bad,))))
    assert refusal(remember, app, batch).code == "invalid"
    assert [hit.title for hit in list_notes(app, ListRequest()).results] == ["One"]


def test_too_many_relations_at_once_are_refused_with_the_number_that_is_allowed(app):
    many = tuple(RelationInput("refines", f"note {at}") for at in range(101))
    refused = refusal(remember, app, RememberRequest(content="two", relations=many))
    assert refused.message == "101 relations at once; 100 is the most"
    assert put(app, "two", relations=many[1:]).action == "created"
    assert len(note(app, "two").relations) == 100


def test_a_relation_that_is_given_again_joins_those_there_and_is_taken_off_by_name(app):
    put(app, "one", title="One")
    put(app, "two", title="Two")
    made = put(app, "three", title="Three", relations=(RelationInput("refines", "one"),))
    put(app, "three again", to=made.id, mode="replace", relations=(RelationInput("refines", "two"),))
    assert {edge.title for edge in note(app, made.id).relations} == {"One", "Two"}
    link(app, LinkRequest(made.id, "refines", "one", remove=True))
    assert [edge.title for edge in note(app, made.id).relations] == ["Two"]


def test_a_correction_leads_from_what_was_wrong_which_is_told_no_more(app):
    wrong = put(app, "The numbat gateway listens on 8080.", title="Port")
    put(
        app,
        "The numbat gateway listens on 7431.",
        title="Right port",
        type="learning/correction",
        relations=(RelationInput("corrects", wrong.id),),
    )
    forget(app, ForgetRequest((wrong.id,), how="invalidate", reason="measured"))
    assert [edge.word for edge in note(app, wrong.id).relations] == ["corrected_by"]
    assert "Right port" in titles(app, "numbat gateway listens")
    assert all(hit.lapsed for hit in hits(app, "numbat gateway listens") if hit.title == "Port")


def test_any_word_of_a_question_is_enough_and_the_title_counts_more_than_the_text(app):
    put(app, "Where the quokka is, among other things that are said here.", title="Animals")
    put(app, "It lives on an island, among other things that are said here.", title="Quokka")
    assert titles(app, "quokka spaceship")[:2] == ["Quokka", "Animals"]


def test_one_question_searches_all_layers_and_says_where_each_answer_is_from(machine):
    top = machine.work / "zoo"
    repository(top)
    (top / ".sagacity" / "notes").mkdir(parents=True)
    (top / ".sagacity" / "meta.yml").write_text("name: zoo\nkind: project\n")
    app = machine.app(top)
    put(app, "The numbat sleeps at noon.", title="Noon", layer="project")
    put(app, "The numbat sleeps at night.", title="Night", project="none")
    assert {hit.title: hit.layer for hit in hits(app, "numbat sleeps")} == {"Noon": "project:zoo", "Night": "personal"}


def test_a_list_has_pages_that_together_are_the_list(app):
    for at in range(7):
        put(app, f"Note {at}", title=f"Note {at}")
    whole = [hit.title for hit in list_notes(app, ListRequest()).results]
    pages = [list_notes(app, ListRequest(limit=3, offset=at)).results for at in (0, 3, 6)]
    assert [hit.title for page in pages for hit in page] == whole
    assert [len(page) for page in pages] == [3, 3, 1]


def test_a_partial_change_leaves_everything_else(app):
    made = put(app, "The numbat sleeps.", title="Numbat", type="idea", tags=("zoo",), summary="About numbats")
    update(app, UpdateRequest(made.id, content="The numbat wakes."))
    after = note(app, made.id)
    assert (after.body, after.title, after.type, after.tags, after.summary) == (
        "The numbat wakes.", "Numbat", "idea", ("zoo",), "About numbats"
    )  # fmt: skip
