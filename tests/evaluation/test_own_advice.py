"""Notes written as we advise, with links, tags and vectors, are found as well as the same notes by words alone, also
where words alone are at their best: in questions made of the rarest words of the note.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace

from benchmarks.common import Draft, note_text
from benchmarks.own_knowledge.corpus import load_notes
from sagacity.adapters.embed.static import StaticEmbedder, shipped_model
from sagacity.app.found import Question
from sagacity.app.reindex import rebuild
from sagacity.app.scope import here
from sagacity.app.search import search
from sagacity.core.ids import new_id
from sagacity.core.known_item import question_for
from tests.app.conftest import Machine, RunningClock

N_NOTES = 400
N_QUESTIONS = 150
OLD_S = 1_750_000_000
NOISE = 0.01
"""What links bring up stands behind the best, and so before another that words alone find second or third."""
STATIC = StaticEmbedder(shipped_model())


def drafts(seed: int) -> list[Draft]:
    """Some of our own notes, linked to those that stand beside them in our files."""
    chance = random.Random(seed)
    replaced = {target for one in load_notes() for op, target in one.relations if op == "supersedes"}
    kept = [one for one in load_notes() if not one.archived and one.slug not in replaced]
    start = chance.randrange(len(kept) - N_NOTES)
    notes = kept[start : start + N_NOTES]
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
            relations=tuple(
                ("relates_to", notes[near].title.replace('"', "'"))
                for near in {max(0, at - 1), min(len(notes) - 1, at + 1), chance.randrange(len(notes))} - {at}
            ),
        )
        for at, one in enumerate(notes)
    ]


def store(folder, notes, embedder):
    """The application on these notes."""
    (folder / "work").mkdir(parents=True)
    app = Machine(folder / ".sagacity", folder / "work", RunningClock(), random.Random(7).randbytes).app()
    app = app.replace(vcs=None, embedder=lambda: embedder)
    top = app.workspace.ensure_personal().notes_dir
    for draft in notes:
        path = os.path.join(top, f"{draft.id[-12:].lower()}.md")
        with open(path, "w", encoding="utf-8") as file:
            file.write(note_text(draft))
        os.utime(path, (OLD_S, OLD_S))
    rebuild(app, app.workspace.all_layers())
    return app


def ranks(app, questions):
    scope = here(app, everywhere=True)
    found = []
    for id, text in questions:
        results = search(app, Question(text, scope.filters, limit=10), scope).results
        found.append(next((at for at, hit in enumerate(results, 1) if hit.row.id == id), 0))
    return found


def scores(found):
    return {
        "hit@1": sum(rank == 1 for rank in found),
        "hit@5": sum(0 < rank <= 5 for rank in found),
        "MRR@10": round(sum(1 / rank for rank in found if rank), 3),
    }


def test_links_tags_and_vectors_lose_nothing_that_words_alone_find(tmp_path):
    full: list[int] = []
    plain: list[int] = []
    for seed in (1, 2):
        notes = drafts(seed)
        bare = [replace(one, tags=(), relations=()) for one in notes]
        words = store(tmp_path / f"words-{seed}", bare, None)
        scope = here(words, everywhere=True)

        def frequencies(terms, app=words, filters=scope.filters):
            return app.index.search(terms, filters, window=1).frequencies

        questions = [(one.id, question_for(one.id, one.title, one.body, frequencies)) for one in notes]
        questions = [(id, text) for id, text in questions if text][:N_QUESTIONS]
        plain += ranks(words, questions)
        full += ranks(store(tmp_path / f"full-{seed}", notes, STATIC), questions)
    by_words, by_all = scores(plain), scores(full)
    assert len(plain) == 2 * N_QUESTIONS
    assert by_all["hit@5"] >= by_words["hit@5"]
    assert all(by_all[name] >= by_words[name] * (1 - NOISE) for name in by_words), (by_words, by_all)
