"""The passage of a note that answers, where its preview does not show that it does."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.fences import line_feeds
from ..core.stretch import best_stretch, heading_at
from ..core.summary_text import stem
from .block import body_in
from .results import PREVIEW_CHARS, Passage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .found import Scored
    from .results import Hit
    from .scope import Scope

PASSAGE_MAX_CHARS = 200
HEADING_MAX_CHARS = 60
PREVIEWS_MAX_TOKENS = 850
CHARS_PER_TOKEN = 3.6
FACTS_TOKENS = 22
PLACE_TOKENS = 12
NEW = 1.0  # what a word weighs that the preview lacks
KNOWN = 0.3


def tokens_of(hit: Hit) -> float:
    """What a preview costs, with its passage."""
    chars = len(hit.title) + min(PREVIEW_CHARS, len(hit.summary))
    passage = PLACE_TOKENS + (len(hit.passage.heading) + len(hit.passage.text)) / CHARS_PER_TOKEN if hit.passage else 0
    return FACTS_TOKENS + chars / CHARS_PER_TOKEN + passage


def with_passages(
    app: App, scope: Scope, hits: Sequence[Hit], found: Sequence[Scored], terms: Sequence[str], detail: str
) -> list[Hit]:
    """The previews, each with its passage if it says more about the question than the preview does; the best ones
    first, as far as the previews leave room for it. With detail `passages` whatever the room, with `previews` none.
    """
    if detail == "previews":
        return list(hits)
    room = PREVIEWS_MAX_TOKENS - sum(map(tokens_of, hits)) if detail != "passages" else float("inf")
    told = []
    for hit, one in zip(hits, found, strict=False):
        passage = _passage(app, scope, hit, one, terms, always=detail == "passages") if not hit.body else None
        more = hit.replace(passage=passage)
        cost = tokens_of(more) - tokens_of(hit)
        told.append(more if cost <= room else hit)
        room -= cost if cost <= room else 0
    return told


def _passage(app: App, scope: Scope, hit: Hit, one: Scored, terms: Sequence[str], *, always: bool) -> Passage | None:
    shown = f"{hit.title}\n{hit.summary[:PREVIEW_CHARS]}".lower()
    weights = {key: KNOWN if key in shown else NEW for key in map(stem, terms)}
    if not (always or one.passages or NEW in weights.values()):
        return None
    try:
        raw = app.store.read(scope.layer_of(one.row.layer), one.row.path)
    except SagacityError:
        return None  # gone since it was found
    body = body_in(raw, one.row)
    start, stop = one.passages[0][:2] if one.passages else (0, len(body))
    best = best_stretch(body, start, stop, weights, max_chars=PASSAGE_MAX_CHARS)
    text = " ".join(body[best.start : best.stop].split())
    in_text = [weight for key, weight in weights.items() if key in text.lower()]
    says_more = NEW in in_text or (bool(one.passages) and not in_text) or always
    if not text or not says_more or text.lower() in " ".join(shown.split()):
        return None
    above = line_feeds(raw.data.decode("utf-8", "replace"))
    above = above[: max(0, above.rfind(body))]
    heading = heading_at(body, best.start)
    return Passage(
        text=text,
        heading="" if heading == hit.title else heading[:HEADING_MAX_CHARS],
        first_line=above.count("\n") + body.count("\n", 0, best.start) + 1,
        last_line=above.count("\n") + body.count("\n", 0, best.stop) + 1,
    )
