"""Relations that notes suggest: by what they say, what they rest on, and with what they are read. Changes nothing."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from ..core.cues import is_telling, mentions_in
from ..core.errors import SagacityError
from ..core.handles import fold
from ..core.notefile import parse_note
from ..core.value import Value
from .freshness import effort, refresh
from .inferring import InferResult, Proposal
from .projects import check_project
from .read import locate
from .resolve import may_name
from .scope import here

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..core.note import Note
    from .context import App
    from .inferring import InferRequest
    from .records import Row
    from .scope import Scope

TIME_S = 2.0
NOTES_MAX = 20_000
NAMING_MAX = 500
SHARED_MAX = 6
"""A file that more notes rest on joins nothing."""
RECALLS = 2000
TOGETHER_MAX = 8
"""Of an answer with more notes it is not likely that they were wanted together."""
TOGETHER_MIN = 3
FILE_SCORE, LINES_SCORE = 0.45, 0.6


class Hint(Value):
    """A reason for a relation between two notes, by key."""

    source: int
    op: str
    target: int
    score: float
    signal: str
    evidence: str


def infer(app: App, request: InferRequest) -> InferResult:
    """Best first. None between notes that are related, across the limits of trust and layers, or out of a note that is
    shared into one that is not. Raises `not_found` and `ambiguous` for the note.
    """
    started = app.clock.monotonic_s()
    scope = here(app, project=request.project, layer=request.layer)
    refresh(app, scope.layers, effort(app))
    check_project(app, scope, request.project)
    filters = scope.filters.replace(min_trust=1, confidential=app.caller.interactive)
    rows = {row.key: row for row in app.index.newest(filters, limit=NOTES_MAX)}
    only = _only(app, request.handle, scope, rows)
    texts, cut = _texts(app, scope, rows, only, started)
    hints = [*_by_text(texts, rows), *_by_references(texts), *_together(app, scope, rows)]
    proposals = _proposals(app, scope, rows, [one for one in hints if only is None or only in (one.source, one.target)])
    kept = [one for one in proposals if one.score * 100 >= request.min_score]
    return InferResult(
        tuple(kept[: request.limit]),
        len(texts),
        cut,
        scope.names(),
        scope.project,
        round((app.clock.monotonic_s() - started) * 1000, 2),
        max(0, len(kept) - request.limit),
    )


def _only(app: App, handle: str, scope: Scope, rows: dict[int, Row]) -> int | None:
    if not handle:
        return None
    _, row = locate(app, handle, scope)
    if row.key not in rows and not may_name(app, row):
        raise SagacityError("refused", f"{handle!r} is confidential and is not given to an agent")
    return row.key


def _texts(
    app: App, scope: Scope, rows: dict[int, Row], only: int | None, started_s: float
) -> tuple[dict[int, Note], str]:
    """The notes read within the time, the one that was asked for first, then those that name it, then the newest."""
    if only is not None and only not in rows:
        return {}, "the note is archived, untrusted or of another place: nothing is proposed for it"
    first = _naming(app, scope, rows[only]) if only is not None else set()
    texts: dict[int, Note] = {}
    for key in sorted(rows, key=lambda key: (key != only, key not in first)):
        if app.clock.monotonic_s() - started_s > TIME_S:
            return texts, f"stopped after {TIME_S:.0f} seconds: the newest {len(texts)} of {len(rows)} notes were read"
        try:
            texts[key] = parse_note(app.store.read(scope.layer_of(rows[key].layer), rows[key].path).data)
        except SagacityError:  # gone since it was listed
            continue
    return texts, ""


def _naming(app: App, scope: Scope, row: Row) -> set[int]:
    names = [row.title, row.id, *row.synonyms]
    return {key for found in app.index.holders(names, scope.filters, held=(2, NAMING_MAX)) for key in found.keys}


def _by_text(texts: dict[int, Note], rows: dict[int, Row]) -> Iterator[Hint]:
    names = _names(rows)
    for key, note in texts.items():
        for said in mentions_in(note.body, names):
            target = names[said.name]
            if target >= 0:
                op = said.op or ("mentions" if rows[target].type == "entity" else "references")
                yield Hint(key, op, target, said.score, "text", said.words)


def _names(rows: dict[int, Row]) -> dict[str, int]:
    """Folded names → the note, -1 where several bear one."""
    names: dict[str, int] = {}
    for row in rows.values():
        for name in {fold(row.id), fold(row.slug), fold(row.title), *map(fold, row.synonyms)}:
            if name and (is_telling(name) or name == fold(row.title)):
                names[name] = row.key if names.get(name, row.key) == row.key else -1
    return names


def _by_references(texts: dict[int, Note]) -> Iterator[Hint]:
    resting: dict[str, list[tuple[int, str]]] = {}
    for key, note in texts.items():
        for path, lines in dict.fromkeys((one.path, one.lines) for one in note.references):
            resting.setdefault(path, []).append((key, lines))
    for path, users in resting.items():
        if len({key for key, _ in users}) <= SHARED_MAX:
            yield from _on_one_file(path, users)


def _on_one_file(path: str, users: Sequence[tuple[int, str]]) -> Iterator[Hint]:
    for (one, lines), (other, others) in combinations(users, 2):
        same = bool(lines) and lines == others
        where, score = (f"{path}:{lines}", LINES_SCORE) if same else (path, FILE_SCORE)
        if one != other:
            yield Hint(one, "relates_to", other, score, "references", f"both rest on {where}")


def _together(app: App, scope: Scope, rows: dict[int, Row]) -> Iterator[Hint]:
    """Pairs that were shown or read together again and again; it may be chance, so it never scores high."""
    keys = {row.id: row.key for row in rows.values()}
    counts: dict[tuple[int, int], int] = {}
    for entry in app.journal.recalls(project=scope.project, limit=RECALLS):
        shown = sorted({keys[note_id] for note_id, _ in entry.shown if note_id in keys})
        if entry.kind in ("recall", "read") and 2 <= len(shown) <= TOGETHER_MAX:
            for pair in combinations(shown, 2):
                counts[pair] = counts.get(pair, 0) + 1
    for (one, other), count in counts.items():
        if count >= TOGETHER_MIN:
            score = min(0.55, 0.3 + 0.03 * count)
            yield Hint(one, "relates_to", other, score, "together", f"found or read together {count} times")


def _proposals(app: App, scope: Scope, rows: dict[int, Row], hints: Iterable[Hint]) -> list[Proposal]:
    best: dict[tuple[int, int], Hint] = {}
    for hint in hints:
        pair = (min(hint.source, hint.target), max(hint.source, hint.target))
        if hint.source != hint.target and (pair not in best or best[pair].score < hint.score):
            best[pair] = hint
    related = _related(app, sorted({key for pair in best for key in pair}))
    found = [
        _proposal(rows, hint)
        for pair, hint in best.items()
        if pair not in related and _may(scope, rows[hint.source], rows[hint.target])
    ]
    return sorted(found, key=lambda one: (-one.score, one.source, one.target))


def _related(app: App, keys: Sequence[int]) -> set[tuple[int, int]]:
    edges = app.index.edges_from(keys)
    return {(min(edge.source, edge.target), max(edge.source, edge.target)) for edge in edges if edge.target >= 0}


def _may(scope: Scope, source: Row, target: Row) -> bool:
    """A note that others get must not lead to one that they do not have."""
    return source.layer == target.layer or scope.layer_of(source.layer).kind == "personal"


def _proposal(rows: dict[int, Row], hint: Hint) -> Proposal:
    source, target = rows[hint.source], rows[hint.target]
    command = f"sagacity link {source.id} {hint.op} {target.id}"
    score = round(hint.score, 2)
    return Proposal(
        source.id, source.title, hint.op, target.id, target.title, score, hint.signal, hint.evidence, command
    )
