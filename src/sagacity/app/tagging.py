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


class TagsRenameRequest(Request):
    """One tag by another name."""

    old: str = arg(help="the tag, in any spelling", positional=True, required=True)
    new: str = arg(help="what it is to be", positional=True, required=True)
    dry_run: bool = arg(False, help="only say which notes would change, and how")
    project: str = arg(help="as if in this project; default: the current one")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")


class TagsMergeRequest(Request):
    """Several tags as one."""

    tags: tuple[str, ...] = arg((), help="the tags, in any spelling", positional=True, option="tag", required=True)
    into: str = arg(help="what they are to be, one of them or another", required=True)
    dry_run: bool = arg(False, help="only say which notes would change, and how")
    project: str = arg(help="as if in this project; default: the current one")
    layer: str = arg(help="only this layer")
    everywhere: bool = arg(False, help="all projects")


class TagChange(Value):
    """One note of such a change. diff: unified lines of its file."""

    id: str
    title: str
    layer: str
    project: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    diff: tuple[str, ...]


class TagsChangeResult(Value):
    """changes: what was done or, in a dry run, would be; by layer. operation: pass to undo; "" where nothing was done.

    left_out: why notes with such a tag stay as they are, a line each reason.
    """

    changes: tuple[TagChange, ...]
    into: str
    dry_run: bool
    operation: str
    scope: tuple[str, ...]
    left_out: tuple[str, ...] = ()


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
