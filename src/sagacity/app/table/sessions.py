"""Operations: what agents are given, and what they were."""

from __future__ import annotations

from ...core.settings import FULL_TOOLS
from .. import requests as ask
from .. import results as give
from ..counting import StatsRequest, StatsResult
from ..installation import ImportRequest, ImportResult, SetupRequest, SetupResult
from ..operation import EVERYWHERE, HERE, Operation, verb
from ..tending import MuteRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..import_ import import_
    from ..log import log
    from ..present import context
    from ..setup import setup
    from ..stats import stats
    from ..switch import off, on
else:
    context = verb("present", "context")
    import_ = verb("import_", "import_")
    log = verb("log", "log")
    off = verb("switch", "off")
    on = verb("switch", "on")
    setup = verb("setup", "setup")
    stats = verb("stats", "stats")

SESSIONS = (
    Operation(
        "context",
        "What a session starts with: rules, open work, memories of the project",
        ask.ContextRequest,
        give.ContextResult,
        "read",
        context,
        EVERYWHERE,
        'sagacity context --explain --prompt "how do we deploy"',
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "log",
        "What was shown or changed, when and why",
        ask.LogRequest,
        give.LogResult,
        "read",
        log,
        EVERYWHERE,
        "sagacity log --since 24h",
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "stats",
        "What the memory put before agents a day, what it cost, how much was used",
        StatsRequest,
        StatsResult,
        "read",
        stats,
        EVERYWHERE,
        "sagacity stats --since 30d",
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "off",
        "Hooks say nothing: in this session, this project, or anywhere",
        MuteRequest,
        give.MuteResult,
        "admin",
        off,
        HERE,
        "sagacity off --here",
        idempotent=True,
    ),
    Operation(
        "on",
        "Hooks speak again",
        MuteRequest,
        give.MuteResult,
        "admin",
        on,
        HERE,
        "sagacity on",
        idempotent=True,
    ),
    Operation(
        "setup",
        "Connect an agent: plan, differences, question, apply",
        SetupRequest,
        SetupResult,
        "admin",
        setup,
        ("cli",),
        "sagacity setup claude-code",
        idempotent=True,
    ),
    Operation(
        "import",
        "Make notes of an agent's own memory: plan, question, apply",
        ImportRequest,
        ImportResult,
        "write",
        import_,
        ("cli",),
        "sagacity import claude-code",
        idempotent=True,
    ),
)
