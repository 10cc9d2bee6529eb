"""A note is read from any bytes, rendered so that every reader agrees, and read back as it was given."""

from __future__ import annotations

import pytest
import yaml  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from sagacity.core.errors import SagacityError
from sagacity.core.fences import readable_body
from sagacity.core.hashing import content_hash, text_hash
from sagacity.core.note import Note, Reference, Relation
from sagacity.core.notefile import append_section, edit_note, parse_note, render_note, unknown_keys
from tests.core.frontmatter_documents import reference

SAGA = b"""---
id: 01JZX0V5T9H8Q2W3E4R5T6Y7U8
scope: personal
type: decision
title: Use WAL
synonyms:
    - write ahead log
sensitivity: confidential
confidence: proposed
created_at: 2026-01-02T03:04:05Z
references:
    - path: src/db.go
      lines: 10-20
      blame_hash: abc123
related:
    - other-note
relations:
    - op: '@supersedes'
      target: journal-mode
      note: measured
    - op: "@x_custom"
      target: org:slug
      notes: as the spec says
      weight: 3
x-custom: {a: 1}
---

Body text.
"""


def test_a_note_of_saga_is_read_unchanged():
    assert parse_note(SAGA) == Note(
        "Body text.",
        id="01JZX0V5T9H8Q2W3E4R5T6Y7U8",
        scope="personal",
        type="decision",
        title="Use WAL",
        synonyms=("write ahead log",),
        sensitivity="confidential",
        confidence="proposed",
        created_at="2026-01-02T03:04:05Z",
        references=(Reference("src/db.go", "10-20", "", "abc123"),),
        relations=(
            Relation("supersedes", "journal-mode", "measured"),
            Relation("x_custom", "org:slug", "as the spec says"),
        ),
    )
    assert unknown_keys(SAGA) == ("x-custom",)


FIELDS: dict[str, dict] = {
    "synonyms: foo": {"synonyms": ("foo",)},
    "synonyms: foo, bar": {"synonyms": ("foo, bar",)},
    "tags: a, b ,": {"tags": ("a", "b")},
    'tags: "a, b"': {"tags": ("a, b",)},
    "tags: [a, '', ~, [x], b]": {"tags": ("a", "b")},
    "tags:": {},
    "title: ~": {},
    "title: 'null'": {"title": "null"},
    "title: [WIP]": {"title": "WIP"},
    "title: {a: b}": {},
    "title: no": {"title": "no"},
    "summary: |\n  one\n  two\n": {"summary": "one\ntwo"},
    'summary: " one\\n"': {"summary": " one\n"},
    "status: pending\ndue: 2026-01-01": {"status": "pending", "due": "2026-01-01"},
    "relations: {op: '@refines', target: x}": {"relations": (Relation("refines", "x"),)},
    "relations:\n- {op: refines, target: x, properties: {since: 2026, n: [1]}}\n- text\n- {op: y}\n- {target: z}": {
        "relations": (Relation("refines", "x", "", (("since", "2026"),)),)
    },
    "references: src/a.py": {"references": (Reference("src/a.py"),)},
    "references: [{path: a, lines: 3, hash: 12}, {lines: 4}]": {"references": (Reference("a", "3", "", "12"),)},
    "triggers: Bash(rm *)\nenforcement: block": {"triggers": ("Bash(rm *)",), "enforcement": "block"},
    "body: x\nerror: y\nunknown: z": {},
}


@pytest.mark.parametrize("head", FIELDS)
def test_fields_are_read_tolerantly(head: str):
    assert parse_note(f"---\n{head}\n---\nb\n".encode()) == Note("b", **FIELDS[head])


BODIES = {
    b"": "",
    b"\n\n text\n\n": " text",
    b"---\na: b\n---\n\n \n    code\n\nline  \n \n": "    code\n\nline  ",
    b"---\r\na: b\r\n---\r\n\r\none\r\ntwo\rthree\r\n": "one\ntwo\nthree",
    b"---\na: [b\n---\nbody\n": "---\na: [b\n---\nbody",
    b"\xef\xbb\xbftext \xff": "text \ufffd",
}


