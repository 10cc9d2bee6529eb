"""Reads the note of a file's bytes: never raises, linear in the size. Source: docs/note-format.md."""

from __future__ import annotations

from .fences import FENCE, body_text
from .frontmatter import read_document
from .note import Note, Reference, Relation
from .yaml_scalars import BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from .frontmatter import Document
    from .yaml_flow import Tree
    from .yaml_tree import Entry

    FieldValue: TypeAlias = "str | tuple[str, ...] | tuple[Relation, ...] | tuple[Reference, ...]"

# Keys the format defines but a Note does not carry; the last three are Saga's.
_OTHER_KEYS = frozenset(
    ("memory_family", "operator_surface", "operators", "requires", "related", "created_by", "updated_by")
)
_HEAD_CHARS = 4_096
_RESERVED = ("saga_", "_")


def parse_note(data: bytes) -> Note:
    """The note in these bytes, whatever they are: what cannot be read is said in its `error`."""
    return note_of(read_document(data))


def note_of(doc: Document) -> Note:
    """The note in a document."""
    if doc.error:
        return Note(
            body_text(doc.text[doc.rest :]), error=doc.error, sensitivity=_slip_of_sensitivity(doc.text[:_HEAD_CHARS])
        )
    fields: dict[str, FieldValue] = {}
    for entry in doc.entries:
        if entry.key in FIELD_READERS:
            fields[entry.key] = FIELD_READERS[entry.key](entry)
    if "sensitivity" not in fields:
        fields["sensitivity"] = _slip_of_sensitivity(_where_fields_stand(doc))
    return Note(body_text(doc.text[doc.rest :]), **fields)  # type: ignore[arg-type]


def _where_fields_stand(doc: Document) -> str:
    """The frontmatter, or what was meant to be one but has blank lines above it."""
    if doc.fenced:
        return doc.text[doc.start : doc.fence]
    return doc.text[:_HEAD_CHARS] if doc.text[:_HEAD_CHARS].lstrip(" \t\r\n\ufeff").startswith(FENCE) else ""


def _slip_of_sensitivity(text: str) -> str:
    """The word confidential where the text says so in a way the format does not know, such as `Sensitivity:` or below
    a fence that is not at the top: a slip does not show what was to be kept back.
    """
    head = text.lower()
    at = head.find("sensitivity")
    while at >= 0:
        value = head[at + len("sensitivity") :].lstrip("\"' \t")
        if value[:1] == ":" and value[1:].lstrip("\"'[ \t").startswith("confidential") and _begins_line(head, at):
            return "confidential"
        at = head.find("sensitivity", at + 1)
    return ""


def _begins_line(text: str, at: int) -> bool:
    return not text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at].strip("\"' \t\ufeff")


def unknown_keys(data: bytes) -> tuple[str, ...]:
    """Top-level keys that the format neither defines nor reserves, in order."""
    return unknown_in(read_document(data))


def unknown_in(doc: Document) -> tuple[str, ...]:
    """As unknown_keys, of a document."""
    return tuple(
        entry.key
        for entry in doc.entries
        if entry.key not in FIELD_READERS and entry.key not in _OTHER_KEYS and not entry.key.startswith(_RESERVED)
    )


def as_text(entry: Entry) -> str:
    """The value of a field that holds one text. The line end that closes a block scalar is not part of it."""
    text = text_of(entry.value)
    return text.rstrip("\n") if entry.style in ("|", ">") else text


def text_of(tree: Tree) -> str:
    """A scalar, or the scalars of a list in one line; "" for a mapping."""
    if isinstance(tree, list):
        return ", ".join(item for item in tree if isinstance(item, str))
    return tree if isinstance(tree, str) else ""


def items_of(tree: Tree) -> list[Tree]:
    """The items of a list; anything else but null is one item."""
    if isinstance(tree, list):
        return tree
    return [] if tree is None else [tree]


def as_list(entry: Entry) -> tuple[str, ...]:
    """The texts of a list, empty ones left out."""
    return tuple(item for item in items_of(entry.value) if item and isinstance(item, str))


def as_tags(entry: Entry) -> tuple[str, ...]:
    """As as_list; tags in one plain scalar are separated by commas."""
    if isinstance(entry.value, str) and not entry.style:
        return tuple(tag for part in entry.value.split(",") if (tag := part.strip(BLANKS)))
    return as_list(entry)


def as_relations(entry: Entry) -> tuple[Relation, ...]:
    """The relations that have an operator and a target; other items are passed over."""
    return tuple(found for item in items_of(entry.value) if (found := relation_of(item)))


def relation_of(tree: Tree) -> Relation | None:
    """One relation; its remark may be called `note` or, as in the Saga spec, `notes`."""
    if not isinstance(tree, dict):
        return None
    op = text_of(tree.get("op")).removeprefix("@")
    target = text_of(tree.get("target"))
    if not op or not target:
        return None
    properties = tree.get("properties")
    pairs = properties.items() if isinstance(properties, dict) else ()
    note = text_of(tree.get("note")) or text_of(tree.get("notes"))
    return Relation(op, target, note, tuple((key, value) for key, value in pairs if isinstance(value, str)))


def as_references(entry: Entry) -> tuple[Reference, ...]:
    """The references that have a path; other items are passed over."""
    return tuple(found for item in items_of(entry.value) if (found := reference_of(item)))


def reference_of(tree: Tree) -> Reference | None:
    """One reference; a bare text is its path. Saga calls the hash `blame_hash`."""
    if isinstance(tree, str):
        return Reference(tree) if tree else None
    if not isinstance(tree, dict) or not text_of(tree.get("path")):
        return None
    found = text_of(tree.get("hash")) or text_of(tree.get("blame_hash"))
    return Reference(text_of(tree.get("path")), text_of(tree.get("lines")), text_of(tree.get("commit")), found)


TEXT_FIELDS = (
    "id", "type", "kind", "title", "summary", "scope", "project", "created_at", "updated_at", "valid_from",
    "valid_until", "confidence", "lifecycle", "memory_family", "provenance", "origin", "sensitivity", "enforcement",
    "status", "due",
)  # fmt: skip
LIST_FIELDS = ("synonyms", "tags", "triggers", "prs")
RECORD_FIELDS = ("relations", "references")
OWN_KEYS = ("_import", "_import_hash")
"""What `sagacity import` leaves in a note for itself: where it is from, and the hash of what was there."""

FIELD_READERS: Mapping[str, Callable[[Entry], FieldValue]] = {
    **dict.fromkeys(TEXT_FIELDS, as_text),
    **dict.fromkeys(LIST_FIELDS, as_list),
    "tags": as_tags,
    "relations": as_relations,
    "references": as_references,
}


def field_value(entry: Entry) -> FieldValue:
    """What an entry means: a field of the format by its own rule, another key as one text or a list of texts."""
    if entry.key in FIELD_READERS:
        return FIELD_READERS[entry.key](entry)
    return as_list(entry) if isinstance(entry.value, list) else as_text(entry)
