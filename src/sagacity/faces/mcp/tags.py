"""Tags as a model is to see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.frame import Listing, render
from .caps import CAPS

if TYPE_CHECKING:
    from ...app.tagging import TagsResult, TagSuggestion, TagUse


def tags_text(result: TagsResult, nonce: str) -> str:
    """In the frame, since a tag is text of a note."""
    items = []
    if result.tags:
        items.append(Listing("tag notes", tuple(map(_use, result.tags))))
    if result.suggested:
        items.append(Listing("tag score notes: why", tuple(map(_suggestion, result.suggested))))
    where = f"{result.tagged} notes with tags in {', '.join(result.scope) or 'no layer'}"
    more = [f"{result.more} more tags"] if result.more else []
    facts = "; ".join(filter(None, (where, *more, result.hint, *result.problems)))
    return render("recall", items, nonce, caps=CAPS, notices=[Listing(facts)]).text


def _use(use: TagUse) -> str:
    return f"{use.tag} {use.notes}" + (f" (also {', '.join(use.spellings)})" if use.spellings else "")


def _suggestion(one: TagSuggestion) -> str:
    return f"{one.tag} {one.score:.2f} {one.notes}: {one.why}"
