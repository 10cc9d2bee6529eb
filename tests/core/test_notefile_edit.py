"""An edit changes the bytes it was asked to change and no others, or is refused."""

from __future__ import annotations

import pytest

from sagacity.core.errors import SagacityError
from sagacity.core.note import Relation
from sagacity.core.notefile import append_section, edit_note

HAND_MADE = """\ufeff---
# made by hand
title:   'It''s old'   # the name
aliases: [x]
tags:
  - one   # first
  # about two
  - two
  - three

due:
relations:
- op: '@refines'
  target: a
  weight: 3   # ours to keep
- just text
- op: "@x"
  target: b
  note: old
summary: >
  folded
  text
custom: {a: [1, 2]}   # as is
---

Body
"""

EDITS = [
    # what changes, the lines that go, the lines that come
    ({"title": "It's new"}, ["title:   'It''s old'   # the name"], ["title:   'It''s new'   # the name"]),
    (
        {"title": "It's old", "tags": ("one", "two", "three"), "status": None, "due": "", "summary": "folded text"},
        [],
        [],
    ),
    ({"tags": ("one", "three")}, ["  # about two", "  - two"], []),
    ({"tags": ("one", "two", "no", "three")}, [], ['  - "no"']),
    ({"tags": ()}, ["tags:", "  - one   # first", "  # about two", "  - two", "  - three"], []),
    ({"due": "2026-01-02"}, ["due:"], ['due: "2026-01-02"']),
    ({"due": None}, ["due:"], []),
    ({"id": "01JX", "type": "fact"}, [], ["id: 01JX", "type: fact"]),
    ({"status": "pending"}, [], ["status: pending"]),
    ({"other": "x"}, [], ["other: x"]),
    ({"summary": "one\ntwo"}, ["summary: >", "  folded", "  text"], ["summary: |-", "  one", "  two"]),
    ({"aliases": ("x", "y: z")}, ["aliases: [x]"], ['aliases: [x, "y: z"]']),
    (
        {"relations": (Relation("refines", "a", "new"), Relation("x", "b", "old"), Relation("y", "c"))},
        [],
        ["  note: new", '- op: "@y"', "  target: c"],
    ),
    (
        {"relations": (Relation("x", "b", "old"),)},
        ["- op: '@refines'", "  target: a", "  weight: 3   # ours to keep"],
        [],
    ),
]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: ",".join(edit[0]))
def test_an_edit_touches_only_its_lines(edit, end):
    changes, gone, come = edit
    data = HAND_MADE.replace("\n", end).encode()
    after = edit_note(data, changes)
    old, new = data.decode().split(end), after.decode().split(end)
    assert sorted(set(old) - set(new)) == sorted(gone)
    assert sorted(set(new) - set(old)) == sorted(come)
    assert len(new) == len(old) - len(gone) + len(come)
    assert not gone + come or after != data
    assert gone + come or after is data


PLACES = [
    # the frontmatter, what changes, the frontmatter after it
    ("id: 1\ntitle: x\n", {"type": "fact"}, "id: 1\ntype: fact\ntitle: x\n"),
    ("title: x\n# end\n", {"id": "01JX", "zzz": "end"}, "id: 01JX\ntitle: x\n# end\nzzz: end\n"),
    ("# top\nzzz: end\ntitle: x\n", {"id": "01JX"}, "# top\nzzz: end\nid: 01JX\ntitle: x\n"),
    ("tags:\n  - a\n  # - b\ndue: x\n", {"summary": "s"}, "tags:\n  - a\n  # - b\nsummary: s\ndue: x\n"),
    ("", {"title": "x"}, "title: x\n"),
    ("title: |-\n  a\n  b\ndue: x\n", {"title": "c"}, "title: c\ndue: x\n"),
    ("title: a\n  # below\ndue: x\n", {"title": "b\nc"}, 'title: "b\\nc"\n  # below\ndue: x\n'),
    ('title: "a"\n', {"title": "b"}, 'title: "b"\n'),
    ("tags: a, b\n", {"tags": ("a", "b", "c")}, "tags: [a, b, c]\n"),
    ("relations: [{op: x, target: z, w: 1}]\n", {"relations": (Relation("x", "z"), Relation("z", "w"))},
     'relations:\n  - op: x\n    target: z\n    w: "1"\n  - op: "@z"\n    target: w\n'),
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ",".join(place[1]))
def test_a_key_goes_where_readers_expect_it(place):
    head, changes, expected = place
    assert edit_note(f"---\n{head}---\nb".encode(), changes).decode() == f"---\n{expected}---\nb"


def test_a_file_without_frontmatter_gets_one():
    assert edit_note(b"text\r\n", {"title": "x"}) == b"---\r\ntitle: x\r\n---\r\n\r\ntext\r\n"
    assert edit_note("\ufefftext".encode(), {"title": "x"}) == "\ufeff---\ntitle: x\n---\n\ntext".encode()
    assert edit_note(b"", {"title": "x"}) == b"---\ntitle: x\n---\n"
    data = b"text\n"
    assert edit_note(data, {"title": None}) is data


BODY_EDITS = {
    b"---\na: b\n---\n\nold\n": b"---\na: b\n---\n\nnew\nline\n",
    b"---\na: b\n---\nold": b"---\na: b\n---\nnew\nline\n",
    b"---\na: b\n---": b"---\na: b\n---\n\nnew\nline\n",
    b"---\r\na: b\r\n---\r\n\r\n\r\nold\r\n\r\n": b"---\r\na: b\r\n---\r\n\r\n\r\nnew\r\nline\r\n\r\n",
    b"old\n": b"new\nline\n",
    b"": b"new\nline\n",
}


@pytest.mark.parametrize("data", BODY_EDITS)
def test_a_body_is_replaced_between_the_blank_lines_that_were_there(data):
    assert edit_note(data, {}, body="\nnew\nline\n") == BODY_EDITS[data]


def test_a_body_that_would_turn_into_frontmatter_is_refused():
    for change in (
        lambda: edit_note(b"old\n", {}, body="---\na: b\n---\n"),
        lambda: append_section(b"", "", "---\na: b\n---\n"),
    ):
        with pytest.raises(SagacityError) as refused:
            change()
        assert refused.value.code == "refused"


SECTIONS = {
    b"---\na: b\n---\n\nold": b"---\na: b\n---\n\nold\n\n## The head\n\none\ntwo\n",
    b"---\na: b\n---\n\nold\n": b"---\na: b\n---\n\nold\n\n## The head\n\none\ntwo\n",
    b"---\r\na: b\r\n---\r\nold\r\n\r\n": b"---\r\na: b\r\n---\r\nold\r\n\r\n## The head\r\n\r\none\r\ntwo\r\n",
    b"---\na: b\n---": b"---\na: b\n---\n\n## The head\n\none\ntwo\n",
    b"---\ra: b\r---\rold\r": b"---\ra: b\r---\rold\r\r## The head\r\rone\rtwo\r",
    b"": b"## The head\n\none\ntwo\n",
}


@pytest.mark.parametrize("data", SECTIONS)
def test_a_section_is_appended_in_the_line_ends_of_the_file(data):
    assert append_section(data, "The\nhead", "\none\r\ntwo\n") == SECTIONS[data]
    assert append_section(data, " ", "\n") is data
