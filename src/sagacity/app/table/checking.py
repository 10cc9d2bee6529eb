"""Operations: the published format."""

from __future__ import annotations

from ...core.settings import FULL_TOOLS
from ..ability import CapabilitiesRequest, CapabilitiesResult
from ..linting import LintRequest, LintResult
from ..operation import EVERYWHERE, Operation, verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..capabilities import capabilities
    from ..lint import lint
else:
    capabilities = verb("capabilities", "capabilities")
    lint = verb("lint", "lint")

CHECKING = (
    Operation(
        "lint",
        "Check notes against the published format, and repair what can only mean one thing",
        LintRequest,
        LintResult,
        "write",
        lint,
        EVERYWHERE,
        "sagacity lint --strict",
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "capabilities",
        "Say what can be done here: format, types, relations, rules, operations, limits",
        CapabilitiesRequest,
        CapabilitiesResult,
        "read",
        capabilities,
        EVERYWHERE,
        "sagacity capabilities --json",
        idempotent=True,
        tools=FULL_TOOLS,
    ),
)
