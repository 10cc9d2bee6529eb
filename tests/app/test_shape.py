"""Requests from loose data, schemas, and results as JSON."""

import json

import pytest

from sagacity.app.requests import ListRequest, NoteInput, RecallRequest, RelationInput, RememberRequest, UpdateRequest
from sagacity.app.results import Similar, WriteResult, Written
from sagacity.app.shape import build, fields_for, plain, schema
from sagacity.core.errors import SagacityError

READ = [
    (RecallRequest, {"limit": "3"}, "limit", 3),
    (RecallRequest, {"limit": 3.0}, "limit", 3),
    (RecallRequest, {"limit": None}, "limit", 0),
    (RecallRequest, {"everywhere": "true"}, "everywhere", True),
    (RecallRequest, {"everywhere": 0}, "everywhere", False),
    (RecallRequest, {"tags": "deploy"}, "tags", ("deploy",)),
    (RecallRequest, {"tags": ["a", None, "b"]}, "tags", ("a", "b")),
    (RecallRequest, {"tags": '["a", "b"]'}, "tags", ("a", "b")),
    (RecallRequest, {"tags": "[a, b]"}, "tags", ("[a, b]",)),
    (RecallRequest, {"with": ["archived"]}, "with_", ("archived",)),
    (UpdateRequest, {"handle": "x", "due": 2026}, "due", "2026"),
    (RememberRequest, {"relations": "supersedes:work:old"}, "relations", (RelationInput("supersedes", "work:old"),)),
    (RememberRequest, {"relations": {"op": "refines", "target": "x"}}, "relations", (RelationInput("refines", "x"),)),
    (RememberRequest, {"relations": '{"op": "refines", "target": "x"}'}, "relations", (RelationInput("refines", "x"),)),
    (RememberRequest, {"notes": ["a", {"content": "b"}]}, "notes", (NoteInput("a"), NoteInput("b"))),
]


@pytest.mark.parametrize(("request_type", "data", "field", "value"), READ)
def test_loose_data_is_understood(request_type, data, field, value):
    assert getattr(build(request_type, data), field) == value


REFUSED = [
    (RecallRequest, {"querry": "x"}, "unknown key 'querry'", "did you mean query?"),
    (RecallRequest, {"limit": -1}, "limit is -1, out of range", "0 to 100"),
    (RecallRequest, {"limit": "many"}, "limit is 'many', wanted a whole number", ""),
    (RecallRequest, {"limit": 2.5}, "limit is 2.5, wanted a whole number", ""),
    (RecallRequest, {"limit": True}, "limit is True, wanted a whole number", ""),
    (RecallRequest, {"limit": float("nan")}, "limit is nan", ""),
    (RecallRequest, {"limit": "9" * 5000}, "limit is '999", ""),
    (RecallRequest, {"limit": []}, "limit is [], wanted a whole number", ""),
    (RecallRequest, {"query": ["a"]}, "query is ['a'], wanted text", ""),
    (RecallRequest, {"query": True}, "query is True, wanted text", ""),
    (RecallRequest, {"query": "a\0b"}, "query holds a NUL at character 1", ""),
    (RecallRequest, {"query": "a\ud800"}, "query is not valid Unicode at character 1", ""),
    (RecallRequest, {"everywhere": "perhaps"}, "everywhere is 'perhaps', wanted true or false", ""),
    (RecallRequest, {"with": "archive"}, "with is 'archive', not one of superseded, archived", "archived"),
    (RecallRequest, {"tags": [{}]}, "tags is {}, wanted text", ""),
    (UpdateRequest, {}, "handle is missing", "the note"),
    (UpdateRequest, {"handle": ""}, "handle is missing", ""),
    (RememberRequest, {"relations": "supersedes"}, "relations is 'supersedes', wanted OP:TARGET", ""),
    (RememberRequest, {"relations": [{"op": "x"}]}, "target is missing", ""),
    (RememberRequest, {"relations": [3]}, "relations is 3, wanted an object", ""),
    (RememberRequest, {"relations": "{broken"}, "relations is '{broken', wanted an object", ""),
]


@pytest.mark.parametrize(("request_type", "data", "message", "hint"), REFUSED)
def test_what_cannot_be_used_is_refused_in_one_line(request_type, data, message, hint):
    with pytest.raises(SagacityError) as caught:
        build(request_type, data)
    assert caught.value.code == "invalid"
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert "\n" not in str(caught.value)


def test_a_face_neither_sees_nor_accepts_fields_of_another():
    assert "allow_secret" not in schema(RememberRequest, "mcp")["properties"]
    assert "notes" not in [shape.key for shape in fields_for(RememberRequest, "cli")]
    with pytest.raises(SagacityError, match="unknown key 'allow_secret'"):
        build(RememberRequest, {"content": "x", "allow_secret": True}, face="mcp")


def test_a_schema_says_types_choices_ranges_and_what_is_required():
    found = schema(RecallRequest)["properties"]
    assert found["limit"]["type"] == "integer"
    listed = schema(ListRequest)["properties"]["limit"]
    assert (listed["minimum"], listed["default"], found["limit"]["maximum"]) == (1, 20, 100)
    assert found["with"]["items"]["enum"] == ["superseded", "archived", "edges"]
    assert schema(UpdateRequest)["required"] == ["handle"]
    assert schema(RememberRequest)["properties"]["relations"]["items"]["required"] == ["op", "target"]
    assert json.loads(json.dumps(schema(RememberRequest)))["type"] == "object"


def test_results_become_json_without_null_lists():
    note = Written("i", "s", "/p", "personal", "", "t", "fact", "created", "v", "unconfirmed", "o")
    shape = plain(WriteResult(notes=(note.replace(similar=(Similar("j", "u", "personal", 0.5),)),)))
    assert shape["notes"][0]["similar"] == [{"id": "j", "title": "u", "layer": "personal", "score": 0.5}]
    assert plain(note)["similar"] == plain(note)["warnings"] == []
    assert "with" in plain(RecallRequest())
