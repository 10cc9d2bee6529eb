"""Operations: what keeps notes from contradicting and repeating one another."""

from __future__ import annotations

from ...core.settings import FULL_TOOLS
from ..grouping import DuplicatesRequest, DuplicatesResult
from ..operation import EVERYWHERE, HERE, Operation, verb
from ..planned import MergeRequest, PlanResult, PromoteRequest
from ..settling import ConflictsRequest, ConflictsResult, ReviewRequest, ReviewResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..conflicts import conflicts
    from ..duplicates import duplicates
    from ..merge import merge
    from ..promote import promote
    from ..review import review
else:
    conflicts = verb("conflicts", "conflicts")
    duplicates = verb("duplicates", "duplicates")
    merge = verb("merge", "merge")
    promote = verb("promote", "promote")
    review = verb("review", "review")

CURATION = (
    Operation(
        "conflicts",
        "List pairs of notes that cannot both hold, and what settles each",
        ConflictsRequest,
        ConflictsResult,
        "read",
        conflicts,
        EVERYWHERE,
        "sagacity conflicts",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "duplicates",
        "List groups of notes that say the same, and what merges each",
        DuplicatesRequest,
        DuplicatesResult,
        "read",
        duplicates,
        EVERYWHERE,
        "sagacity duplicates --kind exact",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "merge",
        "Make one note of several: plan, question, apply",
        MergeRequest,
        PlanResult,
        "write",
        merge,
        HERE,
        "sagacity merge deploys-need-vpn vpn-for-deploys",
    ),
    Operation(
        "promote",
        "Move a note to a layer with more readers: plan, question, apply",
        PromoteRequest,
        PlanResult,
        "write",
        promote,
        HERE,
        "sagacity promote deploys-need-vpn --to project",
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
