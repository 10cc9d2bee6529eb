"""Operations: what writes a note."""

from __future__ import annotations

from .. import requests as ask
from .. import results as give
from ..operation import EVERYWHERE, HERE, Operation, verb
from ..versions import RestoreRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..edit import edit
    from ..feedback import feedback
    from ..forget import forget
    from ..link import link
    from ..remember import remember
    from ..restore import restore
    from ..undo import undo
    from ..update import update
else:
    edit = verb("edit", "edit")
    feedback = verb("feedback", "feedback")
    forget = verb("forget", "forget")
    link = verb("link", "link")
    remember = verb("remember", "remember")
    restore = verb("restore", "restore")
    undo = verb("undo", "undo")
    update = verb("update", "update")

NOTES = (
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
        "feedback",
        "Say whether a note that was shown was useful, irrelevant or wrong",
        ask.FeedbackRequest,
        give.FeedbackResult,
        "write",
        feedback,
        EVERYWHERE,
        'sagacity feedback deploys-need-vpn wrong --reason "the VPN was replaced"',
    ),
)
