"""The SKILL.md in the file of a note, put there and taken out to the byte."""

from __future__ import annotations

from .frontmatter import read_document
from .note_write import encoded
from .notefile import render_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .note_read import FieldValue


def skill_file(fields: Mapping[str, FieldValue], text: str) -> bytes:
    """The note's file with the SKILL.md below. Raises `invalid` as render_note does."""
    return with_text(render_note(fields, ""), text)


def with_text(data: bytes, text: str) -> bytes:
    """The note's file with another SKILL.md below its frontmatter. Raises `invalid` for what no file can hold."""
    doc = read_document(data)
    return encoded(f"{doc.text[: doc.rest]}\n{text}")


def verbatim(data: bytes) -> str:
    """The SKILL.md in a note's file, as it was given."""
    doc = read_document(data)
    text = doc.text[doc.rest :]
    if not doc.fenced:
        return text
    return text[2:] if text.startswith("\r\n") else text.removeprefix("\n")
