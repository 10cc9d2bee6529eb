"""Lays out the fields of a note as rows of frontmatter, and renders new notes."""

from __future__ import annotations

from .errors import SagacityError
from .fences import FENCE, MAX_BYTES, body_text
from .frontmatter import read_text
from .note import Reference, Relation
from .note_read import LIST_FIELDS
from .yaml_write import block_rows, flow_list, is_block, list_rows, scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .note_read import FieldValue
    from .yaml_flow import Tree

KEY_ORDER = (
    "id", "type", "kind", "title", "synonyms", "tags", "summary", "scope", "project", "created_at", "updated_at",
    "valid_from", "valid_until", "confidence", "lifecycle", "memory_family", "provenance", "origin", "sensitivity",
    "status", "due", "prs", "relations", "references", "triggers", "enforcement",
)  # fmt: skip
ROW_WIDTH = 110

_RANKS = {key: rank for rank, key in enumerate(KEY_ORDER)}


def rank_of(key: str) -> int:
    """Where a key belongs among the fields of a note; a key of someone else's comes after all of them."""
    return _RANKS.get(key, len(KEY_ORDER))


def normal_value(key: str, value: FieldValue | None) -> FieldValue | None:
    """The value as reading it back gives it; None for an empty one, which is not written."""
    if value is None or isinstance(value, str):
        return (value,) if value and key in LIST_FIELDS else value or None
    return tuple(_normal_item(item) for item in value if item) or None  # type: ignore[return-value]


def _normal_item(item: str | Relation | Reference) -> str | Relation | Reference:
    return item.replace(op=item.op.removeprefix("@")) if isinstance(item, Relation) else item


def item_tree(item: str | Relation | Reference) -> Tree:
    """An item of a list as it is written, empty parts left out."""
    if isinstance(item, str):
        return item
    if isinstance(item, Reference):
        parts = {"path": item.path, "lines": item.lines, "commit": item.commit, "hash": item.hash}
        return {key: text for key, text in parts.items() if text}
    tree: dict[str, Tree] = {"op": f"@{item.op}", "target": item.target}
    if item.note:
        tree["note"] = item.note
    if item.properties:
        tree["properties"] = dict(item.properties)
    return tree


def text_layout(text: str, style: str = "", *, block: bool = True) -> tuple[str, list[str]]:
    """What stands behind the key's colon, and the rows below. block: several lines may be written as such."""
    if block and is_block(text):
        return "|-", block_rows(text)
    return scalar(text, style), []


def list_layout(items: list[Tree], style: str = "", *, width: int = ROW_WIDTH) -> tuple[str, list[str]]:
    """As text_layout. Texts stand in brackets where they fit and were not below one another before (style "-")."""
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) == len(items) and style != "-":
        row = flow_list(texts)
        if len(row) <= width:
            return row, []
    return "", list_rows(items, 2)


def field_rows(key: str, value: FieldValue) -> list[str]:
    """The rows of a field that is new."""
    head = scalar(key)
    if isinstance(value, str):
        text, below = text_layout(value)
    else:
        text, below = list_layout([item_tree(item) for item in value], width=ROW_WIDTH - len(head))
    return [f"{head}: {text}" if text else f"{head}:", *below]


def encoded(text: str) -> bytes:
    """The text as UTF-8. Raises SagacityError `invalid` for lone surrogates, which no file can hold."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as bad:
        raise SagacityError(
            "invalid",
            f"U+{ord(text[bad.start]):04X} at character {bad.start} is half a character and cannot be written as UTF-8",
            hint="remove it",
        ) from bad


def rendered_note(fields: Mapping[str, FieldValue], body: str) -> bytes:
    """See notefile.render_note."""
    rows = [FENCE]
    for key in sorted(fields, key=rank_of):
        value = normal_value(key, fields[key])
        if value is not None:
            rows += field_rows(key, value)
    rows.append(FENCE)
    inner = body_text(body)
    text = "\n".join([*rows, "", inner, ""] if inner else [*rows, ""])
    data = encoded(text)
    error = read_text(text).error
    if error:
        raise SagacityError(
            "invalid",
            f"these fields make no frontmatter that can be read back: {error}",
            hint=f"frontmatter may have {MAX_BYTES} bytes and 256 keys; long text belongs into the body",
        )
    return data
