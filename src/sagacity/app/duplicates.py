"""Groups of notes that say the same: to the letter, nearly in the same words, or by meaning."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING
from zlib import crc32

from ..core.bitslice import build, scan
from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.handles import plain
from ..core.ids import tail
from ..core.similar import BODY_THRESHOLD, MIN_SHINGLES, overlap, shingles
from ..core.types import split_type
from ..core.value import Value
from ..core.vectors import cosines, sign_code
from .block import body_of
from .embedding import embedders_of
from .freshness import effort, refresh
from .grouping import KINDS, Alike, DuplicateGroup, DuplicatesResult
from .projects import check_project
from .relate import is_past, standing
from .resolve import title_for
from .scope import here, without_personal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from .context import App
    from .grouping import DuplicatesRequest
    from .records import Row
    from .scope import Scope

    Pair = tuple[int, int, float]
    """Two notes by key, and how alike they are."""

ALL = 1_000_000
BOX_S = 20.0
"""For comparing by meaning, after the words."""
SKETCH = 12
"""So many of the smallest hashes of its runs of words stand for a body."""
CROWD = 40
"""A hash that more bodies share says nothing: it is of a template."""
SHARED = 2
NEAREST = 4
SAME_MEANING = 0.95
MERGED_AT_ONCE = 20


class _Text(Value):
    """A note as it is compared."""

    row: Row
    body: str


def duplicates(app: App, request: DuplicatesRequest) -> DuplicatesResult:
    """Of notes that stand. Raises `not_found` for an unknown project or layer, `invalid` for an unknown type."""
    started_s = app.clock.monotonic_s()
    scope = here(app, project=request.project, layer=request.layer, everywhere=request.everywhere)
    problems = refresh(app, scope.layers, effort(app)).problems
    check_project(app, scope, request.project)
    texts = _texts(app, request, scope)
    kinds = request.kinds or KINDS
    exact = list(_exact(texts))
    near = list(_near(texts)) if "near" in kinds else []
    meant, unchecked = _semantic(app, texts) if "semantic" in kinds else ([], ())
    groups = []
    seen: set[frozenset[int]] = set()
    for kind, pairs in (("exact", exact), ("near", near), ("semantic", meant)):
        for keys in _joined(pairs):
            if kind in kinds and not any(keys <= other for other in seen):
                groups.append(_group(app, scope, kind, [texts[key].row for key in keys], pairs))
            seen.add(keys)
    return DuplicatesResult(
        groups=tuple(groups[: request.limit]),
        total=len(groups),
        compared=len(texts),
        scope=scope.names(),
        project=scope.project,
        unchecked=(*unchecked, *problems, *without_personal(app, scope)),
        took_ms=round((app.clock.monotonic_s() - started_s) * 1000, 2),
    )


def _texts(app: App, request: DuplicatesRequest, scope: Scope) -> dict[int, _Text]:
    """By key, the newest first."""
    types = [split_type(one) for one in request.types]
    filters = scope.filters.replace(
        types=tuple(f"{name}/{kind}" if kind else name for name, kind in types), confidential=app.caller.interactive
    )
    rows = app.index.newest(filters, limit=ALL)
    stands = standing(app, rows, scope)
    found = {}
    for row in rows:
        if is_past(stands[row.key]):
            continue
        try:
            found[row.key] = _Text(row, body_of(app, row, scope))
        except SagacityError:
            continue  # gone since it was found
    return found


def _exact(texts: Mapping[int, _Text]) -> Iterator[Pair]:
    """The same body, but for case, accents and blanks."""
    first: dict[str, int] = {}
    for key, text in texts.items():
        said = " ".join(plain(text.body).split())
        if said and first.setdefault(said, key) != key:
            yield first[said], key, 1.0


def _near(texts: Mapping[int, _Text]) -> Iterator[Pair]:
    """Bodies that share half of their runs of three words."""
    runs = {key: found for key, text in texts.items() if len(found := shingles(text.body)) >= MIN_SHINGLES}
    for one, other in _candidates(runs):
        score = overlap(runs[one], runs[other])
        if score >= BODY_THRESHOLD:
            yield one, other, score


def _candidates(runs: Mapping[int, frozenset[tuple[str, ...]]]) -> Iterator[tuple[int, int]]:
    """Pairs whose bodies share some of their smallest hashes, as bodies that have half in common do.

    Source: Broder, "On the resemblance and containment of documents", SEQUENCES 1997.
    """
    holders: dict[int, list[int]] = {}
    for key, said in runs.items():
        for value in sorted({crc32(" ".join(run).encode("utf-8", "surrogatepass")) for run in said})[:SKETCH]:
            holders.setdefault(value, []).append(key)
    crowds = [keys for keys in holders.values() if len(keys) <= CROWD]
    shared = Counter(pair for keys in crowds for pair in combinations(keys, 2))
    return (pair for pair, count in shared.items() if count >= SHARED)


def _semantic(app: App, texts: Mapping[int, _Text]) -> tuple[list[Pair], tuple[str, ...]]:
    """Short notes whose vectors lie in nearly one direction, and what could not be compared."""
    embedder = next((one for one in embedders_of(app) if app.index.vector_set(one.stamp).serves), None)
    if embedder is None:
        return [], ("meaning: there are no vectors to compare",)
    end_s = app.clock.monotonic_s() + BOX_S
    vectors: dict[int, bytes] = {}
    several = unread = 0
    for key, text in texts.items():
        if app.clock.monotonic_s() > end_s - BOX_S / 2:
            unread += 1
            continue
        row = text.row
        found = list(app.index.vectors_of(embedder.stamp, row.layer, row.path, row.hash).values())
        if len(found) == 1 and found[0]:
            vectors[key] = found[0]
        else:
            several += 1
    pairs, done = _nearest(vectors, lambda: app.clock.monotonic_s() > end_s)
    left = unread + len(vectors) - done
    said = [f"meaning: {left} notes, for want of time"] if left else []
    return pairs, (*said, *([f"meaning: {several} notes of several passages, or of none"] if several else []))


def _nearest(vectors: Mapping[int, bytes], is_late: Callable[[], bool]) -> tuple[list[Pair], int]:
    """The pairs, and of how many notes the nearest were looked for."""
    keys = list(vectors)
    codes = [sign_code(vectors[key]) for key in keys]
    block = build(codes, len(vectors[keys[0]])) if keys else None
    everyone = (1 << len(keys)) - 1
    pairs: list[Pair] = []
    for at, key in enumerate(keys):
        if block is None or is_late():
            return pairs, at
        others = [keys[place] for place in scan(block, codes[at], n=NEAREST, alive=everyone) if place > at][:CROWD]
        scores = cosines(vectors[key], [vectors[other] for other in others])
        pairs += [(key, other, score) for other, score in zip(others, scores, strict=True) if score >= SAME_MEANING]
    return pairs, len(keys)


def _joined(pairs: Iterable[Pair]) -> list[frozenset[int]]:
    """What the pairs connect, each once; the most alike first."""
    above: dict[int, int] = {}
    ordered = sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1]))
    for one, other, _ in ordered:
        top, below = _top(above, one), _top(above, other)
        if top != below:
            above[below] = top
    groups: dict[int, set[int]] = {}
    for one, other, _ in ordered:
        groups.setdefault(_top(above, one), set()).update((one, other))
    return [frozenset(keys) for keys in groups.values()]


def _top(above: dict[int, int], key: int) -> int:
    """The note that stands for all it is connected with; the way there is shortened."""
    while key in above:
        above[key] = above.get(above[key], above[key])
        key = above[key]
    return key


def _group(app: App, scope: Scope, kind: str, rows: Sequence[Row], pairs: Sequence[Pair]) -> DuplicateGroup:
    ordered = sorted(rows, key=lambda row: (-row.trust, -row.updated_ms, row.id))
    best: dict[int, float] = {}
    for one, other, score in pairs:
        for key in (one, other):
            best[key] = max(best.get(key, 0.0), score)
    notes = tuple(
        Alike(
            row.id,
            title_for(app, row),
            scope.layer_of(row.layer).name,
            row.project,
            from_ms(row.updated_ms),
            round(best[row.key], 2),
        )
        for row in ordered
    )
    return DuplicateGroup(kind, notes, f"sagacity merge {' '.join(tail(note.id) for note in notes[:MERGED_AT_ONCE])}")
