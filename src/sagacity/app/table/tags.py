"""Operations: tags."""

from __future__ import annotations

from ..operation import EVERYWHERE, Operation, verb
from ..tagging import TagsRequest, TagsResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..tags import tags
else:
    tags = verb("tags", "tags")

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
)
