"""Walking over relations: CPU time at 10,000 notes with 30,000 relations, whole and in the index alone.

Relations lead anywhere, half of them by id, half by slug, so that two steps reach some forty notes and three some 250.
"""

from __future__ import annotations

import os
import random
import time
from typing import cast

from benchmarks.common import Row, median, note_text, percentile, quick, report, throwaway_home
from benchmarks.draft import Draft
from benchmarks.product import call, opened
from benchmarks.zipf import note
from sagacity.app.records import Filters
from sagacity.app.requests import LinkRequest, ReindexRequest
from sagacity.app.scope import here
from sagacity.app.steps import Terrain, Ways
from sagacity.app.walking import WalkRequest, WalkResult
from sagacity.core.walk import Bounds, spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from sagacity.app.context import App
    from sagacity.app.records import Row as Note
    from sagacity.app.scope import Scope

    T = TypeVar("T")

NOTES, RELATIONS = (1000, 3000) if quick() else (10_000, 30_000)
WALKS = 40 if quick() else 200
LINKS = 20
PER_FOLDER = 100
OPS = ("relates_to", "refines", "depends_on", "applies_to", "part_of", "mentions")
MOST = 2000
OLD_NS = 1_750_000_000_000_000_000
"""When the notes were last changed: their times are believed."""


def write_graph(folder: str) -> list[str]:
    """Writes the notes; their ids."""
    chance = random.Random(1)
    texts = [note(number) for number in range(NOTES)]
    relations: list[list[tuple[str, str]]] = [[] for _ in texts]
    for at in range(RELATIONS):
        source, target = chance.sample(range(NOTES), 2)
        name = texts[target].id if at % 2 else f"note-{target:06}"
        relations[source].append((chance.choice(OPS), name))
    for number, text in enumerate(texts):
        place = os.path.join(folder, f"batch-{number // PER_FOLDER:04}")
        os.makedirs(place, exist_ok=True)
        draft = Draft(
            text.id,
            text.title,
            text.type,
            text.kind,
            text.tags,
            "",
            text.body,
            text.created_at,
            tuple(relations[number]),
        )
        path = os.path.join(place, f"note-{number:06}.md")
        with open(path, "w", encoding="utf-8") as file:
            file.write(note_text(draft))
        os.utime(path, ns=(OLD_NS, OLD_NS))
    return [text.id for text in texts]


def costs_ms(work: Callable[[T], object], ids: list[T]) -> list[float]:
    """CPU milliseconds of each call."""
    costs = []
    for one in ids:
        began = time.process_time()
        work(one)
        costs.append((time.process_time() - began) * 1000)
    return costs


def searched(app: App, scope: Scope, start: Note, depth: int) -> int:
    """The walk in the index alone, from a note that was found: no look at files, nothing marked or put into words;
    how many were reached.
    """
    filters = Filters(scope.filters.layers, archived=True)
    terrain = Terrain(app, scope, filters, Ways(), [start])
    return len(spread(start.key, terrain.onward, Bounds(depth, MOST, lambda: False, terrain.first)).depths)


def main() -> int:
    """Prints the report."""
    with throwaway_home() as home, opened(home) as app:
        ids = write_graph(app.workspace.ensure_personal().notes_dir)
        call(app, "reindex", ReindexRequest())
        asked = random.Random(2).sample(ids, WALKS)
        scope = here(app)
        starts = [app.index.find(one, scope.filters.layers)[0][0] for one in asked]
        rows: list[Row] = []
        for depth, bar, bar_index in ((1, None, None), (2, None, 0.5), (3, 20.0, None)):

            def whole(one: str, depth: int = depth) -> WalkResult:
                return cast("WalkResult", call(app, "walk", WalkRequest(one, depth=depth, limit=MOST)))

            reached = median([len(whole(one).nodes) for one in asked[:20]])
            costs = costs_ms(whole, asked)
            index = costs_ms(lambda one, depth=depth: searched(app, scope, one, depth), starts)
            rows += [
                Row(f"walk of {depth} steps, p50", median(costs), "ms", bar, f"{reached:.0f} notes"),
                Row(f"walk of {depth} steps, p95", percentile(costs, 95), "ms"),
                Row(f"walk of {depth} steps, in the index, p50", median(index), "ms", bar_index),
            ]
        pairs = iter(asked[1:])
        path = costs_ms(lambda one: call(app, "walk", WalkRequest(one, to=next(pairs), depth=12)), asked[: WALKS // 4])
        rows.append(Row("shortest path between two notes, p50", median(path), "ms"))
        pairs = iter(asked[1:])
        link = costs_ms(lambda one: call(app, "link", LinkRequest(one, "follows_up", next(pairs))), asked[:LINKS])
        rows.append(Row("one link, files and journal included, p50", median(link), "ms"))
    return report("walk", rows, details={"notes": NOTES, "relations": RELATIONS})


if __name__ == "__main__":
    raise SystemExit(main())
