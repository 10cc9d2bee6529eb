"""What a session starts with, and what a prompt brings: how much of a store is told, and at what price.

Two stores. One is generated: 933 notes of 17 projects with rules, skills, plans and memories, and larger ones of its
make, for what a pack holds and what it takes to make. The other is our own knowledge with its questions, for the share
of questions whose answer stands in what was injected.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace

from benchmarks.common import Row, median, quick, report, throwaway_home
from benchmarks.known_item import fill as fill_drafts
from benchmarks.known_item import own_notes
from benchmarks.own_knowledge.corpus import load_notes, load_questions
from benchmarks.product import call, opened
from benchmarks.zipf import notes
from sagacity.app.context import Caller
from sagacity.app.material import MEMORY_TYPES, read_material
from sagacity.app.pack import make_pack
from sagacity.app.prompt import prompt_block
from sagacity.app.requests import ReadRequest, RecallRequest, RememberRequest
from sagacity.app.scope import here
from sagacity.core.frame import Block, Caps, Listing, tokens
from sagacity.core.pack import PROTOCOL
from sagacity.core.testset import half_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from benchmarks.common import Home
    from sagacity.app.context import App
    from sagacity.app.pack import Pack

NOTES, PROJECTS = 933, 17
SIZES = (933, 3000) if quick() else (933, 10_000, 30_000)
ROUNDS = 3 if quick() else 15
MAX_CHARS = 9000
FIXED = (("policy", 14), ("skill", 25), ("preference", 8), ("profile", 1), ("plan", 5), ("task", 20), ("feedback", 6))
"""As many of these as a user has, whatever else the store holds; the rest are memories."""
MEMORY = ("fact", "convention", "decision", "learning", "topic", "incident", "runbook")
TOP = 3


def fill(home: Home, n: int) -> None:
    """n notes of the projects; those of FIXED are written by a person, so that they are in force."""
    chance = random.Random(7)
    texts = list(notes(n, seed=7))
    types = [name for name, count in FIXED for _ in range(count)]
    memories = [
        replace(text, type=chance.choice(MEMORY), kind="", project=f"project-{number % PROJECTS}", relations=())
        for number, text in enumerate(texts[len(types) :])
    ]
    fill_drafts(home, memories)
    with opened(home) as app:
        person = app.replace(vcs=None).called_by(Caller("cli", "human_cli", home.path, interactive=True))
        for number, (kind, text) in enumerate(zip(types, texts, strict=False)):
            project = "" if number % 2 else f"project-{number % PROJECTS}"
            call(
                person,
                "remember",
                RememberRequest(content=text.body, title=text.title, type=kind, project=project),
            )


def pack_of(app: App) -> Pack:
    """As the hook makes it."""
    material = read_material(app, here(app, project="project-3"), frozenset())
    return make_pack(app, material, Caps(MAX_CHARS), first=[Listing(PROTOCOL)])


def contents(app: App, pack: Pack) -> list[Row]:
    """Tokens by layer of the pack, and of the notes chosen by relevance as shown and at full length."""
    parts: dict[str, int] = {}
    memories: list[Block] = []
    sizes = dict(zip(pack.rendered.shown, pack.rendered.sizes, strict=True))
    for item in pack.chosen.items:
        ids = item.ids if isinstance(item, Listing) else (item.id,)
        cost = sizes.get(ids[0], 0) if ids else 0
        name = item.heading.partition(" \u2013 ")[0]
        parts[name] = parts.get(name, 0) + cost
        if isinstance(item, Block) and item.type.partition("/")[0] in MEMORY_TYPES and item.id in sizes:
            memories.append(item)
    whole = sum(tokens(str(call(app, "read", ReadRequest((one.id,))).notes[0].body)) for one in memories)
    return [
        Row(f"pack of {NOTES} notes, {PROJECTS} projects", pack.rendered.tokens, "tokens"),
        *(Row(f"  {name}", cost, "tokens") for name, cost in parts.items()),
        Row("notes chosen by nearness", len(memories), "notes"),
        Row("  as shown", sum(sizes[one.id] for one in memories), "tokens"),
        Row("  at full length", whole, "tokens"),
    ]


def cpu_ms(app: App) -> float:
    """Median CPU time of a pack."""
    took = []
    for _ in range(ROUNDS + 1):
        began = time.process_time()
        pack_of(app)
        took.append((time.process_time() - began) * 1000)
    return median(took[1:])


def generated() -> list[Row]:
    """What a pack holds, and its cost as the store grows."""
    rows: list[Row] = []
    costs: dict[int, float] = {}
    for size in SIZES:
        with throwaway_home() as home:
            fill(home, size)
            with opened(home) as app:
                rows += contents(app, pack_of(app)) if size == NOTES else []
                costs[size] = cpu_ms(app)
    rows += [Row(f"CPU of a pack, {size:,} notes", cost, "ms") for size, cost in costs.items()]
    return [*rows, Row("  largest against smallest", costs[SIZES[-1]] / costs[SIZES[0]], "x", 2.0)]


def answered(home: Home) -> list[Row]:
    """Share of the questions of which a note that answers stands in what was injected, and the tokens of that."""
    notes_of = {one.slug: one.title.replace('"', "'") for one in load_notes()}
    drafts = own_notes()
    fill_drafts(home, drafts)
    ids = {one.title: one.id for one in drafts}
    newest = [one.id for one in sorted(drafts, key=lambda one: one.created_at, reverse=True)]
    asked = [one for one in load_questions() if one.gold and half_of(one.id) == "dev"]
    asked = asked[:40] if quick() else asked
    ways: dict[str, list[tuple[bool, int]]] = {}
    with opened(home) as app:
        pack = pack_of(app).rendered
        for at, one in enumerate(asked):
            gold = {ids[notes_of[slug]] for slug in one.gold if notes_of[slug] in ids}
            shown, cost = block(app, one.text, f"bench-{at}")
            bodies = found(app, one.text)
            told = {
                "no memory": (set(), 0),
                "the newest three, whole": (set(newest[:TOP]), sum(length(app, note) for note in newest[:TOP])),
                "pack alone": (set(pack.shown), pack.tokens),
                "first three of recall, whole": (set(bodies), sum(length(app, note) for note in bodies)),
                "prompt block": (shown, cost),
                "pack and prompt block": (shown | set(pack.shown), cost + pack.tokens),
            }
            for name, (there, spent) in told.items():
                ways.setdefault(name, []).append((bool(gold & there), spent))
    rows = []
    for name, results in ways.items():
        rows.append(Row(f"an answering note is there: {name}", sum(one for one, _ in results) / len(results), "of 1"))
        rows.append(Row("  a question", sum(spent for _, spent in results) / len(results), "tokens"))
    return rows


def block(app: App, text: str, session: str) -> tuple[set[str], int]:
    """(ids, tokens) of what a prompt brings to a session that has seen nothing."""
    caller = Caller("hook", "agent_inferred", app.caller.cwd, session=session)
    made = prompt_block(app.called_by(caller), text, max_chars=MAX_CHARS)
    return ({note_id for note_id, _ in made.entry.shown}, made.entry.tokens) if made.entry else (set(), 0)


def found(app: App, text: str) -> list[str]:
    """Ids of the first of recall."""
    return [hit.id for hit in call(app, "recall", RecallRequest(query=text, limit=TOP)).results]


def length(app: App, note_id: str) -> int:
    """Tokens of a whole note."""
    return tokens(call(app, "read", ReadRequest((note_id,))).notes[0].body)


def main() -> int:
    """Prints the table and the JSON line."""
    rows = generated()
    with throwaway_home() as home:
        rows += answered(home)
    return report("pack", rows, details={"notes": NOTES, "projects": PROJECTS, "half": "dev"})


if __name__ == "__main__":
    sys.exit(main())
