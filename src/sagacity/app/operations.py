"""The one table: every operation the faces offer, with its input, result, access and handler."""

from __future__ import annotations

from . import requests as ask
from . import results as give
from .browsing import RecentRequest, SimilarRequest, StaleRequest
from .evaluation import EvalRequest, EvalResult
from .installation import ImportRequest, ImportResult, SetupRequest, SetupResult
from .operation import EVERYWHERE, HERE, Operation, verb
from .versions import DiffRequest, DiffResult, HistoryRequest, HistoryResult, RestoreRequest
from .walking import WalkRequest, WalkResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .configuration import configuration
    from .doctor import doctor
    from .edit import edit
    from .evaluate import evaluate
    from .feedback import feedback
    from .forget import forget
    from .history import diff, history
    from .import_ import import_
    from .init import init
    from .link import link
    from .log import log
    from .present import context
    from .read import read
    from .recall import list_notes, recall, recent, similar
    from .reindex import reindex
    from .remember import remember
    from .restore import restore
    from .setup import setup
    from .stale import stale
    from .switch import off, on
    from .undo import undo
    from .update import update
    from .walk import walk
else:
    configuration = verb("configuration", "configuration")
    context = verb("present", "context")
    doctor = verb("doctor", "doctor")
    edit = verb("edit", "edit")
    evaluate = verb("evaluate", "evaluate")
    feedback = verb("feedback", "feedback")
    forget = verb("forget", "forget")
    diff = verb("history", "diff")
    history = verb("history", "history")
    import_ = verb("import_", "import_")
    init = verb("init", "init")
    link = verb("link", "link")
    log = verb("log", "log")
    off = verb("switch", "off")
    on = verb("switch", "on")
    read = verb("read", "read")
    list_notes = verb("recall", "list_notes")
    recall = verb("recall", "recall")
    recent = verb("recall", "recent")
    similar = verb("recall", "similar")
    reindex = verb("reindex", "reindex")
    remember = verb("remember", "remember")
    restore = verb("restore", "restore")
    setup = verb("setup", "setup")
    stale = verb("stale", "stale")
    undo = verb("undo", "undo")
    update = verb("update", "update")
    walk = verb("walk", "walk")

OPERATIONS = (
    Operation(
        "remember",
        "Write a note, append to one, or replace its text",
        ask.RememberRequest,
        give.WriteResult,
        "write",
        remember,
        EVERYWHERE,
        'sagacity remember "Deploys need VPN; without it step 3 hangs" --type learning/gotcha --tag deploy',
        idempotent=True,
    ),
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
        HERE,
        "sagacity recent --since 24h --change created",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "similar",
        "Find notes like one, by words and meaning",
        SimilarRequest,
        give.RecallResult,
        "read",
        similar,
        HERE,
        "sagacity similar deploys-need-vpn",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "stale",
        "List notes whose evidence changed, moved or is gone",
        StaleRequest,
        give.StaleResult,
        "read",
        stale,
        HERE,
        "sagacity stale",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "update",
        "Change parts of a note",
        ask.UpdateRequest,
        give.WriteResult,
        "write",
        update,
        EVERYWHERE,
        "sagacity update deploys-need-vpn --add-tag network --status complete",
    ),
    Operation(
        "edit",
        "Edit a note's file in your editor",
        ask.EditRequest,
        give.WriteResult,
        "write",
        edit,
        HERE,
        "sagacity edit deploys-need-vpn",
    ),
    Operation(
        "forget",
        "Archive, invalidate or delete notes; undoable",
        ask.ForgetRequest,
        give.WriteResult,
        "write",
        forget,
        EVERYWHERE,
        'sagacity forget deploys-need-vpn --how delete --reason "VPN is gone"',
        destructive=True,
    ),
    Operation(
        "undo",
        "Take back the newest change, as a new version",
        ask.UndoRequest,
        give.WriteResult,
        "write",
        undo,
        HERE,
        "sagacity undo deploys-need-vpn",
    ),
    Operation(
        "history",
        "Every version of a note, whoever made it; also of one that is gone",
        HistoryRequest,
        HistoryResult,
        "read",
        history,
        HERE,
        "sagacity history deploys-need-vpn",
        idempotent=True,
    ),
    Operation(
        "diff",
        "What changed between two versions of a note, by default last",
        DiffRequest,
        DiffResult,
        "read",
        diff,
        HERE,
        "sagacity diff deploys-need-vpn --words",
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "restore",
        "Write an earlier version of a note again, also of one that is gone",
        RestoreRequest,
        give.WriteResult,
        "write",
        restore,
        HERE,
        "sagacity restore deploys-need-vpn 3f2a9c01",
        idempotent=True,
    ),
    Operation(
        "link",
        "Relate one note to another, or take the relation off",
        ask.LinkRequest,
        give.WriteResult,
        "write",
        link,
        EVERYWHERE,
        "sagacity link builds-use-pnpm supersedes builds-use-yarn",
        idempotent=True,
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
        "feedback",
        "Say whether a note that was shown was useful, irrelevant or wrong",
        ask.FeedbackRequest,
        give.FeedbackResult,
        "write",
        feedback,
        EVERYWHERE,
        'sagacity feedback deploys-need-vpn wrong --reason "the VPN was replaced"',
    ),
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
        "init",
        "Make a project layer that is committed with the code",
        ask.InitRequest,
        give.InitResult,
        "admin",
        init,
        HERE,
        "sagacity init",
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
    Operation(
        "reindex",
        "Rebuild the index from the files",
        ask.ReindexRequest,
        give.ReindexResult,
        "admin",
        reindex,
        HERE,
        "sagacity reindex",
        idempotent=True,
    ),
    Operation(
        "doctor",
        "Check by doing: write, find and delete a canary",
        ask.DoctorRequest,
        give.DoctorResult,
        "admin",
        doctor,
        HERE,
        "sagacity doctor",
        idempotent=True,
    ),
    Operation(
        "eval",
        "Measure how well recall finds, in test sets or your own notes",
        EvalRequest,
        EvalResult,
        "read",
        evaluate,
        HERE,
        "sagacity eval",
        idempotent=True,
    ),
    Operation(
        "log",
        "What was shown or changed, when and why",
        ask.LogRequest,
        give.LogResult,
        "read",
        log,
        HERE,
        "sagacity log --since 24h",
        idempotent=True,
    ),
    Operation(
        "off",
        "Hooks say nothing: in this session, this project, or anywhere",
        ask.MuteRequest,
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
        ask.MuteRequest,
        give.MuteResult,
        "admin",
        on,
        HERE,
        "sagacity on",
        idempotent=True,
    ),
    Operation(
        "config",
        "Show the settings in force and where each comes from",
        ask.ConfigRequest,
        give.ConfigResult,
        "read",
        configuration,
        HERE,
        "sagacity config recall_limit",
        idempotent=True,
    ),
)


def operation(name: str) -> Operation:
    """The operation of that name. Raises KeyError."""
    return {op.name: op for op in OPERATIONS}[name]
