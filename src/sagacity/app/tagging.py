"""What the operations on tags take and give."""

from __future__ import annotations

from ..core.value import Value
from .requests import Request, arg


class TagsRequest(Request):
    """The tags in use, or those that fit a text or a note."""

    text: str = arg(help="suggest tags that fit this text", positional=True, brief="suggest for this text")
    note: str = arg(help="suggest tags that fit this note", brief="or for this note")
    tags: tuple[str, ...] = arg(
        (), help="tags it has already, for those that go with them", option="tag", brief="given already"
    )
    prefix: str = arg(help="list only tags that begin so", brief="")
    variants: bool = arg(
        False, help="list only tags that differ in case, dashes, blanks or a plural", faces=("cli", "python")
    )
    project: str = arg(help="as if in this project; default: the current one", brief="")
    layer: str = arg(help="only this layer", faces=("cli", "python"))
    everywhere: bool = arg(False, help="all projects", faces=("cli", "python"))
    limit: int = arg(0, help="most tags; default: 100, suggested: 8", minimum=0, maximum=10_000, brief="")


class TagUse(Value):
    """A tag in use. notes: how many have it. spellings: others that count as the same, the most common first."""

    tag: str
    notes: int
    spellings: tuple[str, ...] = ()


class TagSuggestion(Value):
    """A tag that fits. score in 0..1. why: what speaks for it. notes: how many have it."""

    tag: str
    score: float
    why: str
    notes: int


class TagsResult(Value):
    """tags: in use, the most used first; with variants, what belongs together stands together. suggested: best first,
    where tags for a text or a note were asked for. tagged: notes with tags in scope. more: tags beyond those listed.
    """

    tags: tuple[TagUse, ...]
    suggested: tuple[TagSuggestion, ...]
    tagged: int
    scope: tuple[str, ...]
    project: str
    more: int = 0
    hint: str = ""
    problems: tuple[str, ...] = ()
