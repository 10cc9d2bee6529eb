"""Tags in use, and tags that fit."""

from __future__ import annotations

import pytest

from sagacity.app.forget import forget
from sagacity.app.requests import ForgetRequest
from sagacity.app.tagging import TagsRequest
from sagacity.app.tags import tags
from sagacity.core.errors import SagacityError
from tests.app.conftest import put

NOTES = [
    ("Deploys need the VPN; without it step three hangs", ("deploy", "network")),
    ("The VPN certificate is renewed each spring", ("network", "vpn")),
    ("Deploys go out on Tuesdays after the review", ("deploy", "process")),
    ("Colours of the buttons come from the design file", ("Design", "css")),
    ("Margins of the buttons are counted in eights", ("design",)),
]


@pytest.fixture
def store(app):
    for content, labels in NOTES:
        put(app, content, tags=labels)
    return app


def listed(app, **fields):
    return [(one.tag, one.notes) for one in tags(app, TagsRequest(**fields)).tags]


def suggested(app, **fields):
    return [one.tag for one in tags(app, TagsRequest(**fields)).suggested]


def test_the_vocabulary_is_listed_with_how_many_notes_have_each(store):
    assert listed(store) == [("deploy", 2), ("Design", 2), ("network", 2), ("css", 1), ("process", 1), ("vpn", 1)]
    assert listed(store, prefix="DE") == [("deploy", 2), ("Design", 2)]
    assert listed(store, limit=1) == [("deploy", 2)]
    result = tags(store, TagsRequest(limit=1))
    assert (result.more, result.tagged, result.scope) == (5, 5, ("personal",))


def test_spellings_that_count_as_one_are_told(store):
    (one,) = tags(store, TagsRequest(variants=True)).tags
    assert (one.tag, one.spellings) == ("Design", ("design",))


def test_what_is_forgotten_is_no_use_of_a_tag(store):
    forget(store, ForgetRequest(("colours-of-the-buttons-come-from-the-design-file",), how="delete"))
    assert ("css", 1) not in listed(store)


def test_tags_of_notes_like_a_text_are_suggested_with_the_reason(store):
    result = tags(store, TagsRequest(text="How the VPN is set up for a deploy"))
    assert {one.tag for one in result.suggested[:3]} == {"deploy", "network", "vpn"}
    assert all(one.why for one in result.suggested)
    assert "css" not in [one.tag for one in result.suggested]


def test_tags_that_a_note_lacks_are_suggested_and_never_one_that_it_has(store):
    found = suggested(store, note="deploys-need-the-vpn")
    assert "vpn" in found
    assert not {"deploy", "network"} & set(found)
    assert "vpn" not in suggested(store, note="deploys-need-the-vpn", tags=("VPN",))


def test_a_word_that_begins_like_a_tag_leads_to_it(app):
    put(app, "Tokens last an hour", tags=("auth",))
    assert "auth" in suggested(app, text="Authentication is done by the gateway")


def test_an_empty_store_names_words_of_the_text_as_new(app):
    put(app, "One note without tags")
    result = tags(app, TagsRequest(text="The kangaroo service hangs"))
    assert [(one.tag, one.notes) for one in result.suggested] == [("kangaroo", 0), ("service", 0)]
    assert "no tag yet" in result.suggested[0].why
    assert tags(app, TagsRequest()).tags == ()
    assert "subject" in tags(app, TagsRequest(text="show it")).hint


def test_tags_of_confidential_notes_are_not_told_to_an_agent(machine):
    app = machine.app()
    put(app, "The merger is called bluebird", tags=("bluebird",), sensitivity="confidential")
    agent = machine.app(door="mcp", origin="agent_inferred")
    assert listed(agent) == []
    assert listed(app) == [("bluebird", 1)]
    assert suggested(agent, text="What the merger is called") == ["merger"]


def test_two_questions_at_once_are_refused_in_a_line(store):
    with pytest.raises(SagacityError, match="text and prefix do not go together"):
        tags(store, TagsRequest(text="a", prefix="b"))
