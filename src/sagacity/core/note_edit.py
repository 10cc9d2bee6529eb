"""Changes single fields of a note's file and leaves every other byte as it is.

Each change replaces the rows of one key. The result is read again and compared with what was asked before it is given
out, so that a construct this module misjudges ends in a refusal and not in a damaged file.
"""

from __future__ import annotations

from .errors import SagacityError
from .fences import BOM, FENCE, body_text, line_feeds
from .frontmatter import ended_lines, read_document, read_text
from .note_items import list_chunks, merged_items
from .note_read import field_value
from .note_write import (
    encoded,
    field_rows,
    list_layout,
    normal_value,
    rank_of,
    text_layout,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NoReturn

    from .frontmatter import Document
    from .note_read import FieldValue
    from .yaml_flow import Tree
    from .yaml_tree import Entry


def edited_note(data: bytes, changes: Mapping[str, FieldValue | None], body: str | None) -> bytes:
    """See notefile.edit_note."""
    doc = _editable(data)
    wanted = _real_changes(doc, changes)
    new_body = None if body is None or body_text(body) == body_text(doc.text[doc.rest :]) else body
    if not wanted and new_body is None:
        return data
    now = doc
    if wanted and not doc.fenced:
        now = read_text(_with_fences(doc))
    for key in sorted(wanted, key=rank_of):
        now = read_text(_changed(now, key, wanted[key]))
        if now.error:
            _refuse(now.error)
    if new_body is not None:
        now = read_text(_with_body(now, new_body))
    _verify(doc, now, wanted, new_body)
    return encoded(now.text)


def with_section(data: bytes, heading: str, text: str) -> bytes:
    """See notefile.append_section."""
    doc = _editable(data)
    title = " ".join(heading.split())
    parts = [f"## {title}"] if title else []
    content = line_feeds(text).strip("\n")
    if content:
        parts.append(content)
    if not parts:
        return data
    end = _line_end(doc.text)
    present = line_feeds(doc.text.removeprefix(BOM))
    gap = max(0, 2 - (len(present) - len(present.rstrip("\n")))) if present else 0
    now = read_text(doc.text + end * gap + ("\n\n".join(parts) + "\n").replace("\n", end))
    if now.error or now.fence != doc.fence or now.fenced != doc.fenced or _values(now) != _values(doc):
        _refuse(now.error or "the section would be read as frontmatter")
    return encoded(now.text)


def _editable(data: bytes) -> Document:
    """The document. Raises SagacityError `refused` for a file that only a person may touch."""
    doc = read_document(data)
    if doc.error:
        raise SagacityError(
            "refused",
            f"the note cannot be edited, its file is left as it is: {doc.error}",
            hint="convert the file to UTF-8" if doc.lossy else "repair that line by hand, then try again",
        )
    return doc


def _refuse(reason: str) -> NoReturn:
    raise SagacityError(
        "refused",
        f"the edit is not safe, the file is left as it is: {reason}",
        hint="make this change by hand, in the file",
    )


def _find(doc: Document, key: str) -> Entry | None:
    return next((entry for entry in doc.entries if entry.key == key), None)


def _real_changes(doc: Document, changes: Mapping[str, FieldValue | None]) -> dict[str, FieldValue | None]:
    """The changes that would change something, as reading them back gives them; None removes the key."""
    wanted: dict[str, FieldValue | None] = {}
    for key, asked in changes.items():
        value = normal_value(key, asked)
        entry = _find(doc, key)
        now = normal_value(key, field_value(entry)) if entry else None
        if value != now or (asked is None and entry):
            wanted[key] = value
    return wanted


def _line_end(text: str) -> str:
    """The line end that most lines have; LF where they are even."""
    pairs = text.count("\r\n")
    feeds, returns = text.count("\n") - pairs, text.count("\r") - pairs
    if feeds >= max(pairs, returns):
        return "\n"
    return "\r\n" if pairs >= returns else "\r"


def _with_fences(doc: Document) -> str:
    """A file without frontmatter with an empty one before its text."""
    end = _line_end(doc.text)
    text = doc.text[doc.rest :]
    return doc.text[: doc.start] + (FENCE + end) * 2 + (end + text if text else "")


def _with_body(doc: Document, body: str) -> str:
    """The file with another body; blank lines before and after it stay."""
    end = _line_end(doc.text)
    old = doc.text[doc.rest :]
    core = old.strip(" \t\r\n")
    head = doc.text[: doc.rest]
    new = body_text(body).replace("\n", end)
    if doc.fenced and head[-1] not in "\r\n":
        head += end
    if not core:
        return head + ((end if doc.fenced else "") + new + end if new else "")
    before, _, after = old.partition(core)
    # Blanks before the first line and behind the last belong to the body.
    before = before.rstrip(" \t")
    after = after.lstrip(" \t")
    return head + (before + new + (after or end) if new else "")


def _changed(doc: Document, key: str, value: FieldValue | None) -> str:
    """The text with one key set, or removed for None."""
    rows = ended_lines(doc.text[doc.start : doc.fence])
    entry = _find(doc, key)
    if entry is not None:
        rows[entry.first : entry.last] = [] if value is None else _rewritten(entry, rows, value)
    elif value is not None:
        at = _place(doc, key, len(rows))
        end = _end_of(rows[at - 1] if at else doc.text[: doc.start])
        rows[at:at] = [row + end for row in field_rows(key, value)]
    return doc.text[: doc.start] + "".join(rows) + doc.text[doc.fence :]


def _end_of(row: str) -> str:
    if row.endswith("\r\n"):
        return "\r\n"
    return row[-1]


def _place(doc: Document, key: str, end: int) -> int:
    """The row where a new key goes: behind what comes before it in the usual order, else before what comes after."""
    rank = rank_of(key)
    ranks = [rank_of(entry.key) for entry in doc.entries]
    known = [at for at, other in enumerate(ranks) if other < rank_of("")]
    earlier = [at for at in known if ranks[at] < rank]
    if rank == rank_of("") or not known:
        return end
    if earlier:
        return doc.entries[max(earlier, key=lambda at: ranks[at])].last
    first = min(known, key=lambda at: ranks[at])
    return doc.entries[first - 1].last if first else doc.entries[0].first


def _rewritten(entry: Entry, rows: list[str], value: FieldValue) -> list[str]:
    """The rows of a key with another value: its own spacing, quotes, list style and comments kept where they can be."""
    kept = rows[entry.end : entry.last]
    end = _end_of(rows[entry.first])
    if isinstance(value, str):
        text, below = text_layout(value, entry.style, block=not kept)
    elif entry.items:
        return [rows[entry.first], *list_chunks(entry, rows, value), *kept]
    else:
        text, below = list_layout([tree for _, tree in merged_items(entry, value)], entry.style)
    line = rows[entry.first].rstrip("\r\n")
    comment = entry.comment if entry.comment.strip() else ""
    gap = line[entry.colon : entry.start]
    if gap.strip() or not gap or entry.start == len(line) or not text:
        gap = " " if text else ""
    head = line[: entry.colon] + gap + text + comment
    return [row + end for row in (head, *below)] + kept


def _values(doc: Document) -> list[tuple[str, Tree]]:
    return [(entry.key, entry.value) for entry in doc.entries]


def _verify(old: Document, new: Document, wanted: Mapping[str, FieldValue | None], body: str | None) -> None:
    """Raises SagacityError `refused` unless exactly what was wanted has changed, in meaning and in bytes."""
    if new.error:
        _refuse(new.error)
    for key, value in wanted.items():
        entry = _find(new, key)
        if (normal_value(key, field_value(entry)) if entry else None) != value:
            _refuse(f"{key} would not be read back as it was given")
    if [pair for pair in _values(old) if pair[0] not in wanted] != [
        pair for pair in _values(new) if pair[0] not in wanted
    ]:
        _refuse("another key would change with it")
    if _outside(old, wanted) != _outside(new, wanted):
        _refuse("other lines would change with it")
    before, after = old.text[old.rest :], new.text[new.rest :]
    if body is None and after != before and (old.fenced or not after.endswith(before)):
        _refuse("the body would change with it")
    if body is not None and body_text(after) != body_text(body):
        _refuse("the body would not be read back as it was given")


def _outside(doc: Document, keys: Mapping[str, FieldValue | None]) -> list[str]:
    """The rows of the frontmatter that belong to none of the keys, with their line ends."""
    rows = ended_lines(doc.text[doc.start : doc.fence])
    for entry in reversed(doc.entries):
        if entry.key in keys:
            del rows[entry.first : entry.last]
    return rows
