"""Operations: rules that are bound to actions."""

from __future__ import annotations

from ...core.settings import FULL_TOOLS
from ..guarding import GuardRequest, GuardResult, RulesRequest, RulesResult
from ..operation import EVERYWHERE, Operation, verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..rules import guard, rules
else:
    guard = verb("rules", "guard")
    rules = verb("rules", "rules")

GUARDING = (
    Operation(
        "guard",
        "Say which rules an action would meet, and whether one forbids it",
        GuardRequest,
        GuardResult,
        "read",
        guard,
        EVERYWHERE,
        'sagacity guard Bash "git push --force"',
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "rules",
        "List the rules that are bound to actions, and what keeps one from working",
        RulesRequest,
        RulesResult,
        "read",
        rules,
        EVERYWHERE,
        "sagacity rules",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
)
