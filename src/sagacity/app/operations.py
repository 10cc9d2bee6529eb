"""The one table: every operation the faces offer, with its input, result, access and handler."""

from __future__ import annotations

from .table.checking import CHECKING
from .table.curation import CURATION
from .table.exports import EXPORTS
from .table.finding import FINDING
from .table.guarding import GUARDING
from .table.notes import NOTES
from .table.sessions import SESSIONS
from .table.skills import SKILLS
from .table.tags import TAGS
from .table.upkeep import UPKEEP
from .table.working import WORKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .operation import Operation

OPERATIONS = (*NOTES, *WORKING, *FINDING, *CURATION, *EXPORTS, *SESSIONS, *SKILLS, *TAGS, *CHECKING, *GUARDING, *UPKEEP)


def operation(name: str) -> Operation:
    """The operation of that name. Raises KeyError."""
    return {op.name: op for op in OPERATIONS}[name]
