"""Which notes a session's start brings to mind: the newest, and those near to what is being worked on."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.reach import Limits, Seed, reach
from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.reach import Leap, Reached
    from .context import App
    from .records import Edge, Filters, Row
    from .scope import Scope

LAST_SESSION, BRANCH, FILES = "the last session used it", "the branch {}", "the file {}, changed of late"
LAST_STRENGTH, BRANCH_STRENGTH, FILES_STRENGTH = 0.9, 0.8, 0.7
ACTS = 200
"""So far back the journal is asked for what was used."""
OF_A_SOURCE = 6
RARE = 12
"""A name that more notes hold than this speaks for none of them."""
WORD_MIN_CHARS = 5
USUAL_BRANCHES = ("main", "master", "develop", "development", "trunk")
SINCE_S = 7 * 86_400
LEAPS, NODES, TIME_S = 2, 24, 0.02
HUB = 8
"""A note with more relations than this leads to each of them less."""
TO_REPLACEMENT, TO_REPLACED, OTHERWISE = 1.2, 0.5, 0.7
WEIGHTS = {"refines": 0.9, "conflicts_with": 0.9, "depends_on": 0.8, "part_of": 0.8}


class Memories(Value):
    """rows: those that were reached and pass. strengths, in (0, 1], and why: by their keys. uses: by note id,
    how often one was asked for of late.
    """

    rows: tuple[Row, ...]
    strengths: dict[int, float]
    why: dict[int, str]
    uses: dict[str, int]


def memories(app: App, scope: Scope, filters: Filters) -> Memories:
    """A bounded walk from what the last session used, what the branch is called and which files changed of late.

    Where none of these can be told there is no walk.
    """
    uses, last = _used(app, scope)
    near = _Near(app)
    seeds = near.seeds(scope, last, filters)
    if not seeds:
        return Memories((), {}, {}, uses)
    started_s = app.clock.monotonic_s()
    limits = Limits(LEAPS, NODES, lambda: app.clock.monotonic_s() - started_s > TIME_S)
    reached = reach(seeds, near.onward, near.name, limits).reached
    passing = app.index.passing(sorted(reached), filters)
    rows = [near.rows[key] for key in sorted(passing, key=near.name) if key in near.rows]
    strengths = {row.key: min(1.0, reached[row.key].strength) for row in rows}
    return Memories(tuple(rows), strengths, {row.key: near.why(reached[row.key]) for row in rows}, uses)


def _used(app: App, scope: Scope) -> tuple[dict[str, int], list[str]]:
    """(note id → how often it was asked for; ids that the session before this one used, the latest first)."""
    try:
        acts = [act for act in app.journal.uses(scope.project, among=ACTS) if act.note_id and act.kind != "feedback"]
    except SagacityError:
        return {}, []
    counts: dict[str, int] = {}
    for act in acts:
        counts[act.note_id] = counts.get(act.note_id, 0) + 1
    before = next((act.session for act in acts if act.session and act.session != app.caller.session), "")
    return counts, list(dict.fromkeys(act.note_id for act in acts if act.session == before and before))


class _Near:
    """Goes from note to note. rows: of all that were met."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.rows: dict[int, Row] = {}

    def name(self, key: int) -> str:
        """What orders notes that are equally near."""
        row = self.rows.get(key)
        return f"{row.id}{row.path}" if row else ""

    def why(self, reached: Reached) -> str:
        """In words: the seed's reason, or the note that led here."""
        before = self.rows.get(reached.before)
        return f"{reached.why} {before.title!r}: {reached.source}" if before else reached.source

    def seeds(self, scope: Scope, last: Sequence[str], filters: Filters) -> dict[int, Seed]:
        """By key; of several reasons the strongest."""
        found: dict[int, Seed] = {}
        for note_id in last[:OF_A_SOURCE]:
            for row, _ in self._app.index.find(note_id, filters.layers):
                self.rows[row.key] = row
                found.setdefault(row.key, Seed(LAST_STRENGTH, LAST_SESSION))
        for names, strength, source in self._places(scope):
            self._hold(names, filters, found, strength, source)
        return found

    def _places(self, scope: Scope) -> Iterator[tuple[dict[str, str], float, str]]:
        """(name to look for → what it is called, strength, source), of the work tree."""
        project = self._app.workspace.place(self._app.caller.cwd).project if scope.project else None
        if self._app.checkouts is None or project is None:
            return
        checkouts = self._app.checkouts()
        branch = checkouts.branch(project.top)
        topic = branch.rpartition("/")[2]
        if topic and topic not in USUAL_BRANCHES:
            words = [word for word in topic.replace("_", "-").split("-") if len(word) >= WORD_MIN_CHARS]
            yield dict.fromkeys((topic, *words), branch), BRANCH_STRENGTH, BRANCH
        since_s = self._app.clock.now_ms() // 1000 - SINCE_S
        paths = checkouts.recent(project.top, since_s=since_s, limit=OF_A_SOURCE)
        yield {path.rpartition("/")[2]: path for path in reversed(paths)}, FILES_STRENGTH, FILES

    def _hold(
        self, names: dict[str, str], filters: Filters, found: dict[int, Seed], strength: float, source: str
    ) -> None:
        """Adds the notes that hold a rare name."""
        if not names:
            return
        met: dict[int, str] = {}
        for one in self._app.index.holders(list(names), filters, held=(1, RARE)):
            for key in one.keys:
                met.setdefault(key, names[one.name])
        for row in sorted(self._app.index.rows(sorted(met)), key=lambda row: (-row.updated_ms, row.id))[:OF_A_SOURCE]:
            self.rows[row.key] = row
            found.setdefault(row.key, Seed(strength, source.format(met[row.key])))

    def onward(self, keys: Sequence[int]) -> list[Leap]:
        """Along relations, from either end."""
        edges = [*self._app.index.edges_from(list(keys)), *self._app.index.edges_to(list(keys), ())]
        leaps = [leap for edge in edges if edge.target >= 0 for leap in _both_ways(edge) if leap[0] in keys]
        degrees: dict[int, int] = {}
        for near, *_ in leaps:
            degrees[near] = degrees.get(near, 0) + 1
        fresh = {far for near, far, *_ in leaps if far not in self.rows and degrees[near] <= HUB * HUB}
        self.rows.update((row.key, row) for row in self._app.index.rows(sorted(fresh)))
        return [
            (near, far, weight * min(1.0, HUB / degrees[near]) ** 0.5, why)
            for near, far, weight, why in leaps
            if far in self.rows
        ]


def _both_ways(edge: Edge) -> tuple[Leap, Leap]:
    there, back = WEIGHTS.get(edge.op, OTHERWISE), WEIGHTS.get(edge.op, OTHERWISE)
    if edge.op == "supersedes":
        there, back = TO_REPLACED, TO_REPLACEMENT
    elif edge.op == "superseded_by":
        there, back = TO_REPLACEMENT, TO_REPLACED
    return (edge.source, edge.target, there, f"{edge.op} of"), (edge.target, edge.source, back, f"{edge.op}")
