"""A note as an entry of what goes in front of a model."""

from __future__ import annotations

from ..core.fences import readable_body
from ..core.frame import Block
from ..core.trust import label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import App
    from .records import RawNote, Row
    from .relate import Standing
    from .scope import Scope

DAY_MS = 86_400_000


def block_of(app: App, row: Row, scope: Scope, stand: Standing | None, text: str, *, cut: bool) -> Block:
    """A note as it is shown. What belongs to the project at hand does not say so."""
    layer = scope.layer_of(row.layer)
    conflicts = tuple(other.id for other in stand.conflicts if other.trust > 0) if stand else ()
    replacement = stand.superseded_by or stand.deprecated_by if stand else None
    return Block(
        id=row.id,
        title=row.title,
        type=f"{row.type}/{row.kind}" if row.kind else row.type,
        text=text,
        trust=label(row.trust),
        layer="" if layer.kind == "personal" else layer.name,
        project="" if row.project == scope.project else row.project,
        age_days=max(0, (app.clock.now_ms() - row.updated_ms) // DAY_MS),
        cut=cut,
        conflicts=conflicts,
        superseded_by=replacement.id if replacement else "",
    )


def body_of(app: App, row: Row, scope: Scope) -> str:
    """The body as its file has it now. Raises SagacityError when the file is gone."""
    return body_in(app.store.read(scope.layer_of(row.layer), row.path), row)


def body_in(raw: RawNote, row: Row) -> str:
    """The body in a file's bytes, found for less where the row knows the file."""
    if not row.error and (raw.size, raw.mtime_ns) == (row.size, row.mtime_ns):
        return readable_body(raw.data)
    from ..core.notefile import parse_note  # where the row cannot tell whether the frontmatter can be read

    return parse_note(raw.data).body
