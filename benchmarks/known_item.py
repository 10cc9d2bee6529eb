"""Finding a known note by some telling words of one of its sentences, its title forgotten, as the store grows.

Asked are our own notes, which read as real ones do, and generated ones (benchmarks.zipf) that fill the store up to its
size; each through `recall`, with its default settings.
"""

from __future__ import annotations

import os
import random
import time

from benchmarks.common import Draft, Row, note_text, percentile, quick, report, throwaway_home
from benchmarks.own_knowledge.corpus import load_notes
from benchmarks.product import call, opened
from benchmarks.zipf import note
from sagacity.app.records import Filters
from sagacity.app.requests import RecallRequest, ReindexRequest
from sagacity.core.ids import new_id
from sagacity.core.known_item import question_for
from sagacity.core.metrics import mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.common import Home
    from sagacity.app.context import App
    from sagacity.app.results import RecallResult

SIZES = (1000, 5000) if quick() else (1000, 5000, 10_000, 22_000)
QUESTIONS = 50 if quick() else 300
OLD_S = 1_750_000_000
PER_FOLDER = 100


def own_notes() -> list[Draft]:
    """Our notes that are in force: what recall hides on purpose cannot be asked for."""
    all_notes = load_notes()
    replaced = {target for one in all_notes for op, target in one.relations if op == "supersedes"}
    chance = random.Random(1)
    return [
        Draft(
            id=new_id(1_735_689_600_000 + at, chance.randbytes(10)),
            title=one.title.replace('"', "'"),
            type=one.type.partition("/")[0],
            kind=one.type.partition("/")[2],
            tags=one.tags,
            project="",
            body=one.body,
            created_at=f"{one.created}T00:00:00Z",
        )
        for at, one in enumerate(all_notes)
        if not one.archived and one.slug not in replaced
    ]


def fill(home: Home, drafts: Sequence[Draft]) -> None:
    """The drafts as files of the personal layer, old enough to be believed, indexed."""
    with opened(home) as app:
        top = app.workspace.ensure_personal().notes_dir
        for at, draft in enumerate(drafts):
            folder = os.path.join(top, f"{at // PER_FOLDER:04}")
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, f"{draft.id[-12:].lower()}.md")
            with open(path, "w", encoding="utf-8") as file:
                file.write(note_text(draft))
            os.utime(path, (OLD_S, OLD_S))
        call(app.replace(vcs=None), "reindex", ReindexRequest())


def asked_for(app: App, drafts: Sequence[Draft]) -> Iterator[tuple[Draft, str]]:
    """Up to QUESTIONS of the drafts, chosen by chance, each with its question."""
    layers = [layer.root for layer in app.workspace.all_layers()]
    chosen = random.Random(2).sample(list(drafts), min(len(drafts), QUESTIONS))

    def frequencies(terms: Sequence[str]) -> Sequence[int]:
        return app.index.search(terms, filters, window=1).frequencies

    filters = Filters(tuple(layers))
    for draft in chosen:
        if text := question_for(draft.id, draft.title, draft.body, frequencies):
            yield draft, text


def ranks_of(app: App, drafts: Sequence[Draft]) -> tuple[list[int], list[float]]:
    """(rank of each note asked for, 0 where it was not found; CPU milliseconds of each recall)."""
    ranks, costs = [], []
    for draft, text in asked_for(app, drafts):
        started = time.process_time()
        result: RecallResult = call(app, "recall", RecallRequest(query=text))
        costs.append((time.process_time() - started) * 1000)
        ranks.append(next((at for at, hit in enumerate(result.results, 1) if hit.id == draft.id), 0))
    return ranks, costs


def rows_at(size: int, own: list[Draft]) -> list[Row]:
    """The figures of one size."""
    filler = [note(number) for number in range(max(0, size - len(own)))]
    rows = []
    with throwaway_home() as home:
        fill(home, [*own[:size], *filler])
        with opened(home) as app:
            for name, drafts in (("our own", own[:size]), ("generated", filler)):
                if not drafts:
                    continue  # our own notes fill the smallest store by themselves
                ranks, costs = ranks_of(app, drafts)
                told = f"{len(ranks)} {name} notes"
                hit_1, hit_5 = mean([rank == 1 for rank in ranks]), mean([0 < rank <= 5 for rank in ranks])
                rows += [
                    Row(f"{size:,} notes, {name}: hit@1", hit_1, "", 0.75, told, at_least=True),
                    Row(f"{size:,} notes, {name}: hit@5", hit_5, "", 0.95, told, at_least=True),
                    Row(
                        f"{size:,} notes, {name}: recall, CPU mean", mean(costs), "ms", 3.0 if size == 22_000 else None
                    ),
                    Row(f"{size:,} notes, {name}: recall, CPU p95", percentile(costs, 95), "ms"),
                ]
    return rows


def main() -> int:
    """Prints the report."""
    own = own_notes()
    return report("known_item", [row for size in SIZES for row in rows_at(size, own)])


if __name__ == "__main__":
    raise SystemExit(main())
