"""Operations: what takes knowledge out of the memory."""

from __future__ import annotations

from ..exporting import ExportRequest, ExportResult
from ..operation import HERE, Operation, verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..export import export
else:
    export = verb("export", "export")

EXPORTS = (
    Operation(
        "export",
        "Write the history of a design: idea, plan, decisions, mistakes, lessons",
        ExportRequest,
        ExportResult,
        "read",
        export,
        HERE,
        "sagacity export ship-release --output history.md",
        note_text=True,
        idempotent=True,
    ),
)
