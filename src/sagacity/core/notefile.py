"""The note of a file's bytes, and the bytes of a note: what the rest of the product calls.

Reading is in note_read. Writing is in note_write and note_edit, which are loaded when something is first written.
"""

from __future__ import annotations

from .note_read import parse_note, unknown_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .note_read import FieldValue as FieldValue  # noqa: PLC0414 - the name callers write their changes with

__all__ = ["append_section", "edit_note", "parse_note", "render_note", "unknown_keys"]


def render_note(fields: Mapping[str, FieldValue], body: str) -> bytes:
    """A new note: fields in a fixed order, empty ones left out, LF, a blank line, the body, a final line end.

    Raises SagacityError `invalid` for what no file can hold: lone surrogates, frontmatter above its limits.
    """
    # Writing is off the hot path; a hook that only reads must not pay for it.
    from .note_write import rendered_note

    return rendered_note(fields, body)


def edit_note(data: bytes, changes: Mapping[str, FieldValue | None], *, body: str | None = None) -> bytes:
    """The file with only these fields changed, and the body if one is given; data itself if nothing changes.

    None or an empty value removes a key. All other bytes stay: order, comments, line ends, BOM, unknown keys.
    Raises SagacityError `refused` when the frontmatter cannot be read, the bytes are not UTF-8, or the result would
    not hold exactly what was asked; `invalid` as render_note does.
    """
    # As above.
    from .note_edit import edited_note

    return edited_note(data, changes, body)


def append_section(data: bytes, heading: str, text: str) -> bytes:
    """The file with a section at its end: blank line, `## heading`, blank line, text, in its own line ends.

    Without a heading the text alone. All bytes that were there stay. Raises as edit_note does.
    """
    # As above.
    from .note_edit import with_section

    return with_section(data, heading, text)
