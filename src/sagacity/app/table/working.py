"""Operations: what is to be done."""

from __future__ import annotations

from ..operation import EVERYWHERE, Operation, verb
from ..working import WorkRequest, WorkResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..work import work
else:
    work = verb("work", "work")

WORKING = (
    Operation(
        "work",
        "Plans and tasks: what is due; start, complete, block one",
        WorkRequest,
        WorkResult,
        "write",
        work,
        EVERYWHERE,
        "sagacity work complete deploy-with-vpn --pr https://example.org/team/app/pull/12",
        idempotent=True,
    ),
)