@pytest.mark.parametrize("data", BODIES)
def test_the_body_has_line_feeds_and_no_blank_lines_at_its_ends(data):
    note = parse_note(data)
    assert note.body == BODIES[data]
    assert note.error or readable_body(data) == note.body


def test_what_cannot_be_read_is_a_note_of_body_only_that_is_never_edited():
    for data, word in (
        (b"---\ntitle: a: b\n---\nx\n", "line 2"),
        (b"x \xff\n", "not UTF-8"),
        (b"---\nx\n", "never closed"),
    ):
        note = parse_note(data)
        assert word in note.error
        assert note == Note(note.body, error=note.error)
        for change in (
            lambda data=data: edit_note(data, {"title": "y"}),
            lambda data=data: edit_note(data, {}, body="y"),
            lambda data=data: append_section(data, "h", "t"),
        ):
            with pytest.raises(SagacityError) as refused:
                change()
            assert refused.value.code == "refused"
            assert word in refused.value.message
            assert "left as it is" in refused.value.message
            assert refused.value.hint


def test_a_new_note_is_laid_out_for_reading():
    assert render_note(
        {
            "x_extra": "last",
            "enforcement": "block",
            "title": "Payment retries: never twice",
            "id": "01JZX0V5T9H8Q2W3E4R5T6Y7U8",
            "type": "learning",
            "summary": "One line.\n\n  Another: line.",
            "tags": ("payments", "no", "a, b"),
            "prs": ("https://example.org/" + "x" * 60, "https://example.org/" + "y" * 60),
            "created_at": "2026-11-29T12:00:00Z",
            "due": "",
            "synonyms": (),
            "relations": (Relation("supersedes", "old", "why: it", (("since", "2"),)), Relation("@refines", "x")),
            "references": (Reference("src/a.py", "10-20"),),
        },
        "\n\n  indented\r\nbody  \n\n",
    ).decode() == (
        "---\n"
        "id: 01JZX0V5T9H8Q2W3E4R5T6Y7U8\n"
        "type: learning\n"
        'title: "Payment retries: never twice"\n'
        'tags: [payments, "no", "a, b"]\n'
        "summary: |-\n"
        "  One line.\n"
        "\n"
        "    Another: line.\n"
        'created_at: "2026-11-29T12:00:00Z"\n'
        "prs:\n"
        f"  - https://example.org/{'x' * 60}\n"
        f"  - https://example.org/{'y' * 60}\n"
        "relations:\n"
        '  - op: "@supersedes"\n'
        "    target: old\n"
        '    note: "why: it"\n'
        "    properties:\n"
        '      since: "2"\n'
        '  - op: "@refines"\n'
        "    target: x\n"
        "references:\n"
        "  - path: src/a.py\n"
        '    lines: "10-20"\n'
        "enforcement: block\n"
        "x_extra: last\n"
        "---\n"
        "\n"
        "  indented\n"
        "body  \n"
    )


TRAPS = (
    "y", "N", "yes", "No", "ON", "off", "true", "False", "null", "Null", "~", "", " ", "12", "-1", "+1", "0x1F", "0o17",
    "0b11", "1_000", "1e5", "1.5", ".5", ".inf", "-.INF", ".NaN", "1:30", "190:20:30.15", "2026-11-29",
    "2026-11-29T12:00:00Z", "2001-12-14 21:59:43.10 -5", "=", "<<", "a: b", "a:", "a #b", "#a", "- a", "-", "? a", ": a",
    "[a]", "{a}", "a]", "a, b", "&a", "*a", "!a", "%a", "@a", "`a`", "'a'", '"a"', "it's", 'say "x"', "C:\\dir", "\\",
    "|", ">", "a\tb", "\ta", "a ", " a", "a\n", "\na", "a\nb", "a\n\nb\n", "a\n---\nb", "---", "...", "weird ---",
    "a\rb", "a\r\nb", "\0", "\x1b[31m", "\x7f", "\x85", "\u2028", "\ufeff", "\ufffe", "\xa0", "\u200d", "😀", "日本語",
    "a\n  b", "  a\nb", "a\n \nb", "a\n#b", "key: |\n  x", "http://x.y/z?a=b#c", "a:b", "a/b", "1.2.3", "01JZ", "e", "0e",
)  # fmt: skip


class Yaml11(yaml.SafeLoader):
    """PyYAML as it comes: what a reader with all implicit types sees."""


