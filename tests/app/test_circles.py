"""No door relates a note to itself, or closes a circle of relations where one makes no sense; what hands made is told."""

from __future__ import annotations

import pytest

from sagacity.app.edit import edit
from sagacity.app.forget import forget
from sagacity.app.link import link
from sagacity.app.read import read
from sagacity.app.remember import remember
from sagacity.app.requests import (
    EditRequest,
    ForgetRequest,
    LinkRequest,
    NoteInput,
    ReadRequest,
    RelationInput,
    RememberRequest,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.restore import restore
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.app.versions import RestoreRequest
from sagacity.core.errors import SagacityError
from tests.app.conftest import put

CIRCLE = "would close a circle: "


def needs(target, op="depends_on"):
    return (RelationInput(op=op, target=target),)


def linked(app, source, op, target, **fields):
    return link(app, LinkRequest(source=source, op=op, target=target, **fields))


def raw(app, handle):
    return read(app, ReadRequest((handle,))).notes[0]


def refused(act, *parts):
    with pytest.raises(SagacityError) as caught:
        act()
    assert caught.value.code == "invalid"
    for part in parts:
        assert part in caught.value.message
    return caught.value


@pytest.fixture
def chain(app):
    """C depends on B, which depends on A."""
    for title in "ABC":
        put(app, f"About {title}.", title=title)
    linked(app, "B", "depends_on", "A")
    linked(app, "C", "depends_on", "B")
    return app


@pytest.mark.parametrize(("source", "op", "target"), [("A", "depends_on", "C"), ("C", "prerequisite_for", "A")])
def test_link_closes_none(chain, source, op, target):
    refused(lambda: linked(chain, source, op, target), f"{op} ", CIRCLE + "A → C → B → A")


def test_remember_closes_none_in_a_note_that_is_there(chain):
    request = RememberRequest(content="more", to="A", relations=needs("C"))
    refused(lambda: remember(chain, request), CIRCLE + "A → C → B → A")
    assert "more" not in raw(chain, "A").body


def test_notes_of_one_call_close_none_among_themselves(app):
    notes = (
        NoteInput(content="x", title="One", relations=needs("Two")),
        NoteInput(content="y", title="Two", relations=needs("One")),
    )
    refused(lambda: remember(app, RememberRequest(notes=notes)), CIRCLE)
    with pytest.raises(SagacityError):
        read(app, ReadRequest(("One",)))


def test_a_new_note_closes_none_by_its_name(app):
    put(app, "waits for it", title="Early", relations=needs("Later"))
    request = RememberRequest(content="it", title="Later", relations=needs("Early"))
    refused(lambda: remember(app, request), CIRCLE + "Later → Early → Later")
    put(app, "it", title="Later")
    refused(lambda: linked(app, "Later", "depends_on", "Early"), CIRCLE)


def test_a_new_name_closes_none(app):
    put(app, "waits", title="Early", relations=needs("Later"))
    put(app, "other", title="Other", relations=needs("Early"))
    for fields in ({"title": "Later"}, {"add_synonyms": ("later",)}):
        refused(
            lambda fields=fields: update(app, UpdateRequest("Other", **fields)),
            "a note that is called 'Later' would close a circle: Early → Later → Early"
            if "title" in fields
            else CIRCLE + "Early → Other → Early",
        )


def test_an_edit_of_the_whole_file_closes_none(chain):
    note = raw(chain, "A")
    text = note.raw.replace(
        "---\n\n", f'relations:\n  - op: "@depends_on"\n    target: {raw(chain, "C").id}\n---\n\n', 1
    )
    assert text != note.raw
    request = EditRequest(handle="A", text=text, expect=note.version)
    refused(lambda: edit(chain, request), CIRCLE + "A → C → B → A")


def test_a_version_that_comes_back_closes_none(chain):
    linked(chain, "C", "depends_on", "B", remove=True)
    old = read(chain, ReadRequest(("C",), versions=True)).notes[0].versions
    linked(chain, "A", "depends_on", "C")
    linked_then = next(one.hash for one in reversed(old[:-1]))
    refused(lambda: restore(chain, RestoreRequest("C", linked_then)), CIRCLE + "C → B → A → C")
    refused(lambda: undo(chain, UndoRequest("C")), CIRCLE + "C → B → A → C")


def test_a_note_that_comes_back_closes_none(chain):
    gone, version = raw(chain, "B").id, raw(chain, "B").version
    forget(chain, ForgetRequest((gone,), how="delete"))
    linked(chain, "A", "depends_on", "C")
    refused(lambda: restore(chain, RestoreRequest(gone, version)), CIRCLE)
    refused(lambda: undo(chain, UndoRequest(gone)), CIRCLE)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("A", "supersedes", "B"), ("B", "supersedes", "A")),
        (("A", "supersedes", "B"), ("A", "superseded_by", "B")),
        (("A", "supersedes", "B"), ("A", "deprecated", "B")),
        (("A", "deprecated", "B"), ("B", "deprecated", "A")),
        (("A", "blocks", "B"), ("B", "blocks", "A")),
        (("A", "derived_from", "B"), ("A", "source_of", "B")),
    ],
)
def test_contradictory_relations_are_refused(app, first, second):
    put(app, "one", title="A")
    put(app, "two", title="B")
    linked(app, *first)
    refused(lambda: linked(app, *second), CIRCLE)


@pytest.mark.parametrize("op", ["relates_to", "depends_on", "a_name_of_ones_own"])
def test_a_note_is_not_related_to_itself(app, op):
    put(app, "one", title="A", synonyms=("Also A",))
    refused(lambda: linked(app, "A", op, "Also A"), "related to itself")
    refused(lambda: put(app, "two", title="New", relations=needs("New", op)), "related to itself")
    put(app, "three", title="B", relations=needs("Name to come", op))
    refused(lambda: update(app, UpdateRequest("B", title="Name to come")), "related to itself")


def test_other_relations_may_run_in_circles(app):
    put(app, "one", title="A")
    put(app, "two", title="B")
    for op in ("relates_to", "refines", "mentions"):
        linked(app, "A", op, "B")
        linked(app, "B", op, "A")


def test_a_circle_made_by_hand_is_told_and_stops_nothing_else(chain):
    note = raw(chain, "A")
    text = note.raw.replace(
        "---\n\n", f'relations:\n  - op: "@depends_on"\n    target: {raw(chain, "C").id}\n---\n\n', 1
    )
    with open(note.path, "w", encoding="utf-8") as file:
        file.write(text)
    told = [line for line in raw(chain, "A").warnings if "circle" in line]
    assert told == ["depends_on runs in a circle here: A → C → B → A; take one of these links off"]
    update(chain, UpdateRequest("A", add_tags=("still",)))
    remember(chain, RememberRequest(content="goes on", to="B"))
    linked(chain, "A", "depends_on", "C", remove=True)
    assert not [line for line in raw(chain, "A").warnings if "circle" in line]


def test_what_dangles_leads_to_its_target_once_that_is_there(app):
    early = put(app, "waits", title="Early", relations=needs("Later"))
    [warning] = early.warnings
    assert "no such note yet" in warning
    assert [(one.target, one.id) for one in raw(app, "Early").relations] == [("Later", "")]
    later = put(app, "here", title="Later")
    assert [(one.target, one.id) for one in raw(app, "Early").relations] == [("Later", later.id)]
    assert [(one.word, one.id) for one in raw(app, "Later").relations] == [("prerequisite_for", early.id)]
