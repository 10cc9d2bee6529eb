"""From a test set to note files: what stands where, what links to what, when it was."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.dates import from_ms
from sagacity.core.notefile import parse_note
from sagacity.core.testset import Draft, Space, composed, pooled, read_longmemeval, read_spaces
from sagacity.core.testset_notes import filed, mentions, moment_ms

TEXTS = st.text(min_size=1).filter(lambda text: text.strip())


def lines(*records):
    return [(f"x:{at}", one) for at, one in enumerate(records, 1)]


@given(st.lists(st.tuples(st.sampled_from(["", "user", "Évan"]), TEXTS), min_size=1, max_size=6))
def test_every_passage_stands_where_it_is_said_to_also_after_reading_the_file_back(turns):
    body, pieces = composed((f"d{at}", role, text) for at, (role, text) in enumerate(turns))
    for piece, (role, _text) in zip(pieces, turns, strict=True):
        assert body[piece.start : piece.end].startswith(f"**{role}:** " if role else "")
    assert [piece.name for piece in pieces] == [f"d{at}" for at in range(len(turns))]
    assert all(one.end + 2 == other.start for one, other in itertools.pairwise(pieces))
    assert pieces[-1].end == len(body)
    assert parse_note(filed(Space("s", (Draft("n", body),), ()))[0].data).body == body


def test_a_group_is_one_note_of_paragraphs_with_speakers():
    docs = [
        {"id": "1", "group": "g", "role": "user", "text": "Hello\r\nthere", "date": "March-15-2024"},
        {"id": "2", "group": "g", "role": "assistant", "text": "Hi"},
        {"id": "3", "text": "alone"},
    ]
    (space,) = read_spaces(lines({"id": "s", "docs": docs, "queries": [{"id": "q", "text": "?", "gold": ["2"]}]}))
    talk, alone = (parse_note(one.data) for one in filed(space))
    assert talk.body == "**user:** Hello\nthere\n\n**assistant:** Hi"
    assert talk.created_at == "2024-03-15T00:00:00Z"
    assert (alone.body, alone.title) == ("alone", "")
    assert space.questions[0].gold == ("s/g",)
    assert space.questions[0].pieces == ("s/2",)


def test_no_file_or_id_tells_what_the_set_calls_a_note():
    entry = {
        "question_id": "q",
        "question": "?",
        "haystack_session_ids": ["answer_77", "noise_1"],
        "haystack_dates": ["", ""],
        "haystack_sessions": [[{"role": "user", "content": "a"}], [{"role": "user", "content": "b"}]],
        "answer_session_ids": ["answer_77"],
    }
    (space,) = read_longmemeval(lines(entry))
    for one in filed(space):
        assert "answer" not in f"{one.path} {one.id} {one.data.decode()}"
    assert filed(space) == filed(space)


def test_titles_that_others_mention_are_links_unless_several_bear_them():
    notes = [
        Draft("a", "She worked for Acme Corporation, then left.", title="Ada Byron"),
        Draft("b", "Founded by Ada Byron.", title="Acme Corporation (company)"),
        Draft("c", "Ada Byron again; Twins.", title="Twins"),
        Draft("d", "Nothing.", title="Twins"),
    ]
    assert mentions(notes) == {"a": ("b",), "b": ("a",), "c": ("a",), "d": ()}
    first = parse_note(filed(Space("s", tuple(notes), ()))[0].data)
    ids = [one.id for one in filed(Space("s", tuple(notes), ()))]
    assert [(edge.op, edge.target) for edge in first.relations] == [("mentions", ids[1])]


def test_pooled_notes_of_one_name_are_one():
    one = Space("a", (Draft("x", "1"), Draft("y", "2")), ())
    other = Space("b", (Draft("x", "1"), Draft("z", "3")), ())
    assert [note.name for note in pooled([one, other]).notes] == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-03-15", "2024-03-15T00:00:00Z"),
        ("2023/02/06 (Mon) 22:36", "2023-02-06T22:36:00Z"),
        ("1:47 pm on 18 May, 2023", "2023-05-18T13:47:00Z"),
        ("12:05 am on 1 January, 2023", "2023-01-01T00:05:00Z"),
        ("March-15-2024", "2024-03-15T00:00:00Z"),
        ("April-08-2024", "2024-04-08T00:00:00Z"),
    ],
)
def test_moments_as_test_sets_write_them(text, moment):
    assert from_ms(moment_ms(text) or 0) == moment


@given(st.text() | st.from_regex(r"[0-9/: apm,-]{0,20}"))
def test_any_text_is_a_moment_or_none(text):
    found = moment_ms(text)
    assert found is None or isinstance(found, int)
