"""How notes stand to one another where it changes what is shown."""

from __future__ import annotations

from ..core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .records import Edge, Row
    from .scope import Scope

INCOMING = ("supersedes", "conflicts_with")
OUTGOING = ("superseded_by", "deprecated", "conflicts_with", "refines")
DATE_CHARS = len("2026-11-29")


class Standing(Value):
    """superseded_by, deprecated_by: the note that replaces this one. conflicts: the other sides. refines: another note.

    deprecated may be true without a known replacement. lapsed: why the note does not hold now, "" when it does.
    """

    superseded_by: Row | None = None
    deprecated: bool = False
    deprecated_by: Row | None = None
    conflicts: tuple[Row, ...] = ()
    refines: bool = False
    lapsed: str = ""


PLAIN = Standing()


def is_past(stand: Standing) -> bool:
    """Whether a note gives way: another one replaces it, or its time is over or has not come."""
    return stand.superseded_by is not None or bool(stand.lapsed)


def is_archived(row: Row) -> bool:
    """Whether it was put away."""
    return row.lifecycle.strip().lower() == "archived"


def lapsed(row: Row, now_ms: int) -> str:
    """A date holds for the whole of its day (UTC); what is no date sets no bound."""
    if not row.valid_from and not row.valid_until:
        return ""
    from ..core.dates import DAY_MS, to_ms  # few notes have bounds, and a hook without one need not load it

    start, end = to_ms(row.valid_from), to_ms(row.valid_until)
    if end is not None and end + (DAY_MS if len(row.valid_until.strip()) == DATE_CHARS else 0) <= now_ms:
        return f"no longer valid since {row.valid_until}"
    return f"not valid before {row.valid_from}" if start is not None and start > now_ms else ""


class _Draft:
    """A Standing while its edges are read."""

    __slots__ = ("conflicts", "deprecated", "deprecated_by", "refines", "superseded_by")

    def __init__(self) -> None:
        self.superseded_by: Row | None = None
        self.deprecated = False
        self.deprecated_by: Row | None = None
        self.conflicts: dict[str, Row] = {}
        self.refines = False

    def frozen(self, lapsed: str) -> Standing:
        if not (lapsed or self.superseded_by or self.deprecated or self.conflicts or self.refines):
            return PLAIN  # nearly all
        conflicts = tuple(self.conflicts[note_id] for note_id in sorted(self.conflicts))
        return Standing(self.superseded_by, self.deprecated, self.deprecated_by, conflicts, self.refines, lapsed)


_NOTHING = _Draft()


def standing(app: App, rows: Sequence[Row], scope: Scope) -> dict[int, Standing]:
    """The standing of each row, by key. Only edges declared in the scope's layers count, and an untrusted note hides
    nothing that is trusted: a repository cannot make the user's own notes disappear.
    """
    known = {row.key: row for row in rows}
    incoming = app.index.edges_to(list(known), INCOMING)
    outgoing = app.index.edges_from(list(known), OUTGOING)
    drafts = {key: _Draft() for key in (*(edge.target for edge in incoming), *(edge.source for edge in outgoing))}
    _load(app, known, incoming, outgoing)
    if scope.as_of_ms:
        incoming = [edge for edge in incoming if _is_of_then(known, edge, scope)]
        outgoing = [edge for edge in outgoing if _is_of_then(known, edge, scope)]
    roots = {layer.root for layer in scope.layers}
    for edge in incoming:
        source, target = known.get(edge.source), known.get(edge.target)
        if source and target and source.layer in roots and means(app, edge, source, target, scope):
            _apply_incoming(drafts[target.key], edge, source, target)
    for edge in outgoing:
        _apply_outgoing(app, drafts, known, edge, scope)
    at_ms = scope.as_of_ms or app.clock.now_ms()
    return {row.key: drafts.get(row.key, _NOTHING).frozen(lapsed(row, at_ms)) for row in rows}


def _is_of_then(known: dict[int, Row], edge: Edge, scope: Scope) -> bool:
    """Whether both ends were there at the moment asked for."""
    ends = (known.get(edge.source), known.get(edge.target))
    return all(row is None or row.created_ms <= scope.as_of_ms for row in ends)


def _load(app: App, known: dict[int, Row], incoming: Sequence[Edge], outgoing: Sequence[Edge]) -> None:
    targets = {edge.target for edge in outgoing if edge.op != "refines"}  # of which it is enough that there is one
    others = {edge.source for edge in incoming} | targets - {-1}
    for row in app.index.rows(sorted(others - known.keys())):
        known[row.key] = row


def _apply_incoming(draft: _Draft, edge: Edge, source: Row, target: Row) -> None:
    if edge.op == "conflicts_with":
        draft.conflicts[source.id] = source
    elif edge.op == "supersedes" and source.id != target.id and source.trust >= min(target.trust, 1):
        draft.superseded_by = _newer(draft.superseded_by, source)


def _apply_outgoing(app: App, drafts: dict[int, _Draft], known: dict[int, Row], edge: Edge, scope: Scope) -> None:
    """`deprecated` and `superseded_by` are declared by the stale note itself and point at its replacement."""
    draft = drafts[edge.source]
    draft.refines = draft.refines or edge.op == "refines"
    draft.deprecated = draft.deprecated or edge.op == "deprecated"
    source, target = known[edge.source], known.get(edge.target)
    if target is None or edge.op == "refines" or not means(app, edge, source, target, scope):
        return
    if edge.op == "deprecated":
        draft.deprecated_by = target
    elif edge.op == "superseded_by" and target.id != source.id:
        draft.superseded_by = _newer(draft.superseded_by, target)
    elif edge.op == "conflicts_with" and target.layer in {layer.root for layer in scope.layers}:
        draft.conflicts[target.id] = target


def _newer(one: Row | None, other: Row) -> Row:
    return other if one is None or (other.updated_ms, other.id) > (one.updated_ms, one.id) else one


def means(app: App, edge: Edge, source: Row, target: Row, scope: Scope) -> bool:
    """Whether the edge's text names exactly this target, seen from where it stands. Ambiguous names mean nobody."""
    if edge.target_text in (target.id, target.slug) and source.layer == target.layer:
        return True
    from .resolve import find  # few relations name their target otherwise

    own = [layer for layer in scope.layers if layer.root == source.layer]
    others = [layer for layer in scope.layers if layer.root != source.layer]
    named = find(app, edge.target_text, [*own, *others])
    return [row.key for row in named] == [target.key]
