"""Operations: what keeps notes from contradicting and repeating one another."""

from __future__ import annotations

from ..operation import HERE, Operation, verb
from ..settling import ConflictsRequest, ConflictsResult, ReviewRequest, ReviewResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..conflicts import conflicts
    from ..review import review
else:
    conflicts = verb("conflicts", "conflicts")
    review = verb("review", "review")

CURATION = (
    Operation(
        "conflicts",
        "List pairs of notes that cannot both hold, and what settles each",
        ConflictsRequest,
        ConflictsResult,
        "read",
        conflicts,
        HERE,
        "sagacity conflicts",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "review",
        "List what waits for a person, or dismiss it",
        ReviewRequest,
        ReviewResult,
        "write",
        review,
        HERE,
        "sagacity review",
    ),
)
