"""Edits of JSON text change what they are asked to change, and no byte beside it."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.errors import SagacityError
from sagacity.core.jsonedit import drop, find, get, parse, put

NAMES = st.one_of(st.sampled_from(["hooks", "SessionStart", "a", "ü", "", 'q"\\', "//", "/*"]), st.text(max_size=5))
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=12
)
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=5)
LAYOUTS = st.sampled_from(
    [
        {"indent": 2},
        {"indent": 4},
        {"indent": "\t"},
        {"indent": 1},
        {},
        {"separators": (",", ":")},
        {"indent": 2, "ensure_ascii": False},
    ]
)
ENDS = st.sampled_from(["", "\n"])


def dumped(value, layout, end, newline="\n"):
    text = json.dumps(value, **{"ensure_ascii": True, **layout})
    text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if not text.isascii() else text
    return text.replace("\n", newline) + end


def commented(draw, text, *, between):
    """The text with comments and odd blanks where JSON allows blanks."""
    pieces, at = [], 0
    document = parse(text)
    for offset in sorted(set(between(document))):
        pieces.append(text[at:offset])
        pieces.append(draw(st.sampled_from(["", " ", "\n", "/* , } */", "// ] , {\n", " \t\r\n", "\n  // x\n  "])))
        at = offset
    return "".join(pieces) + text[at:]


def seams(document):
    """Offsets beside every value and every bracket."""
    nodes = [document.root]
    while nodes:
        node = nodes.pop()
        yield node.start
        yield node.end
        if node.kind != "scalar":
            yield node.start + 1
            yield node.end - 1
        for child in node.children:
            yield child.start
            nodes.append(child.node)


@st.composite
def lenient(draw):
    text = dumped(draw(OBJECTS), draw(LAYOUTS), draw(ENDS), draw(st.sampled_from(["\n", "\r\n"])))
    return commented(draw, text, between=seams)


@given(VALUES, LAYOUTS, ENDS)
def test_reading_agrees_with_the_standard_library(value, layout, end):
    text = dumped(value, layout, end)
    assert repr(get(parse(text))) == repr(json.loads(text))
    assert parse(text).lenient_at == -1


@given(OBJECTS, NAMES, VALUES, LAYOUTS, ENDS, st.sampled_from(["\n", "\r\n"]))
def test_what_was_put_is_there_and_dropping_it_restores_every_byte(old, name, value, layout, end, newline):
    text = dumped(old, layout, end, newline)
    if name in json.loads(text):
        return
    edited = put(text, [name], value)
    assert repr(json.loads(edited)) == repr({**json.loads(text), name: value})
    assert drop(edited, [name]) == text


@given(lenient(), NAMES, VALUES)
def test_comments_survive_and_members_keep_value_and_order(text, name, value):
    before = get(parse(text))
    edited = put(text, [name], value)
    assert repr(get(parse(edited))) == repr({**before, name: value})
    left = get(parse(drop(edited, [name])))
    assert repr(left) == repr({key: one for key, one in before.items() if key != name})
    if name not in before:
        assert edited.count("//") >= text.count("//")


@given(lenient(), st.data())
def test_any_member_can_be_dropped_from_any_layout(text, data):
    document = parse(text)
    before = get(document)
    if not before:
        return
    name = data.draw(st.sampled_from(sorted(before)))
    assert repr(get(parse(drop(text, [name])))) == repr({key: one for key, one in before.items() if key != name})


@given(st.lists(VALUES, min_size=1, max_size=5), LAYOUTS, st.data())
def test_any_element_can_be_dropped_and_put_back_at_the_end(values, layout, data):
    text = dumped({"x": values}, layout, "\n")
    index = data.draw(st.integers(0, len(values) - 1))
    left = drop(text, ["x", index])
    rest = values[:index] + values[index + 1 :]
    assert repr(json.loads(left)["x"]) == repr(rest)
    assert repr(json.loads(put(left, ["x", len(rest)], values[index]))["x"]) == repr([*rest, values[index]])


@given(st.text(alphabet='{}[]",:/*\\ntrue0123 \n', max_size=30))
def test_what_the_standard_library_reads_is_read_and_nothing_raises_but_our_error(text):
    try:
        theirs = json.loads(text)
    except ValueError:
        theirs = None
    try:
        ours = get(parse(text))
    except SagacityError:
        ours = math.nan
    assert theirs is None or "nan" in repr(theirs) or repr(theirs) == repr(ours)


CASES = [
    ("an empty object is opened", "{}\n", '{\n  "k": 1\n}\n'),
    ("nothing at all becomes an object", "", '{\n  "k": 1\n}\n'),
    ("a byte order mark stays first", "\ufeff{}", '\ufeff{\n  "k": 1\n}'),
    ("one line stays one line", '{"a": 1}', '{"a": 1, "k": 1}'),
    ("a compact line stays compact", '{"a":1}', '{"a":1,"k":1}'),
    ("four blanks stay four", '{\n    "a": 1\n}', '{\n    "a": 1,\n    "k": 1\n}'),
    ("tabs stay tabs", '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": 1\n}'),
    ("other line ends stay", '{\r\n  "a": 1\r\n}', '{\r\n  "a": 1,\r\n  "k": 1\r\n}'),
    ("a comment stays with its line", '{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "k": 1\n}'),
    ("a last comma stays the last", '{\n  "a": 1, // one\n}', '{\n  "a": 1, // one\n  "k": 1,\n}'),
    ("a comment alone stays inside", "{\n  // none yet\n}", '{\n  // none yet\n  "k": 1\n}'),
    ("a comment above stays above", "// mine\n", '// mine\n{\n  "k": 1\n}\n'),
    (
        "numbers keep their spelling",
        '{\n  "n": 12345678901234567890,\n  "f": 1.0,\n  "e": 1E+2\n}',
        '{\n  "n": 12345678901234567890,\n  "f": 1.0,\n  "e": 1E+2,\n  "k": 1\n}',
    ),
    ("the last of equal names is replaced", '{"k":0,"k":2}', '{"k":0,"k":1}'),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_layout_is_kept(before, after):
    assert put(before, ["k"], 1) == after


REFUSED = [
    ("{", "line 1, column 2"),
    ('{"a": 1', "line 1, column 8"),
    ('{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"),
    ("{'a': 1}", "line 1, column 2"),
    ('{"a": 01}', "line 1, column 8"),
    ('{"a": NaN}', "line 1, column 7"),
    ('{"a": "\n"}', "line 1, column 7"),
    ('{"a": 1} x', "line 1, column 10"),
    ('{"a": 1,, "b": 2}', "line 1, column 9"),
    ("[" * 200 + "]" * 200, "deep"),
    ("/* open", "line 1, column 1"),
]


@pytest.mark.parametrize(("text", "where"), REFUSED)
def test_what_is_no_json_is_refused_with_its_place(text, where):
    with pytest.raises(SagacityError) as raised:
        put(text, ["k"], 1)
    assert raised.value.code == "invalid"
    assert where in raised.value.message


def test_something_else_in_the_place_of_a_container_is_refused():
    for text in ('{"hooks": null}', '{"hooks": []}', '{"hooks": "x"}', "[]", "3"):
        with pytest.raises(SagacityError, match="is not an object"):
            put(text, ["hooks", "SessionStart", 0], {})


def test_paths_find_what_is_there():
    document = parse('{"a": [{"b": 1}, {"b": 2}], "a2": {}, "a": [{"b": 3}]}')
    assert get(document, ["a", 0, "b"]) == 3
    assert find(document, ["a", 1]) is None
    assert find(document, ["a2", "x"]) is None
    assert get(document, ["a2"]) == {}


def test_the_first_thing_that_is_not_plain_json_is_named():
    assert parse('{"a": 1, // c\n "b": 2}').lenient_at == 9
    assert parse('{"a": [1,],}').lenient_at == 8
    assert parse('{"a": "// no comment"}').lenient_at == -1
