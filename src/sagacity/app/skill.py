"""Skills: which there are, one whole by its name, and keeping one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import SagacityError
from ..core.handles import fold
from ..core.hashing import content_hash
from ..core.ids import MIN_TAIL
from ..core.nearest import near_words
from ..core.skill import TYPE, fold_name
from ..core.skill_text import verbatim
from ..core.trust import label
from .block import DAY_MS
from .freshness import effort, refresh, verify
from .projects import check_project
from .relate import is_past, standing
from .resolve import may_name
from .scope import here
from .showing import record_shown
from .skilling import SkillLine, SkillResult, SkillText
from .withheld import kept_here

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import Row
    from .scope import Scope
    from .skilling import SkillRequest

MOST = 500
GLOBAL = "for all projects"


def skill(app: App, request: SkillRequest) -> SkillResult:
    """The skills in scope by name, or the one named. One of the project comes before one for all projects, whatever
    nobody approved comes last. Raises `not_found` with near names and other projects that have it, `ambiguous`.
    """
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    problems = refresh(app, scope.layers, effort(app)).problems
    check_project(app, scope, request.project)
    rows = skills_in(app, scope)
    if not fold_name(request.name):
        return _listed(app, scope, rows, problems)
    matches = named(app, scope, rows, request.name)
    if not matches:
        raise _unknown(app, scope, rows, request.name)
    best = [row for row in matches if _rank(scope, row) == _rank(scope, matches[0])]
    if len(best) > 1:
        names = tuple(f"{row.slug} ({row.id}, {_place(scope, row)})" for row in best if may_name(app, row))
        raise SagacityError(
            "ambiguous", f"{request.name!r} names {len(best)} skills", hint="give the id", candidates=names
        )
    return SkillResult(
        skills=(),
        found=_whole(app, scope, best[0]),
        scope=scope.names(),
        project=scope.project,
        remarks=(*(_shadowed(scope, row) for row in matches[1:] if may_name(app, row)), *problems),
    )


def skills_in(app: App, scope: Scope) -> list[Row]:
    """All that stand, by name, as their files have them now."""
    filters = scope.filters.replace(types=(TYPE,), confidential=True)
    rows = app.index.newest(filters, limit=MOST)
    if not verify(app, scope.layers, rows):
        rows = app.index.newest(filters, limit=MOST)
    stands = standing(app, rows, scope)
    return sorted((row for row in rows if not is_past(stands[row.key])), key=lambda row: (fold_name(row.title), row.id))


def named(app: App, scope: Scope, rows: Sequence[Row], name: str) -> list[Row]:
    """Those of the skills that bear the name, the nearest first."""
    key = fold_name(name)
    by_index = {row.key for row, _ in app.index.find(name, [layer.root for layer in scope.layers])}
    found = [row for row in rows if row.key in by_index or key in _names(row) or _is_tail(row, key)]
    return sorted(found, key=lambda row: (_rank(scope, row), row.id))


def _names(row: Row) -> set[str]:
    return {fold_name(text) for text in (row.title, row.slug, *row.synonyms)}


def _is_tail(row: Row, key: str) -> bool:
    return len(key) >= MIN_TAIL and fold(row.id).endswith(key)


def _rank(scope: Scope, row: Row) -> tuple[bool, int]:
    """The smaller, the nearer: a repository that nobody approved does not put itself before the user's own."""
    layer = scope.layer_of(row.layer)
    if layer.kind == "project" or (row.project and row.project == scope.project):
        return row.trust < 1, 0
    return row.trust < 1, 1 if layer.kind == "personal" else 2


def _place(scope: Scope, row: Row) -> str:
    layer = scope.layer_of(row.layer)
    if layer.kind == "project":
        return layer.name
    return f"{layer.name}, {f'project {row.project}' if row.project else GLOBAL}"


def _shadowed(scope: Scope, row: Row) -> str:
    what = "one of the same name that nobody approved" if row.trust < 1 else "it shadows one of the same name"
    return f"{what}: {row.slug} ({row.id[-MIN_TAIL:]}, {_place(scope, row)})"


def _listed(app: App, scope: Scope, rows: Sequence[Row], problems: tuple[str, ...]) -> SkillResult:
    told = [row for row in rows if may_name(app, row)]
    lines = tuple(
        SkillLine(
            id=row.id,
            name=row.title,
            when=" ".join(row.summary.split()),
            layer=scope.layer_of(row.layer).name,
            project=row.project,
            trust=label(row.trust),
        )
        for row in told
    )
    return SkillResult(
        skills=lines,
        found=None,
        scope=scope.names(),
        project=scope.project,
        remarks=(*kept_here(len(rows) - len(told), "are there, too"), *problems),
        more=len(rows) == MOST,
    )


def _whole(app: App, scope: Scope, row: Row) -> SkillText:
    if not may_name(app, row):
        raise SagacityError(
            "refused",
            f"the skill {row.slug} is confidential and is not given to an agent",
            hint="read it with `sagacity skill get` in a terminal",
        )
    layer = scope.layer_of(row.layer)
    data = app.store.read(layer, row.path).data
    record_shown(app, "read", [(row.id, 1.0)], project=scope.project)
    return SkillText(
        id=row.id,
        name=row.title,
        layer=layer.name,
        project=row.project,
        trust=label(row.trust),
        version=content_hash(data),
        age_days=max(0, (app.clock.now_ms() - row.updated_ms) // DAY_MS),
        text=verbatim(data),
    )


def _unknown(app: App, scope: Scope, rows: Sequence[Row], name: str) -> SagacityError:
    """With the names that are like it, and where else one of this name is."""
    key = fold_name(name)
    known = {fold_name(row.title): row.title for row in rows if may_name(app, row)}
    near = tuple(known[one] for one in near_words(key, sorted(known)))
    hint = "" if near else "`sagacity skill` lists them"
    wide = here(app, everywhere=True)
    others = [row for row in named(app, wide, skills_in(app, wide), name) if may_name(app, row)]
    if others:
        hint = f"there is one elsewhere ({_place(wide, others[0])}): read {others[0].id[-MIN_TAIL:]} shows it"
    return SagacityError(
        "not_found",
        f"no skill is called {name!r} in {', '.join(scope.names()) or 'an empty memory'}",
        hint=hint,
        candidates=near,
    )
