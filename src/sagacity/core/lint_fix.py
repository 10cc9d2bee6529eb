"""Repairs of one note's file, where only one thing can be meant. Everything else in the file stays, byte for byte.

Each repair is an edit of its own, checked as every edit is; one that is not safe is left out. Idempotent.
"""

from __future__ import annotations

from collections import Counter

from .errors import SagacityError
from .frontmatter import ended_lines, read_document, read_text
from .lint_fields import DATES, strict_date
from .lint_file import flaws_of
from .lint_rules import rule_of
from .lint_sheet import sheet_of
from .note_read import items_of, relation_of
from .note_write import encoded
from .notefile import edit_note
from .types import split_type, status_of
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .frontmatter import Document
    from .lint_sheet import Sheet
    from .note import Note
    from .notefile import FieldValue
    from .yaml_tree import Entry


class Lore(Value):
    """What a repair may fill in: a new id, and when the note was made and changed, RFC 3339, "" where nobody knows."""

    id: str = ""
    created_at: str = ""
    updated_at: str = ""


class Repair(Value):
    """The file afterwards, and the codes of what was repaired; the same bytes and none where nothing was."""

    data: bytes
    codes: tuple[str, ...] = ()


def repaired(sheet: Sheet, lore: Lore, ignored: frozenset[str] = frozenset()) -> Repair:
    """The file with all repairs that are certain, but those of ignored rules. One that cannot be read comes back as it
    is.
    """
    wanted = {flaw.code for flaw in flaws_of(sheet) if rule_of(flaw.code).fixable} - ignored
    if sheet.doc.error or not wanted:
        return Repair(sheet.data)
    data, codes = sheet.data, []
    for code, make in _CHANGES:
        if code in wanted:
            now = sheet_of(sheet.layer, sheet.path, data)
            after = _edited(data, make(now, lore))
            if after != data:
                data = after
                codes.append(code)
    after = _with_marks(data) if "SN302" in wanted else data
    if after != data:
        codes.append("SN302")
    return Repair(after, tuple(sorted(codes)))


def _edited(data: bytes, changes: Mapping[str, FieldValue | None]) -> bytes:
    """The data as it is where the edit is not safe, or a remark would go with what it stands beside."""
    try:
        after = edit_note(data, changes)
    except SagacityError:
        return data
    return after if _remarks(data) <= _remarks(after) else data


def _remarks(data: bytes) -> Counter[str]:
    """What may be a comment in the frontmatter."""
    doc = read_document(data)
    rows = doc.text[doc.start : doc.fence].splitlines()
    return Counter(row[row.index("#") :] for row in rows if "#" in row)


def _id(_sheet: Sheet, lore: Lore) -> dict[str, FieldValue | None]:
    return {"id": lore.id} if lore.id else {}


def _type(sheet: Sheet, _lore: Lore) -> dict[str, FieldValue | None]:
    """Where the type names a kind, and the note another one, nobody knows which is meant."""
    name, kind = split_type(sheet.note.type)
    if kind and sheet.note.kind not in ("", kind):
        return {}
    return {"type": name, "kind": kind} if kind else {"type": name}


def _name(sheet: Sheet, _lore: Lore) -> dict[str, FieldValue | None]:
    return {"synonyms": (*sheet.note.synonyms, sheet.stem)}


def _dates(sheet: Sheet, _lore: Lore) -> dict[str, FieldValue | None]:
    return {field: strict_date(said) for field in DATES if (said := getattr(sheet.note, field)) and _is_loose(said)}


def _is_loose(said: str) -> bool:
    return strict_date(said) != said


def _missing_dates(sheet: Sheet, lore: Lore) -> dict[str, FieldValue | None]:
    note: Note = sheet.note
    created = note.created_at or lore.created_at
    updated = note.updated_at or lore.updated_at or created
    return {"created_at": created, "updated_at": updated} if created else {}


def _tags(sheet: Sheet, _lore: Lore) -> dict[str, FieldValue | None]:
    first: dict[str, str] = {}
    for tag in sheet.note.tags:
        first.setdefault(tag.casefold(), tag)
    return {"tags": tuple(first.values())}


def _status(sheet: Sheet, _lore: Lore) -> dict[str, FieldValue | None]:
    return {"status": status_of(sheet.note.status)}


_CHANGES: tuple[tuple[str, Callable[[Sheet, Lore], Mapping[str, FieldValue | None]]], ...] = (
    ("SN101", _id),
    ("SN203", _type),
    ("SN208", _dates),
    ("SN209", _missing_dates),
    ("SN215", _tags),
    ("SN404", _status),
    ("SN105", _name),
)


def _with_marks(data: bytes) -> bytes:
    """The file with an @ before each relation that lacks it, in lists that are written one below the other."""
    doc = read_document(data)
    entry = next((one for one in doc.entries if one.key == "relations"), None)
    if entry is None or not entry.items:
        return data
    rows = ended_lines(doc.text[doc.start : doc.fence])
    for (first, last), item in zip(entry.items, items_of(entry.value), strict=True):
        if isinstance(item, dict) and relation_of(item) and not str(item["op"]).startswith("@"):
            rows[first:last] = _marked(rows[first:last], str(item["op"]))
    now = read_text(doc.text[: doc.start] + "".join(rows) + doc.text[doc.fence :])
    return encoded(now.text) if _says_the_same(doc, now, entry) else data


def _marked(rows: list[str], op: str) -> list[str]:
    """The rows of one relation; as they are where the operator is not plainly a word behind its key."""
    for nth, row in enumerate(rows):
        head, colon, rest = row.partition("op:")
        value = rest.strip()
        if not colon or head.strip(" -") or value.partition(" #")[0].strip().strip("\"'") != op:
            continue
        bare = value.partition(" #")[0].rstrip()
        at = len(head) + len("op:") + len(rest) - len(rest.lstrip())
        quote = bare[0] if bare[:1] in "\"'" else ""
        marked = f"{quote}@{bare[1:]}" if quote else f'"@{bare}"'
        return [*rows[:nth], row[:at] + marked + row[at + len(bare) :], *rows[nth + 1 :]]
    return rows


def _says_the_same(old: Document, new: Document, entry: Entry) -> bool:
    """Whether all fields mean what they did, and nothing but the rows of this one differs."""
    if new.error or len(new.entries) != len(old.entries):
        return False
    for before, after in zip(old.entries, new.entries, strict=True):
        if before.key != entry.key and (before.key, before.value) != (after.key, after.value):
            return False
    was = [relation_of(item) for item in items_of(entry.value)]
    found = next((one for one in new.entries if one.key == entry.key), None)
    return found is not None and [relation_of(item) for item in items_of(found.value)] == was
