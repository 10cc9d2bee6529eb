"""Operations: what finds, shows and follows notes."""

from __future__ import annotations

from ...core.settings import FULL_TOOLS
from .. import requests as ask
from .. import results as give
from ..browsing import RecentRequest, SimilarRequest, StaleRequest, StaleResult
from ..inferring import InferRequest, InferResult
from ..operation import EVERYWHERE, HERE, Operation, verb
from ..versions import DiffRequest, DiffResult, HistoryRequest, HistoryResult
from ..walking import WalkRequest, WalkResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..history import diff, history
    from ..infer import infer
    from ..reading import read
    from ..recall import list_notes, recall, recent, similar
    from ..stale import stale
    from ..walk import walk
else:
    diff = verb("history", "diff")
    history = verb("history", "history")
    infer = verb("infer", "infer")
    list_notes = verb("recall", "list_notes")
    read = verb("reading", "read")
    recall = verb("recall", "recall")
    recent = verb("recall", "recent")
    similar = verb("recall", "similar")
    stale = verb("stale", "stale")
    walk = verb("walk", "walk")

FINDING = (
    Operation(
        "recall",
        "Find notes by meaning of the words; without a query the newest",
        ask.RecallRequest,
        give.RecallResult,
        "read",
        recall,
        EVERYWHERE,
        'sagacity recall "how do we deploy"',
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "read",
        "Read notes whole",
        ask.ReadRequest,
        give.ReadResult,
        "read",
        read,
        EVERYWHERE,
        "sagacity read deploys-need-vpn",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "list",
        "List notes, newest first",
        ask.ListRequest,
        give.RecallResult,
        "read",
        list_notes,
        HERE,
        "sagacity list --type decision --limit 5",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "recent",
        "List what was created or updated lately",
        RecentRequest,
        give.RecallResult,
        "read",
        recent,
        EVERYWHERE,
        "sagacity recent --since 24h --change created",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "similar",
        "Find notes like one, by words and meaning",
        SimilarRequest,
        give.RecallResult,
        "read",
        similar,
        EVERYWHERE,
        "sagacity similar deploys-need-vpn",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "stale",
        "List notes whose evidence changed, moved or is gone",
        StaleRequest,
        StaleResult,
        "read",
        stale,
        EVERYWHERE,
        "sagacity stale",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "history",
        "Every version of a note, whoever made it; also of one that is gone",
        HistoryRequest,
        HistoryResult,
        "read",
        history,
        EVERYWHERE,
        "sagacity history deploys-need-vpn",
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "diff",
        "What changed between two versions of a note, by default last",
        DiffRequest,
        DiffResult,
        "read",
        diff,
        EVERYWHERE,
        "sagacity diff deploys-need-vpn --words",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
    Operation(
        "walk",
        "Follow relations from a note: what is around it, between two, or behind one",
        WalkRequest,
        WalkResult,
        "read",
        walk,
        EVERYWHERE,
        "sagacity walk ship-release --relation applies_to --type learning",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "infer",
        "Propose relations that notes suggest: by their text, their evidence, and what is read together",
        InferRequest,
        InferResult,
        "read",
        infer,
        EVERYWHERE,
        "sagacity infer ship-release",
        note_text=True,
        idempotent=True,
        tools=FULL_TOOLS,
    ),
)
