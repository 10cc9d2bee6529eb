"""Collects the history of a design: the notes that hang together with one, and what is known of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.egress import without_secrets
from ..core.errors import SagacityError
from ..core.notebook import WORKED_ON, Proof, Statement, Tie
from ..core.notefile import parse_note
from ..core.relations import relation_of
from ..core.trust import UNTRUSTED, stays_here
from ..core.value import Value
from ..core.walk import NODES, Bounds, spread
from .entry import parse
from .evidence import views_of
from .evidence_text import line_of
from .freshness import UNBOUNDED, refresh
from .gone import tombstone
from .read import layer_of, locate
from .scope import here
from .session import is_confidential
from .steps import Terrain, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.walk import Step
    from .context import App
    from .entry import Parsed
    from .records import Row
    from .results import EvidenceView
    from .scope import Scope

NODES_MAX = 300
ALL = 1_000_000
HOUR_S = 3600.0
LOOSE = frozenset(("relates_to", "mentions", "assigned_to", "has_owner", "member_of", "attendee_of"))
"""Relations that say little of a design: they are followed from the note itself and from no other."""


class Reached(Value):
    """The notes of a notebook, and what was seen on the way. rows: the one it is about first. steps: between them.

    dangling: (key of the note, operator, target as written). n_confidential: those kept out.
    """

    rows: tuple[Row, ...]
    steps: tuple[Step, ...]
    dangling: tuple[tuple[int, str, str], ...]
    n_confidential: int
    cut: bool


def collect(app: App, handle: str, *, project: str, depth: int) -> tuple[str, list[Statement], list[str]]:
    """(id of the note it is about, its statements, what is left out and why).

    Nothing confidential is in there, whoever asks: a document goes from hand to hand. Raises as `locate`, and `refused`
    where the note itself is confidential.
    """
    scope = here(app, project=project)
    problems = refresh(app, scope.layers, UNBOUNDED).problems
    _, root = locate(app, handle, scope)
    reached = reach(app, scope, root, depth)
    read = {row.key: parsed for row in reached.rows if (parsed := _parsed(app, scope, row)) is not None}
    if root.key not in read:
        raise SagacityError(
            "refused", f"{handle!r} is confidential and goes into no document", hint="name another note"
        )
    rows = [row for row in reached.rows if row.key in read]
    statements = _statements(app, scope, rows, read, reached)
    n_kept = reached.n_confidential + len(reached.rows) - len(rows)
    left_out = [f"{n_kept} confidential {'note' if n_kept == 1 else 'notes'} left out"] if n_kept else []
    left_out += [f"only the first {NODES_MAX} notes: a smaller depth makes a whole"] if reached.cut else []
    return root.id, statements, [*left_out, *problems]


def reach(app: App, scope: Scope, root: Row, depth: int) -> Reached:
    """The open notes within so many steps; the bound is in steps and notes alone, so that it is the same every time."""
    filters = scope.filters.replace(archived=True, confidential=False)
    terrain = Terrain(app, scope, filters, Ways(), [root])

    def onward(keys: Sequence[int]) -> list[Step]:
        terrain.load(keys)
        steps = terrain.onward(keys)
        return [one for one in steps if one[0] == root.key or _leads_on(terrain.rows[one[0]], one[2])]

    found = spread(root.key, onward, Bounds(depth, NODES_MAX, lambda: False, terrain.first))
    terrain.load(found.depths)
    between = Terrain(app, scope, filters, Ways(), [terrain.rows[key] for key in found.depths])
    steps = [step for step in between.onward(sorted(found.depths)) if step[1] in found.depths]
    hidden = sorted(terrain.hidden)
    secret = app.index.passing(hidden, filters.replace(confidential=True, confidential_only=True)) if hidden else ()
    order = sorted(found.depths, key=lambda key: (found.depths[key], terrain.rows[key].id))
    return Reached(
        tuple(terrain.rows[key] for key in order),
        tuple(steps),
        tuple(between.dangling),
        len(secret),
        found.cut == NODES,
    )


def _leads_on(row: Row, op: str) -> bool:
    """People, products and the like are known to half of the store."""
    return row.type != "entity" and op not in LOOSE


def _parsed(app: App, scope: Scope, row: Row) -> Parsed | None:
    """The note as its file says it now; None where it must stay here, or nobody can tell."""
    layer = layer_of(app, row, scope)
    try:
        parsed = parse(layer, app.store.read(layer, row.path))
    except SagacityError:
        return None
    unclear = parsed.note.error or is_confidential(row, layer)
    return None if unclear or stays_here(parsed.note.sensitivity or layer.sensitivity_default) else parsed


def _statements(
    app: App, scope: Scope, rows: Sequence[Row], read: dict[int, Parsed], reached: Reached
) -> list[Statement]:
    by_key = {row.key: row for row in rows}
    ties: dict[int, dict[Tie, None]] = {row.key: {} for row in rows}
    for key, tie in _ties(app, by_key, reached):
        ties[key].setdefault(tie)
    noted = [(layer_of(app, row, scope), row, read[row.key].note.references) for row in rows]
    proofs = views_of(app, noted, app.clock.monotonic_s() + HOUR_S)
    return [
        _statement(app, row, read[row.key], tuple(ties[row.key]), tuple(map(_proof, views)))
        for row, views in zip(rows, proofs, strict=True)
    ]


def _proof(view: EvidenceView) -> Proof:
    return Proof(view.reference, line_of(view).removeprefix(f"{view.reference} "))


def _ties(app: App, rows: dict[int, Row], reached: Reached) -> Iterator[tuple[int, Tie]]:
    """(key of a note, what it says of another one), in the same order every time."""
    found = []
    for near, far, op, along, note, _ in reached.steps:
        if near in rows and far in rows:
            relation = relation_of(op)
            word = relation.op if along else relation.inverse or f"is {relation.op} of"
            found.append((not along, word, rows[far].id, note, near))
    for _, word, note_id, note, near in sorted(found):
        yield near, Tie(word, note_id, without_secrets(note))
    for key, op, text in sorted(reached.dangling):
        if key in rows:
            yield key, Tie(relation_of(op).op, "", gone=_gone(app, text))


def _gone(app: App, text: str) -> str:
    """A target that is not there, as anybody may be told of it."""
    found = tombstone(app.called_by(app.caller.replace(interactive=False)), text)
    if found is None:
        return f"{without_secrets(text)} (not here)"
    return f"{found.title or without_secrets(text)} (deleted {found.at[:10]})"


def _statement(app: App, row: Row, parsed: Parsed, ties: tuple[Tie, ...], proofs: tuple[Proof, ...]) -> Statement:
    note = parsed.note
    replaced = any(tie.word == "superseded_by" for tie in ties)
    marks = (
        "superseded" if replaced else "",
        "archived" if row.lifecycle == "archived" and not replaced else "",
        f"valid until {note.valid_until}" if note.valid_until else "",
    )
    return Statement(
        id=row.id,
        title=without_secrets(row.title),
        type=row.type,
        kind=row.kind,
        body=without_secrets(note.body),
        created_ms=row.created_ms,
        status=row.status,
        due=row.due,
        confidence=note.confidence,
        project=row.project,
        done_ms=_done_ms(app, row),
        is_trusted=row.trust > UNTRUSTED,
        marks=tuple(mark for mark in marks if mark),
        ties=ties,
        proofs=proofs,
        prs=tuple(without_secrets(pr) for pr in note.prs),
        handles=(row.slug, *note.synonyms),
    )


def _done_ms(app: App, row: Row) -> int:
    """When work became complete, as far as the journal still has its versions; 0 where it is not, or nobody knows."""
    if row.type not in WORKED_ON or row.status != "complete":
        return 0
    done_ms = 0
    for entry in app.journal.lineage(row.id, limit=ALL):
        data = app.journal.content(entry.hash) if entry.hash else None
        if data is None or parse_note(data).status != "complete":
            break
        done_ms = entry.at_ms
    return done_ms
