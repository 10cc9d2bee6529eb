"""Frontmatter is read as people mean it and as PyYAML reads it; what is outside of the subset is said in one line."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sagacity.core.fences import MAX_BYTES
from sagacity.core.frontmatter import ended_lines, lines_of, read_document
from tests.core.frontmatter_checks import check_document, check_edit


def values(head: str) -> dict:
    doc = read_document(b"---\n" + head.encode() + b"---\n\nbody\n")
    assert doc.error == ""
    return {entry.key: entry.value for entry in doc.entries}


MEANINGS = {
    # What YAML 1.1 would turn into something else stays text.
    "country: no\n": {"country": "no"},
    "on: yes\n": {"on": "yes"},
    "n: 1_000\n": {"n": "1_000"},
    "n: 012\n": {"n": "012"},
    "at: 12:30:45\n": {"at": "12:30:45"},
    "v: 3.10\n": {"v": "3.10"},
    "day: 2026-11-29\n": {"day": "2026-11-29"},
    "day: 2026-11-29T12:00:00Z\n": {"day": "2026-11-29T12:00:00Z"},
    "a: ~\nb: null\nc: NULL\nd:\ne: ''\nf: 'null'\n": {
        "a": None,
        "b": None,
        "c": None,
        "d": None,
        "e": "",
        "f": "null",
    },
    # Characters that are special in one place only.
    "url: http://x.y/z?a=b#c\n": {"url": "http://x.y/z?a=b#c"},
    "a: x # comment\nb: x#y\n": {"a": "x", "b": "x#y"},
    "title: weird ---\nsensitivity: confidential\n": {"title": "weird ---", "sensitivity": "confidential"},
    'a: it\'s "fine"\n': {"a": 'it\'s "fine"'},
    "a: 'it''s'\nb: \"a\\tb\\u00e9\\U0001F600\\ud83d\\ude00\"\n": {"a": "it's", "b": "a\tbé😀😀"},
    "op: @supersedes\ncode: `x`\n": {"op": "@supersedes", "code": "`x`"},
    "\"quoted key\": a\n'x: y' : b\n": {"quoted key": "a", "x: y": "b"},
    "a:\tx\n": {"a": "x"},
    # Several lines.
    "a: one\n  two\n\n  three\nb: x\n": {"a": "one two\nthree", "b": "x"},
    "a: 'one\n  two\n\n  three'\n": {"a": "one two\nthree"},
    'a: "one \\\n  two\\n\n  three"\n': {"a": "one two\n three"},
    "a: |\n  one\n   two\n\nb: x\n": {"a": "one\n two\n", "b": "x"},
    "a: |-\n  ---\n  # text\n": {"a": "---\n# text"},
    "a: |+\n  one\n\n": {"a": "one\n\n"},
    "a: >\n  one\n  two\n\n  three\n": {"a": "one two\nthree\n"},
    "a: |2-\n   one\n": {"a": " one"},
    # Collections.
    "a: [x, 'y, z', \"w\", ~]\n": {"a": ["x", "y, z", "w", None]},
    "a: [\n  x, # first\n  y,\n]\nb: []\n": {"a": ["x", "y"], "b": []},
    "a: {x: 1, 'y': [2, 3], z}\nb: {}\n": {"a": {"x": "1", "y": ["2", "3"], "z": None}, "b": {}},
    "a: [[wiki link]]\n": {"a": [["wiki link"]]},
    "a:\n- x\n- y\nb: z\n": {"a": ["x", "y"], "b": "z"},
    "a:\n    - x # why\n    # between\n\n    - y\n": {"a": ["x", "y"]},
    "a:\n  - - x\n    - y\n  -\n    z: 1\n": {"a": [["x", "y"], {"z": "1"}]},
    "r:\n  - op: '@x'\n    target: y\n    properties:\n      k: v\n": {
        "r": [{"op": "@x", "target": "y", "properties": {"k": "v"}}]
    },
    "a:\n  b:\n    c: d\n": {"a": {"b": {"c": "d"}}},
    "# only a comment\n\n": {},
    "": {},
}


@pytest.mark.parametrize("head", MEANINGS)
def test_a_value_means_what_is_written(head):
    assert values(head) == MEANINGS[head]


REFUSALS = {
    "a: &x 1\n": "line 2: anchors (&)",
    "a: x\nb: *x\n": "line 3: aliases (*)",
    "a: !!python/object:os.system x\n": "line 2: tags (!)",
    "a: [x, !!str y]\n": "line 2: tags (!)",
    "<<: {a: b}\n": "line 2: merge keys (<<)",
    "? a\n: b\n": "line 2: complex keys (?)",
    "[a, b]: c\n": "line 2: no key",
    "{a: b}\n": "line 2: no key",
    "- a\n": "line 2: a list item where a key was expected",
    "just text\n": "line 2: no key",
    "a: x\na: y\n": "line 3: the key a is there twice",
    "a: {b: 1, b: 2}\n": "line 2: the key b is there twice",
    "title: foo: bar\n": "line 2: a value with a colon and a blank in it needs quotes",
    "a: 'x\nb: y\n": "line 3: a quoted value is never closed",
    'a: "x\n': "line 2: a quoted value is never closed",
    'a: "\\q"\n': "line 2: unknown escape \\q",
    'a: "\\ud800"\n': "line 2: the escape \\ud800 is no character",
    'a: "\\U00110000"\n': "line 2: the escape \\U00110000 is no character",
    "a: [x, y\nb: z\n": "line 3: ",
    "a: {x: y\n": "line 2: ",
    "a: 'x' y\n": "line 2: unexpected text after the value: y",
    "a:\n  b: c\n d: e\n": "line 4: this line is indented further",
    " a: b\n": "line 2: this line is indented further",
    "a:\n\tb: c\n": "line 3: a tab cannot indent",
    "a: - b\n": "line 2: a list must start on the line below its key",
    "a: %x\n": "line 2: a value cannot start with %",
    "a: |x\n  b\n": "line 2: after | or >",
    "a: b\n...\n": "line 3: a fence is a line that is exactly ---",
    "a: b\n--- \n": "line 3: a fence is a line that is exactly ---",
    "a: b\x07\n": "line 2: control character U+0007",
    "".join(f"k{n}: v\n" for n in range(257)): "line 258: more than 256 keys",
    "a: " + "[" * 9 + "]" * 9 + "\n": "line 2: nested deeper than 8 levels",
    "a" * 2000 + ": b\n": "line 2: a key has more than 1024 characters",
}


@pytest.mark.parametrize("head", REFUSALS)
def test_what_is_outside_of_the_subset_is_said_with_its_line(head):
    doc = read_document(b"---\n" + head.encode() + b"---\nbody\n")
    assert doc.error.startswith(REFUSALS[head])
    assert "\n" not in doc.error
    assert doc.entries == ()
    assert doc.rest == 0


FENCES = {
    # file: (keys, rest of the text, error)
    b"": ([], "", ""),
    b"body only\n": ([], "body only\n", ""),
    b"----\nbody\n": ([], "----\nbody\n", ""),
    b"---a: b\n---\n": ([], "---a: b\n---\n", ""),
    b"+++\na = 1\n+++\n": ([], "+++\na = 1\n+++\n", ""),
    b"---\n---\n": ([], "", ""),
    b"---\n---": ([], "", ""),
    b"---\na: b\n---": (["a"], "", ""),
    b"\xef\xbb\xbf---\na: b\n---\nbody": (["a"], "body", ""),
    b"\xef\xbb\xbfbody": ([], "body", ""),
    b"---\r\na: b\r\n---\r\nbody\r\n": (["a"], "body\r\n", ""),
    b"---\ra: b\r---\rbody\r": (["a"], "body\r", ""),
    b"---\na: b\r\nc: d\re: f\n---\r\nbody": (["a", "c", "e"], "body", ""),
    b"---\na: weird ---\nb: c\n---\nbody\n---\n": (["a", "b"], "body\n---\n", ""),
    b"---\na: |\n  ---\nb: c\n---\n": (["a", "b"], "", ""),
    b"---\na: b\n----\n---\n": ([], "---\na: b\n----\n---\n", "line 3: no key with a colon and a blank here: ----"),
    b"---": ([], "---", "line 1: the frontmatter is never closed by a line that is exactly ---"),
    b"---\na: b\n": ([], "---\na: b\n", "line 1: the frontmatter is never closed by a line that is exactly ---"),
    b"---\na: b\n...\n": (
        [],
        "---\na: b\n...\n",
        "line 1: the frontmatter is never closed by a line that is exactly ---",
    ),
    b"--- \na: b\n---\n": ([], "--- \na: b\n---\n", "line 1: blanks behind the fence ---"),
    b"---\na: \xff\n---\n": ([], "---\na: \ufffd\n---\n", "line 2: not UTF-8: byte 0xff at offset 7"),
    b"\xff\xfea\0": ([], "\ufffd\ufffda\0", "line 1: not UTF-8: byte 0xff at offset 0"),
}


@pytest.mark.parametrize("data", FENCES)
def test_a_fence_is_a_line_that_is_exactly_three_dashes(data):
    keys, rest, error = FENCES[data]
    doc = read_document(data)
    assert ([entry.key for entry in doc.entries], doc.text[doc.rest :], doc.error) == (keys, rest, error)


BOMBS = {
    "alias bomb": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{new}: &{new} [{','.join(['*' + old] * 9)}]\n" for old, new in zip("abcde", "bcdef", strict=True)),
    "flow depth 500": "a: " + "[" * 500 + "]" * 500 + "\n",
    "flow depth 2000": "a: " + "{a: " * 2000 + "}" * 2000 + "\n",
    "block depth 300": "".join(" " * n + "a:\n" for n in range(300)),
    "dashes 2000": "a:\n" + "- " * 2000 + "x\n",
    "10,000 keys": "".join(f"k{n}:\n" for n in range(7000)),
    "10,000 keys in braces": "a: {" + ", ".join(f"k{n}" for n in range(7000)) + "}\n",
    "over the size": "a: " + "x" * MAX_BYTES + "\n",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_at_once(name):
    data = b"---\n" + BOMBS[name].encode() + b"---\nbody\n"
    assert read_document(data).error != ""
    assert cpu_ms(data) < 20


# The figures are printed by the long run; here a bound far above them tells linear from quadratic.
LINEAR_MS = 250
LARGE = {
    "list": "a: [" + "word, " * 10_000 + "word]\n",
    "quoted list": "a: [" + '"word", ' * 8_000 + '"word"]\n',
    "block list": "a:\n" + "  - word\n" * 7_000,
    "relations": "a:\n" + "  - op: x\n    target: some-note\n" * 1_900,
    "nested brackets": "a: [" + "[x], " * 13_000 + "]\n",
    "single pairs": "a: [" + "{x: y}, " * 8_000 + "]\n",
    "escapes": 'a: "' + "\\n\\\\" * 16_000 + '"\n',
    "long text": "a: >\n" + "  some words here\n" * 3_600,
    "blank lines": "a: x\n" + "\n" * 65_000,
    "comments": "a: x\n" + "  # c\n" * 10_000,
    "plain lines": "a:\n" + " x\n" * 20_000,
    "plain lines, blanks between": "a: b\n" + "\n\n x\n" * 13_000,
    "many dashes": "a: |\n" + "  ---\n" * 10_000,
    "open quote": 'a: "' + '\\"' * 30000 + "\n",
    "open bracket": "a: [" + "x, " * 20_000 + "\n",
    "carriage returns": "a: |\r" + "  --- ---\r" * 6_000,
}


@pytest.mark.parametrize("name", LARGE)
def test_reading_is_linear_in_the_size(name):
    head = LARGE[name].encode()
    assert len(head) < MAX_BYTES
    data = b"---\n" + head + b"---\nbody\n"
    assert (read_document(data).error == "") == (not name.startswith("open"))
    assert cpu_ms(data) < LINEAR_MS


def cpu_ms(data: bytes) -> float:
    """The best of a few: the machine is shared."""
    spent = []
    for _ in range(5):
        start = time.process_time()
        read_document(data)
        spent.append(time.process_time() - start)
    return min(spent) * 1e3


@given(st.integers(0, 2**64))
@settings(max_examples=200)
def test_any_document_reads_as_pyyaml_reads_it(seed):
    check_document(random.Random(seed))


@pytest.mark.parametrize("part", range(12))
def test_documents_and_edits_of_the_long_run_hold(part):
    for number in range(125):
        rng = random.Random(f"slice/{part}/{number}")
        data = check_document(rng).data
        for _ in range(2):
            data = check_edit(rng, data)


NOTE_BYTES = st.one_of(
    st.binary(max_size=400),
    st.lists(
        st.sampled_from(
            [
                b"---",
                b"\n",
                b"\r",
                b"\r\n",
                b"a: ",
                b"b:",
                b"- ",
                b"  ",
                b"'",
                b'"',
                b"[",
                b"]",
                b"{",
                b"}",
                b",",
                b"|",
                b">-",
            ]
            + [b"#", b" # x", b"\\", b"&", b"*", b"!", b"?", b": ", b"\t", b"\xef\xbb\xbf", b"\xff", "é".encode(), b"x"]
        ),
        max_size=60,
    ).map(lambda parts: b"---\n" + b"".join(parts) + b"\n---\nbody"),
)


@given(NOTE_BYTES)
@settings(max_examples=600)
def test_no_bytes_make_reading_raise(data):
    doc = read_document(data)
    assert "\n" not in doc.error
    assert 0 <= doc.start <= doc.fence <= doc.rest <= len(doc.text)
    if doc.fenced:
        head = doc.text[doc.start : doc.fence]
        rows = ended_lines(head)
        assert "".join(rows) == head
        assert [row.rstrip("\r\n") for row in rows] == lines_of(head)
        assert all(entry.first < entry.end <= entry.last <= len(rows) for entry in doc.entries)
