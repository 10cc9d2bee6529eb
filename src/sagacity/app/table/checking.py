"""Operations: the published format."""

from __future__ import annotations

from ..ability import CapabilitiesRequest, CapabilitiesResult
from ..linting import LintRequest, LintResult
from ..operation import HERE, Operation, verb

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
        HERE,
        "sagacity lint --strict",
        idempotent=True,
    ),
    Operation(
        "capabilities",
        "Say what can be done here: format, types, relations, rules, operations, limits",
        CapabilitiesRequest,
        CapabilitiesResult,
        "read",
        capabilities,
        HERE,
        "sagacity capabilities --json",
        idempotent=True,
    ),
)
