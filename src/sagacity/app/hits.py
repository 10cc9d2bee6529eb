"""Results of recall, as they are shown."""

from __future__ import annotations

from ..core.dates import from_ms
from ..core.ids import tail
from ..core.preview import shorten
from ..core.trust import label
from ..core.types import known_type
from .block import DAY_MS
from .judging import labels
from .resolve import title_for
from .results import Hit
from .snippets import CHARS_PER_TOKEN, tokens_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .found import Scored
    from .records import Row
    from .scope import Scope


def hit_of(app: App, scope: Scope, one: Scored) -> Hit:
    """A note as a preview."""
    row = one.row
    age_ms = app.clock.now_ms() - row.updated_ms
    note_type = known_type(row.type)
    return Hit(
        id=row.id,
        slug=row.slug,
        title=row.title,
        type=f"{row.type}/{row.kind}" if row.kind else row.type,
        family=note_type.family if note_type else "",
        layer=scope.layer_of(row.layer).name,
        project=row.project,
        score=round(one.score, 4),
        trust=label(row.trust),
        summary=row.summary,
        why=one.why,
        age_days=max(0, int(age_ms // DAY_MS)),
        updated_at=from_ms(row.updated_ms),
        created_at=from_ms(row.created_ms),
        status=row.status,
        due=row.due,
        tags=row.tags,
        conflicts=tuple(named(app, other) for other in one.standing.conflicts),
        superseded_by=named(app, one.standing.superseded_by) if one.standing.superseded_by else "",
        deprecated_by=_deprecated(app, one),
        lapsed=one.standing.lapsed,
        path=row.path,
    )


def _deprecated(app: App, one: Scored) -> str:
    if one.standing.deprecated_by:
        return named(app, one.standing.deprecated_by)
    return "deprecated, its replacement is not known here" if one.standing.deprecated else ""


def named(app: App, row: Row) -> str:
    """How one note is mentioned at another."""
    return f"{shorten(title_for(app, row), 80)} ({tail(row.id)})"


def marked(hits: Sequence[Hit], at_ms: int) -> list[Hit]:
    """The same, as they held then; those that say something else by now say that."""
    then = from_ms(at_ms)
    changed = "changed since: `read --as-of` shows it as it was"
    return [
        hit.replace(why="; ".join(filter(None, (hit.why, changed)))) if hit.updated_at > then else hit for hit in hits
    ]


def with_verdicts(app: App, hits: Sequence[Hit]) -> list[Hit]:
    """The same; those that somebody judged wrong say so."""
    said = labels(app, [hit.id for hit in hits])
    return [hit.replace(judged=said[hit.id]) if hit.id in said else hit for hit in hits]


def within_budget(hits: list[Hit], budget_tokens: int) -> list[Hit]:
    """Whole notes and previews only, at least one."""
    if not budget_tokens:
        return hits
    kept: list[Hit] = []
    spent = 0.0
    for hit in hits:
        spent += tokens_of(hit) + len(hit.body) / CHARS_PER_TOKEN
        if kept and spent > budget_tokens:
            break
        kept.append(hit)
    return kept