@pytest.mark.parametrize("text", TRAPS)
def test_every_reader_takes_a_written_value_for_the_same_text(text):
    items = (text, "x") if text else ("x",)
    data = render_note({"title": text, "tags": items, "relations": (Relation("x", "y", text),)}, "b")
    head = data.decode().split("---\n")[1] if "---\n" not in text else data.decode()[4 : data.decode().rindex("---\n")]
    for seen in (yaml.load(head, Yaml11), reference(head)):
        assert seen.get("title", "") == text
        assert seen["tags"] == list(items)
        assert seen["relations"][0].get("note", "") == text
    note = parse_note(data)
    assert (note.title, note.tags, note.relations) == (text, items, (Relation("x", "y", text),))
    assert b"---\n" not in data[4 : data.rindex(b"---\n")], "Saga would end the frontmatter here"


def test_what_no_file_can_hold_is_refused():
    for fields, body in (({"title": "\ud800"}, ""), ({}, "\udfff"), ({"title": "x" * 70_000}, "")):
        with pytest.raises(SagacityError) as refused:
            render_note(fields, body)
        assert refused.value.code == "invalid"
    with pytest.raises(SagacityError):
        render_note({f"k{n}": "v" for n in range(300)}, "")


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
LINE_TEXT = st.one_of(ANY_TEXT, st.sampled_from(TRAPS))
RELATIONS = st.builds(
    Relation,
    LINE_TEXT.map(lambda text: "x" + text),
    LINE_TEXT.map(lambda text: "x" + text),
    LINE_TEXT,
    st.dictionaries(LINE_TEXT.map(lambda text: "k" + text), LINE_TEXT, max_size=3).map(
        lambda pairs: tuple(pairs.items())
    ),
)
REFERENCES = st.builds(Reference, LINE_TEXT.map(lambda text: "x" + text), LINE_TEXT, LINE_TEXT, LINE_TEXT)
LISTS = st.lists(LINE_TEXT.filter(bool), max_size=4).map(tuple)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "id": LINE_TEXT,
        "title": LINE_TEXT,
        "summary": LINE_TEXT,
        "synonyms": LISTS,
        "tags": LISTS,
        "relations": st.lists(RELATIONS, max_size=3).map(tuple),
        "references": st.lists(REFERENCES, max_size=3).map(tuple),
    },
)


@given(CHANGES, ANY_TEXT)
@settings(max_examples=150)
def test_what_is_rendered_is_read_back(fields, body):
    data = render_note(fields, body)
    assert parse_note(data) == Note(parse_note(b"\n" + body.encode()).body, **fields)
    head = data.decode()[4 : data.decode().index("\n---\n") + 1]
    if "\ufeff" not in body:
        assert reference(head).keys() == {key for key, value in fields.items() if value}


@given(CHANGES, CHANGES, st.one_of(st.none(), ANY_TEXT), st.sampled_from(["\n", "\r\n", "\r"]))
@settings(max_examples=150)
def test_edits_change_what_was_asked(first, changes, body, end):
    data = render_note(first, "Text\n\nmore").replace(b"\n", end.encode())
    if parse_note(data).error:
        return
    after = edit_note(data, changes, body=body)
    expected = parse_note(data).replace(**changes)
    if body is not None:
        expected = expected.replace(body=parse_note(b"\n" + body.encode()).body)
    assert parse_note(after) == expected
    assert edit_note(after, changes, body=body) is after


def test_a_text_keeps_its_hash_whatever_its_line_ends():
    unix = b"---\na: b\n---\n\ntext\n"
    forms = (unix, unix.replace(b"\n", b"\r\n"), unix.replace(b"\n", b"\r"), b"\xef\xbb\xbf" + unix)
    assert len({text_hash(form) for form in forms}) == 1
    assert len({content_hash(form) for form in forms}) == 4
    assert content_hash(b"") == "e3b0c44298fc1c149afbf4c8996fb924"


@given(st.binary(max_size=300))
@settings(max_examples=300)
def test_any_bytes_are_a_note(data):
    note = parse_note(data)
    assert "\r" not in note.body
    assert not note.body.startswith("\n")
    assert not note.body.endswith("\n")
    note.body.encode()
