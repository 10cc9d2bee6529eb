"""A note is said to speak of people, projects and things: they are found by name or made with it, all or none."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sagacity.app.edit import edit
from sagacity.app.forget import forget
from sagacity.app.init import init
from sagacity.app.lint import lint
from sagacity.app.linting import LintRequest
from sagacity.app.read import read
from sagacity.app.remember import remember
from sagacity.app.requests import (
    EditRequest,
    EntityInput,
    ForgetRequest,
    InitRequest,
    NoteInput,
    ReadRequest,
    RelationInput,
    RememberRequest,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository

ADA = EntityInput("person", "Ada Lovelace")
POSTGRES = EntityInput("technology", "Postgres")


def files(machine):
    """The notes on disk, by path, of every layer."""
    found = {}
    for folder, _, names in os.walk(machine.home.parent):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".md") and f"{os.sep}notes{os.sep}" in path:
                with open(path, "rb") as file:
                    found[path] = file.read()
    return found


def told(note):
    return [(tie.op, tie.title, tie.type, tie.is_new) for tie in note.entities]


def related(app, handle):
    return {(one.word, one.title) for one in read(app, ReadRequest((handle,))).notes[0].relations}


def refused(act, *parts, code="invalid"):
    with pytest.raises(SagacityError) as caught:
        act()
    assert caught.value.code == code
    for part in parts:
        assert part in caught.value.message
    return caught.value


def test_entities_are_made_with_the_note_and_known_from_both_ends(app, machine):
    note = put(app, "She wrote the parser.", title="Parser", entities=(ADA, POSTGRES.replace(op="depends_on")))
    assert told(note) == [
        ("mentions", "Ada Lovelace", "entity/person", True),
        ("depends_on", "Postgres", "entity/technology", True),
    ]
    assert note.warnings == ()
    assert related(app, "parser") == {("mentions", "Ada Lovelace"), ("depends_on", "Postgres")}
    assert related(app, "ada-lovelace") == {("mentioned_in", "Parser")}
    assert len(files(machine)) == 3
    assert not lint(app, LintRequest()).problems


def test_one_undo_takes_all_of_it_back(app, machine):
    put(app, "She wrote the parser.", title="Parser", entities=(ADA, POSTGRES))
    undo(app, UndoRequest())
    assert files(machine) == {}


def test_the_same_call_twice_changes_nothing(app, machine):
    given = (EntityInput("component", "Gateway", text="Takes requests."), ADA, EntityInput("person", "ADA-lovelace"))
    links = (RelationInput("refines", "nothing-yet"),)
    put(app, "Known.", title="Ada Lovelace")
    put(app, "She wrote it.", title="Parser", entities=given, relations=links)
    before = files(machine)
    again = put(app, "She wrote it.", title="Parser", entities=given, relations=links)
    assert (again.action, again.warnings, again.entities) == ("unchanged", (), ())
    assert files(machine) == before


def test_a_name_that_differs_by_case_and_dashes_and_a_synonym_find_the_entity(app, machine):
    first = put(app, "One.", entities=(ADA, EntityInput("person", "ada-LOVELACE")))
    assert told(first) == [("mentions", "Ada Lovelace", "entity/person", True)]
    put(app, "Runs it.", title="Grace Hopper", type="person", synonyms=("Amazing Grace",))
    second = put(app, "Two.", entities=(EntityInput("Person", "ada_lovelace"), EntityInput("person", "amazing-grace")))
    assert told(second) == [
        ("mentions", "Ada Lovelace", "entity/person", False),
        ("mentions", "Grace Hopper", "entity/person", False),
    ]
    assert len(files(machine)) == 4


def test_a_note_of_another_type_with_the_name_is_no_entity_and_keeps_its_name(app):
    put(app, "How we use it.", title="Postgres", type="topic")
    note = put(app, "It is slow.", title="Slow", entities=(POSTGRES,))
    assert told(note) == [("mentions", "Postgres", "entity/technology", True)]
    assert read(app, ReadRequest(("postgres",))).notes[0].type == "topic"
    both = put(app, "We like it.", title="Redis", entities=(EntityInput("technology", "Redis"),))
    assert both.slug == "redis"
    assert put(app, "We like it.", title="Redis", entities=(EntityInput("technology", "Redis"),)).action == "unchanged"


def test_the_kind_decides_between_two_and_one_of_another_kind_is_used_and_told(app):
    put(app, "", title="Mercury", type="entity/person")
    note = put(app, "A.", entities=(EntityInput("place", "Mercury"),))
    assert told(note) == [("mentions", "Mercury", "entity/person", False)]
    assert note.warnings == ("'Mercury' is known as entity/person: the note is linked with that one",)
    put(app, "A planet.", title="Mercury", type="entity/place")
    assert told(put(app, "B.", entities=(EntityInput("place", "Mercury"),))) == [
        ("mentions", "Mercury", "entity/place", False)
    ]


def test_a_name_of_several_is_refused_with_the_candidates_and_nothing_is_written(app, machine):
    for title in ("Ada Lovelace", "Ada Byron"):
        put(app, "", title=title, type="person", synonyms=("Ada",))
    before = files(machine)
    error = refused(
        lambda: put(app, "x", entities=(POSTGRES, EntityInput("person", "ada"))),
        "entities[1] person:'ada': 2 entities are called so",
        code="ambiguous",
    )
    assert sorted(one.partition(" ")[0] for one in error.candidates) == ["ada-byron", "ada-lovelace"]
    assert files(machine) == before


def test_what_is_archived_gives_way_and_is_told(app):
    put(app, "", title="Old Ada", type="person", synonyms=("Ada",))
    forget(app, ForgetRequest(("old-ada",)))
    assert put(app, "A.", entities=(EntityInput("person", "Ada"),)).warnings == ("the entity 'Old Ada' is archived",)
    put(app, "", title="Ada Byron", type="person", synonyms=("Ada",))
    assert told(put(app, "B.", entities=(EntityInput("person", "Ada"),)))[0][1] == "Ada Byron"


BAD = [
    ((EntityInput("persn", "Ada"),), "entities[0] persn:'Ada': there is no kind 'persn' of entity"),
    ((ADA, EntityInput("person", " - ")), "entities[1] person:' - ': the name"),
    ((EntityInput("person", "x" * 201),), "the name has 201 characters; 1 to 200"),
    ((EntityInput("person", "Ada", op="?!"),), "entities[0] person:'Ada': '?!' is not a relation"),
    ((EntityInput("person", "Ada", text="x" * 8001),), "8000 is the cap"),
    (tuple(EntityInput("person", f"P{n}") for n in range(21)), "entities holds 21; 20 is the most"),
    ((EntityInput("technology", "Sneaky", text="ghp_" + "a1B2" * 9),), "would hold a secret"),
]


@pytest.mark.parametrize(("entities", "message"), BAD)
@pytest.mark.parametrize("door", ["one", "several", "append"])
def test_what_is_wrong_is_named_and_nothing_is_written(machine, app, entities, message, door):
    put(app, "There.", title="There")
    before = files(machine)
    request = {
        "one": RememberRequest(content="x", entities=entities),
        "several": RememberRequest(notes=(NoteInput(content="y"), NoteInput(content="x", entities=entities))),
        "append": RememberRequest(content="x", to="there", entities=entities),
    }[door]
    error = refused(lambda: remember(app, request), message, code="refused" if "secret" in message else "invalid")
    if door == "several" and error.message.startswith(("entities", "notes")):
        assert error.message.startswith("notes[1].")
    assert files(machine) == before


def test_an_entity_does_not_mention_itself(app):
    put(app, "", title="Ada Lovelace", type="person")
    refused(lambda: put(app, "More.", to="ada-lovelace", entities=(ADA,)), "it is the note itself")
    refused(lambda: put(app, "New.", title="Ada  Byron", type="person", entities=(EntityInput("person", "ada-byron"),)))


def test_text_for_an_entity_that_is_there_is_pointed_out(app):
    put(app, "Writes programs.", title="Ada Lovelace", type="person")
    assert put(app, "A.", entities=(ADA.replace(text="Writes programs."),)).warnings == ()
    (said,) = put(app, "B.", entities=(ADA.replace(text="Plays chess."),)).warnings
    assert said.startswith("the entity 'Ada Lovelace' is there already")


def test_appending_links_with_entities_too(app):
    put(app, "One.", title="Log")
    note = put(app, "Two.", to="log", entities=(ADA,))
    assert told(note) == [("mentions", "Ada Lovelace", "entity/person", True)]
    assert related(app, "log") == {("mentions", "Ada Lovelace")}
    assert put(app, "Two.", to="log", entities=(ADA,)).action == "unchanged"


def test_a_group_of_notes_shares_its_entities_whatever_their_order(app, machine):
    group = (
        NoteInput(content="First.", title="First", entities=(ADA, POSTGRES)),
        NoteInput(content="Second.", title="Second", entities=(EntityInput("person", "Countess"), POSTGRES)),
        NoteInput(content="A mathematician.", title="Ada Lovelace", type="person", synonyms=("Countess",)),
    )
    notes = remember(app, RememberRequest(notes=group)).notes
    assert [note.title for note in notes] == ["First", "Second", "Ada Lovelace"]
    assert [note.warnings for note in notes] == [(), (), ()]
    assert related(app, "ada-lovelace") == {("mentioned_in", "First"), ("mentioned_in", "Second")}
    assert len(files(machine)) == 4


def test_the_ends_of_a_relation_are_checked_before_the_entity_is_there(app):
    (said,) = put(app, "x", title="A fact", type="fact", entities=(ADA.replace(op="assigned_to"),)).warnings
    assert said.startswith("assigned_to is said of")
    assert put(app, "x", title="Work", type="task", entities=(ADA.replace(op="assigned_to"),)).warnings == ()
    (said,) = put(app, "y", title="Other", type="task", entities=(POSTGRES.replace(op="assigned_to"),)).warnings
    assert said == "assigned_to of a task leads to a person or an organization; 'Postgres' is a technology"


def test_what_no_longer_fits_a_note_of_another_type_is_told(app):
    put(app, "x", title="Pay", type="task", entities=(ADA.replace(op="assigned_to"),))
    assert update(app, UpdateRequest("ada-lovelace", summary="Writes.")).notes[0].warnings == ()
    said = "assigned_to of a task leads to a person or an organization; 'Ada Lovelace' is a technology"
    assert update(app, UpdateRequest("ada-lovelace", type="technology")).notes[0].warnings == (said,)
    note = read(app, ReadRequest(("pay",))).notes[0]
    with open(note.path) as file:
        text = file.read().replace("type: task", "type: fact").replace("status: not_started\n", "")
    (warning,) = edit(app, EditRequest("pay", text, note.version)).notes[0].warnings
    assert warning.startswith("assigned_to is said of")


def test_a_note_of_a_project_layer_gets_entities_of_its_own_and_a_personal_one_finds_both(machine):
    top = machine.work / "shop"
    repository(top)
    app = machine.app(top)
    init(app, InitRequest())
    put(app, "Mine.", entities=(ADA,))
    shared = put(app, "Ours.", layer="project", entities=(ADA, POSTGRES))
    assert told(shared)[0] == ("mentions", "Ada Lovelace", "entity/person", True)
    assert told(put(app, "Mine again.", entities=(POSTGRES,))) == [("mentions", "Postgres", "entity/technology", False)]
    before = files(machine)
    group = (
        NoteInput(content="new"),
        NoteInput(content="other", layer="project", entities=(EntityInput("person", "x", text="ghp_" + "a1B2" * 9),)),
    )
    refused(lambda: remember(app, RememberRequest(notes=group)), "would hold a secret", code="refused")
    assert files(machine) == before


def test_the_entity_of_a_confidential_note_is_confidential(app):
    put(app, "A salary.", title="Salary", sensitivity="confidential", entities=(ADA,))
    assert read(app, ReadRequest(("ada-lovelace",))).notes[0].sensitivity == "confidential"


NAMES = st.sampled_from(["Ada", "ada", "A-d-a", "Bob", "C++", "C#", "", "--", "x" * 201, "Note 1", "\u65e5\u672c"])
KINDS = st.sampled_from(["person", "place", "technology", "entity/person", "Project", "persn"])
OPS = st.sampled_from(["", "mentions", "assigned_to", "depends_on", "my_own", "!"])
TEXTS = st.sampled_from(["", "Known.", "x" * 8001, "key ghp_" + "a1B2" * 9])
ENTITIES = st.lists(st.builds(EntityInput, KINDS, NAMES, TEXTS, OPS), max_size=4)
SANE = st.lists(
    st.builds(EntityInput, st.sampled_from(["person", "place"]), st.sampled_from(["Ada", "ADA", "Bob", "C++", "C#"])),
    max_size=4,
)
TARGETS = st.sampled_from(["note-1", "Ada", "nothing", "", "note-2"])
RELATIONS = st.lists(st.builds(RelationInput, st.sampled_from(["refines", "depends_on", "?"]), TARGETS), max_size=2)
NOTES = st.lists(
    st.tuples(
        st.sampled_from(["Note 1", "Note 2", "Ada"]), st.sampled_from(["", "person"]), ENTITIES | SANE, RELATIONS
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=st.lists(NOTES, min_size=1, max_size=2))
def test_either_all_of_it_is_written_or_nothing(machine, app, calls):
    for call in calls:
        before = files(machine)
        notes = tuple(
            NoteInput(content=f"About {title}.", title=title, type=kind, entities=tuple(given), relations=tuple(links))
            for title, kind, given, links in call
        )
        try:
            done = remember(app, RememberRequest(notes=notes)).notes
        except SagacityError:
            assert files(machine) == before
            continue
        for asked, note in zip(notes, done, strict=True):
            if note.operation:
                shown = {one.id for one in read(app, ReadRequest((note.id,))).notes[0].relations if one.id}
                assert {tie.id for tie in note.entities} <= shown
                assert len(note.entities) <= len(asked.entities)
                assert bool(note.entities) == bool(asked.entities)
        if any(note.operation for note in done):
            after = files(machine)
            if len({note.title for note in notes}) == len(notes):  # of two with one title only the first keeps the name
                assert {note.action for note in remember(app, RememberRequest(notes=notes)).notes} == {"unchanged"}
                assert files(machine) == after
                undo(app, UndoRequest())
                assert files(machine) == before
                remember(app, RememberRequest(notes=notes))
