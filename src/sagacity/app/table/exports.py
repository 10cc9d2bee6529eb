"""Operations: what takes knowledge out of the memory."""

from __future__ import annotations

from ...core.settings import FULL_TOOLS
from ..exporting import ExportRequest, ExportResult, VaultRequest, VaultResult
from ..graphing import GraphRequest, GraphResult
from ..operation import EVERYWHERE, HERE, Operation, verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..export import export
    from ..graph import graph
    from ..vault import vault
else:
    export = verb("export", "export")
    graph = verb("graph", "graph")
    vault = verb("vault", "vault")

EXPORTS = (
    Operation(
        "export",
        "Write the history of a design: idea, plan, decisions, mistakes, lessons",
        ExportRequest,
        ExportResult,
        "read",
        export,
        EVERYWHERE,
        "sagacity export ship-release --output history.md",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "vault",
        "Make or update an Obsidian vault over all layers",
        VaultRequest,
        VaultResult,
        "read",
        vault,
        HERE,
        "sagacity vault ~/notes-vault",
        idempotent=True,
    ),
    Operation(
        "graph",
        "Draw notes and their relations: around one, or all",
        GraphRequest,
        GraphResult,
        "read",
        graph,
        HERE,
        "sagacity graph ship-release --output release.svg",
        idempotent=True,
    ),
)
