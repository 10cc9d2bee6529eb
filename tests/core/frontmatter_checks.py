"""What must hold for any document and any edit of it, checked against PyYAML and against the bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sagacity.core.errors import SagacityError
from sagacity.core.fences import readable_body
from sagacity.core.frontmatter import read_document
from sagacity.core.note import Reference, Relation
from sagacity.core.note_read import field_value, reference_of, relation_of
from sagacity.core.notefile import edit_note, parse_note
from tests.core.frontmatter_documents import KEYS, key_rows, phrase, reference, sample, text

if TYPE_CHECKING:
    from random import Random

    from tests.core.frontmatter_documents import Sample

BOM = b"\xef\xbb\xbf"
NAMES = {"synonyms": str, "tags": str, "prs": str, "triggers": str, "relations": Relation, "references": Reference}


def check_document(rng: Random) -> Sample:
    """A random document reads as PyYAML reads it, body included."""
    made = sample(rng)
    doc = read_document(made.data)
    assert not doc.error, doc.error
    expected = reference(made.head)
    assert [(entry.key, entry.value) for entry in doc.entries] == list(expected.items())
    assert doc.text[doc.rest :].replace("\r\n", "\n").replace("\r", "\n") == made.body.removeprefix("\n")
    note = parse_note(made.data)
    assert note.error == ""
    assert readable_body(made.data) == note.body
    return made


def check_edit(rng: Random, data: bytes) -> bytes:
    """One or two random changes: they are what changes, in meaning and in lines. The file after it.

    A refusal counts as held where a text keeps its trailing lines (`|+`): blank lines behind a removed key would become
    part of it. Then the file stays, which is what data itself says.
    """
    changes = {key: random_value(rng, key, data) for key in rng.sample(KEYS, rng.choice((1, 1, 1, 2)))}
    try:
        after = edit_note(data, changes)
    except SagacityError as error:
        if error.code == "refused" and "+" in lf(lines(data)):
            return data
        raise
    old, new = lines(data), lines(after)
    old_tree, new_tree = reference(lf(old)), reference(lf(new))
    assert kept(old_tree, changes) == kept(new_tree, changes)
    for key, value in changes.items():
        assert meaning(key, new_tree.get(key)) == wanted(key, value), key
    assert body(after) == body(data) or (not read_document(data).fenced and after.endswith(data.removeprefix(BOM)))
    assert after.startswith(BOM) == data.startswith(BOM)
    gone = {key for key, value in changes.items() if value is None and key in old_tree}
    other = {key for key, value in changes.items() if wanted(key, value) != meaning(key, old_tree.get(key))}
    check_lines(old, new, gone | other)
    assert edit_note(after, changes) is after
    return after


def random_value(rng: Random, key: str, data: bytes):
    """A value that fits the key, sometimes one that shares items with the present one; sometimes None."""
    if rng.random() < 0.12:
        return None
    if key not in NAMES:
        return text(rng)
    entry = next((entry for entry in read_document(data).entries if entry.key == key), None)
    items = list(field_value(entry)) if entry else []
    rng.shuffle(items)
    items = [varied(rng, item) for item in items[: rng.randint(0, len(items))]]
    return tuple(items + [random_item(rng, NAMES[key]) for _ in range(rng.choice((0, 1, 1, 2)))])


def varied(rng: Random, item):
    """The item, or one that names the same thing with other details."""
    if rng.random() < 0.6 or isinstance(item, str):
        return item
    return item.replace(note=text(rng)) if isinstance(item, Relation) else item.replace(hash=phrase(rng))


def random_item(rng: Random, kind: type):
    if kind is str:
        return text(rng)
    if kind is Reference:
        return Reference(phrase(rng), rng.choice(("", "10-20")), rng.choice(("", "0123abc")), rng.choice(("", "12e4")))
    properties = (("since", phrase(rng)), ("no", "")) if rng.random() < 0.3 else ()
    return Relation(rng.choice(("refines", "x_y")), phrase(rng), rng.choice(("", text(rng))), properties)


def lines(data: bytes) -> list[str]:
    """The raw lines of the frontmatter, empty without one."""
    doc = read_document(data)
    assert not doc.error, doc.error
    if not doc.fenced:
        return []
    head = doc.text[doc.start : doc.fence].replace("\r\n", "\0")
    return [line.replace("\0", "\r\n") for line in _split(head)]


def _split(head: str) -> list[str]:
    rows, row = [], ""
    for char in head:
        row += char
        if char in "\0\r\n":
            rows.append(row)
            row = ""
    assert not row
    return rows


def lf(rows: list[str]) -> str:
    return "".join(row.rstrip("\r\n") + "\n" for row in rows)


def body(data: bytes) -> str:
    doc = read_document(data)
    return doc.text[doc.rest :]


def kept(tree: dict, changes: dict) -> list:
    return [(key, value) for key, value in tree.items() if key not in changes]


def items_of(value) -> list:
    return value if isinstance(value, list) else [] if value is None else [value]


def meaning(key: str, value):
    """What PyYAML's value of a key says to us."""
    kind = NAMES.get(key)
    if kind is str:
        items = items_of(value)
        if key == "tags" and isinstance(value, str) and "," in value:
            return None
        return tuple(item for item in items if isinstance(item, str) and item)
    if kind is not None:
        read = relation_of if kind is Relation else reference_of
        return tuple(item for item in map(read, items_of(value)) if item is not None)
    return value or ""


def wanted(key: str, value):
    """What a change asks for, in the terms of meaning()."""
    if key in NAMES:
        return tuple(item for item in value or () if item)
    return value or ""


def check_lines(old: list[str], new: list[str], changed: set[str]) -> None:
    """Lines that belong to other keys, and all before and between, are in the new file, byte for byte and in order."""
    rows = key_rows(lf(old))
    own: set[int] = set()
    for at, (key, row) in enumerate(rows):
        end = rows[at + 1][1] if at + 1 < len(rows) else len(old)
        if key in changed:
            own.update(range(row, end))
    left = iter(new)
    for row, line in enumerate(old):
        if row not in own or (line[:1] == "#" and not _in_value(old, rows, row)):
            assert line in left, f"row {row} is gone or has moved: {line!r}"


def _in_value(old: list[str], rows: list[tuple[str, int]], row: int) -> bool:
    """Whether a comment in the first column stands between the lines of a value."""
    end = min((start for _, start in rows if start > row), default=len(old))
    return any(line.strip() and line[:1] != "#" for line in old[row + 1 : end])
