"""Operations: tags."""

from __future__ import annotations

from ..operation import EVERYWHERE, HERE, Operation, verb
from ..tagging import TagsChangeResult, TagsMergeRequest, TagsRenameRequest, TagsRequest, TagsResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..tags import tags
    from ..tags_change import tags_merge, tags_rename
else:
    tags = verb("tags", "tags")
    tags_merge = verb("tags_change", "tags_merge")
    tags_rename = verb("tags_change", "tags_rename")

TAGS = (
    Operation(
        "tags",
        "List the tags in use, or suggest those that fit a text",
        TagsRequest,
        TagsResult,
        "read",
        tags,
        EVERYWHERE,
        'sagacity tags suggest "deploys hang without the VPN"',
        note_text=True,
        idempotent=True,
    ),
    Operation(
        "tags rename",
        "Give a tag another name in all notes in scope, as one undoable change",
        TagsRenameRequest,
        TagsChangeResult,
        "write",
        tags_rename,
        HERE,
        "sagacity tags rename auth authentication --dry-run",
    ),
    Operation(
        "tags merge",
        "Make one tag of several in all notes in scope, as one undoable change",
        TagsMergeRequest,
        TagsChangeResult,
        "write",
        tags_merge,
        HERE,
        "sagacity tags merge auth login --into authentication --dry-run",
    ),
)
